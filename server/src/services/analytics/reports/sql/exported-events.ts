import { toDateTime } from '../../../../platform/clickhouse/schema.ts';
import { raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import { ORIGIN_FIELDS } from '../../pipeline/event.ts';
import type { Span } from '../../pipeline/span.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { buildConditions } from '../../query/sql/conditions.ts';

export const EXPORT_COLUMNS = [
  'time',
  'event_id',
  'name',
  'visitor',
  'visit',
  'page',
  'query',
  'title',
  'interactive',
  'properties',
  ...ORIGIN_FIELDS,
];

/** Position in the order of exported events. */
export interface Cursor {
  ms: number;
  seq: string;
}

const CONVERTED = new Set(['time', 'event_id', 'name', 'visitor', 'visit', 'page']);
const OTHER_COLUMNS = raw(
  EXPORT_COLUMNS.filter((column) => !CONVERTED.has(column))
    .map((column) => `events.${column} AS ${column}`)
    .join(', '),
);

/** Returns the statement of the next events of a span in order of time, after a cursor. */
export function selectEvents(query: ReportQuery, span: Span, { after, limit }: { after?: Cursor; limit: number }): Sql {
  const { events } = buildConditions(query, span);
  const isAfter = after ? sql`AND (events.time, events.seq) > (${toDateTime(after.ms)}, ${BigInt(after.seq)})` : raw('');
  return sql`SELECT concat(replaceOne(toString(events.time), ' ', 'T'), 'Z') AS time, toUnixTimestamp64Milli(events.time) AS ms, toString(events.seq) AS seq,
      toString(events.id) AS event_id, events.name AS name, toString(events.person) AS visitor, toString(events.visit) AS visit,
      events.path AS page, ${OTHER_COLUMNS}
    FROM events WHERE ${events} ${isAfter} ORDER BY events.time, events.seq LIMIT ${limit}`;
}
