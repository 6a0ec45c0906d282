import { MAX_INVITED_ENTRIES } from '@earshot/contract/services/waitlist/values';
import type { WaitlistEntry } from '@earshot/sdk';
import { common } from '#texts/common';
import { waitlist as texts } from './texts/en/waitlist.ts';
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { MailBody } from '../settings/mail-body.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';
import { type Filters, toSelection } from './filters.ts';

const FIRST = 10;
/** People whom the preview names. */
const MAX_SHOWN = 5;
/** Path of the setting in the API, and name of its field. */
const LINK_FIELD = 'settings.waitlist.invitation_url';

type Mode = 'next' | 'selected' | 'filter';

interface InviteDialogProps {
  /** The person to invite. Without it, the dialog asks who is invited. */
  entry?: WaitlistEntry;
  /** Entries that are selected in the list. */
  selected?: WaitlistEntry[];
  /** Filters of the list. */
  filters?: Filters;
  /** Choice at first. */
  starts?: Mode;
  onClose?: () => void;
}

/** Returns whether invitations lead anywhere. Without a link, people are told to start, but not where. */
export const useHasInvitationLink = () => useProject().settings.waitlist.invitation_url !== null;

/**
 * Dialog that previews the invitation and sends it. While invitations have no link, it asks for the link first. Controlled by `onClose`, or
 * the second child of a `DialogTrigger`.
 */
export function InviteDialog({ entry, selected = [], filters = {}, starts = 'next', onClose }: InviteDialogProps) {
  const hasLink = useHasInvitationLink();
  const maySet = useMay('admin');
  const title = entry ? texts.inviteTitleOf(entry.email ?? entry.name ?? texts.withoutName) : texts.inviteTitle;
  return (
    <Dialog title={title} size="wide" {...(onClose && { isOpen: true, onOpenChange: onClose })}>
      {(close) =>
        hasLink && entry ? (
          <InviteOne entry={entry} onClose={close} />
        ) : hasLink ? (
          <Invite selected={selected} filters={filters} starts={starts} onClose={close} />
        ) : maySet ? (
          <SetLink onClose={close} />
        ) : (
          <>
            <p className="notice warn">{texts.noLinkForMembers}</p>
            <Preview />
            <div className="actions">
              <Button onPress={close}>{common.close}</Button>
            </div>
          </>
        )
      }
    </Dialog>
  );
}

/** Form for the link of all invitations, a setting of the project. */
function SetLink({ onClose }: { onClose: () => void }) {
  const { id, name } = useProject();
  const call = useClient();
  const save = async (url: string) => {
    if (!url) throw new Error(texts.linkRequired);
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { waitlist: { invitation_url: url } } } });
    await refresh('/v1/projects', '/v1/waitlist/invitation');
  };
  return (
    <Form onSubmit={(text) => save(text(LINK_FIELD).trim())}>
      {({ isBusy }) => (
        <>
          <p className="notice warn">{texts.noLink(name)}</p>
          <TextField
            name={LINK_FIELD}
            label={texts.link}
            hint={texts.linkHint}
            type="url"
            inputMode="url"
            placeholder="https://"
            isRequired
            autoFocus
            maxLength={2000}
          />
          <Preview />
          <FormActions label={texts.saveLink} onCancel={onClose} isBusy={isBusy} />
        </>
      )}
    </Form>
  );
}

/** The link of invitations, and the mail. */
function Mail() {
  const { slug, settings } = useProject();
  const maySet = useMay('admin');
  return (
    <>
      <p className="hint">
        {texts.linkOf(settings.waitlist.invitation_url ?? '')}{' '}
        {maySet && (
          <LinkButton look="plain" to="/projects/$slug/settings/$section" params={{ slug, section: 'waitlist' }}>
            {texts.changeLink}
          </LinkButton>
        )}
      </p>
      <Preview />
    </>
  );
}

async function finish(total: number, onClose: () => void): Promise<void> {
  onClose();
  showToast(total ? texts.invited(total) : texts.noneWaiting);
  await refresh('/v1/waitlist');
}

function InviteOne({ entry: { id }, onClose }: { entry: WaitlistEntry; onClose: () => void }) {
  const call = useClient();
  const invite = async () => {
    await call('PATCH /v1/waitlist/{id}', { path: { id }, body: { status: 'invited' } });
    await finish(1, onClose);
  };
  return (
    <Form onSubmit={invite}>
      {({ isBusy }) => (
        <>
          <Mail />
          <FormActions label={texts.inviteButton(1)} onCancel={onClose} isBusy={isBusy} autoFocus />
        </>
      )}
    </Form>
  );
}

