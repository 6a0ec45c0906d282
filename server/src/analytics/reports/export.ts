import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { type Cursor, selectEvents } from './sql/exported-events.ts';

const MAX_ROWS = 20_000;
const DAY_MS = 86_400_000;

/** Yields all events in order of time. Reads day by day, in portions, as fast as the reader consumes them, and holds no connection in between. */
export async function* exportEvents({ clickhouse }: ReportDeps, query: ReportQuery): AsyncGenerator<object> {
  for (let from = query.from; from < query.to; from += DAY_MS) {
    const span = { from, to: Math.min(from + DAY_MS, query.to) };
    let after: Cursor | undefined;
    for (;;) {
      const rows: Cursor[] = await clickhouse.query<Cursor>(selectEvents(query, span, { after, limit: MAX_ROWS }));
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < MAX_ROWS) break;
      after = last;
    }
  }
}
