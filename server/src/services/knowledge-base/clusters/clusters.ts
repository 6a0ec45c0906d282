import { TEAM } from '../../../instance/end-users/readers.ts';
import type { Instance } from '../../../instance/instance.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { PersonalData } from '../../../platform/postgres/person.ts';
import { findDocumentOfProject } from '../documents/documents-store.ts';
import type { Stemmer } from '../index/stemmer.ts';
import { compare } from '../search/spelling.ts';
import { analyzeQueries, correctTerms, toKey } from './clustering.ts';
import * as store from './clusters-store.ts';
import { countAnswered, findSearchedProjects, findUnanswered, type UnansweredQuery } from './searches-store.ts';

const DAY_MS = 86_400_000;
/** Period of the counts. */
const COUNTED_MS = 90 * DAY_MS;
/** Period after the closing in which searches are watched. */
export const WATCHED_MS = 14 * DAY_MS;
/** Searches of the last hours, because a result may be opened later. */
const RECENT_MS = 2 * 3_600_000;
const MAX_EXAMPLES = 5;
/** Rows of a statement. */
const BATCH = 1_000;

interface Deps extends Pick<Instance, 'db' | 'clickhouse' | 'jobs' | 'events'> {
  stem: Stemmer;
  /** Waits for a short time until earlier searches are in ClickHouse. */
  flush: (projectId: string) => Promise<Date>;
}

/** Returns the ids of those feedback entries that exist. */
export type FindFeedbackIds = (db: Db, projectId: string, ids: string[]) => Promise<string[]>;

const COMPUTE = 'knowledge-base.cluster-project';
/** Time after the first search without results of a project, in which more searches follow. */
const FIRST_MS = 30_000;

/** Schedules the computation of clusters, every hour for projects with searches, and every night for all; and follows feedback entries. */
export function scheduleClusters(deps: Deps): void {
  const { db, clickhouse, jobs, events } = deps;
  const retry = { limit: 5, delaySeconds: 5 };
  jobs.define<{ projectId: string }>(COMPUTE, retry, ({ projectId }) => computeClusters(deps, projectId));
  const computeSoon = (projectIds: string[], options?: { startAfter: Date }) =>
    transact(db, (tx) =>
      jobs.send(
        tx,
        COMPUTE,
        projectIds.map((projectId) => ({ projectId })),
        options,
      ),
    );
  jobs.schedule('knowledge-base.cluster', '17 * * * *', async () =>
    computeSoon(await findSearchedProjects(clickhouse, Date.now() - RECENT_MS)),
  );
  jobs.schedule('knowledge-base.cluster-all', '29 4 * * *', async () => {
    const searched = await findSearchedProjects(clickhouse, Date.now() - COUNTED_MS);
    await computeSoon([...new Set([...searched, ...(await store.findClusteredProjects(db))])]);
  });
  // A new project does not wait for the hour.
  events.on('knowledge_base.searched_without_results', 'compute-first-clusters', retry, async ({ project_id: projectId }) => {
    const isFirst = !(await store.hasClusters(db, projectId));
    if (isFirst) await computeSoon([projectId], { startAfter: new Date(Date.now() + FIRST_MS) });
  });
  events.on('feedback.merged', 'move-search-clusters', retry, ({ project_id, data: { entry_id, into } }) =>
    store.replaceFeedback(db, project_id, entry_id, into),
  );
  events.on('feedback.deleted', 'unlink-search-clusters', retry, ({ project_id, data: { entry_id } }) =>
    store.replaceFeedback(db, project_id, entry_id, null),
  );
}

/** Computes the clusters again after the searches of a person were erased, which contain no other personal data. */
export const createClusterErasure = (jobs: JobQueue): PersonalData => ({
  sections: {},
  erase: async (tx, projectId) => {
    await jobs.send(tx, COMPUTE, [{ projectId }]);
    return {};
  },
});

/** Queries of one cluster, most frequent first. */
interface Group {
  key: string;
  queries: UnansweredQuery[];
}

/**
 * Computes the clusters of a project from its unanswered searches. A cluster that exists is the one of its query, so that its id and the
 * decision about it remain when other searches change the key.
 */
