import { session as texts } from '#texts/session';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { Loaded, Skeleton, useTitle } from '../ui/state.tsx';
import { Narrow } from './narrow.tsx';
import { signInProblem } from './problem.ts';
import { useProviders } from './providers.ts';
import { beginAccountSignIn, beginSignIn, sessionState, watchSession } from './session.ts';
import { Ways } from './ways.tsx';

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
  return (
    <Narrow>
      {isSignedIn ? (
        isWindow && <p role="status">{texts.signedIn}</p>
      ) : (
        <>
          {window.isSecureContext ? (
            <SignIn returnTo={isWindow ? '/sign-in?window=true' : returnPath(to)} />
          ) : (
            <>
              <h1>{texts.heading}</h1>
              <p role="alert" className="notice problem">
                {texts.needsHttps}
              </p>
            </>
          )}
          <p className="soft">
            <a href="/docs">{texts.reference}</a>
          </p>
        </>
      )}
    </Narrow>
  );
}

function SignIn({ returnTo }: { returnTo: string }) {
  const providers = useProviders();
  const problem = signInProblem();
  const alert = (text: string) => (
    <p role="alert" className="notice problem">
      {text}
    </p>
  );
  return (
    <Loaded query={providers} skeleton={<Skeleton lines={4} height="2.75rem" />}>
      {({ data: list, public_url: url }) => {
        // In development, the dashboard has another origin than the API.
        const isElsewhere = !import.meta.env.DEV && new URL(url).origin !== location.origin;
        const heading = (
          <div>
            <h1>{texts.heading}</h1>
            <p className="lead">{list.some(({ id }) => id === 'local') ? texts.localHint : texts.hint}</p>
          </div>
        );
        if (isElsewhere)
          return (
            <>
              {heading}
              {alert(texts.wrongAddress(url))}
            </>
          );
        return (
          <Ways
            providers={list}
            begin={() => beginAccountSignIn(returnTo)}
            onLeave={({ id }, email) => beginSignIn(id, returnTo, email)}
          >
            {heading}
            {problem && alert(problem)}
          </Ways>
        );
      }}
    </Loaded>
  );
}

const returnPath = (to: string) => (to === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to })}`);
