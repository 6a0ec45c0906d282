import type { ClusterStatus } from '@earshot/contract/services/knowledge-base/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, integerKey, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import { unnest } from '../../../platform/postgres/unnest.ts';
import type { Tables } from '../tables.ts';

type Row = Tables['knowledge_search_clusters'];

/** A cluster of unanswered searches, with the index of the linked document. */
export interface SearchCluster extends Row {
  status: ClusterStatus;
  examples: string[];
  index_id: string | null;
}

/** Columns that the job computes. */
export type ComputedCluster = Pick<
  SearchCluster,
  'id' | 'query' | 'examples' | 'searches' | 'people' | 'last_searched_at' | 'watched_searches' | 'watched_answered'
>;

const columns = sql`c.*, (
  SELECT d.index_id FROM knowledge_indexes i JOIN knowledge_documents d ON d.project_id = i.project_id AND d.index_id = i.id
  WHERE i.project_id = c.project_id AND d.id = c.document_id) AS index_id`;

/** Returns a page of the clusters of a project, those with most searches first. */
export const listClusters = (db: Db, projectId: string, status: ClusterStatus | undefined, rows: PageRows) =>
  readPage<SearchCluster>(db, {
    columns,
    source: sql`knowledge_search_clusters c WHERE c.project_id = ${projectId} AND ${hasStatus(status)}`,
    order: descending(integerKey(sql`c.searches`), timeKey(sql`c.last_searched_at`), uuidKey(sql`c.id`)),
    rows,
  });

const hasStatus = (status: ClusterStatus | undefined): RawBuilder<unknown> =>
  status === undefined ? sql`true` : sql`c.status = ${status}`;

/** Returns the open clusters of a project with most searches. */
export const listUnanswered = async (db: Db, projectId: string, limit: number) =>
  (await listClusters(db, projectId, 'open', { limit, offset: 0 })).rows;

export async function findCluster(
  db: Db,
  projectId: string,
  id: string,
  { isLocked = false } = {},
): Promise<SearchCluster | undefined> {
  const { rows } = await sql<SearchCluster>`
    SELECT ${columns} FROM knowledge_search_clusters c WHERE c.project_id = ${projectId} AND c.id = ${id}
    ${isLocked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

/** Returns the project of a cluster, for session requests that name the cluster only. */
export async function findClusterProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM knowledge_search_clusters WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Stores the decision of a member. Searches are watched from now on when the cluster is closed. */
export async function updateDecision(
  tx: Transaction,
  { project_id, id }: Pick<SearchCluster, 'project_id' | 'id'>,
  { status, feedback_id, document_id }: Pick<SearchCluster, 'status' | 'feedback_id' | 'document_id'>,
): Promise<void> {
  await sql`
    UPDATE knowledge_search_clusters SET status = ${status}, feedback_id = ${feedback_id}, document_id = ${document_id},
      updated_at = now(), ${sql.join(closing(status))}
    WHERE project_id = ${project_id} AND id = ${id}`.execute(tx);
}

/** Returns the columns of closed clusters. A closed cluster remains closed since the same time. */
const closing = (status: ClusterStatus): RawBuilder<unknown>[] =>
  status === 'closed'
    ? [sql`closed_at = coalesce(closed_at, now())`]
    : [sql`closed_at = NULL`, sql`watched_searches = 0`, sql`watched_answered = 0`];

/** Replaces the feedback entry of clusters, or removes it. */
export async function replaceFeedback(db: Db, projectId: string, from: string, into: string | null): Promise<void> {
  await sql`
    UPDATE knowledge_search_clusters SET feedback_id = ${into}, updated_at = now(),
      status = CASE WHEN status = 'linked' AND ${into}::uuid IS NULL AND document_id IS NULL THEN 'open' ELSE status END
    WHERE project_id = ${projectId} AND feedback_id = ${from}`.execute(db);
}

/** Removes the links to documents that were deleted. */
export async function unlinkDeletedDocuments(db: Db, projectId: string): Promise<void> {
  await sql`
    UPDATE knowledge_search_clusters c SET document_id = NULL, updated_at = now(),
      status = CASE WHEN status = 'linked' AND feedback_id IS NULL THEN 'open' ELSE status END
    WHERE c.project_id = ${projectId} AND c.document_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM knowledge_indexes i JOIN knowledge_documents d ON d.project_id = i.project_id AND d.index_id = i.id
      WHERE i.project_id = c.project_id AND d.id = c.document_id)`.execute(db);
}

/** Returns the searches of linked clusters by feedback entry. */
export async function countSearchesOfFeedback(db: Db, projectId: string, feedbackIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; searches: number }>`
    SELECT feedback_id AS id, sum(searches)::int AS searches FROM knowledge_search_clusters
    WHERE project_id = ${projectId} AND feedback_id = ANY(${feedbackIds}::uuid[]) AND status <> 'dismissed'
    GROUP BY feedback_id`.execute(db);
  return new Map(rows.map(({ id, searches }) => [id, searches]));
}

/** Returns all clusters of a project, those with a decision first. */
export async function listAllClusters(db: Db, projectId: string): Promise<SearchCluster[]> {
  const { rows } = await sql<SearchCluster>`
    SELECT c.*, NULL AS index_id FROM knowledge_search_clusters c WHERE c.project_id = ${projectId}
    ORDER BY c.status = 'open', c.status = 'dismissed', c.id`.execute(db);
  return rows;
}

/** Returns the ids of all clusters of a project, and makes other computations wait. */
export async function lockClusters(tx: Transaction, projectId: string): Promise<string[]> {
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM knowledge_search_clusters WHERE project_id = ${projectId}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findClusteredProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT project_id AS id FROM knowledge_search_clusters`.execute(db);
  return rows.map(({ id }) => id);
}

