import type { Provider } from '@earshot/sdk';
import { EarshotError } from '@earshot/sdk';
import { session as texts } from '#texts/session';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmailField, Form } from '../ui/field.tsx';
import { type Begin, EnterCode, type MailedCode, mailCode, PasskeyButton } from './account-ways.tsx';

interface WaysProps {
  providers: Provider[];
  /** Begins a sign-in with an account of this instance. */
  begin: Begin;
  /** Navigates to a provider, with the address that the person has entered. */
  onLeave?: (provider: Provider, email?: string) => Promise<void>;
  /** Heading of the page, which the entry of a mailed code replaces. */
  children: ReactNode;
}

/** The ways to sign in: by email first, then by passkey and with identity providers. */
export function Ways({ providers, begin, onLeave, children }: WaysProps) {
  const [mailed, setMailed] = useState<MailedCode>();
  if (mailed) return <EnterCode mailed={mailed} onBack={() => setMailed(undefined)} />;
  const account = providers.find(({ id }) => id === 'account');
  const local = providers.find(({ id }) => id === 'local');
  const others = providers.filter((one) => one !== account && one !== local);
  const takesEmail = local !== undefined || account?.methods?.includes('mail') === true;
  const enter = async (email: string) => {
    // The provider of this machine has a page of its own for errors, which is not needed for slips of the pen.
    if (local && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
      throw new EarshotError('', { fields: [{ path: 'email', code: 'format', message: texts.invalidEmail }] });
    if (local) await onLeave?.(local, email);
    else setMailed(await mailCode(begin, email));
  };
  return (
    <>
      {children}
      {takesEmail && (
        <Form onSubmit={(text) => enter(text('email').trim())}>
          {({ isBusy }) => (
            <>
              <EmailField name="email" label={texts.account.email} autoComplete="username webauthn" isRequired autoFocus />
              <Button type="submit" look="primary" isPending={isBusy}>
                {local ? texts.title : texts.account.mailCode}
              </Button>
            </>
          )}
        </Form>
      )}
      {takesEmail && (account || others.length > 0) && <p className="divider">{texts.or}</p>}
      {(account || others.length > 0) && (
        <div className="providers">
          {account && <PasskeyButton begin={begin} isPrimary={!takesEmail} />}
          {others.map((provider) => (
            <Button key={provider.id} look={takesEmail || account ? 'quiet' : 'primary'} onPress={() => void onLeave?.(provider)}>
              {texts.signInWith(provider.name)}
            </Button>
          ))}
        </div>
      )}
      {account && !takesEmail && <p className="soft">{texts.account.noMail}</p>}
    </>
  );
}
