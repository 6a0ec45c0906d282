import {
  type ArticleAudience,
  type ContentType,
  type DocumentStatus,
  MAX_CATEGORY_LENGTH,
} from '@earshot/contract/services/knowledge-base/values';
import { type RawBuilder, sql } from 'kysely';
import { EVERYONE, type Reader } from '../../../instance/end-users/readers.ts';
import { UPLOAD_ID } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, integerKey, type PageRows, readRows } from '../../../platform/postgres/paging.ts';
import { admits, isReadable } from '../index/audience-store.ts';
import type { Chunk } from './chunking.ts';
import { isOutdated } from './outdated-store.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';
import type { Tables } from '../tables.ts';

export interface Document extends Pick<
  Tables['knowledge_documents'],
  | 'project_id'
  | 'index_id'
  | 'id'
  | 'number'
  | 'external_id'
  | 'status'
  | 'slug'
  | 'title'
  | 'has_title'
  | 'url'
  | 'content_type'
  | 'metadata'
  | 'category'
  | 'position'
  | 'inherits_audience'
  | 'segment_id'
  | 'related_ids'
  | 'translation_of'
  | 'text_published_at'
  | 'chunk_count'
  | 'published_at'
  | 'pending_at'
  | 'created_at'
  | 'updated_at'
  | 'import_id'
> {
  status: DocumentStatus;
  content_type: ContentType;
  audience: ArticleAudience;
  language: string;
  metadata: Record<string, unknown>;
}

/** A document with the hash of its content. */
export interface HashedDocument extends Document {
  /** Whether the source of a translation was published after it. */
  is_outdated: boolean;
  content_sha256: string;
}

/** The text of a document, and its changes that are not public yet. */
export type Texts = Pick<Tables['knowledge_documents'], 'content' | 'pending_title' | 'pending_content'>;

/** States that a reader asks for. `any` is for members only. */
export type StatusFilter = DocumentStatus | 'any';

const insertedColumns = sql`project_id, index_id, id, number, external_id, status, slug, title, has_title, url, content_type, metadata, position,
  chunk_count, published_at, pending_at, created_at, updated_at, import_id, inherits_audience, audience, segment_id, related_ids, language, translation_of,
  text_published_at`;
const columns = sql`${insertedColumns}, category`;
const pending = sql`pending_title, pending_content`;
export const hasStatus = (status: StatusFilter) => (status === 'any' ? sql`true` : sql`status = ${status}`);
const isPublished = hasStatus('published');
/** The category of a document that names none: that in its metadata, or its folder. Empty for none. */
const derivedCategory = sql`left(coalesce(
  CASE WHEN jsonb_typeof(metadata -> 'category') = 'string' THEN nullif(btrim(metadata ->> 'category'), '') END,
  CASE WHEN external_id LIKE '%/%' THEN (
    SELECT upper(left(folder, 1)) || substr(folder, 2)
    FROM btrim(regexp_replace(split_part(ltrim(external_id, '/'), '/', 1), '[-_[:space:]]+', ' ', 'g')) AS folder
  ) END, ''), ${sql.lit(MAX_CATEGORY_LENGTH)})`;
const contentHash = sql`encode(sha256(convert_to(content, 'UTF8')), 'hex') AS content_sha256, ${isOutdated} AS is_outdated`;

/**
 * Inserts those of the documents whose slugs are free. Derives the category of those that have null, and returns the categories of inserted
 * documents by id.
 */
