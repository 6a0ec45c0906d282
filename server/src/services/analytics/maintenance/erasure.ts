import type { TableName } from '../../../platform/clickhouse/schema.ts';
import { joinAnd, type Sql } from '../../../platform/clickhouse/sql.ts';
import { DrainTimeoutError } from '../../../platform/async/drain-timeout-error.ts';
import { lockRollups, skipBatch, whileQuiet } from '../pipeline/batches-store.ts';
import { removeEventCounts } from '../pipeline/event-counts-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { HOURLY_RETRIES, type JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { Person } from '../../../platform/postgres/person.ts';
import { identifyUser } from '../ingest/visitors.ts';
import { BUILD_TABLES } from '../rollups/builds-store.ts';
import { forgetFetchedDays } from './fetched-days-store.ts';
import { eraseBrowserEvents, removeOldBrowserEvents } from '../sessions/browsers-store.ts';
import { allocateVersion, deleteDays, touchHours } from '../pipeline/finalized-days-store.ts';
import * as store from './erasure-store.ts';
import { insertVisits } from './repair-store.ts';
import { findRetentions } from './retention-store.ts';

const QUEUE = 'analytics.erase-project';
// ClickHouse can be unavailable for some days.
const RETRY = { ...HOURLY_RETRIES, delaySeconds: 30 };
const MAX_ATTEMPTS = 3;
const DAY_MS = 86_400_000;
/** Ids of visits or searches in one condition. */
const IDS_AT_ONCE = 5_000;

export interface EraseDeps extends store.DeletionDeps {
  db: Db;
  forwarder: Pick<Forwarder, 'drain'>;
}

/** Deletes rows, and verifies that none are left: rollups can be built at the same time. */
async function deleteAll(deps: store.DeletionDeps, tables: readonly TableName[], where: Sql): Promise<void> {
  for (const table of tables) {
    const count = () => store.countRows(deps.clickhouse, table, where);
    for (let left = await count(), attempt = 1; left > 0; left = await count(), attempt++) {
      if (attempt > MAX_ATTEMPTS)
        throw new HttpError('people.erasure_interrupted', {
          message: 'Rollups of the affected days are being built; try again in a few seconds',
        });
      await store.deleteRows(deps, table, where);
    }
  }
}

/** Deletes the current rows, if any. A deletion without a matching row would still read every part. */
async function deleteOnce(deps: store.DeletionDeps, table: TableName, where: Sql): Promise<void> {
  if (await store.countRows(deps.clickhouse, table, where)) await store.deleteRows(deps, table, where);
}

/** People or visits to erase, by their ids, or all of a project. */
interface Erasure {
  which: { column: 'person' | 'visit'; ids: bigint[] } | 'all';
  /** The last batch whose events are erased. Later events arrived after the erasure began. */
  lastBatch: number;
  /** Condition on the events. All by default. Visits with other events are built again from these. */
  only?: Sql;
}

/**
 * Erases a person: all events with their user ids, each visit with an event that mentions one of their addresses, searches with which they
 * proved who they are, and searches, values of imported days and search terms that mention an address. Keeps events that arrive after the
 * call, so that they cannot delay the erasure. Returns the numbers of events and searches. Can be repeated after a failure at any point.
 */
export async function eraseEverywhere(
  deps: EraseDeps,
  projectId: string,
  person: Person,
): Promise<{ analytics_events: number; searches: number }> {
  const { clickhouse, forwarder } = deps;
  const { emails } = person;
  const lastBatch = await forwarder.drain(projectId);
  let events = 0;
  const ids = store.listPersonIds(projectId, person);
  if (ids.length) events += await eraseRows(deps, projectId, { which: { column: 'person', ids }, lastBatch });
  const searches = await store.findSearchIds(clickhouse, projectId, person);
  await deleteByIds(deps, projectId, store.MENTIONING[0], searches);
  const counts = () => ({ analytics_events: events, searches: searches.length });
  if (!emails.length) return counts();
  const visits = await store.findVisitsThatMention(clickhouse, projectId, { emails, lastBatch });
  for (let n = 0; n < visits.length; n += IDS_AT_ONCE)
    events += await eraseRows(deps, projectId, {
      which: { column: 'visit', ids: visits.slice(n, n + IDS_AT_ONCE) },
      lastBatch,
    });
  for (const mentioning of store.MENTIONING)
    await deleteByIds(
      deps,
      projectId,
      mentioning,
      await store.findRowsThatMention(clickhouse, mentioning, { projectId, emails }),
    );
  return counts();
}

