import { EarshotError, reports } from '@earshot/sdk';
import { analytics as texts } from './texts/en/analytics.ts';
import { useEffect, useState } from 'react';
import { refresh, useClient } from '../api.ts';

/** Delay before an interrupted stream is opened again. */
const RECONNECT_DELAY_MS = 5_000;
/** Minimum interval between refreshes of reports. */
const FOLLOW_MS = 10_000;
/** Delay before another attempt when too many streams are open. */
const LIMIT_DELAY_MS = 60_000;

/** Number of current visitors, by server-sent events. New events refresh the reports of the page. */
export function LiveVisitors({ filters }: { filters: string[] }) {
  const call = useClient();
  const [visitors, setVisitors] = useState<number>();
  const asked = JSON.stringify(filters);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let followed = performance.now();
    const follow = async () => {
      while (!signal.aborted) {
        let status = 0;
        try {
          for await (const message of reports(call).live({ filter: JSON.parse(asked) as string[] }, { signal, retries: 0 })) {
            if (message.type === 'visitors') setVisitors(message.visitors);
            else if (performance.now() - followed > FOLLOW_MS) {
              followed = performance.now();
              void refresh('/v1/analytics');
            }
          }
        } catch (error) {
          if (signal.aborted) return;
          setVisitors(undefined);
          status = error instanceof EarshotError ? error.status : 0;
          // The project is missing or not accessible. An expired token (401) is replaced with the next request.
          if (status === 403 || status === 404) return;
        }
        await new Promise((resolve) => setTimeout(resolve, status === 429 ? LIMIT_DELAY_MS : RECONNECT_DELAY_MS));
      }
    };
    void follow();
    return () => leaving.abort();
  }, [call, asked]);
  return (
    visitors !== undefined && (
      <span className="live" role="status">
        <span className="pulse" aria-hidden />
        {texts.live(visitors)}
      </span>
    )
  );
}
