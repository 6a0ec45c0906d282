import { session as texts } from '#texts/session';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Providers } from './providers.tsx';
import { beginSignIn, sessionState, watchSession } from './session.ts';

const WINDOW = 'popup,width=480,height=640';

/** Dialog over a page whose session ended. The page is kept, and pending requests continue after the sign-in. */
export function SessionEnded() {
  const hasEnded = useSyncExternalStore(watchSession, sessionState) === 'ended';
  const signIn = (provider: string) => {
    // Without pop-ups, the page itself navigates to the provider.
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
