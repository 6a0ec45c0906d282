import type { ContentType } from '@earshot/contract/knowledge-base';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../postgres/database.ts';
import type { Passage } from './chunking.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

export interface Document {
  project_id: string;
  index_id: string;
  id: string;
  number: number;
  external_id: string | null;
  title: string;
  is_titled: boolean;
  url: string | null;
  content_type: ContentType;
  metadata: Record<string, unknown>;
  passage_count: number;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`project_id, index_id, id, number, external_id, title, is_titled, url, content_type, metadata, passage_count, created_at, updated_at`;

export async function insertDocuments(tx: Transaction, documents: (Document & { content: string })[]): Promise<void> {
  await sql`
    INSERT INTO knowledge_documents (${columns}, content)
    SELECT ${columns}, content FROM json_populate_recordset(NULL::knowledge_documents, ${JSON.stringify(documents)}::json)`.execute(
    tx,
  );
}

export async function insertPassages(
  tx: Transaction,
  { project_id, id }: IndexKey,
  passages: (Passage & { number: number; place: number })[],
): Promise<void> {
  await sql`
    INSERT INTO knowledge_passages (project_id, index_id, number, place, content, headings, anchor, starts_at, ends_at, length)
    SELECT ${project_id}::uuid, ${id}::uuid, given.number, given.place, given.content, given.headings, given.anchor, given.start, given."end", given.length
    FROM json_to_recordset(${JSON.stringify(passages)}::json)
      AS given (number integer, place smallint, content text, headings text[], anchor text, start integer, "end" integer, length integer)`.execute(
    tx,
  );
}

type WithPassages = Document & { passages: Pick<Passage, 'content' | 'headings'>[] };

const passagesOf = (index: IndexKey) => sql`(
  SELECT coalesce(json_agg(json_build_object('content', p.content, 'headings', p.headings) ORDER BY place), '[]')
  FROM knowledge_passages AS p WHERE ${inIndex(index)} AND p.number = d.number
) AS passages`;

/** Documents with what is needed to put them into the index, in the order of their numbers. */
export async function listTexts(
  db: Db,
  index: IndexKey,
  { after, most }: { after: number; most: number },
): Promise<WithPassages[]> {
  const { rows } = await sql<WithPassages>`
    SELECT ${columns}, ${passagesOf(index)} FROM knowledge_documents AS d
    WHERE ${inIndex(index)} AND number > ${after} ORDER BY number LIMIT ${most}`.execute(db);
  return rows;
}

/** The same of some documents, to take them out of it. */
export async function findForRemoval(
  tx: Transaction,
  index: IndexKey,
  { ids, externalIds }: { ids: string[]; externalIds: string[] },
): Promise<WithPassages[]> {
  const { rows } = await sql<WithPassages>`
    SELECT ${columns}, ${passagesOf(index)} FROM knowledge_documents AS d
    WHERE ${inIndex(index)} AND (id = ANY(${ids}::uuid[]) OR external_id = ANY(${externalIds}::text[]))`.execute(tx);
  return rows;
}

export async function deleteDocuments(tx: Transaction, index: IndexKey, numbers: number[]): Promise<void> {
  await sql`DELETE FROM knowledge_documents WHERE ${inIndex(index)} AND number = ANY(${numbers}::int[])`.execute(tx);
}

export async function findDocument(db: Db, index: IndexKey, id: string): Promise<(Document & { content: string }) | undefined> {
  const { rows } = await sql<Document & { content: string }>`
    SELECT ${columns}, content FROM knowledge_documents WHERE ${inIndex(index)} AND id = ${id}`.execute(db);
  return rows[0];
}

/** A document by its id alone: each index of the project is asked for it. */
export async function findDocumentOfProject(
  db: Db,
  projectId: string,
  id: string,
): Promise<(Document & { content: string }) | undefined> {
  const { rows } = await sql<Document & { content: string }>`
    SELECT d.* FROM knowledge_indexes i JOIN knowledge_documents d ON d.project_id = i.project_id AND d.index_id = i.id
    WHERE i.project_id = ${projectId} AND d.id = ${id}`.execute(db);
  return rows[0];
}

/** Documents, those that changed last first. */
export async function listDocuments(
  db: Db,
  index: IndexKey,
  { externalId, limit, offset }: { externalId?: string; limit: number; offset: number },
): Promise<Document[]> {
  const { rows } = await sql<Document>`
    SELECT ${columns} FROM knowledge_documents WHERE ${inIndex(index)}
      ${externalId === undefined ? sql`` : sql`AND external_id = ${externalId}`}
    ORDER BY number DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countDocuments(db: Db, index: IndexKey, externalId?: string): Promise<number> {
  const { rows } = await (
    externalId === undefined
      ? sql<{ total: number }>`
          SELECT document_count AS total FROM knowledge_indexes WHERE project_id = ${index.project_id} AND id = ${index.id}`
      : sql<{ total: number }>`
          SELECT count(*)::int AS total FROM knowledge_documents WHERE ${inIndex(index)} AND external_id = ${externalId}`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

/** Titles with what documents begin with, in the order of titles. */
export async function listBeginnings(
  db: Db,
  { project_id, id }: IndexKey,
  most: number,
): Promise<{ title: string; url: string | null; content: string }[]> {
  const { rows } = await sql<{ title: string; url: string | null; content: string }>`
    SELECT d.title, d.url, p.content FROM knowledge_documents AS d
    JOIN knowledge_passages AS p ON p.project_id = d.project_id AND p.index_id = d.index_id AND p.number = d.number AND p.place = 0
    WHERE d.project_id = ${project_id} AND d.index_id = ${id} ORDER BY d.title, d.number LIMIT ${most}`.execute(db);
  return rows;
}

export async function findTitles(db: Db, index: IndexKey, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT id, title FROM knowledge_documents WHERE ${inIndex(index)} AND id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Documents that are read here, for a sitemap. */
export async function listForSitemap(
  db: Db,
  projectId: string,
  most: number,
): Promise<Pick<Document, 'id' | 'title' | 'updated_at'>[]> {
  const { rows } = await sql<Pick<Document, 'id' | 'title' | 'updated_at'>>`
    SELECT id, title, updated_at FROM knowledge_documents WHERE project_id = ${projectId} AND url IS NULL
    ORDER BY index_id, number DESC LIMIT ${most}`.execute(db);
  return rows;
}
