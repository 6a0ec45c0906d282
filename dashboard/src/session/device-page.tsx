import type { WaitingDevice } from '@earshot/sdk';
import { session } from '#texts/session';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toSentence, useClient, useRead, useWrite } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Loaded, Skeleton, useTitle } from '../ui/state.tsx';

const texts = session.device;

/** Page that authorizes a device (RFC 8628). */
export function DevicePage() {
  useTitle(texts.title);
  const { user_code: given } = useSearch({ from: '/app/plain/device' });
  const call = useClient();
  const [device, setDevice] = useState<WaitingDevice>();
  const [message, setMessage] = useState<string>();
  const ask = async (user_code: string) => setDevice(await call('GET /v1/auth/device', { query: { user_code } }));
  // The URL may contain the code, which is then looked up immediately.
  const asked = useRead('GET /v1/auth/device', { query: { user_code: given ?? '' } }, { enabled: given !== undefined });
  const waiting = device ?? asked.data;
  return (
    <main className="narrow card">
      <h1>{texts.title}</h1>
      {message ? (
        <p role="status">{message}</p>
      ) : waiting ? (
        <Decide device={waiting} onDecided={setMessage} />
      ) : asked.isLoading ? (
        <Skeleton />
      ) : (
        <Form onSubmit={(text) => ask(text('user_code'))}>
          {({ isBusy }) => (
            <>
              {asked.error && (
                <p role="alert" className="field-error">
                  {toSentence(asked.error)}
                </p>
              )}
              <TextField
                name="user_code"
                label={texts.code}
                hint={texts.enter}
                isRequired
                autoFocus
                isCode
                maxLength={32}
                autoComplete="off"
                placeholder="BCDF-GHJK"
                defaultValue={given ?? ''}
              />
              <Button type="submit" look="primary" isPending={isBusy}>
                {texts.continue}
              </Button>
            </>
          )}
        </Form>
      )}
    </main>
  );
}

function Decide({ device, onDecided }: { device: WaitingDevice; onDecided: (message: string) => void }) {
  const me = useRead('GET /v1/auth/session');
  const decide = useWrite('POST /v1/auth/device/decide');
  const answer = (allow: boolean) =>
    decide.mutate(
      { body: { user_code: device.user_code, allow } },
      { onSuccess: () => onDecided(allow ? texts.allowed : texts.denied) },
    );
  return (
    <Loaded query={me}>
      {({ user }) => (
        <>
          <p>{texts.question}</p>
          <p className="user-code">
            <code>{device.user_code}</code>
          </p>
          <p>
            {device.client_id ? `“${device.client_id}”` : texts.program}
            {texts.asks}
            <strong>{user.email ?? user.name ?? user.id}</strong>
            {texts.warning}
          </p>
          <div className="actions">
            <Button look="primary" isPending={decide.isPending} onPress={() => answer(true)}>
              {texts.allow}
            </Button>
            <Button isDisabled={decide.isPending} onPress={() => answer(false)}>
              {texts.deny}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}
