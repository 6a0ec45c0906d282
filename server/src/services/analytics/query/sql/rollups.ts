import { toDateTime } from '../../../../platform/clickhouse/schema.ts';
import { join, raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import type { FinalizedDay } from '../../pipeline/finalized-days-store.ts';
import type { FinalizedPart } from '../planner.ts';
import type { ReportQuery } from '../report-query.ts';
import type { Column } from './aggregates.ts';

const MINUTE_MS = 60_000;
/** Value of the totals of people with a `user_id`. The totals of a day are the sum of this row and the one of all other people. */
export const USERS = 'users';

/** Returns the minute of a time within a day, as text that sorts like numbers. */
export const minuteOfDay = (time: Sql, dayStart: Sql): Sql =>
  sql`leftPad(toString(intDiv(toUnixTimestamp64Milli(${time}) - toUnixTimestamp64Milli(${dayStart}), ${MINUTE_MS})), 4, '0')`;

/** Returns the condition that a row of `rollups` or `visit_facts` belongs to the valid builds of some days. Requires at least one day. */
export function daysCondition(alias: 'rollups' | 'visits', projectId: string, days: FinalizedDay[]): Sql {
  const [first, last] = [days[0], days.at(-1)] as [FinalizedDay, FinalizedDay];
  const builds = typed(
    days.map(({ build }) => (alias === 'rollups' ? build : String(build))),
    alias === 'rollups' ? 'Array(UInt64)' : 'Array(String)',
  );
  const table = raw(alias);
  return sql`${table}.project_id = ${typed(projectId, 'UUID')} AND ${table}.day BETWEEN ${toDateTime(first.from)} AND ${toDateTime(last.from)}
    AND ${table}.build IN ${builds}`;
}

interface RollupRows {
  key: Sql;
  columns: readonly Column[];
}

/** Returns rollups of a dimension, or of `total`, as rows with a key. Requires at least one day. */
export function selectRollups(
  { projectId }: ReportQuery,
  { dimension, days, key, columns }: RollupRows & { dimension: string; days: FinalizedDay[] },
): Sql {
  const values = columns.map((name) => sql`rollups.${raw(name)} AS ${raw(name)}`);
  return sql`SELECT ${join([sql`${key} AS key`, ...values])} FROM rollups
  WHERE rollups.dimension = ${dimension} AND ${daysCondition('rollups', projectId, days)}`;
}

/** Returns the ids of people with a `user_id` of some days, as rows with a key. Requires at least one day. */
export const selectUserRollups = (query: ReportQuery, days: FinalizedDay[], key: Sql): Sql =>
  sql`${selectRollups(query, { dimension: 'total', days, key, columns: ['people_set'] })} AND rollups.value = ${USERS}`;

/** Returns the totals of a plan with rollups: of its days, and of the minutes of days in which a span ends. */
export function selectTotalRollups(
  query: ReportQuery,
  { days, minuteRollups }: FinalizedPart & { source: 'rollups' },
  rows: RollupRows,
): Sql[] {
  const ofMinutes = minuteRollups.map(({ day, until }) => {
    const minutes = selectRollups(query, { ...rows, dimension: 'minute', days: [day] });
    return sql`${minutes} AND rollups.value < ${minuteOfDay(toDateTime(until), toDateTime(day.from))}`;
  });
  return [selectRollups(query, { ...rows, dimension: 'total', days }), ...ofMinutes];
}
