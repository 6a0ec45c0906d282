import { Histogram } from 'prom-client';
import type { Metrics } from '../../../platform/observe/metrics.ts';
import type { Forwarded } from './batch-writer.ts';
import type { InboxState } from './inbox-store.ts';
import { ALL_PARTITIONS } from './partitions.ts';

/** A project with more than `events` events in `withinMs` is a stream. */
const STREAM = { events: 2_500, withinMs: 5_000 };
const LAG_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300];

/** Measures the backlog of all nodes and what this node forwards. */
export function createThroughput() {
  let inbox: InboxState = { events: 0, oldest: null, byPartition: {} };
  let recent: { at: number; events: Record<string, number> }[] = [];
  let forwardedCount = 0;
  const lag = new Histogram({
    name: 'earshot_analytics_lag_seconds',
    help: 'Time from the acceptance of analytics events until reports can include them, by event',
    buckets: LAG_BUCKETS_S,
    registers: [],
  });
  const findRecent = () => recent.filter(({ at }) => at > Date.now() - STREAM.withinMs);
  const metrics: Metrics = [
    {
      name: 'earshot_analytics_waiting_events',
      help: 'Accepted analytics events that are not in ClickHouse yet, of all nodes',
      type: 'gauge',
      read: () => inbox.events,
    },
    {
      name: 'earshot_analytics_waiting_seconds',
      help: 'Age of the oldest analytics event that is not in ClickHouse yet',
      type: 'gauge',
      read: () => (inbox.oldest ? Math.max(Date.now() - inbox.oldest.getTime(), 0) / 1_000 : 0),
    },
    {
      name: 'earshot_analytics_partition_events',
      help: 'Accepted analytics events in no batch yet, of all nodes, by partition of the event log',
      type: 'gauge',
      label: 'partition',
      read: () => ALL_PARTITIONS.map((partition) => [String(partition), inbox.byPartition[partition] ?? 0]),
    },
    {
      name: 'earshot_analytics_forwarded_events_total',
      help: 'Analytics events that this node has written to ClickHouse',
      type: 'counter',
      read: () => forwardedCount,
    },
    lag,
  ];
  return {
    metrics,
    inbox: () => inbox,
    recordInbox: (state: InboxState): void => void (inbox = state),
    recordForwarded: ({ events, lags }: Forwarded): void => {
      recent = [...findRecent(), { at: Date.now(), events }];
      for (const { ms, events: count } of lags) {
        for (let n = 0; n < count; n++) lag.observe(Math.max(ms, 0) / 1_000);
        forwardedCount += count;
      }
    },
    /** Returns whether a project receives a continuous stream of events. */
    isStream: (projectId: string): boolean =>
      findRecent().reduce((sum, { events }) => sum + (events[projectId] ?? 0), 0) > STREAM.events,
  };
}
