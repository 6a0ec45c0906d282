import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { type Cursor, selectEvents } from './sql/exported-events.ts';

const MAX_ROWS = 20_000;
const DAY_MS = 86_400_000;

interface Row extends Cursor {
  properties: Record<string, string>;
}

/** Yields all events in order of time. Reads day by day, in portions, as fast as the reader consumes them, and holds no connection in between. */
export async function* exportEvents({ clickhouse }: ReportDeps, query: ReportQuery): AsyncGenerator<object> {
  for (let from = query.from; from < query.to; from += DAY_MS) {
    const span = { from, to: Math.min(from + DAY_MS, query.to) };
    let after: Cursor | undefined;
    for (;;) {
      const rows: Row[] = await clickhouse.query<Row>(selectEvents(query, span, { after, limit: MAX_ROWS }));
      for (const row of rows) yield { ...row, properties: renderProperties(row.properties) };
      const last = rows.at(-1);
      if (!last || rows.length < MAX_ROWS) break;
      after = last;
    }
  }
}

/** Returns properties as JSON. */
const renderProperties = (properties: Record<string, string>) =>
  JSON.stringify(Object.fromEntries(Object.entries(properties).map(([name, text]) => [name, toValue(text)])));

/**
 * Returns the value of a property. Properties are stored as text, so that text in the form of a number or boolean becomes one. Other forms,
 * such as 007, and integers beyond 2^53 stay text, so that an import of the value stores the same text again.
 */
function toValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isExact && String(value) === text ? value : text;
}
