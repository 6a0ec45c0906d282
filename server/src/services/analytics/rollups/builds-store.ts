import { type ClickHouse, STATEMENT_SETTINGS } from '../../../platform/clickhouse/clickhouse.ts';
import { deletionTarget, onDays, toDateTime } from '../../../platform/clickhouse/schema.ts';
import { join, raw, sql, type Sql, typed, unionAll } from '../../../platform/clickhouse/sql.ts';
import { getDimension } from '../query/filters.ts';
import { ROLLED_UP_DIMENSIONS } from '../query/planner.ts';
import {
  COLUMNS,
  EVENT_TOTALS,
  groupRows,
  mergeRows,
  pick,
  type SingleDay,
  type Subquery,
  VISIT_TOTALS,
} from '../query/sql/aggregates.ts';
import { buildConditions, type Conditions } from '../query/sql/conditions.ts';
import { groupByDimension, groupByExitPage } from '../query/sql/dimensions.ts';
import { eventColumns } from '../query/sql/events.ts';
import { minuteOfDay, USERS } from '../query/sql/rollups.ts';
import { buildVisitFacts } from '../query/sql/visit-facts.ts';
import { visitColumns } from '../query/sql/visits.ts';
import type { Day } from '../pipeline/finalized-days-store.ts';

/** Tables with rows of builds. */
export const BUILD_TABLES = ['rollups', 'visit_facts'] as const;

/** Dimensions of one statement: each statement reads the day again, and each dimension needs memory. */
const DIMENSIONS_PER_STATEMENT = 6;
/** Visits of one statement, which combines their events in memory. */
const MAX_VISITS_PER_STATEMENT = 100_000;

const toConditions = ({ projectId, countedBots, span }: Day): Conditions =>
  buildConditions({ ...span, projectId, countedBots, filters: [], bots: 'exclude' });

const buildColumns = ({ projectId, span }: Day, build: string): Sql =>
  sql`${typed(projectId, 'UUID')}, ${toDateTime(span.from)}, ${build}`;

/** Writes the rollups of a day: totals, minutes, and all dimensions. */
export async function insertRollups(clickhouse: ClickHouse, day: Day, build: string): Promise<void> {
  const conditions = toConditions(day);
  const dimensions = ['total', 'minute', ...ROLLED_UP_DIMENSIONS];
  for (let first = 0; first < dimensions.length; first += DIMENSIONS_PER_STATEMENT) {
    const rows = dimensions
      .slice(first, first + DIMENSIONS_PER_STATEMENT)
      .flatMap((dimension) =>
        selectRows(dimension, day, conditions).map((query) => sql`SELECT ${dimension} AS dimension, * FROM (${query})`),
      );
    await clickhouse.command(
      sql`INSERT INTO rollups (project_id, day, build, dimension, value, ${raw(COLUMNS.join(', '))})
      SELECT ${buildColumns(day, build)}, * FROM (${unionAll(rows)})
      SETTINGS ${STATEMENT_SETTINGS}`,
    );
  }
}

/** Writes the visit facts of a day, in portions of people. */
export async function insertVisitFacts(clickhouse: ClickHouse, day: Day, build: string): Promise<void> {
  const conditions = toConditions(day);
  const [row] = await clickhouse.query<{ visits: number }>(
    sql`SELECT count() AS visits FROM visits FINAL PREWHERE ${conditions.overlappingVisits}`,
  );
  const portions = Math.ceil((row?.visits ?? 0) / MAX_VISITS_PER_STATEMENT);
  for (let portion = 0; portion < portions; portion++) {
    const { names, rows } = buildVisitFacts(conditions, { portion, portions });
    await clickhouse.command(
      sql`INSERT INTO visit_facts (project_id, day, build, ${raw(names.join(', '))})
      SELECT ${buildColumns(day, build)}, * FROM (${rows}) SETTINGS ${STATEMENT_SETTINGS}`,
    );
  }
}

