import { STATUSES } from '@earshot/contract/services/waitlist/values';
import type { WaitlistEntry } from '@earshot/sdk';
import { common } from '#texts/common';
import { waitlist as texts } from '#texts/waitlist';
import { Link2, MoreHorizontal, NotebookPen, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toSentence, refresh, useClient } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { copyText } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/menu.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';

import { InviteDialog, useHasInvitationLink } from './invite-dialog.tsx';

type OpenDialog = { about: 'notes' | 'delete' | 'invite'; entry: WaitlistEntry };

const renderName = ({ email, name }: WaitlistEntry) => email ?? name ?? texts.withoutName;

const HEAD = [texts.position, texts.person, texts.status, texts.source, texts.referrals, texts.joined, ''];

export function EntryTable({ entries }: { entries: WaitlistEntry[] }) {
  const mayWork = useMay('member');
  const [dialog, openDialog] = useState<OpenDialog>();
  return (
    <>
      <Table
        label={texts.title}
        head={mayWork ? HEAD : HEAD.slice(0, -1)}
        numbers={[texts.position, texts.referrals]}
        main={texts.person}
      >
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="number">{entry.position ?? '–'}</td>
            <td>
              {entry.name && <strong dir="auto">{entry.name} </strong>}
              {/* Viewers see no addresses. */}
              <span className={entry.name ? 'soft' : undefined}>{entry.email ?? (entry.name ? '' : texts.withoutName)}</span>
              {entry.notes && (
                <p className="soft" dir="auto">
                  {entry.notes}
                </p>
              )}
            </td>
            <td>
              {texts.statuses[entry.status]}
              {!entry.confirmed_at && <span className="tag warn">{texts.unconfirmed}</span>}
            </td>
            <td>{entry.referral_source ?? ''}</td>
            <td className="number">{entry.referral_count}</td>
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

function EntryMenu({ entry, onAsk }: { entry: WaitlistEntry; onAsk: (about: OpenDialog['about']) => void }) {
  const call = useClient();
  const hasLink = useHasInvitationLink();
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
