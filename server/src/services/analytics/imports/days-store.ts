import type { IMPORTED_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { join, joinAnd, raw, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { countRows, deleteRows, type DeletionDeps, hasId, inProject } from '../maintenance/erasure-store.ts';
import type { Span } from '../pipeline/span.ts';

export type ImportedDimension = (typeof IMPORTED_DIMENSIONS)[number];

export const COUNTS = ['people', 'visits', 'page_views', 'events', 'bounces', 'duration_ms', 'exits'] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;

/** A row of `imported_days`, whose day is a date such as `2025-01-31`. */
export interface ImportedRow extends Counts {
  id: string;
  import_id: string;
  dimension: ImportedDimension;
  day: string;
  value: string;
}

/** The current day can have begun in other time zones already. */
const MAX_AHEAD_MS = 86_400_000;

const inImport = (importId: string): Sql => sql`import_id = ${typed(importId, 'UUID')}`;

/** Returns the condition on the days of a span of calendar days, which begin at midnight in UTC. */
const onDays = (projectId: string, { from, to }: Span): Sql =>
  sql`${inProject(projectId)} AND days.day >= ${toDateTime(from)} AND days.day < ${toDateTime(to)}`;

/** Returns the stored rows with these ids, whose days are known. */
export async function findRows(
  clickhouse: ClickHouse,
  projectId: string,
  rows: Pick<ImportedRow, 'id' | 'day'>[],
): Promise<ImportedRow[]> {
  const days = rows.map(({ day }) => Date.parse(day));
  return await clickhouse.query<ImportedRow>(
    sql`SELECT toString(id) AS id, toString(import_id) AS import_id, dimension, toString(toDate(days.day)) AS day, value, ${raw(COUNTS.join(', '))}
    FROM imported_days AS days WHERE ${onDays(projectId, { from: Math.min(...days), to: Math.max(...days) + 1 })}
      AND days.${hasId(
        'id',
        rows.map(({ id }) => id),
      )}`,
  );
}

export async function insertRows(clickhouse: ClickHouse, projectId: string, rows: ImportedRow[]): Promise<void> {
  const lines = rows.map(({ day, ...row }) => JSON.stringify({ project_id: projectId, day: `${day} 00:00:00.000`, ...row }));
  await clickhouse.insert('imported_days', lines.join('\n'), `imported_days:${newId()}`);
}

export const deleteByIds = (deps: DeletionDeps, projectId: string, ids: string[]): Promise<void> =>
  deleteRows(deps, 'imported_days', joinAnd([inProject(projectId), hasId('id', ids)]));

/** Deletes the rows of an import. Returns their number. */
export async function deleteByImport(deps: DeletionDeps, projectId: string, importId: string): Promise<number> {
  const where = joinAnd([inProject(projectId), inImport(importId)]);
  const count = await countRows(deps.clickhouse, 'imported_days', where);
  if (count) await deleteRows(deps, 'imported_days', where);
  return count;
}

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