interface InviteProps {
  selected: WaitlistEntry[];
  filters: Filters;
  starts: Mode;
  onClose: () => void;
}

/** Form that asks who is invited, and shows how many people and whom. */
function Invite({ selected, filters, starts, onClose }: InviteProps) {
  const call = useClient();
  const [mode, setMode] = useState<Mode>(starts);
  const [typed, setTyped] = useState(String(FIRST));
  const selection = toSelection(filters);
  const isFiltered = Object.keys(selection).length > 0;
  const query = { status: 'waiting', confirmed: true, limit: MAX_SHOWN, ...(mode === 'filter' && selection) } as const;
  const inLine = useRead('GET /v1/waitlist', { query }, { enabled: mode !== 'selected', keep: true }).data;
  const waiting = selected.filter(({ position }) => position !== null);
  const isKnown = mode === 'selected' || inLine !== undefined;
  // A typed number can be sent before it is known how many people wait. Those of a filter are shown first.
  const unknownTotal = mode === 'next' ? MAX_INVITED_ENTRIES : 0;
  const total = mode === 'selected' ? waiting.length : Math.min(inLine?.total ?? unknownTotal, MAX_INVITED_ENTRIES);
  const count = mode === 'next' ? Math.min(Number(typed) || 0, total) : total;
  const shown = (mode === 'selected' ? waiting : (inLine?.data ?? [])).slice(0, Math.min(count, MAX_SHOWN));
  const bodies = {
    next: () => ({ count: Number(typed) }),
    selected: () => ({ ids: waiting.map(({ id }) => id) }),
    filter: () => selection,
  };
  const invite = async () => {
    const invited = await call('POST /v1/waitlist/invite', { body: bodies[mode]() });
    await finish(invited.total, onClose);
  };
  const choices: [Mode, string][] = [
    ['next', texts.inviteModes.next],
    ...(selected.length ? [['selected', texts.inviteModes.selected(selected.length)] as [Mode, string]] : []),
    ...(isFiltered ? [['filter', texts.inviteModes.filter] as [Mode, string]] : []),
  ];
  return (
    <Form onSubmit={invite}>
      {({ isBusy }) => (
        <>
          {choices.length > 1 && (
            <RadioGroup
              className="merge-choice"
              aria-label={texts.inviteWho}
              value={mode}
              onChange={(next) => setMode(next as Mode)}
            >
              {choices.map(([id, label]) => (
                <Radio key={id} value={id} className="radio">
                  <span className="dot" aria-hidden />
                  <span className="grow">{label}</span>
                </Radio>
              ))}
            </RadioGroup>
          )}
          {mode === 'next' && (
            <TextField
              name="count"
              label={texts.inviteCount}
              hint={texts.inviteHint}
              type="number"
              value={typed}
              onChange={setTyped}
              isRequired
              autoFocus
            />
          )}
          <Invitees entries={shown} count={isKnown ? count : 0} />
          {mode === 'selected' && waiting.length < selected.length && (
            <p className="hint">{texts.notInLine(selected.length - waiting.length)}</p>
          )}
          {mode === 'filter' && (inLine?.total ?? 0) > total && <p className="hint">{texts.onlyFirst(total)}</p>}
          <Mail />
          <FormActions
            label={count ? texts.inviteButton(count) : isKnown ? texts.noneWaiting : texts.inviteTitle}
            onCancel={onClose}
            isBusy={isBusy}
            isDisabled={count === 0}
          />
        </>
      )}
    </Form>
  );
}

/** The first people who are invited, and the number of others. */
const Invitees = ({ entries, count }: { entries: WaitlistEntry[]; count: number }) => (
  <ul className="invitees" aria-label={texts.invitees}>
    {entries.map(({ id, name, email }) => (
      <li key={id} className="tag" dir="auto">
        {name ?? email ?? texts.withoutName}
      </li>
    ))}
    {count > entries.length && <li className="soft">{texts.andMore(count - entries.length)}</li>}
  </ul>
);

/** The invitation as the next person in line would receive it. */
function Preview() {
  const mail = useRead('GET /v1/waitlist/invitation');
  return (
    <Loaded query={mail}>
      {({ subject, text, html }) => (
        <section aria-label={texts.inviteMail} className="mail-preview">
          <p>
            <span className="soft">{texts.subject + common.colon}</span>
            {subject}
          </p>
          <MailBody mail={{ text, html }} />
        </section>
      )}
    </Loaded>
  );
}
