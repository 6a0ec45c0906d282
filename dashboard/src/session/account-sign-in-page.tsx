import type { AccountSignedIn } from '@earshot/sdk';
import { createClient, EarshotError } from '@earshot/sdk';
import { session } from '#texts/session';
import { startAuthentication } from '@simplewebauthn/browser';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toSentence } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Form, EmailField, TextField } from '../ui/field.tsx';
import { useTitle } from '../ui/state.tsx';
import { takesPasskeys } from './passkeys.ts';
import { keptLink } from './link.ts';
import { useProviders } from './providers.tsx';
import { Narrow } from './narrow.tsx';

const texts = session.account;
/** The operations of this page require the cookie of the sign-in instead of a token, which the client insists on. */
const call = createClient({ baseUrl: location.origin, accessToken: 'none' });

const leave = ({ redirect_to }: AccountSignedIn) => location.replace(redirect_to);

/** Sign-in with an account of this instance: by passkey, by a mailed code, or by the link that brought the person here. */
export function AccountSignInPage() {
  useTitle(session.title);
  const { request = '' } = useSearch({ from: '/sign-in/account' });
  const link = keptLink();
  return (
    <Narrow>
      {link ? <UseLink request={request} link={link.secret} isSetup={link.isSetup} /> : <ChooseWay request={request} />}
      <p className="soft">
        <a href="/sign-in">{texts.startAgain}</a>
      </p>
    </Narrow>
  );
}

function UseLink({ request, link, isSetup }: { request: string; link: string; isSetup: boolean }) {
  return (
    <>
      <h1>{isSetup ? texts.setupTitle : texts.recoverTitle}</h1>
      <p className="lead">{isSetup ? texts.setupHint : texts.recoverHint}</p>
      <Form
        onSubmit={async (text) => {
          const person = isSetup && { email: text('email').trim(), name: text('name').trim() || undefined };
          leave(await call('POST /v1/auth/account/link', { body: { request, link, ...person } }));
        }}
      >
        {({ isBusy }) => (
          <>
            {isSetup && (
              <>
                <EmailField name="email" label={texts.email} isRequired autoFocus />
                <TextField name="name" label={texts.name} autoComplete="name" />
              </>
            )}
            <Button type="submit" look="primary" isPending={isBusy}>
              {isSetup ? texts.setup : session.title}
            </Button>
          </>
        )}
      </Form>
    </>
  );
}

function ChooseWay({ request }: { request: string }) {
  const [email, setEmail] = useState<string>();
  const methods = useProviders().data?.data.find(({ id }) => id === 'account')?.methods;
  if (email !== undefined) return <EnterCode request={request} email={email} onBack={() => setEmail(undefined)} />;
  return (
    <>
      <h1>{session.title}</h1>
      <PasskeyButton request={request} />
      {methods?.includes('mail') ? (
        <Form
          onSubmit={async (text) => {
            const address = text('email').trim();
            await call('POST /v1/auth/account/mail-code', { body: { request, email: address } });
            setEmail(address);
          }}
        >
          {({ isBusy }) => (
            <>
              <EmailField name="email" label={texts.email} autoComplete="username webauthn" isRequired />
              <Button type="submit" isPending={isBusy}>
                {texts.mailCode}
              </Button>
            </>
          )}
        </Form>
      ) : (
        methods && <p className="soft">{texts.noMail}</p>
      )}
    </>
  );
}

function PasskeyButton({ request }: { request: string }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { options } = await call('POST /v1/auth/account/passkey-options', { body: { request } });
      const credential = await startAuthentication({ optionsJSON: options as never });
      leave(await call('POST /v1/auth/account/passkey', { body: { request, credential: credential as never } }));
    } catch (error) {
      // The browser does not tell whether the person canceled or has no passkey.
      setProblem(error instanceof EarshotError ? toSentence(error) : texts.noPasskey);
    } finally {
      setBusy(false);
    }
  };
  if (!takesPasskeys()) return <p className="soft">{texts.passkeysNeedHost}</p>;
  return (
    <>
      <Button look="primary" isPending={isBusy} onPress={() => void use()}>
        {texts.passkey}
      </Button>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </>
  );
}

function EnterCode({ request, email, onBack }: { request: string; email: string; onBack: () => void }) {
  return (
    <>
      <h1>{texts.codeTitle}</h1>
      <p className="lead">{texts.codeHint(email)}</p>
      <Form
        onSubmit={async (text) => {
          const code = text('code').replaceAll(/\D/g, '');
          leave(await call('POST /v1/auth/account/code', { body: { request, code } }));
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField
              name="code"
              label={texts.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              isCode
              isRequired
              autoFocus
            />
            <div className="actions">
              <Button type="submit" look="primary" isPending={isBusy}>
                {session.title}
              </Button>
              <Button onPress={onBack}>{texts.anotherAddress}</Button>
            </div>
          </>
        )}
      </Form>
    </>
  );
}
