import { session } from '#texts/session';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTitle } from '../ui/state.tsx';
import { UseLink } from './account-ways.tsx';
import { Narrow } from './narrow.tsx';
import { beginAccountSignIn } from './session.ts';

const texts = session.account;

/** Takes the secret of the link from the URL: it must not stay in the history. */
function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, '', location.pathname);
  return secret;
}

/** Page of a one-time link. Nothing happens before the button is pressed: mail programs and chats open links automatically. */
export function LinkPage() {
  const isSetup = useLocation({ select: ({ pathname }) => pathname === '/setup' });
  useTitle(isSetup ? texts.setupTitle : texts.recoverTitle);
  const [secret] = useState(takeSecret);
  return (
    <Narrow>
      <h1>{isSetup ? texts.setupTitle : texts.recoverTitle}</h1>
      {!window.isSecureContext ? (
        <p role="alert" className="notice problem">
          {session.needsHttps}
        </p>
      ) : secret ? (
        <>
          <p className="lead">{isSetup ? texts.setupHint : texts.recoverHint}</p>
          <UseLink begin={() => beginAccountSignIn('/account')} link={secret} isSetup={isSetup} />
        </>
      ) : (
        <>
          <p role="alert" className="notice problem">
            {texts.incompleteLink}
          </p>
          <a href="/sign-in">{session.title}</a>
        </>
      )}
    </Narrow>
  );
}
