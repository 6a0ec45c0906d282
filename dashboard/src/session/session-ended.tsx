import { session as texts } from '#texts/session';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Providers } from './providers.tsx';
import { beginSignIn, sessionState, watchSession } from './session.ts';

const WINDOW = 'popup,width=480,height=640';

/** Over the page of somebody whose session ran out. The page stays as it is; what it was asking goes on after the sign-in. */
export function SessionEnded() {
  const hasEnded = useSyncExternalStore(watchSession, sessionState) === 'ended';
  const signIn = (provider: string) => {
    // Where windows are not allowed, the page itself has to go.
    if (!window.open('/sign-in?window=true', 'earshot-sign-in', WINDOW))
      void beginSignIn(provider, `/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`);
  };
  return (
    <Dialog isForced isOpen={hasEnded} title={texts.ended}>
      <p>{texts.endedHint}</p>
      <Providers onChosen={signIn} />
    </Dialog>
  );
}
