import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { selectNewEvents, selectRealtime, selectVisitorCount } from './sql/presence.ts';

const MINUTE_MS = 60_000;
/** Visitors count as present for this time after an event. */
const PRESENT_MS = 5 * MINUTE_MS;
const MINUTES = 30;
const MAX_VALUES = 10;

/** The last minutes. The end is in the future, because the clocks of clients can be fast. */
const recentSpan = (now: number) => ({ from: now - PRESENT_MS, to: now + MINUTE_MS });

/** Returns the number of present visitors. */
export async function countPresent({ clickhouse }: ReportDeps, query: ReportQuery, now: number): Promise<number> {
  const [row] = await clickhouse.query<{ visitors: number }>(selectVisitorCount(query, recentSpan(now)));
  return row?.visitors ?? 0;
}

/** Returns present visitors, their pages, sources and countries, and metrics of the last 30 minutes. */
export async function computeRealtime({ clickhouse }: ReportDeps, query: ReportQuery, now: number) {
  const firstMinute = (Math.floor(now / MINUTE_MS) - (MINUTES - 1)) * MINUTE_MS;
  const statements = selectRealtime(
    query,
    { from: firstMinute, to: now + MINUTE_MS },
    { presentSince: now - PRESENT_MS, limit: MAX_VALUES },
  );
  const [totals, minutes, pages, sources, countries] = await Promise.all([
    clickhouse.query<{ visitors: number; page_views: number }>(statements.totals),
    clickhouse.query<{ minute: number; visitors: number; page_views: number }>(statements.minutes),
    clickhouse.query<{ value: string; visitors: number }>(statements.pages),
    clickhouse.query<{ value: string; visitors: number }>(statements.sources),
    clickhouse.query<{ value: string; visitors: number }>(statements.countries),
  ]);
  const byMinute = new Map(minutes.map((row) => [row.minute, row]));
  return {
    visitors: totals[0]?.visitors ?? 0,
    page_views: totals[0]?.page_views ?? 0,
    minutes: Array.from({ length: MINUTES }, (_, index) => {
      const minute = firstMinute + index * MINUTE_MS;
      const row = byMinute.get(minute);
      return { time: timestamp(minute), visitors: row?.visitors ?? 0, page_views: row?.page_views ?? 0 };
    }),
    pages,
    sources,
    countries,
  };
}

export interface LiveEvent {
  time: string;
  name: string;
  page: string;
  source: string;
  country: string;
  device: string;
}

/** Nodes write their batches at the same time: an event can become visible this much later than events with higher numbers. */
const MAX_DELAY_MS = 30_000;

/** Sequence numbers of the events that a live stream has read. */
export interface ReadEvents {
  /** All events up to this number are read. */
  seq: number;
  /** Events above it, with the time when they were read. */
  recent: Map<number, number>;
}

export const createReadEvents = (): ReadEvents => ({ seq: 0, recent: new Map() });

/** Returns the newest events of the last minutes that were not read before, oldest first, and adds them to `readEvents`. */
export async function findNewEvents(
  { clickhouse }: ReportDeps,
  query: ReportQuery,
  { now, readEvents, hasNonInteractive }: { now: number; readEvents: ReadEvents; hasNonInteractive: boolean },
): Promise<LiveEvent[]> {
  const { seq, recent } = readEvents;
  const rows = await clickhouse.query<Omit<LiveEvent, 'time'> & { ms: number; seq: number }>(
    selectNewEvents(query, recentSpan(now), { after: seq, except: [...recent.keys()], hasNonInteractive }),
  );
  // The first read finds events from before the stream.
  if (seq === 0) readEvents.seq = rows[0]?.seq ?? 1;
  else for (const row of rows) recent.set(row.seq, now);
  for (const [number, readAt] of recent)
    if (readAt < now - MAX_DELAY_MS) {
      recent.delete(number);
      readEvents.seq = Math.max(readEvents.seq, number);
    }
  return rows.toReversed().map(({ ms, name, page, source, country, device }) => ({
    time: timestamp(ms),
    name,
    page,
    source,
    country,
    device,
  }));
}