export async function insertDocuments(tx: Transaction, documents: (Document & Texts)[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<Pick<Document, 'id' | 'category'>>`
    INSERT INTO knowledge_documents (${insertedColumns}, ${pending}, content, category)
    SELECT ${insertedColumns}, ${pending}, content, coalesce(category, ${derivedCategory})
    FROM json_populate_recordset(NULL::knowledge_documents, ${JSON.stringify(documents)}::json)
    ON CONFLICT (project_id, slug) DO NOTHING RETURNING id, category`.execute(tx);
  return new Map(rows.map(({ id, category }) => [id, category]));
}

/** Derives the categories of documents of an archive without them. */
export async function deriveCategories(tx: Transaction, projectId: string): Promise<void> {
  await sql`
    UPDATE knowledge_documents SET category = ${derivedCategory} WHERE project_id = ${projectId} AND category IS NULL`.execute(
    tx,
  );
}

/** Stores a document that has no chunks, or whose chunks remain valid. @throws when its slug is taken */
export async function updateDocument(tx: Transaction, document: Document & Texts): Promise<void> {
  await sql`
    UPDATE knowledge_documents SET status = ${document.status}, slug = ${document.slug}, title = ${document.title},
      has_title = ${document.has_title}, url = ${document.url}, content_type = ${document.content_type},
      metadata = ${JSON.stringify(document.metadata)}, category = ${document.category}, position = ${document.position},
      inherits_audience = ${document.inherits_audience}, audience = ${document.audience}, segment_id = ${document.segment_id}, related_ids = ${document.related_ids}::uuid[],
      language = ${document.language}, translation_of = ${document.translation_of}, text_published_at = ${document.text_published_at},
      content = ${document.content}, published_at = ${document.published_at},
      pending_title = ${document.pending_title}, pending_content = ${document.pending_content}, pending_at = ${document.pending_at},
      updated_at = ${document.updated_at}
    WHERE ${inIndex({ project_id: document.project_id, id: document.index_id })} AND id = ${document.id}`.execute(tx);
}

export async function insertChunks(
  tx: Transaction,
  { project_id, id }: IndexKey,
  chunks: (Chunk & { document_number: number; position: number })[],
): Promise<void> {
  await sql`
    INSERT INTO knowledge_chunks (project_id, index_id, document_number, position, content, headings, anchor, start_offset, end_offset, length)
    SELECT ${project_id}::uuid, ${id}::uuid, given.document_number, given.position, given.content, given.headings, given.anchor, given.start, given."end", given.length
    FROM json_to_recordset(${JSON.stringify(chunks)}::json)
      AS given (document_number integer, position smallint, content text, headings text[], anchor text, start integer, "end" integer, length integer)`.execute(
    tx,
  );
}

export type DocumentWithChunks = Document & { chunks: Pick<Chunk, 'content' | 'headings'>[] };

/** A document whose index entries are to be removed. */
export type RemovedDocument = DocumentWithChunks &
  Pick<Texts, 'pending_title' | 'pending_content'> &
  Pick<HashedDocument, 'content_sha256'>;

const chunksSubquery = (index: IndexKey) => sql`(
  SELECT coalesce(json_agg(json_build_object('content', c.content, 'headings', c.headings) ORDER BY c.position), '[]')
  FROM knowledge_chunks AS c WHERE ${inIndex(index)} AND c.document_number = d.number
) AS chunks`;

/** Returns published documents with their chunks, sorted by number. */
export async function listDocumentsWithChunks(
  db: Db,
  index: IndexKey,
  { after, limit }: { after: number; limit: number },
): Promise<DocumentWithChunks[]> {
  const { rows } = await sql<DocumentWithChunks>`
    SELECT ${columns}, ${chunksSubquery(index)} FROM knowledge_documents AS d
    WHERE ${inIndex(index)} AND number > ${after} AND ${isPublished} ORDER BY number LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns documents with their chunks, whose index entries are to be removed. */
export async function findForRemoval(
  tx: Transaction,
  index: IndexKey,
  { ids, externalIds }: { ids: string[]; externalIds: string[] },
): Promise<RemovedDocument[]> {
  const { rows } = await sql<RemovedDocument>`
    SELECT ${columns}, ${pending}, ${contentHash}, ${chunksSubquery(index)} FROM knowledge_documents AS d
    WHERE ${inIndex(index)} AND (id = ANY(${ids}::uuid[]) OR external_id = ANY(${externalIds}::text[]))`.execute(tx);
  return rows;
}

export async function deleteDocuments(tx: Transaction, index: IndexKey, numbers: number[]): Promise<void> {
  await sql`DELETE FROM knowledge_documents WHERE ${inIndex(index)} AND number = ANY(${numbers}::int[])`.execute(tx);
}

/** Returns the documents with these external ids, and the hashes of their contents. */
export async function findHashed(db: Db, index: IndexKey, externalIds: string[]): Promise<HashedDocument[]> {
  const { rows } = await sql<HashedDocument>`
    SELECT ${columns}, ${contentHash} FROM knowledge_documents
    WHERE ${inIndex(index)} AND external_id = ANY(${externalIds}::text[])`.execute(db);
  return rows;
}

/** Returns those of the documents that exist, in the given order. */
export async function findDocuments(db: Db, index: IndexKey, ids: string[]): Promise<HashedDocument[]> {
  const { rows } = await sql<HashedDocument>`
    SELECT ${columns}, ${contentHash} FROM knowledge_documents
    WHERE ${inIndex(index)} AND id = ANY(${ids}::uuid[]) ORDER BY array_position(${ids}::uuid[], id)`.execute(db);
  return rows;
}

/** Returns the URLs of those of the documents that have one of their own, by id. */
export async function findUrls(db: Db, index: IndexKey, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; url: string }>`
    SELECT id, url FROM knowledge_documents WHERE ${inIndex(index)} AND url IS NOT NULL AND id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** Returns documents that an import created. */
export async function findImported(
  db: Db,
  projectId: string,
  importId: string,
  limit: number,
): Promise<Pick<Document, 'id' | 'index_id'>[]> {
  const { rows } = await sql<Pick<Document, 'id' | 'index_id'>>`
    SELECT id, index_id FROM knowledge_documents WHERE project_id = ${projectId} AND import_id = ${importId}
    ORDER BY index_id, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the id of the document with an external id. */
export async function findIdByExternalId(db: Db, index: IndexKey, externalId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM knowledge_documents WHERE ${inIndex(index)} AND external_id = ${externalId}`.execute(db);
  return rows[0]?.id;
}

export async function findDocument(
  db: Db,
  index: IndexKey,
  id: string,
  reader: Reader,
): Promise<(HashedDocument & Texts) | undefined> {
  const { rows } = await sql<HashedDocument & Texts>`
    SELECT ${columns}, ${contentHash}, content, ${pending} FROM knowledge_documents
    WHERE ${inIndex(index)} AND id = ${id} AND ${isReadable(reader)}`.execute(db);
  return rows[0];
}

/** Returns the stored content by document id, of the given documents whose title or content differs from what is stored. */
export async function findChangedContents(
  tx: Transaction,
  index: IndexKey,
  documents: Pick<HashedDocument, 'id' | 'title' | 'content_sha256'>[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    SELECT d.id, d.content FROM knowledge_documents AS d
    JOIN json_to_recordset(${JSON.stringify(documents.map(({ id, title, content_sha256 }) => ({ id, title, content_sha256 })))}::json)
      AS given (id uuid, title text, content_sha256 text) USING (id)
    WHERE ${inIndex(index)}
      AND (d.title <> given.title OR encode(sha256(convert_to(d.content, 'UTF8')), 'hex') <> given.content_sha256)`.execute(tx);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Returns a document of any index of a project. */
export async function findDocumentOfProject(
  db: Db,
  projectId: string,
  by: { id: string } | { slug: string },
  reader: Reader,
): Promise<(Document & Texts) | undefined> {
  const isWanted =
    'slug' in by
      ? sql`slug = ${by.slug}`
      : sql`id = ${by.id} AND index_id IN (SELECT i.id FROM knowledge_indexes i WHERE i.project_id = ${projectId})`;
  const { rows } = await sql<Document & Texts>`
    SELECT ${columns}, content, ${pending} FROM knowledge_documents
    WHERE project_id = ${projectId} AND ${isWanted} AND ${isReadable(reader)}`.execute(db);
  return rows[0];
}

/** Returns the document that has a slug, in any state. */
export async function findBySlug(
  db: Db,
  projectId: string,
  slug: string,
): Promise<Pick<Document, 'id' | 'index_id' | 'external_id'> | undefined> {
  const { rows } = await sql<Pick<Document, 'id' | 'index_id' | 'external_id'>>`
    SELECT id, index_id, external_id FROM knowledge_documents WHERE project_id = ${projectId} AND slug = ${slug}`.execute(db);
  return rows[0];
}

/** Closes the clusters of unanswered searches that are linked to documents which were published. */
export async function closeSearchClusters(tx: Transaction, projectId: string, documentIds: string[]): Promise<void> {
  if (documentIds.length)
    await sql`
      UPDATE knowledge_search_clusters SET status = 'closed', closed_at = now(), updated_at = now()
      WHERE project_id = ${projectId} AND document_id = ANY(${documentIds}::uuid[]) AND status = 'linked'`.execute(tx);
}

type Filter = { externalId?: string; outdated?: boolean; status: StatusFilter; reader: Reader };
type ListOptions = Filter & PageRows;

/** Returns documents, last changed first. */
export const listDocuments = (db: Db, index: IndexKey, options: ListOptions) => readDocuments<HashedDocument>(db, index, options);

/** Returns documents like `listDocuments`, with their contents. */
export const listContents = (db: Db, index: IndexKey, options: ListOptions) =>
  readDocuments<HashedDocument & { content: string }>(db, index, options, sql`, content`);

const readDocuments = <Row>(
  db: Db,
  index: IndexKey,
  { externalId, outdated, status, reader, ...rows }: ListOptions,
  more: RawBuilder<unknown> = sql``,
) =>
  readRows<Row>(db, {
    columns: sql`${columns}, ${contentHash} ${more}`,
    source: sql`knowledge_documents WHERE ${inIndex(index)} AND ${hasStatus(status)} AND ${isReadable(reader)}
      ${externalId === undefined ? sql`` : sql`AND external_id = ${externalId}`} ${andOutdated(outdated)}`,
    order: descending(integerKey(sql`number`)),
    rows,
  });

const andOutdated = (outdated: boolean | undefined) => (outdated === undefined ? sql`` : sql`AND ${isOutdated} = ${outdated}`);

export async function countDocuments(db: Db, index: IndexKey, { externalId, outdated, status, reader }: Filter): Promise<number> {
  const published = sql`(SELECT document_count FROM knowledge_indexes WHERE project_id = ${index.project_id} AND id = ${index.id})`;
  const { rows } = await (
    externalId === undefined &&
    outdated === undefined &&
    reader.audience === 'team' &&
    (status === 'published' || status === 'any')
      ? sql<{ total: number }>`
          SELECT (coalesce(${published}, 0) + ${status === 'published' ? sql`0` : countUnpublished(index)})::int AS total`
      : sql<{ total: number }>`
          SELECT count(*)::int AS total FROM knowledge_documents WHERE ${inIndex(index)} AND ${hasStatus(status)} AND ${isReadable(reader)}
            ${externalId === undefined ? sql`` : sql`AND external_id = ${externalId}`} ${andOutdated(outdated)}`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

/** Counts documents that are not in `document_count` of their index. */
const countUnpublished = (index: IndexKey) =>
  sql`(SELECT count(*) FROM knowledge_documents WHERE ${inIndex(index)} AND status <> 'published')`;

/** Returns published documents that a reader may read with the content of their first chunks, sorted by title. */
export async function listExcerpts(
  db: Db,
  { project_id, id }: IndexKey,
  { reader, limit }: { reader: Reader; limit: number },
): Promise<(Pick<Document, 'title' | 'slug' | 'url'> & { content: string })[]> {
  const { rows } = await sql<Pick<Document, 'title' | 'slug' | 'url'> & { content: string }>`
    SELECT d.title, d.slug, d.url, c.content FROM knowledge_documents AS d
    JOIN knowledge_chunks AS c ON c.project_id = d.project_id AND c.index_id = d.index_id AND c.document_number = d.number AND c.position = 0
    WHERE d.project_id = ${project_id} AND d.index_id = ${id} AND ${isPublished} AND ${admits(reader, 'd')} ORDER BY d.title, d.number LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the published documents with these external ids that a reader may read. */
export async function findByExternalIds(
  db: Db,
  index: IndexKey,
  { externalIds, reader }: { externalIds: string[]; reader: Reader },
): Promise<(Pick<Document, 'slug' | 'url'> & { external_id: string })[]> {
  const { rows } = await sql<Pick<Document, 'slug' | 'url'> & { external_id: string }>`
    SELECT slug, url, external_id FROM knowledge_documents
    WHERE ${inIndex(index)} AND ${isPublished} AND ${admits(reader)} AND external_id = ANY(${externalIds}::text[])`.execute(db);
  return rows;
}

export async function findTitles(db: Db, index: IndexKey, ids: string[], reader: Reader): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT id, title FROM knowledge_documents WHERE ${inIndex(index)} AND ${isReadable(reader)} AND id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Returns the given names of uploads that documents of a project mention. Reads each document once, because an index can have many
 * more documents than there are uploads.
 */
export async function findMentionedUploads(db: Db, projectId: string, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT mention[1] AS name
    FROM knowledge_documents AS d, LATERAL concat(d.content, d.pending_content) AS text, regexp_matches(text, ${UPLOAD_ID}, 'g') AS mention
    WHERE d.project_id = ${projectId} AND strpos(text, 'upl_') > 0 AND mention[1] = ANY(${names}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns published documents for everyone without a URL of their own, which have a page here. */
export async function listForSitemap(db: Db, projectId: string, limit: number): Promise<Pick<Document, 'slug' | 'updated_at'>[]> {
  const { rows } = await sql<Pick<Document, 'slug' | 'updated_at'>>`
    SELECT slug, updated_at FROM knowledge_documents WHERE project_id = ${projectId} AND url IS NULL AND ${isReadable(EVERYONE)}
    ORDER BY index_id, number DESC LIMIT ${limit}`.execute(db);
  return rows;
}
