import { type ClickHouse, ON_SHARDS } from '../../clickhouse/clickhouse.ts';
import { deletionTarget, onDays } from '../../clickhouse/schema.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Db } from '../../postgres/database.ts';
import { exitsPart, partBy } from '../query/sql/dimensions.ts';
import {
  type Alone,
  COLUMNS,
  eventColumns,
  OF_EVENTS,
  OF_VISITS,
  type Part,
  pick,
  rowsOf,
  togetherOf,
  visitColumns,
} from '../query/sql/aggregates.ts';
import { findDimension } from '../query/filters.ts';
import { bucketsOf, type Span } from '../query/periods.ts';
import { at, type Scope, scopeOf } from '../query/report-query.ts';
import { minuteOf, ROLLED_UP } from '../query/sql/rollups.ts';
import { settledVisitRows } from '../query/sql/visit-facts.ts';
import { beginBuild, type Day, findUnsettled, QUIET_MS, recordSettled, type Unsettled } from './finalized-days-store.ts';
import { IDLE_MS } from '../sessions/visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The next run goes on. */
const LONGEST_RUN_MS = 5 * 60_000;
/** Days of one project that a run sums up. */
const MAX_DAYS_OF_PROJECT = 50;
/** Dimensions that one statement sums up: each statement takes its time, and each dimension its memory. */
const AT_ONCE = 6;
/** Visits that one statement puts together. */
const MOST_VISITS = 100_000;
/** Tables with what is summed up. */
export const OF_BUILDS = ['rollups', 'settled_visits'] as const;

interface SettleDeps {
  db: Db;
  clickhouse: ClickHouse;
  cluster: string | undefined;
}

/** Sums days up as they settle. Before the queue starts. */
export function createSettling(jobs: JobQueue, deps: SettleDeps) {
  const stopping = new AbortController();
  jobs.schedule('analytics.settle', '*/10 * * * *', async () => {
    await settleDays(deps, { signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST_RUN_MS)]) });
  });
  // The day that it is at takes some seconds at most.
  return { stop: () => stopping.abort() };
}

/**
 * Sums up days that are over and quiet, so that questions need not read their events: the newest first, at most `maxDays` of each project,
 * which take turns, so that the many days of an import delay nobody. Returns the number of days. Several nodes may be at it: a build
 * counts only if nothing changed while it was made, and if no other does.
 */