export async function computeClusters(deps: Deps, projectId: string): Promise<void> {
  const { db, clickhouse } = deps;
  await deps.flush(projectId);
  await store.unlinkDeletedDocuments(db, projectId);
  const to = Date.now() + 1;
  const span = { projectId, from: to - COUNTED_MS, to };
  const queries = await findUnanswered(clickhouse, span);
  const existing = await store.listAllClusters(db, projectId);
  const toKeys = await createKeys(deps, projectId, queries);

  const keys = await toKeys([...queries, ...existing].map(({ query }) => query));
  const groups = Array.from(
    Map.groupBy(queries, ({ query }) => keys.get(query) ?? query),
    ([key, ofKey]): Group => ({ key, queries: ofKey }),
  );
  const byKey = new Map<string, store.SearchCluster>();
  for (const cluster of existing) {
    const key = keys.get(cluster.query) ?? cluster.query;
    if (!byKey.has(key)) byKey.set(key, cluster);
  }
  const watched = await countWatched(deps, toKeys, byKey, span);
  const computed = groups.map(({ key, queries: ofKey }): store.ComputedCluster => {
    const previous = byKey.get(key);
    return {
      id: previous?.id ?? newId(),
      ...summarize(ofKey),
      ...(watched.get(key) ?? {
        watched_searches: previous?.watched_searches ?? 0,
        watched_answered: previous?.watched_answered ?? 0,
      }),
    };
  });
  const kept = new Set(computed.map(({ id }) => id));
  const isCurrent = await transact(db, async (tx) => {
    const stored = new Set(await store.lockClusters(tx, projectId));
    if (stored.size !== existing.length || existing.some(({ id }) => !stored.has(id))) return false;
    for (let start = 0; start < computed.length; start += BATCH)
      await store.saveClusters(tx, projectId, computed.slice(start, start + BATCH));
    await store.deleteClusters(
      tx,
      projectId,
      existing.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    );
    return true;
  });
  // Another computation was faster: these clusters would be the same with other ids.
  if (!isCurrent) await computeClusters(deps, projectId);
}

type ToKeys = (queries: string[]) => Promise<Map<string, string>>;

/** Returns a function that computes the keys of queries, with corrections among the unanswered searches of the project. */
async function createKeys(
  { db, stem }: Pick<Deps, 'db' | 'stem'>,
  projectId: string,
  queries: UnansweredQuery[],
): Promise<ToKeys> {
  const languages = await store.listLanguages(db, projectId);
  const analyze = (some: string[]) => analyzeQueries({ db, stem }, languages, some);
  const counts = new Map<string, number>();
  const analyzed = await analyze(queries.map(({ query }) => query));
  for (const { query, searches } of queries)
    for (const term of analyzed.get(query) ?? []) counts.set(term, (counts.get(term) ?? 0) + searches);
  const corrections = await correctTerms(counts, new Set(await store.findKnownTerms(db, projectId, [...counts.keys()])));
  return async (some) => {
    for (const [query, terms] of await analyze(some.filter((one) => !analyzed.has(one)))) analyzed.set(query, terms);
    return new Map(some.map((query) => [query, toKey(analyzed.get(query) ?? [], corrections)]));
  };
}

/** Sums the queries of a cluster. */
function summarize(queries: UnansweredQuery[]) {
  const [first, ...others] = queries.toSorted((a, b) => b.searches - a.searches || compare(a.query, b.query));
  return {
    query: first?.query ?? '',
    examples: others.slice(0, MAX_EXAMPLES).map(({ query }) => query),
    searches: queries.reduce((sum, { searches }) => sum + searches, 0),
    people: new Set(queries.flatMap(({ people }) => people)).size,
    last_searched_at: new Date(Math.max(...queries.map(({ last }) => last))),
  };
}

