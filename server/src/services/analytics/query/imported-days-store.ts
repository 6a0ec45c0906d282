import type { IMPORTED_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { join, raw, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import type { Span } from '../pipeline/span.ts';

export type ImportedDimension = (typeof IMPORTED_DIMENSIONS)[number];

export const COUNTS = ['people', 'visits', 'page_views', 'events', 'bounces', 'duration_ms', 'exits'] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;

/** The current day can have begun in other time zones already. */
const MAX_AHEAD_MS = 86_400_000;

/** Returns the condition on the days of a span of calendar days, which begin at midnight in UTC. */
export const onDays = (projectId: string, { from, to }: Span): Sql =>
  sql`project_id = ${typed(projectId, 'UUID')} AND days.day >= ${toDateTime(from)} AND days.day < ${toDateTime(to)}`;

/** Returns the first and last day with rows of a dimension, at midnight in UTC. */
export async function findDays(
  clickhouse: ClickHouse,
  projectId: string,
  { dimension, ...span }: Span & { dimension: ImportedDimension },
): Promise<{ first: number; last: number } | undefined> {
  const [row] = await clickhouse.query<{ count: number; first: number; last: number }>(
    sql`SELECT count() AS count, toUnixTimestamp64Milli(min(day)) AS first, toUnixTimestamp64Milli(max(day)) AS last FROM imported_days AS days
    WHERE ${onDays(projectId, span)} AND dimension = ${dimension}`,
  );
  return row?.count ? { first: row.first, last: row.last } : undefined;
}

/** Returns the first imported day of a project. */
export const findFirstDay = async (clickhouse: ClickHouse, projectId: string): Promise<number | undefined> =>
  (await findDays(clickhouse, projectId, { from: 0, to: Date.now() + MAX_AHEAD_MS, dimension: 'total' }))?.first;

/** Returns the totals of days, in order. Their events are the sum of all events by name. */
export const findTotalsByDay = (clickhouse: ClickHouse, projectId: string, span: Span): Promise<(Counts & { at: number })[]> =>
  clickhouse.query<Counts & { at: number }>(
    sql`SELECT toUnixTimestamp64Milli(day) AS at, ${join(
      COUNTS.map((name) => sql`sumIf(days.${raw(name)}, dimension = ${name === 'events' ? 'event' : 'total'}) AS ${raw(name)}`),
    )} FROM imported_days AS days WHERE ${onDays(projectId, span)} AND dimension IN ('total', 'event')
    GROUP BY day HAVING countIf(dimension = 'total') > 0 ORDER BY day`,
  );

/** Returns rows of a dimension with the columns of rollups. Imported people have no ids, so that sets are empty. */
export const selectImported = (
  projectId: string,
  { dimension, columns, ...span }: Span & { dimension: ImportedDimension; columns: readonly string[] },
): Sql =>
  sql`SELECT ${join([
    raw('value AS key'),
    ...columns.map((name) => raw(name.endsWith('_set') ? `CAST([], 'Array(UInt64)') AS ${name}` : `days.${name} AS ${name}`)),
  ])} FROM imported_days AS days WHERE ${onDays(projectId, span)} AND dimension = ${dimension}`;
