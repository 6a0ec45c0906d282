import { waitlist as texts } from '#texts/waitlist';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';

const MAX_PEOPLE = 1000;
const FIRST = 10;

/** Dialog that previews the invitation and invites the next people in line. */
export function InviteDialog() {
  const call = useClient();
  const mail = useRead('GET /v1/waitlist/invitation');
  const waiting = useRead('GET /v1/waitlist', { query: { status: 'waiting', limit: 1 } });
  const [typed, setTyped] = useState(String(FIRST));
  const count = Math.min(Number(typed) || 0, waiting.data?.total ?? MAX_PEOPLE);
  const invite = async () => {
    const { total } = await call('POST /v1/waitlist/invite', { body: { count: Number(typed) } });
    showToast(total ? texts.invited(total) : texts.noneWaiting);
    await refresh('/v1/waitlist');
  };
  return (
    <Dialog title={texts.inviteTitle} size="wide">
      {(close) => (
        <Form onSubmit={() => invite().then(close)}>
          {({ isBusy }) => (
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
              <Loaded query={mail}>
                {({ subject, text }) => (
                  <section aria-label={texts.inviteMail}>
                    <p>
                      <span className="soft">{texts.subject}:</span> {subject}
                    </p>
                    <pre className="mail" tabIndex={0}>
                      {text}
                    </pre>
                  </section>
                )}
              </Loaded>
              <FormActions
                label={count ? texts.inviteButton(count) : texts.noneWaiting}
                onCancel={close}
                isBusy={isBusy}
                isDisabled={count === 0}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
