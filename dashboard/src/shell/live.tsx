import { EarshotError } from '@earshot/sdk';
import { useEffect } from 'react';
import type { Query } from '@tanstack/react-query';
import { isUnanswered, queryClient, refresh, useClient, useIsOffline } from '../api.ts';
import { isSaving } from '../feedback/changes.ts';

/** Delay before an interrupted stream is opened again, and between attempts to load displayed data. */
const RECONNECT_DELAY_MS = 5_000;
/** Changes that arrive together cause one refresh. */
const SETTLE_MS = 400;

/**
 * Refreshes displayed feedback and notifications when anybody changes something in the project, while the tab is visible, and everything
 * that is displayed until the server answers again.
 */
export function Live() {
  const call = useClient();
  const isOffline = useIsOffline();
  useEffect(() => {
    // One request may fail while another one is answered, or be one too many.
    const failed = {
      predicate: ({ state: { error } }: Query) => isUnanswered(error) || (error instanceof EarshotError && error.status === 429),
    };
    // A request that still runs is an attempt as well.
    const reconnect = () => void (isSaving() || queryClient.invalidateQueries(isOffline ? {} : failed, { cancelRefetch: false }));
    const timer = setInterval(reconnect, RECONNECT_DELAY_MS);
    return () => clearInterval(timer);
  }, [isOffline]);
  useEffect(() => {
    let leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshFeedback = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void (isSaving() ? refreshFeedback() : refresh('/v1/feedback')), SETTLE_MS);
    };
    const follow = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        try {
          await readEvents(await call.raw('GET /v1/webhooks/changes', {}, { signal, retries: 0 }), (type) => {
            const isReady = type === 'ready';
            if (isReady || type.startsWith('feedback.')) refreshFeedback();
            if (isReady || type === 'notifications.updated') void refresh('/v1/notifications');
          });
        } catch (error) {
          // The project is not accessible, or many tabs are open.
          if (signal.aborted || (error instanceof EarshotError && [403, 404, 429].includes(error.status))) return;
        }
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS));
      }
    };
    const onVisibility = () => {
      leaving.abort();
      if (document.hidden) return;
      leaving = new AbortController();
      void follow(leaving.signal);
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
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