/**
 * Deletes rows by their ids, because ClickHouse keeps the text of a deletion (system.mutations, and a file in the folder of the table).
 */
async function deleteByIds(
  deps: store.DeletionDeps,
  projectId: string,
  { table, id }: (typeof store.MENTIONING)[number],
  ids: string[],
): Promise<void> {
  for (let n = 0; n < ids.length; n += IDS_AT_ONCE)
    await deleteOnce(deps, table, joinAnd([store.inProject(projectId), store.hasId(id, ids.slice(n, n + IDS_AT_ONCE))]));
}

/**
 * Erases all events of a person that arrived before the call, by user id or by the visitor number of an export. Returns the number of
 * events.
 */
export async function erasePerson(
  deps: EraseDeps,
  projectId: string,
  { userId, visitor }: { userId?: string; visitor?: string },
): Promise<number> {
  const person = userId === undefined ? BigInt(visitor ?? 0) : BigInt(identifyUser(projectId, userId).person);
  const lastBatch = await deps.forwarder.drain(projectId);
  return await eraseRows(deps, projectId, { which: { column: 'person', ids: [person] }, lastBatch });
}

/**
 * Erases events of an import that arrived before the call, with up to 5,000 of their visits. Returns the number of events, which is 0 when
 * none are left.
 */
export async function eraseImported(deps: EraseDeps, projectId: string, isOfImport: Sql): Promise<number> {
  const lastBatch = await deps.forwarder.drain(projectId);
  const events = joinAnd([store.inProject(projectId), isOfImport, store.arrivedBy(lastBatch)]);
  const ids = await store.findVisitIds(deps.clickhouse, events, IDS_AT_ONCE);
  if (!ids.length) return 0;
  return await eraseRows(deps, projectId, { which: { column: 'visit', ids }, lastBatch, only: isOfImport });
}

/**
 * Erases all events, searches, imported days and search terms of a project. Keeps events that arrive after the call. Can be repeated after
 * a failure at any point.
 */
export async function eraseAll(deps: EraseDeps, projectId: string): Promise<void> {
  const lastBatch = await deps.forwarder.drain(projectId);
  await eraseRows(deps, projectId, { which: 'all', lastBatch });
  // Before the deletion, because it ends a running fetch.
  await forgetFetchedDays(deps.db, projectId);
  for (const { table } of store.MENTIONING) await deleteOnce(deps, table, store.inProject(projectId));
}

