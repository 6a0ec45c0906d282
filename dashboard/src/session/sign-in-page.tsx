import { common } from '#texts/common';
import { session as texts } from '#texts/session';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useTitle } from '../ui/state.tsx';
import { signInProblem } from './problem.ts';
import { Providers } from './providers.tsx';
import { beginSignIn, sessionState, watchSession } from './session.ts';

/** Sign-in page, also for the window that a page with an ended session opens. */
export function SignInPage() {
  useTitle(texts.title);
  const { to = '/', window: isWindow = false } = useSearch({ from: '/sign-in' });
  const isSignedIn = useSyncExternalStore(watchSession, sessionState) === 'signed-in';
  const { history } = useRouter();
  useEffect(() => {
    if (!isSignedIn) return;
    if (isWindow) window.close();
    // The value comes from the URL. Only paths of the dashboard are accepted.
    else history.replace(/^\/(?![/\\])/.test(to) ? to : '/');
  }, [history, isSignedIn, isWindow, to]);
  const problem = signInProblem();
  return (
    <main className="narrow card">
      <p className="brand">
        {common.brand}
        <span>.</span>
      </p>
      {isSignedIn ? (
        isWindow && <p role="status">{texts.signedIn}</p>
      ) : (
        <>
          <h1>{texts.lead}</h1>
          <p className="lead">{texts.hint}</p>
          {problem && (
            <p role="alert" className="notice problem">
              {problem}
            </p>
          )}
          {window.isSecureContext ? (
            <Providers onChosen={(provider) => void beginSignIn(provider, isWindow ? '/sign-in?window=true' : returnPath(to))} />
          ) : (
            <p role="alert" className="notice problem">
              {texts.needsHttps}
            </p>
          )}
          <p className="soft">
            <a href="/docs">{texts.reference}</a>
          </p>
        </>
      )}
    </main>
  );
}

const returnPath = (to: string) => (to === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to })}`);
