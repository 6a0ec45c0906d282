import { MAX_INVITED_ENTRIES } from '@earshot/contract/services/waitlist/values';
import type { WaitlistEntry } from '@earshot/sdk';
import { common } from '#texts/common';
import { waitlist as texts } from '#texts/waitlist';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { SegmentSelect } from '../people/segments/segment-select.tsx';
import { MailBody } from '../settings/mail-body.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';

const FIRST = 10;
/** Path of the setting in the API, and name of its field. */
const LINK_FIELD = 'settings.waitlist.invitation_url';

interface InviteDialogProps {
  /** The person to invite. Without it, the next people in line. */
  entry?: WaitlistEntry;
  onClose?: () => void;
}

/** Returns whether invitations lead anywhere. Without a link, people are told to start, but not where. */
export const useHasInvitationLink = () => useProject().settings.waitlist.invitation_url !== null;

/**
 * Dialog that previews the invitation and sends it. While invitations have no link, it asks for the link first. Controlled by `onClose`, or
 * the second child of a `DialogTrigger`.
 */
export function InviteDialog({ entry, onClose }: InviteDialogProps) {
  const hasLink = useHasInvitationLink();
  const maySet = useMay('admin');
  const title = entry ? texts.inviteTitleOf(entry.email ?? entry.name ?? texts.withoutName) : texts.inviteTitle;
  return (
    <Dialog title={title} size="wide" {...(onClose && { isOpen: true, onOpenChange: onClose })}>
      {(close) =>
        hasLink ? (
          <Invite entry={entry} onClose={close} />
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

function Invite({ entry, onClose }: { entry: WaitlistEntry | undefined; onClose: () => void }) {
  const { slug, settings } = useProject();
  const maySet = useMay('admin');
  const call = useClient();
  const [segment, setSegment] = useState('');
  const ofSegment = segment ? { segment } : {};
  const waiting = useRead('GET /v1/waitlist', { query: { status: 'waiting', limit: 1, ...ofSegment } }, { enabled: !entry });
  const [typed, setTyped] = useState(String(FIRST));
  const count = entry ? 1 : Math.min(Number(typed) || 0, waiting.data?.total ?? MAX_INVITED_ENTRIES);
  const inviteNext = async () => {
    const { total } = await call('POST /v1/waitlist/invite', { body: { count: Number(typed), ...ofSegment } });
    return total;
  };
  const inviteEntry = async ({ id }: WaitlistEntry) => {
    await call('PATCH /v1/waitlist/{id}', { path: { id }, body: { status: 'invited' } });
    return 1;
  };
  const invite = async () => {
    const total = entry ? await inviteEntry(entry) : await inviteNext();
    onClose();
    showToast(total ? texts.invited(total) : texts.noneWaiting);
    await refresh('/v1/waitlist');
  };
  return (
    <Form onSubmit={invite}>
      {({ isBusy }) => (
        <>
          {!entry && (
            <>
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
              <SegmentSelect name="segment" value={segment} onChange={setSegment} without={texts.everyone} />
            </>
          )}
          <p className="hint">
            {texts.linkOf(settings.waitlist.invitation_url ?? '')}{' '}
            {maySet && (
              <LinkButton look="plain" to="/projects/$slug/settings/$section" params={{ slug, section: 'waitlist' }}>
                {texts.changeLink}
              </LinkButton>
            )}
          </p>
          <Preview />
          <FormActions
            label={count ? texts.inviteButton(count) : texts.noneWaiting}
            onCancel={onClose}
            isBusy={isBusy}
            isDisabled={count === 0}
            autoFocus={entry !== undefined}
          />
        </>
      )}
    </Form>
  );
}

/** The invitation as the next person in line would receive it. */
function Preview() {
  const mail = useRead('GET /v1/waitlist/invitation');
  return (
    <Loaded query={mail}>
      {({ subject, text, html }) => (
        <section aria-label={texts.inviteMail} className="mail-preview">
          <p>
            <span className="soft">{texts.subject}:</span> {subject}
          </p>
          <MailBody mail={{ text, html }} />
        </section>
      )}
    </Loaded>
  );
}
