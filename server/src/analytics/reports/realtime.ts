import { PAGE_VIEW } from '../event.ts';
import { at, distinct, type Question, type ReportDeps, scopeOf, timestamp } from '../query/report-query.ts';

const MINUTE_MS = 60_000;
/** Who did something within this long is there now. */
const PRESENT_MS = 5 * MINUTE_MS;
const MINUTES = 30;
const MOST = 10;

/** How many are there now. */
export async function countPresent({ clickhouse }: ReportDeps, question: Question, now: number): Promise<number> {
  const { bound, events } = scopeOf(question, { from: now - PRESENT_MS, to: now + MINUTE_MS });
  const [row] = await clickhouse.query<{ visitors: number }>(
    `SELECT ${distinct('events.person')} AS visitors FROM events WHERE ${events}`,
    bound.params,
  );
  return row?.visitors ?? 0;
}

/** Who is there now, and what they look at. */
export async function realtime({ clickhouse }: ReportDeps, question: Question, now: number) {
  const lastMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const scope = scopeOf(question, { from: lastMinute - (MINUTES - 1) * MINUTE_MS, to: now + MINUTE_MS });
  const { bound, events } = scope;
  const isPresent = `events.time > ${at(bound, now - PRESENT_MS)}`;
  const view = `events.name = '${PAGE_VIEW}'`;
  const present = distinct('events.person', isPresent);
  const top = (column: string, condition: string) =>
    clickhouse.query<{ value: string; visitors: number }>(
      `SELECT ${column} AS value, ${distinct('events.person')} AS visitors FROM events
      WHERE ${events} AND ${isPresent} AND ${condition} GROUP BY value ORDER BY visitors DESC, value LIMIT ${MOST}`,
      bound.params,
    );
  const [totals, minutes, pages, sources, countries] = await Promise.all([
    clickhouse.query<{ visitors: number; page_views: number }>(
      `SELECT ${present} AS visitors, countIf(${view} AND ${isPresent}) AS page_views FROM events WHERE ${events}`,
      bound.params,
    ),
    clickhouse.query<{ minute: number; visitors: number; page_views: number }>(
      `SELECT intDiv(toUnixTimestamp64Milli(events.time), ${MINUTE_MS}) * ${MINUTE_MS} AS minute, ${distinct('events.person')} AS visitors,
        countIf(${view}) AS page_views FROM events WHERE ${events} GROUP BY minute`,
      bound.params,
    ),
    top('events.path', view),
    top('events.source', `events.source != ''`),
    top('events.country', `events.country != ''`),
  ]);
  const byMinute = new Map(minutes.map((row) => [row.minute, row]));
  return {
    visitors: totals[0]?.visitors ?? 0,
    page_views: totals[0]?.page_views ?? 0,
    minutes: Array.from({ length: MINUTES }, (_, place) => {
      const minute = lastMinute - (MINUTES - 1 - place) * MINUTE_MS;
      const found = byMinute.get(minute);
      return { time: timestamp(minute), visitors: found?.visitors ?? 0, page_views: found?.page_views ?? 0 };
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

/** Events of the last minutes that were stored after one of this number, oldest first; with the number of the newest. */
export async function eventsSince({ clickhouse }: ReportDeps, question: Question, { now, seq }: { now: number; seq: number }) {
  const { bound, events } = scopeOf(question, { from: now - PRESENT_MS, to: now + MINUTE_MS });
  const rows = await clickhouse.query<{
    ms: number;
    seq: number;
    name: string;
    page: string;
    source: string;
    country: string;
    device: string;
  }>(
    `SELECT toUnixTimestamp64Milli(events.time) AS ms, events.seq AS seq, events.name AS name, events.path AS page, events.source AS source,
      events.country AS country, events.device AS device
    FROM events WHERE ${events} AND events.seq > ${bound.bind(seq, 'UInt64')} ORDER BY seq DESC LIMIT 100`,
    bound.params,
  );
  return {
    seq: rows[0]?.seq ?? seq,
    events: rows.toReversed().map(({ ms, name, page, source, country, device }): LiveEvent => ({
      time: timestamp(ms),
      name,
      page,
      source,
      country,
      device,
    })),
  };
}
