import type { AccountSignedIn } from '@earshot/sdk';
import { createClient } from '@earshot/sdk';
import { session } from '#texts/session';
import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { toSentence } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { EmailField, Form, TextField } from '../ui/field.tsx';
import { takesPasskeys } from './passkeys.ts';
import { PROMPT } from './retry-delays.ts';

const texts = session.account;
/** The operations of accounts require the cookie of the sign-in instead of a token, which the client insists on. */
const call = createClient({ baseUrl: location.origin, accessToken: 'none', ...PROMPT });

const leave = ({ redirect_to }: AccountSignedIn) => location.replace(redirect_to);

/** Begins a sign-in, or returns the `request` of the one that a program began. */
export type Begin = () => Promise<string>;

/** A sign-in for which a code was mailed. */
export interface MailedCode {
  request: string;
  email: string;
}

/** Mails a code to an address. */
export async function mailCode(begin: Begin, email: string): Promise<MailedCode> {
  const request = await begin();
  await call('POST /v1/auth/account/mail-code', { body: { request, email } });
  return { request, email };
}

/** Form of a one-time link, which creates the first account or signs in without another proof. */
export function UseLink({ begin, link, isSetup }: { begin: Begin; link: string; isSetup: boolean }) {
  return (
    <Form
      onSubmit={async (text) => {
        const person = isSetup && { email: text('email').trim(), name: text('name').trim() || undefined };
        leave(await call('POST /v1/auth/account/link', { body: { request: await begin(), link, ...person } }));
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
  );
}

export function PasskeyButton({ begin, isPrimary }: { begin: Begin; isPrimary: boolean }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const request = await begin();
      const { options } = await call('POST /v1/auth/account/passkey-options', { body: { request } });
      // The browser does not tell whether the person canceled or has no passkey.
      const credential = await startAuthentication({ optionsJSON: options as never }).catch(() => {
        throw new Error(texts.noPasskey);
      });
      leave(await call('POST /v1/auth/account/passkey', { body: { request, credential: credential as never } }));
    } catch (error) {
      setProblem(toSentence(error));
    } finally {
      setBusy(false);
    }
  };
  if (!takesPasskeys()) return <p className="soft">{texts.passkeysNeedHost}</p>;
  return (
    <>
      <Button look={isPrimary ? 'primary' : 'quiet'} isPending={isBusy} onPress={() => void use()}>
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

export function EnterCode({ mailed: { request, email }, onBack }: { mailed: MailedCode; onBack: () => void }) {
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
            <Button type="submit" look="primary" isPending={isBusy}>
              {session.title}
            </Button>
            <Button look="plain" onPress={onBack}>
              {texts.anotherAddress}
            </Button>
          </>
        )}
      </Form>
    </>
  );
}
