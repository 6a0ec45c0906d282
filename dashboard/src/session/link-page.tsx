import { session } from '#texts/session';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useTitle } from '../ui/state.tsx';
import { keepLink } from './link.ts';
import { Narrow } from './narrow.tsx';
import { beginSignIn } from './session.ts';

const texts = session.account;

/** Page of a one-time link. Nothing happens before the button is pressed: mail programs and chats open links automatically. */
export function LinkPage() {
  const isSetup = useLocation({ select: ({ pathname }) => pathname === '/setup' });
  useTitle(isSetup ? texts.setupTitle : texts.recoverTitle);
  const [hasLink] = useState(() => keepLink({ isSetup }));
  return (
    <Narrow>
      <h1>{isSetup ? texts.setupTitle : texts.recoverTitle}</h1>
      {!window.isSecureContext ? (
        <p role="alert" className="notice problem">
          {session.needsHttps}
        </p>
      ) : hasLink ? (
        <>
          <p className="lead">{isSetup ? texts.setupHint : texts.recoverHint}</p>
          <Button look="primary" onPress={() => void beginSignIn('account', '/account')}>
            {texts.continue}
          </Button>
        </>
      ) : (
        <>
          <p role="alert" className="notice problem">
            {texts.incompleteLink}
          </p>
          <a href="/sign-in">{session.signIn}</a>
        </>
      )}
    </Narrow>
  );
}
