// Reads Prometheus metrics of a running Earshot.

export interface Metrics {
  /** Accepted events that are not visible yet, and the age of the oldest. */
  waiting: number;
  waitingSeconds: number;
  forwarded: number;
  /** Cumulative counts of events by the upper bound of their lag, in seconds. */
  lags: [bound: number, events: number][];
  /** 99th percentile of the delay of the event loop of the main thread since the last reading. */
  eventLoopMs: number;
  heapBytes: number;
}

/** Interval at which the event loop is measured. The measured delay includes it. */
const DELAY_INTERVAL_MS = 10;

export async function readMetrics(port: number): Promise<Metrics> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const readValue = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  const lags = [...text.matchAll(/^earshot_analytics_lag_seconds_bucket\{le="([\d.]+)"\} (\d+)/gm)].map(
    ([, bound, events]): [number, number] => [Number(bound), Number(events)],
  );
  return {
    waiting: readValue('earshot_analytics_waiting_events'),
    waitingSeconds: readValue('earshot_analytics_waiting_seconds'),
    forwarded: readValue('earshot_analytics_forwarded_events_total'),
    lags,
    eventLoopMs: Math.max(0, 1_000 * readValue('nodejs_eventloop_lag_p99_seconds') - DELAY_INTERVAL_MS),
    heapBytes: readValue('nodejs_heap_size_used_bytes'),
  };
}

/** Returns the upper bound of the lag, in seconds, of a share of the events between two readings; undefined without events. */
export function lagQuantile(now: Metrics, before: Metrics, share: number): number | undefined {
  const total = now.forwarded - before.forwarded;
  const found = now.lags.find(([, events], index) => events - (before.lags[index]?.[1] ?? 0) >= total * share);
  return total ? found?.[0] : undefined;
}
