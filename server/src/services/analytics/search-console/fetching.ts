import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { ProjectDirectory } from '../../../instance/projects/directory.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { normalizePagePath } from '../ingest/urls.ts';
import type { DeletionDeps } from '../maintenance/erasure-store.ts';
import * as store from './connections-store.ts';
import { type OpenSearchConsole, SearchConsoleError } from './google.ts';
import { type DayTerms, deleteOutdated, insertDay, type OutdatedDay } from './terms-store.ts';

export interface FetchDeps extends DeletionDeps {
  db: Db;
  log: FastifyBaseLogger;
  jobs: JobQueue;
  directory: ProjectDirectory;
  openSearchConsole: OpenSearchConsole;
}

const SCHEDULE = 'analytics.search-console';
const QUEUE = 'analytics.search-console-fetch';
/** Google sets quotas for each minute and each day: retries take some hours. */
const RETRY = { limit: 6, delaySeconds: 120, maxDelaySeconds: 3_600 };
const CONCURRENCY = { jobs: 2, perGroup: 1, maxSeconds: 3_600 };
/** Hour and minute (UTC) of the daily fetch: after midnight in the time zone of Google. */
const [FETCH_HOUR, FETCH_MINUTE] = [9, 43];
/** Days of Search Console follow this time zone. */
const GOOGLE_TIMEZONE = 'America/Los_Angeles';
/** Search Console keeps search terms for 16 months. */
const MAX_MONTHS = 16;
/** Google can correct complete days. The last days are read again on each fetch. */
const RECENT_DAYS = 5;
/** Matches an email address, also in the path of a URL. An erased address would otherwise come back with the next fetch. */
const EMAIL_ADDRESS = /[\p{L}\p{N}_+-](?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}/iu;

/** Schedules the daily fetch of search terms. Must be called before the queue starts. */
export function scheduleSearchConsole(deps: FetchDeps): void {
  const { jobs, db } = deps;
  jobs.define<{ project_id: string }>(QUEUE, RETRY, ({ project_id: projectId }) => fetchTerms(deps, projectId), CONCURRENCY);
  jobs.schedule(SCHEDULE, `${FETCH_MINUTE} ${FETCH_HOUR} * * *`, async () => {
    for (const projectId of await store.listConnectedProjects(db)) await transact(db, (tx) => sendFetch(jobs, tx, projectId));
  });
}

/** Sends a job that fetches the search terms of a project. */
export const sendFetch = (jobs: JobQueue, tx: Transaction, projectId: string): Promise<void> =>
  jobs.send(tx, QUEUE, [{ project_id: projectId }], { group: projectId });

/** Returns the time of the next daily fetch. */
export function findNextFetch(now: number): Date {
  const next = new Date(now);
  next.setUTCHours(FETCH_HOUR, FETCH_MINUTE, 0, 0);
  if (next.getTime() <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/** Fetches new, recent and missing days of a project. Throws errors that a retry can solve; others wait for the next day. */
async function fetchTerms(deps: FetchDeps, projectId: string): Promise<void> {
  const connection = await store.findConnection(deps.db, projectId);
  const project = connection?.site ? await deps.directory.byId(projectId) : undefined;
  if (!connection?.site || !project) return;
  try {
    await fetchDays(deps, { ...connection, site: connection.site }, project.settings.analytics.retention_days);
    await store.saveResult(deps.db, connection, null);
  } catch (error) {
    if (!(error instanceof SearchConsoleError)) throw error;
    await store.saveResult(deps.db, connection, error.reason);
    if (error.reason === 'quota_exceeded' || error.reason === 'unreachable') throw error;
    deps.log.warn({ project_id: projectId, reason: error.message }, 'could not fetch search terms');
  }
}

async function fetchDays(
  deps: FetchDeps,
  connection: store.Connection & { site: string },
  retentionDays: number | null,
): Promise<void> {
  const client = await deps.openSearchConsole(connection);
  const today = Temporal.Now.plainDateISO(GOOGLE_TIMEZONE);
  const available = today.subtract({ months: MAX_MONTHS }).toString();
  const kept = retentionDays === null ? available : today.subtract({ days: retentionDays - 1 }).toString();
  const from = kept > available ? kept : available;
  const days = await client.listDays(connection.site, from, today.toString());
  const outdated: OutdatedDay[] = [];
  for (const day of planDays(days, connection)) {
    const rows = (await client.readDay(connection.site, day))
      .map((row) => ({ ...row, page: normalizePagePath(row.page) }))
      .filter(({ query, page }) => !EMAIL_ADDRESS.test(query) && !EMAIL_ADDRESS.test(page));
    const saved = await saveDay(deps, connection, { day, rows });
    if (!saved.isCurrent) return;
    if (saved.outdated) outdated.push(saved.outdated);
  }
  await deleteOutdated(deps, connection.project_id, outdated);
}

/**
 * Returns the days to fetch: recent and new days in order, then missing days, newest first. The fetched days are contiguous at any time, so
 * that an interrupted fetch is continued. A first fetch begins with the newest day, because reports show it first.
 */
export function planDays(
  days: string[],
  { fetched_from: from, fetched_until: until }: Pick<store.Connection, 'fetched_from' | 'fetched_until'>,
): string[] {
  if (from === null || until === null) return days.toReversed();
  const recent = Temporal.PlainDate.from(until)
    .subtract({ days: RECENT_DAYS - 1 })
    .toString();
  return [...days.filter((day) => day >= recent), ...days.filter((day) => day < from && day < recent).toReversed()];
}

/** Saves a day, unless the connection was changed or deleted meanwhile: both wait for the lock, and delete rows afterwards. */
async function saveDay(
  { db, clickhouse }: FetchDeps,
  { project_id: projectId, revision }: store.Connection,
  day: DayTerms,
): Promise<{ isCurrent: boolean; outdated?: OutdatedDay }> {
  return await transact(db, async (tx) => {
    if ((await store.lockConnection(tx, projectId))?.revision !== revision) return { isCurrent: false };
    const outdated = await insertDay(clickhouse, projectId, day);
    await store.addFetchedDay(tx, projectId, day.day);
    return { isCurrent: true, outdated };
  });
}