/** Erases events and visits with their rollups and visit facts. Returns the number of events. */
async function eraseRows(deps: EraseDeps, projectId: string, { which, lastBatch, only }: Erasure): Promise<number> {
  const { db, clickhouse } = deps;
  const inProject = store.inProject(projectId);
  const isByVisit = which !== 'all' && which.column === 'visit';
  const eventsWhere = which === 'all' ? inProject : joinAnd([inProject, store.hasId(which.column, which.ids)]);
  const visitsWhere = isByVisit ? joinAnd([inProject, store.hasId('id', which.ids)]) : eventsWhere;
  const erased = joinAnd([eventsWhere, store.arrivedBy(lastBatch), ...(only ? [only] : [])]);
  const events = await store.countRows(clickhouse, 'events', erased);
  const hours = await store.findHours(clickhouse, erased);
  const touch = () =>
    transact(db, async (tx) => {
      await lockRollups(tx);
      return await touchHours(
        tx,
        hours.map((hour) => ({ project_id: projectId, hour: new Date(hour * 1_000) })),
        null,
      );
    });
  // Before the deletion, so that it can be repeated after a failure, and after it, because a day can be built in between.
  const builds = await touch();
  // Visits that keep events are replaced together with them.
  if (!only) await deleteOnce(deps, 'visits', joinAnd([visitsWhere, store.writtenBy(lastBatch)]));
  if (!isByVisit) {
    await deleteAll(deps, ['visit_facts'], eventsWhere);
    // An erasure by visits deletes events last, because a repeated erasure finds the visits by their events.
    await deleteOnce(deps, 'events', erased);
  }
  const persons = isByVisit ? await store.findPersons(clickhouse, eventsWhere) : which === 'all' ? 'all' : which.ids;
  await eraseRest(deps, { eventsWhere, visitsWhere, erased, eraseBrowsers: (tx) => eraseBrowserEvents(tx, projectId, persons) });
  const version = await allocateVersion(db);
  builds.push(...(await touch()));
  // Rows of invalid builds remain until their day is built again: they must not contain the person.
  if (hours.length) await deleteAll(deps, BUILD_TABLES, joinAnd([inProject, store.builtBefore(version, hours)]));
  if (builds.length) await deleteAll(deps, BUILD_TABLES, joinAnd([inProject, store.hasBuild(builds.map(({ build }) => build))]));
  return events;
}

/**
 * Erases what batches wrote during the erasure, while no batch is being written: later events can have extended a visit that was read
 * before its deletion. Visits with later events are built again from these events.
 */
async function eraseRest(
  deps: EraseDeps,
  {
    eventsWhere,
    visitsWhere,
    erased,
    eraseBrowsers,
  }: Record<'eventsWhere' | 'visitsWhere' | 'erased', Sql> & { eraseBrowsers: (tx: Transaction) => Promise<void> },
): Promise<void> {
  await whileQuiet(deps.db, async (tx) => {
    // Invalidates a batch that is being made from data that is erased now.
    const version = await skipBatch(tx);
    await eraseBrowsers(tx);
    const hasVisits = await store.deleteByMonth(deps, 'visits', visitsWhere);
    if (hasVisits) await insertVisits(deps.clickhouse, { version, events: store.without(eventsWhere, erased) });
    await store.deleteByMonth(deps, 'events', erased);
  }).catch((error: Error) => {
    if (error instanceof DrainTimeoutError) throw new HttpError('people.erasure_interrupted');
    throw error;
  });
}

/** Registers the erasure of deleted projects and of expired events. Must be called before the queue starts. */
export function createErasing(jobs: JobQueue, deps: EraseDeps) {
  jobs.define<{ project_id: string }>(QUEUE, RETRY, async ({ project_id }) => {
    await deps.forwarder.drain(project_id);
    await deleteAll(deps, store.TABLES, store.inProject(project_id));
  });
  jobs.schedule('analytics.retention', '41 3 * * *', () => eraseExpired(deps));
  // Salts are deleted after midnight (UTC).
  jobs.schedule('analytics.forget-browsers', '11 * * * *', () => removeOldBrowserEvents(deps.db));
  return {
    /** Sends the erasure of a project, in the transaction that deletes the project. */
    eraseProject: (tx: Transaction, projectId: string) => jobs.send(tx, QUEUE, [{ project_id: projectId }]),
  };
}

/** Deletes events that are older than the retention period of their project, with visits, rollups and searches of that time. */
export async function eraseExpired(deps: Omit<EraseDeps, 'forwarder'>, now = Date.now()): Promise<void> {
  const { db } = deps;
  for (const { project_id, retention_days } of await findRetentions(db)) {
    const before = new Date(now - retention_days * DAY_MS).toISOString().slice(0, 10);
    await deleteDays(db, project_id, new Date(before));
    await removeEventCounts(db, project_id, before);
    for (const table of store.TABLES) await store.deleteExpired(deps, table, project_id, before);
    // Late events can have been counted and deleted in between.
    await removeEventCounts(db, project_id, before);
  }
}