export async function settleDays(
  deps: SettleDeps,
  {
    now = Date.now(),
    quietMs = QUIET_MS,
    maxDays = MAX_DAYS_OF_PROJECT,
    signal,
  }: { now?: number; quietMs?: number; maxDays?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let settled = 0;
  let projects = (await findUnsettled(deps.db)).map((project) => ({ days: daysOfProject(project), begun: 0, isDone: false }));
  while (projects.length) {
    for (const project of projects) {
      if (signal?.aborted) return settled;
      const { value: day } = project.days.next();
      const isOver = day && day.reads.to + quietMs <= now;
      const isSettled = isOver ? await settle(deps, day, quietMs) : undefined;
      if (isSettled !== undefined) project.begun++;
      if (isSettled) settled++;
      project.isDone = !day || project.begun >= maxDays;
    }
    projects = projects.filter(({ isDone }) => !isDone);
  }
  return settled;
}

/** Yields the days of a project that have part of its hours, the newest first. Each is found when it is asked for: there may be many. */
function* daysOfProject({
  project_id: projectId,
  timezone,
  counted_bots: countedBots,
  hours,
}: Unsettled): Generator<Day, undefined> {
  let oldest = Infinity;
  for (const hour of hours.map((start) => start.getTime()).toReversed()) {
    if (hour >= oldest) continue;
    for (const span of daysOf(hour, timezone).toReversed()) {
      if (span.from >= oldest) continue;
      oldest = span.from;
      yield { projectId, timezone, countedBots, span, reads: readsOf(span) };
    }
  }
}

/** Undefined when the day is not quiet. */
async function settle(deps: SettleDeps, day: Day, quietMs: number): Promise<boolean | undefined> {
  const begun = await beginBuild(deps.db, day, quietMs);
  if (!begun) return undefined;
  await build(deps, day, begun.build);
  const isSettled = await recordSettled(deps.db, day, begun);
  // Rows of builds before this one, or of this one if it came to nothing.
  await clear(deps, day, isSettled ? `toUInt64(build) < ${begun.build}` : `build = '${begun.build}'`);
  return isSettled;
}

/** The days that have part of an hour: two, where the clock is half an hour off. */
function daysOf(hour: number, timezone: string): Span[] {
  const bounds = bucketsOf({ from: hour, to: hour + HOUR_MS, timezone }, 'day');
  return bounds.slice(1).map((to, place) => ({ from: bounds[place] as number, to }));
}

/**
 * Where those who are on this day alone must not be found: the rest of the days of UTC that it has part of, since an anonymous visitor is
 * somebody for one of these, and as long beside them as a visit may go on without an event.
 */
const readsOf = ({ from, to }: Span): Span => ({
  from: Math.floor(from / DAY_MS) * DAY_MS - IDLE_MS,
  to: Math.ceil(to / DAY_MS) * DAY_MS + IDLE_MS + 1,
});

async function build({ clickhouse }: SettleDeps, day: Day, number: string): Promise<void> {
  const { projectId, countedBots, span } = day;
  const scope = scopeOf({ ...span, projectId, countedBots, filters: [], bots: 'exclude' });
  const alone = aloneOn(day);
  const whose = `'${projectId}', ${at(scope.bound, span.from)}, '${number}'`;
  const dimensions = ['total', 'minute', ...ROLLED_UP];
  for (let place = 0; place < dimensions.length; place += AT_ONCE) {
    const parts = dimensions
      .slice(place, place + AT_ONCE)
      .flatMap((dimension) =>
        rowsBy(dimension, scope, { alone, from: span.from }).map(
          (rows) => `SELECT '${dimension}' AS dimension, * FROM (${rows})`,
        ),
      );
    await clickhouse.command(
      `INSERT INTO rollups (project_id, day, build, dimension, value, ${COLUMNS.join(', ')})
      SELECT ${whose}, * FROM (${parts.join('\nUNION ALL\n')})
      SETTINGS ${ON_SHARDS}`,
      scope.bound.params,
    );
  }
  await buildVisits(clickhouse, scope, whose);
}

/** In portions, since what a visit has on a day is put together in memory. */
async function buildVisits(clickhouse: ClickHouse, scope: Scope, whose: string): Promise<void> {
  const [there] = await clickhouse.query<{ visits: number }>(
    `SELECT count() AS visits FROM visits FINAL PREWHERE ${scope.overlaps}`,
    scope.bound.params,
  );
  const portions = Math.ceil((there?.visits ?? 0) / MOST_VISITS);
  for (let portion = 0; portion < portions; portion++) {
    const { names, rows } = settledVisitRows(scope, { portion, portions });
    await clickhouse.command(
      `INSERT INTO settled_visits (project_id, day, build, ${names.join(', ')})
      SELECT ${whose}, * FROM (${rows}) SETTINGS ${ON_SHARDS}`,
      scope.bound.params,
    );
  }
}

async function clear({ clickhouse, cluster }: SettleDeps, { projectId, span }: Day, builds: string): Promise<void> {
  const where = `project_id = '${projectId}' AND ${builds} AND day >= fromUnixTimestamp64Milli(${span.from}) AND day < fromUnixTimestamp64Milli(${span.to})`;
  for (const table of OF_BUILDS) {
    const [left] = await clickhouse.query<{ rows: number }>(`SELECT count() AS rows FROM ${table} WHERE ${where}`);
    if (!left?.rows) continue;
    // Nobody reads them: their end, which takes seconds, need not be waited for.
    await clickhouse.command(
      `DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where} SETTINGS lightweight_deletes_sync = 0`,
    );
  }
}

function rowsBy(dimension: string, scope: Scope, { alone, from }: { alone: Alone; from: number }): string[] {
  if (dimension === 'minute') return [togetherOf(minuteParts(scope, { alone, from }), [], COLUMNS)];
  return partsOf(dimension, scope, alone).map((part) => rowsOf(part, COLUMNS, 'list'));
}

/** Totals of each minute. Who is there counts in the first of theirs, so that those of any minutes from the day's start on add up. */
function minuteParts(scope: Scope, { alone, from }: { alone: Alone; from: number }): Part[] {
  const keyOf = (time: string) => minuteOf(time, at(scope.bound, from));
  const columns = eventColumns({ alone });
  const people = `SELECT events.person AS person, any(events.user_id) AS user_id, min(events.time) AS time FROM events WHERE ${scope.events} GROUP BY person`;
  return [
    { key: keyOf('events.time'), columns: pick(columns, ['people', 'people_set']), from: `(${people}) AS events` },
    { key: keyOf('events.time'), columns: pick(columns, ['page_views', 'events']), from: `events WHERE ${scope.events}` },
    {
      key: keyOf('visits.start'),
      columns: pick(visitColumns({ began: '1' }), OF_VISITS),
      from: `visits FINAL PREWHERE ${scope.visits}`,
    },
  ];
}

function partsOf(name: string, scope: Scope, alone: Alone): Part[] {
  if (name === 'total')
    return [
      { key: `''`, columns: pick(eventColumns({ alone }), OF_EVENTS), from: `events WHERE ${scope.events}` },
      { key: `''`, columns: pick(visitColumns({ began: '1' }), OF_VISITS), from: `visits FINAL PREWHERE ${scope.visits}` },
    ];
  const part = partBy(findDimension(name, 'dimension'), { scope, alone });
  return name === 'page' ? [part, exitsPart(scope)] : [part];
}

/** Somebody with a `user_id` may come again on any other day; others and visits are on others only if they are close to this one. */
function aloneOn({ projectId, span, reads }: Day): Alone {
  const near = (column: string) => `SELECT near.${column} FROM events AS near WHERE near.project_id = '${projectId}'
    AND (${[
      { from: reads.from, to: span.from },
      { from: span.to, to: reads.to },
    ]
      .map(({ from, to }) => [`fromUnixTimestamp64Milli(${from})`, `fromUnixTimestamp64Milli(${to})`] as const)
      .map(([from, to]) => `near.time >= ${from} AND near.time < ${to} AND ${onDays('near.time', from, to)}`)
      .join(' OR ')})`;
  return {
    person: (table) => `${table}.user_id = '' AND ${table}.person NOT IN (${near('person')})`,
    visit: `events.visit NOT IN (${near('visit')})`,
  };
}
