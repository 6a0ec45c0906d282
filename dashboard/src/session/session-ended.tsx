import { session as texts } from '#texts/session';
import { useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { sessionState, watchSession } from './session.ts';

const WINDOW = 'popup,width=480,height=720';

/** Dialog over a page whose session ended. The page is kept, and pending requests continue after the sign-in. */
export function SessionEnded() {
  const hasEnded = useSyncExternalStore(watchSession, sessionState) === 'ended';
  const signIn = () => {
    // Without pop-ups, the page itself becomes the sign-in page.
    if (!window.open('/sign-in?window=true', 'earshot-sign-in', WINDOW))
      location.assign(`/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`);
  };
  return (
    <Dialog isForced isOpen={hasEnded} title={texts.ended}>
      <p>{texts.endedHint}</p>
      <div className="actions">
        <Button look="primary" onPress={signIn}>
          {texts.title}
        </Button>
      </div>
    </Dialog>
  );
}