export async function hasClusters(db: Db, projectId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM knowledge_search_clusters WHERE project_id = ${projectId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Stores computed clusters, and keeps the decisions about those that exist. Writes changed rows only. */
export async function saveClusters(tx: Transaction, projectId: string, clusters: ComputedCluster[]): Promise<void> {
  const rows = clusters.map((cluster) => ({ ...cluster, examples: JSON.stringify(cluster.examples) }));
  const names = sql.raw('query, examples, searches, people, last_searched_at, watched_searches, watched_answered');
  const types = {
    id: 'uuid',
    query: 'text',
    examples: 'jsonb',
    searches: 'int',
    people: 'int',
    last_searched_at: 'timestamptz',
    watched_searches: 'int',
    watched_answered: 'int',
  };
  await sql`
    INSERT INTO knowledge_search_clusters AS c (project_id, id, ${names})
    SELECT p.id, given.* FROM projects p, ${unnest('given', types, rows)} WHERE p.id = ${projectId}
    ON CONFLICT (project_id, id) DO UPDATE SET (${names}) = ROW (${sql.raw(
      Object.keys(types)
        .slice(1)
        .map((name) => `excluded.${name}`)
        .join(', '),
    )})
    WHERE (c.query, c.examples, c.searches, c.people, c.last_searched_at, c.watched_searches, c.watched_answered)
      IS DISTINCT FROM (excluded.query, excluded.examples, excluded.searches, excluded.people, excluded.last_searched_at,
        excluded.watched_searches, excluded.watched_answered)`.execute(tx);
}

export async function deleteClusters(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  if (ids.length)
    await sql`
      DELETE FROM knowledge_search_clusters WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
}

/** Returns those of some terms that documents of the project contain. */
export async function findKnownTerms(db: Db, projectId: string, terms: string[]): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    SELECT given.term FROM unnest(${terms}::text[]) AS given (term) WHERE EXISTS (
      SELECT FROM knowledge_indexes i JOIN knowledge_vocabulary v ON v.project_id = i.project_id AND v.index_id = i.id
      WHERE i.project_id = ${projectId} AND v.term = given.term COLLATE "C")`.execute(db);
  return rows.map(({ term }) => term);
}

/** Returns the languages of the indexes of a project. */
export async function listLanguages(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    SELECT DISTINCT language FROM knowledge_indexes WHERE project_id = ${projectId} ORDER BY language`.execute(db);
  return rows.map(({ language }) => language);
}
