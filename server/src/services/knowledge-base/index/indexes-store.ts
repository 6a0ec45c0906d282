import type { ArticleAudience, Mode } from '@earshot/contract/services/knowledge-base/values';
import { sql } from 'kysely';
import { type Db, isUniqueViolation, type Transaction } from '../../../platform/postgres/database.ts';
import {
  ascending,
  countRows,
  integerKey,
  type PageRows,
  readRows,
  textKey,
  uuidKey,
} from '../../../platform/postgres/paging.ts';
import { type Reader, TEAM } from '../../../instance/end-users/readers.ts';
import { admits, isReadable } from './audience-store.ts';
import { ANALYSIS_VERSION } from './analysis.ts';
import type { IndexKey } from './vocabulary-store.ts';
import type { Tables } from '../tables.ts';

export interface Index extends Pick<
  Tables['knowledge_indexes'],
  | 'project_id'
  | 'id'
  | 'name'
  | 'external_id'
  | 'language'
  | 'description'
  | 'position'
  | 'categories'
  | 'synonyms'
  | 'mode'
  | 'segment_id'
  | 'document_count'
  | 'chunk_count'
  | 'last_document_number'
  | 'created_at'
  | 'updated_at'
> {
  synonyms: string[][];
  mode: Mode;
  audience: ArticleAudience;
  /** Whether some documents are not for everyone. */
  has_private: boolean;
  /** Whether documents are translations, or have translations. */
  has_translations: boolean;
  word_count: number;
  /** Changes with each change of the index or its documents. */
  version: string;
}

type Fields = Pick<Index, 'name' | 'external_id' | 'description' | 'synonyms' | 'mode' | 'audience' | 'segment_id'>;

const columns = sql`project_id, id, name, external_id, language, description, position, categories, synonyms, mode, document_count, chunk_count, word_count::float8, last_document_number,
  created_at, updated_at, xmin::text AS version, audience, segment_id,
  EXISTS (
    SELECT FROM knowledge_documents AS d
    WHERE d.project_id = knowledge_indexes.project_id AND d.index_id = knowledge_indexes.id AND d.audience <> 'everyone'
  ) AS has_private,
  EXISTS (
    SELECT FROM knowledge_documents AS t WHERE t.project_id = knowledge_indexes.project_id AND t.translation_of IS NOT NULL
  ) AS has_translations`;

/** Version of the rules and the dictionaries that turn text into terms. Dictionaries may differ between PostgreSQL versions. */
const analysisVersion = sql`${`${ANALYSIS_VERSION}/`}::text || current_setting('server_version_num')::int / 10000`;

