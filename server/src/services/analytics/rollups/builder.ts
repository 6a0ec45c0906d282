import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { computeBuckets } from '../query/periods.ts';
import type { Span } from '../pipeline/span.ts';
import { IDLE_MS } from '../sessions/visits.ts';
import { deleteBuilds, insertRollups, insertVisitFacts } from './builds-store.ts';
import { type Day, finalizeDay, findOpenHours, type OpenHours, QUIET_MS, startBuild } from '../pipeline/finalized-days-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The next run continues. */
const MAX_RUN_MS = 5 * 60_000;
/** Days of one project that a run builds. */
const MAX_DAYS_PER_PROJECT = 50;

interface BuilderDeps {
  db: Db;
  clickhouse: ClickHouse;
  cluster: string | undefined;
}

/** Schedules the rollup builder. Must be called before the queue starts. */
export function scheduleRollups(jobs: JobQueue, deps: BuilderDeps): void {
  const stopping = new AbortController();
  jobs.schedule('analytics.build-rollups', '*/10 * * * *', async () => {
    await buildRollups(deps, { signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_RUN_MS)]) });
  });
  // The current day takes some seconds at most.
  jobs.onStop(() => stopping.abort());
}

/**
 * Builds the rollups of days that are over and quiet: the newest days first, at most `maxDays` of each project. Projects take turns, so
 * that an import with many days does not delay other projects. Returns the number of finalized days. Several nodes can build at the same
 * time: a build becomes valid only if nothing changed since it started and no other build of the day is valid.
 */
export async function buildRollups(
  deps: BuilderDeps,
  {
    now = Date.now(),
    quietMs = QUIET_MS,
    maxDays = MAX_DAYS_PER_PROJECT,
    signal,
  }: { now?: number; quietMs?: number; maxDays?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let finalized = 0;
  let projects = (await findOpenHours(deps.db)).map((project) => ({ days: iterateDays(project), built: 0, isDone: false }));
  while (projects.length) {
    for (const project of projects) {
      if (signal?.aborted) return finalized;
      const { value: day } = project.days.next();
      const isOver = day && day.reads.to + quietMs <= now;
      const isFinalized = isOver ? await buildDay(deps, day, quietMs) : undefined;
      if (isFinalized !== undefined) project.built++;
      if (isFinalized) finalized++;
      project.isDone = !day || project.built >= maxDays;
    }
    projects = projects.filter(({ isDone }) => !isDone);
  }
  return finalized;
}

/** Yields the days that contain open hours of a project, newest first. Days are computed one by one, because there may be many. */
function* iterateDays({
  project_id: projectId,
  timezone,
  counted_bots: countedBots,
  hours,
}: OpenHours): Generator<Day, undefined> {
  let oldest = Infinity;
  for (const hour of hours.map((start) => start.getTime()).toReversed()) {
    if (hour >= oldest) continue;
    for (const span of listDays(hour, timezone).toReversed()) {
      if (span.from >= oldest) continue;
      oldest = span.from;
      yield { projectId, timezone, countedBots, span, reads: readSpan(span) };
    }
  }
}

/** Builds and finalizes a day. Returns false if the build became invalid, and undefined if the day is not quiet. */
async function buildDay(deps: BuilderDeps, day: Day, quietMs: number): Promise<boolean | undefined> {
  const running = await startBuild(deps.db, day, quietMs);
  if (!running) return undefined;
  await insertRollups(deps.clickhouse, day, running.build);
  await insertVisitFacts(deps.clickhouse, day, running.build);
  const isFinalized = await finalizeDay(deps.db, day, running);
  await deleteBuilds(deps, day, isFinalized ? { before: running.build } : { is: running.build });
  return isFinalized;
}

/** Returns the days that overlap an hour: two in time zones with an offset of half an hour. */
function listDays(hour: number, timezone: string): Span[] {
  const bounds = computeBuckets({ from: hour, to: hour + HOUR_MS, timezone }, 'day');
  return bounds.slice(1).map((to, index) => ({ from: bounds[index] as number, to }));
}

/**
 * Returns the span that decides who was present on this day only: the UTC days that overlap the day, because an anonymous visitor exists
 * on one UTC day, and the maximum gap within a visit on both sides.
 */
const readSpan = ({ from, to }: Span): Span => ({
  from: Math.floor(from / DAY_MS) * DAY_MS - IDLE_MS,
  to: Math.ceil(to / DAY_MS) * DAY_MS + IDLE_MS + 1,
});