/** Deletes the rows of a build of a day, or of all builds before it. */
export async function deleteBuilds(
  { clickhouse, cluster }: { clickhouse: ClickHouse; cluster: string | undefined },
  { projectId, span }: Day,
  build: { is: string } | { before: string },
): Promise<void> {
  const builds = 'is' in build ? sql`build = ${build.is}` : sql`toUInt64(build) < ${BigInt(build.before)}`;
  const where = sql`project_id = ${typed(projectId, 'UUID')} AND ${builds} AND day >= ${toDateTime(span.from)} AND day < ${toDateTime(span.to)}`;
  for (const table of BUILD_TABLES) {
    const [row] = await clickhouse.query<{ rows: number }>(sql`SELECT count() AS rows FROM ${raw(table)} WHERE ${where}`);
    if (!row?.rows) continue;
    // Deletions take seconds. Nothing reads these rows, so that nothing needs to wait.
    await clickhouse.command(
      sql`DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where} SETTINGS lightweight_deletes_sync = 0`,
    );
  }
}

/** Returns queries of the rollups of a dimension. */
function selectRows(dimension: string, day: Day, conditions: Conditions): Sql[] {
  const singleDay = singleDayConditions(day);
  if (dimension === 'minute') return [mergeRows(minuteSubqueries(day, conditions, singleDay), [], COLUMNS)];
  return buildSubqueries(dimension, conditions, singleDay).map((subquery) => groupRows(subquery, COLUMNS, 'set'));
}

/**
 * Returns subqueries of the totals of each minute. People count in their first minute of the day, so that minutes from the start of the
 * day add up.
 */
function minuteSubqueries({ span }: Day, { events, startedVisits }: Conditions, singleDay: SingleDay): Subquery[] {
  const buildKey = (time: string) => minuteOfDay(raw(time), toDateTime(span.from));
  const columns = eventColumns({ singleDay });
  const people = sql`SELECT events.person AS person, any(events.user_id) AS user_id, min(events.time) AS time FROM events WHERE ${events} GROUP BY person`;
  return [
    { key: buildKey('events.time'), columns: pick(columns, ['people', 'people_set']), from: sql`(${people}) AS events` },
    { key: buildKey('events.time'), columns: pick(columns, ['page_views', 'events']), from: sql`events WHERE ${events}` },
    {
      key: buildKey('visits.start'),
      columns: pick(visitColumns({ starts: sql`1` }), VISIT_TOTALS),
      from: sql`visits FINAL PREWHERE ${startedVisits}`,
    },
  ];
}

function buildSubqueries(name: string, conditions: Conditions, singleDay: SingleDay): Subquery[] {
  if (name === 'total') {
    const { events, startedVisits } = conditions;
    return [
      {
        key: sql`if(events.user_id = '', '', ${USERS})`,
        columns: pick(eventColumns({ singleDay }), EVENT_TOTALS),
        from: sql`events WHERE ${events}`,
      },
      {
        key: sql`''`,
        columns: pick(visitColumns({ starts: sql`1` }), VISIT_TOTALS),
        from: sql`visits FINAL PREWHERE ${startedVisits}`,
      },
    ];
  }
  const subquery = groupByDimension(getDimension(name, 'dimension'), { conditions, singleDay });
  return name === 'page' ? [subquery, groupByExitPage(conditions)] : [subquery];
}

/**
 * Returns the conditions on people and visits of this day only. People with a `user_id` can return on any day. Anonymous visitors and
 * visits can be on another day only if they have events near this day.
 */
function singleDayConditions({ projectId, span, reads }: Day): SingleDay {
  const nearby = join(
    [
      { from: reads.from, to: span.from },
      { from: span.to, to: reads.to },
    ]
      .map(({ from, to }) => [toDateTime(from), toDateTime(to)] as const)
      .map(([from, to]) => sql`near.time >= ${from} AND near.time < ${to} AND ${onDays(raw('near.time'), from, to)}`),
    ' OR ',
  );
  const select = (column: string) =>
    sql`SELECT near.${raw(column)} FROM events AS near WHERE near.project_id = ${typed(projectId, 'UUID')} AND (${nearby})`;
  return {
    person: (table) => sql`${raw(table)}.user_id = '' AND ${raw(table)}.person NOT IN (${select('person')})`,
    visit: sql`events.visit NOT IN (${select('visit')})`,
  };
}