/** @returns false when the project has an index with this name or external id */
export async function insertIndex(
  db: Db,
  projectId: string,
  { id, name, external_id, language, description, synonyms, mode, audience, segment_id }: Fields & Pick<Index, 'id' | 'language'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO knowledge_indexes (project_id, id, name, external_id, language, description, synonyms, mode, audience, segment_id, analysis_version)
    VALUES (${projectId}, ${id}, ${name}, ${external_id}, ${language}, ${description}, ${JSON.stringify(synonyms)}, ${mode}, ${audience}, ${segment_id}, ${analysisVersion}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function findIndex(db: Db, projectId: string, id: string, reader = TEAM): Promise<Index | undefined> {
  const { rows } = await sql<Index>`
    /* prepared */ SELECT ${columns} FROM knowledge_indexes WHERE project_id = ${projectId} AND id = ${id} AND ${isListed(reader)}`.execute(
    db,
  );
  return rows[0];
}

/** Returns those of the indexes that exist, in the given order. */
export async function findIndexes(db: Db, projectId: string, ids: string[]): Promise<Index[]> {
  const { rows } = await sql<Index>`
    /* prepared */ SELECT ${columns} FROM knowledge_indexes WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])
    ORDER BY array_position(${ids}::uuid[], id)`.execute(db);
  return rows;
}

/** Locks an index against other changes of its documents until the end of the transaction. */
export async function lockIndex(tx: Transaction, projectId: string, id: string): Promise<Index | undefined> {
  const { rows } = await sql<Index>`
    SELECT ${columns} FROM knowledge_indexes WHERE project_id = ${projectId} AND id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** Returns the project of an index. */
export async function findIndexProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    /* prepared */ SELECT project_id FROM knowledge_indexes WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Sorts indexes without a place behind the others. */
const LAST_POSITION = 2_147_483_647;

/** Returns the condition of indexes that a reader may know of: those for the reader, and those with documents for the reader. */
const isListed = (reader: Reader) =>
  reader.audience === 'team'
    ? sql`true`
    : sql`(${admits(reader)} OR EXISTS (
        SELECT FROM knowledge_documents AS d
        WHERE d.project_id = knowledge_indexes.project_id AND d.index_id = knowledge_indexes.id AND ${isReadable(reader, 'd')}))`;

/** Returns the indexes of a project that a reader may know of, in their order. */
export const listIndexes = (db: Db, projectId: string, reader: Reader, rows: PageRows) =>
  readRows<Index>(db, {
    columns,
    source: sql`knowledge_indexes WHERE project_id = ${projectId} AND ${isListed(reader)}`,
    order: ascending(integerKey(sql`coalesce(position, ${sql.lit(LAST_POSITION)})`), textKey(sql`name`), uuidKey(sql`id`)),
    rows,
  });

/** Returns indexes with the numbers of documents and chunks that a reader may read, instead of all published ones. */
export async function withReadableCounts(db: Db, indexes: Index[], reader: Reader): Promise<Index[]> {
  const isPartial = ({ has_private }: Index) => reader.audience !== 'team' && has_private;
  const partial = indexes.filter(isPartial);
  if (!partial.length) return indexes;
  const { rows } = await sql<Pick<Index, 'id' | 'document_count' | 'chunk_count'>>`
    SELECT index_id AS id, count(*)::int AS document_count, sum(chunk_count)::int AS chunk_count FROM knowledge_documents
    WHERE project_id = ANY(${partial.map((index) => index.project_id)}::uuid[]) AND index_id = ANY(${partial.map(({ id }) => id)}::uuid[])
      AND ${isReadable(reader)} GROUP BY index_id`.execute(db);
  const counts = new Map(rows.map((row) => [row.id, row]));
  return indexes.map((index) =>
    isPartial(index) ? { ...index, document_count: 0, chunk_count: 0, ...counts.get(index.id) } : index,
  );
}

export async function countIndexes(db: Db, projectId: string, reader: Reader): Promise<number> {
  return await countRows(db, sql`knowledge_indexes WHERE project_id = ${projectId} AND ${isListed(reader)}`);
}

/** @returns undefined when the index does not exist, `'taken'` when another index has the name or external id */
export async function updateIndex(
  db: Db,
  projectId: string,
  id: string,
  {
    name,
    external_id,
    description,
    categories,
    synonyms,
    mode,
    audience,
    segment_id,
  }: Partial<Fields & Pick<Index, 'categories'>>,
): Promise<Index | 'taken' | undefined> {
  try {
    const { rows } = await sql<Index>`
      UPDATE knowledge_indexes SET updated_at = now(),
        name = ${name === undefined ? sql`name` : name},
        external_id = ${external_id === undefined ? sql`external_id` : external_id},
        description = ${description === undefined ? sql`description` : description},
        categories = ${categories === undefined ? sql`categories` : sql`${categories}::text[]`},
        synonyms = ${synonyms === undefined ? sql`synonyms` : JSON.stringify(synonyms)},
        mode = ${mode === undefined ? sql`mode` : mode},
        audience = ${audience === undefined ? sql`audience` : audience},
        segment_id = ${segment_id === undefined ? sql`segment_id` : sql`${segment_id}::uuid`}
      WHERE project_id = ${projectId} AND id = ${id} RETURNING ${columns}`.execute(db);
    return rows[0];
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/** Moves an index to a place among the indexes of its project, which all have a place afterwards. */
export async function placeIndex(tx: Transaction, projectId: string, id: string, position: number): Promise<void> {
  // In one order, so that two changes do not block each other.
  await sql`SELECT FROM knowledge_indexes WHERE project_id = ${projectId} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM knowledge_indexes WHERE project_id = ${projectId} AND id <> ${id} ORDER BY position NULLS LAST, name, id`.execute(
    tx,
  );
  const ids = rows.map((row) => row.id);
  ids.splice(position, 0, id);
  await sql`
    UPDATE knowledge_indexes AS i SET position = place - 1 FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ordered (id, place)
    WHERE i.project_id = ${projectId} AND i.id = ordered.id AND i.position IS DISTINCT FROM place - 1`.execute(tx);
}

/** Stores the counts of a locked index. */
export async function updateCounts(tx: Transaction, index: Index): Promise<void> {
  await sql`
    UPDATE knowledge_indexes SET document_count = ${index.document_count}, chunk_count = ${index.chunk_count},
      word_count = ${index.word_count}, last_document_number = ${index.last_document_number}, updated_at = now()
    WHERE project_id = ${index.project_id} AND id = ${index.id}`.execute(tx);
}

/** Deletes an index. Returns its name, or undefined when it does not exist. */
export async function deleteIndex(db: Db, projectId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM knowledge_indexes WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(db);
  return rows[0];
}

/** Returns those of the indexes that are hybrid. */
export async function findHybrid(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM knowledge_indexes WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[]) AND mode = 'hybrid'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the hybrid indexes of all projects. */
export async function listHybrid(db: Db): Promise<IndexKey[]> {
  const { rows } =
    await sql<IndexKey>`/* all projects */ SELECT project_id, id FROM knowledge_indexes WHERE mode = 'hybrid'`.execute(db);
  return rows;
}

/** Returns the indexes of all projects with terms of another analysis version. */
export async function listOutdated(db: Db, projectId?: string): Promise<IndexKey[]> {
  const { rows } = await sql<IndexKey>`
    SELECT project_id, id FROM knowledge_indexes
    WHERE analysis_version <> ${analysisVersion} AND ${projectId === undefined ? sql`/* all projects */ true` : sql`project_id = ${projectId}`}`.execute(
    db,
  );
  return rows;
}

/** Locks an index with terms of another analysis version until the end of the transaction. */
export async function lockOutdated(tx: Transaction, projectId: string, id: string): Promise<Index | undefined> {
  const { rows } = await sql<Index>`
    SELECT ${columns} FROM knowledge_indexes
    WHERE project_id = ${projectId} AND id = ${id} AND analysis_version <> ${analysisVersion} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** Records that a locked index has terms of the current analysis version. */
export async function recordAnalysisVersion(tx: Transaction, { project_id, id }: IndexKey, wordCount: number): Promise<void> {
  await sql`
    UPDATE knowledge_indexes SET analysis_version = ${analysisVersion}, word_count = ${wordCount}
    WHERE project_id = ${project_id} AND id = ${id}`.execute(tx);
}

/** Deletes the documents of all indexes of a project. The indexes remain, with their synonyms. */
export async function emptyIndexes(tx: Transaction, projectId: string): Promise<void> {
  // Locks the indexes against other changes of their documents, and changes their versions.
  await sql`
    UPDATE knowledge_indexes SET document_count = 0, chunk_count = 0, word_count = 0, updated_at = now()
    WHERE project_id = ${projectId}`.execute(tx);
  for (const table of [
    'knowledge_documents',
    'knowledge_former_slugs',
    'knowledge_postings',
    'knowledge_vocabulary',
    'knowledge_missed_searches',
    'knowledge_answer_counts',
    'knowledge_search_clusters',
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(tx);
}
