import { EarshotError } from '@earshot/sdk';
import { useEffect } from 'react';
import { refresh, useClient } from '../api.ts';
import { isSaving } from '../feedback/changes.ts';

/** Delay before an interrupted stream is opened again. */
const RECONNECT_DELAY_MS = 5_000;
/** Changes that arrive together cause one refresh. */
const SETTLE_MS = 400;
/** Members are notified of an event by a job, which follows it. */
const NOTIFIED_AFTER_MS = 1_500;

/** Refreshes displayed feedback and notifications when anybody changes something in the project, while the tab is visible. */
export function Live() {
  const call = useClient();
  useEffect(() => {
    let leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let notificationTimer: ReturnType<typeof setTimeout> | undefined;
    const refreshFeedback = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void (isSaving() ? refreshFeedback() : refresh('/v1/feedback')), SETTLE_MS);
    };
    const refreshNotifications = () => {
      clearTimeout(notificationTimer);
      notificationTimer = setTimeout(() => void refresh('/v1/notifications'), NOTIFIED_AFTER_MS);
    };
    const refreshSoon = () => {
      refreshFeedback();
      refreshNotifications();
    };
    const follow = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        try {
          await readEvents(await call.raw('GET /v1/webhooks/changes', {}, { signal, retries: 0 }), (type) => {
            if (type.startsWith('feedback.')) refreshFeedback();
            refreshNotifications();
          });
        } catch (error) {
          // The project is not accessible, or many tabs are open.
          if (signal.aborted || (error instanceof EarshotError && [403, 404, 429].includes(error.status))) return;
        }
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS));
        // Changes during the interruption were not received.
        if (!signal.aborted) refreshSoon();
      }
    };
    const onVisibility = () => {
      leaving.abort();
      if (document.hidden) return;
      leaving = new AbortController();
      void follow(leaving.signal);
    };
    const onReturn = () => {
      onVisibility();
      if (!document.hidden) refreshSoon();
    };
    onVisibility();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      clearTimeout(notificationTimer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [call]);
  return null;
}

/** Calls a function with the type of each server-sent event of a response, until the response ends. */
async function readEvents({ body }: Response, onEvent: (type: string) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    const messages = (text + read.value).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const [, type] = /^event: (.*)$/m.exec(message) ?? [];
      if (type) onEvent(type);
    }
  }
}
