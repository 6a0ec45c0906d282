import { type Sort, SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import type { WaitlistEntry } from '@earshot/sdk';
import { common } from '#texts/common';
import { waitlist as texts } from './texts/en/waitlist.ts';
import { Eye, EyeOff, Link2, MoreHorizontal, NotebookPen, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toSentence, refresh, useClient } from '../api.ts';
import { countries } from '../account/sessions.tsx';
import { Flag } from '../analytics/countries/flag.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { copyText } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/menu.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Time } from '../ui/time.tsx';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';
import { Answers, ReachedReward } from './answers.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { InviteDialog, useHasInvitationLink } from './invite-dialog.tsx';

type OpenDialog = { about: 'notes' | 'delete' | 'invite'; entry: WaitlistEntry };

const renderName = ({ email, name }: WaitlistEntry) => email ?? name ?? texts.withoutName;

const SORTED = { [texts.position]: 'position', [texts.referrals]: 'referrals', [texts.joined]: 'newest' };

interface EntryTableProps {
  entries: WaitlistEntry[];
  sort: Sort;
  onSort: (sort: Sort | undefined) => void;
  /** Ids of selected entries, of this page and of others. */
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

export function EntryTable({ entries, sort, onSort, selected, onSelect }: EntryTableProps) {
  const mayWork = useMay('member');
  const [dialog, openDialog] = useState<OpenDialog>();
  // Entries that left the page are no longer selected.
  const chosen = entries.filter(({ id }) => selected.has(id));
  const clear = () => onSelect(new Set());
  const toggle = (id: string) =>
    onSelect(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]));
  const hasCountries = entries.some(({ country }) => country !== null);
  const head = [texts.position, texts.person, texts.status, texts.source, texts.country, texts.referrals, texts.joined];
  const columns = head.filter((name) => name !== texts.country || hasCountries);
  return (
    <>
      {mayWork && (
        <div className="list-head">
          <Checkbox
            aria-label={texts.selectAll}
            isSelected={chosen.length === entries.length}
            isIndeterminate={chosen.length > 0 && chosen.length < entries.length}
            onChange={() => (chosen.length ? clear() : onSelect(new Set(entries.map(({ id }) => id))))}
          />
          {chosen.length ? <BulkBar entries={chosen} onClear={clear} /> : <span className="soft">{texts.selectAll}</span>}
        </div>
      )}
      <Table
        label={texts.title}
        head={mayWork ? ['', ...columns, ''] : columns}
        numbers={[texts.position, texts.referrals]}
        main={texts.person}
        sorting={{
          columns: SORTED,
          ascending: ['position'],
          value: sort,
          onChange: (next) => onSort(SORTS.find((one) => one === next && one !== 'position')),
        }}
        isCompact
      >
        {entries.map((entry) => (
          <tr key={entry.id} className={selected.has(entry.id) ? 'selected' : undefined}>
            {mayWork && (
              <td className="check">
                <Checkbox
                  aria-label={texts.select(renderName(entry))}
                  isSelected={selected.has(entry.id)}
                  onChange={() => toggle(entry.id)}
                />
              </td>
            )}
            <td className="number position-cell">{entry.position ?? '–'}</td>
            <td className="main-cell">
              {entry.name && <strong dir="auto">{entry.name}</strong>} {/* Viewers see no addresses. */}
              <span className={entry.name ? 'soft' : undefined}>{entry.email ?? (entry.name ? '' : texts.withoutName)}</span>
              <Answers entry={entry} />
              {entry.notes && (
                <p className="soft" dir="auto">
                  {entry.notes}
                </p>
              )}
            </td>
            <td>
              <StatusTag entry={entry} />
            </td>
            <td className="short">{entry.referral_source && <bdi>{entry.referral_source}</bdi>}</td>
            {hasCountries && (
              <td className="short" title={entry.country ? countries.of(entry.country) : undefined}>
                {entry.country && <Flag code={entry.country} />} {entry.country}
              </td>
            )}
            <td className={entry.referral_count ? 'number referrals' : 'number referrals none'}>
              {entry.referral_count}
              <span className="unit"> {texts.referralsOf(entry.referral_count)}</span> <ReachedReward entry={entry} />
            </td>
            <td>
              <Time iso={entry.created_at} />
            </td>
            {mayWork && (
              <td className="end">
                <EntryMenu entry={entry} onAsk={(about) => openDialog({ about, entry })} />
              </td>
            )}
          </tr>
        ))}
      </Table>
      {dialog?.about === 'notes' && <NotesDialog entry={dialog.entry} onClose={() => openDialog(undefined)} />}
      {dialog?.about === 'invite' && <InviteDialog entry={dialog.entry} onClose={() => openDialog(undefined)} />}
      {dialog?.about === 'delete' && <DeleteDialog entry={dialog.entry} onClose={() => openDialog(undefined)} />}
    </>
  );
}