/** Counts the searches of closed clusters since they were closed, by key. Those that are not watched anymore keep their counts. */
async function countWatched(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  toKeys: ToKeys,
  clusters: Map<string, store.SearchCluster>,
  span: { projectId: string; from: number; to: number },
) {
  const watched = new Map<string, Pick<store.SearchCluster, 'watched_searches' | 'watched_answered'>>();
  for (const [key, { closed_at }] of clusters) {
    // One day longer, so that the last searches are counted once.
    if (!closed_at || closed_at.getTime() + WATCHED_MS + DAY_MS < span.to) continue;
    const from = closed_at.getTime();
    const searches = await countAnswered(clickhouse, span, { from, to: Math.min(span.to, from + WATCHED_MS) });
    const keys = await toKeys(searches.map(({ query }) => query));
    const ofCluster = searches.filter(({ query }) => keys.get(query) === key);
    watched.set(key, {
      watched_searches: ofCluster.reduce((sum, one) => sum + one.searches, 0),
      watched_answered: ofCluster.reduce((sum, one) => sum + one.answered, 0),
    });
  }
  return watched;
}

export interface ClusterChange {
  status?: 'open' | 'dismissed';
  feedback_id?: string | null;
  document_id?: string | null;
}

/** Returns a cluster. With `isLocked`, it stays locked until the transaction ends. @throws {HttpError} 404 */
export async function getCluster(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
  lock?: { isLocked: boolean },
): Promise<store.SearchCluster> {
  const cluster = await store.findCluster(db, projectId, id, lock);
  if (!cluster) throw new HttpError('search_clusters.not_found');
  return cluster;
}

/** Links, dismisses or reopens a cluster. @throws {HttpError} 400, 404 */
export const decideCluster = (
  { db, findFeedbackIds }: { db: Db; findFeedbackIds: FindFeedbackIds },
  { projectId, id, change }: { projectId: string; id: string; change: ClusterChange },
): Promise<store.SearchCluster> =>
  transact(db, async (tx) => {
    const cluster = await getCluster(tx, { projectId, id }, { isLocked: true });
    const { status, feedback_id: feedback, document_id: document } = change;
    if (status !== undefined && (feedback !== undefined || document !== undefined))
      throw invalidField('status', 'conflict', 'status must not be combined with feedback_id or document_id');
    const feedbackId = feedback && parseId('fb', feedback);
    if (feedback && !(feedbackId && (await findFeedbackIds(tx, projectId, [feedbackId])).length))
      throw invalidField('feedback_id', 'not_found', 'feedback_id must be the id of a feedback entry');
    const documentId = document && parseId('doc', document);
    const found = documentId ? await findDocumentOfProject(tx, projectId, { id: documentId }, TEAM) : undefined;
    if (document && !found) throw invalidField('document_id', 'not_found', 'document_id must be the id of a document');
    const links = {
      feedback_id: status === 'open' ? null : feedback === undefined ? cluster.feedback_id : (feedbackId ?? null),
      document_id: status === 'open' ? null : document === undefined ? cluster.document_id : (documentId ?? null),
    };
    const isClosed = found
      ? found.status === 'published' && found.updated_at > cluster.last_searched_at
      : document === undefined && cluster.status === 'closed';
    const linked = isClosed ? 'closed' : links.feedback_id || links.document_id ? 'linked' : 'open';
    await store.updateDecision(tx, cluster, { ...links, status: status ?? linked });
    return await getCluster(tx, { projectId, id });
  });

/** Projection for members. */
export const clusterForMember = (cluster: store.SearchCluster) => ({
  id: formatId('scl', cluster.id),
  project_id: formatId('prj', cluster.project_id),
  status: cluster.status,
  query: cluster.query,
  examples: cluster.examples,
  searches: cluster.searches,
  people: cluster.people,
  last_searched_at: cluster.last_searched_at.toISOString(),
  feedback_id: cluster.feedback_id && formatId('fb', cluster.feedback_id),
  document_id: cluster.index_id && cluster.document_id && formatId('doc', cluster.document_id),
  index_id: cluster.index_id && formatId('idx', cluster.index_id),
  watched: cluster.closed_at && {
    searches: cluster.watched_searches,
    answered: cluster.watched_answered,
    until: new Date(cluster.closed_at.getTime() + WATCHED_MS).toISOString(),
  },
  created_at: cluster.created_at.toISOString(),
  updated_at: cluster.updated_at.toISOString(),
});
