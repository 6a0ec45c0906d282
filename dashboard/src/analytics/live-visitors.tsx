import { EarshotError, reports } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { useEffect, useState } from 'react';
import { refresh, useClient } from '../api.ts';

/** The stream is opened again after this long, when it broke off. */
const AGAIN_MS = 5_000;
/** Figures follow what comes in, this often at most. */
const FOLLOW_MS = 10_000;
/** Too many streams are open: one more is tried for after this long. */
const CROWDED_MS = 60_000;

/** Who is there now, by server-sent events. What they do is soon in the figures of the page too. */
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
          // The project is not there, or not for this user. A token that ended (401) is replaced with the next call.
          if (status === 403 || status === 404) return;
        }
        await new Promise((resolve) => setTimeout(resolve, status === 429 ? CROWDED_MS : AGAIN_MS));
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