const StatusTag = ({ entry: { status, confirmed_at } }: { entry: WaitlistEntry }) =>
  status === 'waiting' && !confirmed_at ? (
    <span className="tag warn">{texts.unconfirmed}</span>
  ) : (
    <span className={`tag waitlist-${status}`}>{texts.statuses[status]}</span>
  );

function EntryMenu({ entry, onAsk }: { entry: WaitlistEntry; onAsk: (about: OpenDialog['about']) => void }) {
  const call = useClient();
  const hasLink = useHasInvitationLink();
  const { leaderboard: hasLeaderboard } = useProject().settings.waitlist;
  const path = { id: entry.id };
  const invite = async () => {
    await call('POST /v1/waitlist/invite', { body: { ids: [entry.id] } });
    showToast(texts.invited(1));
  };
  const setStatus = async (status: WaitlistEntry['status']) => {
    await call('PATCH /v1/waitlist/{id}', { path, body: { status } });
    const undo = () => void act(() => call('PATCH /v1/waitlist/{id}', { path, body: { status: entry.status } }));
    showUndoable(texts.changed(renderName(entry), texts.statuses[status]), undo);
  };
  const act = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/waitlist');
  };
  return (
    <Menu
      label={texts.more(renderName(entry))}
      trigger={
        <IconButton label={texts.more(renderName(entry))}>
          <MoreHorizontal size={16} />
        </IconButton>
      }
    >
      {entry.status === 'waiting' && (
        <MenuItem icon={<Send size={15} />} onAction={() => (hasLink ? void act(invite) : onAsk('invite'))}>
          {texts.inviteOne}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 size={15} />} onAction={() => void copyText(entry.referral_url)}>
        {texts.copyLink}
      </MenuItem>
      <MenuItem icon={<NotebookPen size={15} />} onAction={() => onAsk('notes')}>
        {texts.editNotes}
      </MenuItem>
      {hasLeaderboard && (
        <MenuItem
          icon={entry.on_leaderboard ? <EyeOff size={15} /> : <Eye size={15} />}
          onAction={() =>
            void act(() => call('PATCH /v1/waitlist/{id}', { path, body: { on_leaderboard: !entry.on_leaderboard } }))
          }
        >
          {entry.on_leaderboard ? texts.hideFromLeaderboard : texts.showOnLeaderboard}
        </MenuItem>
      )}
      <MenuSection title={texts.setStatus}>
        {STATUSES.filter((status) => status !== entry.status).map((status) => (
          <MenuItem
            key={status}
            // The status sends the invitation as well.
            onAction={() => (status === 'invited' && !hasLink ? onAsk('invite') : void act(() => setStatus(status)))}
          >
            {texts.statuses[status]}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem icon={<Trash2 size={15} />} isDanger onAction={() => onAsk('delete')}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}

function NotesDialog({ entry, onClose }: { entry: WaitlistEntry; onClose: () => void }) {
  const call = useClient();
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.notesTitle(renderName(entry))}>
      <Form
        onSubmit={async (text) => {
          await call('PATCH /v1/waitlist/{id}', { path: { id: entry.id }, body: { notes: text('notes') || null } });
          onClose();
          await refresh('/v1/waitlist');
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField name="notes" label={texts.notes} rows={4} defaultValue={entry.notes ?? ''} autoFocus />
            <FormActions label={common.save} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ entry, onClose }: { entry: WaitlistEntry; onClose: () => void }) {
  const call = useClient();
  return (
    <Confirm
      title={texts.deleteTitle(renderName(entry))}
      label={texts.delete}
      onClose={onClose}
      onConfirm={async () => {
        await call('DELETE /v1/waitlist/{id}', { path: { id: entry.id } });
        await refresh('/v1/waitlist');
      }}
    >
      <p>{texts.deleteHint}</p>
    </Confirm>
  );
}
