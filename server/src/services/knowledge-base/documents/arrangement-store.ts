import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../../platform/postgres/paging.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Index } from '../index/indexes-store.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';
import type { Reader } from '../../../instance/end-users/readers.ts';
import { isReadable } from '../index/audience-store.ts';
import { inSameIndex, isShown } from './translations-store.ts';
import type { Document } from './documents-store.ts';

export type ListedDocument = Pick<Document, 'id' | 'slug' | 'title' | 'url'> & { category: string };

/** A document and the number of documents of its category. */
export type CountedDocument = ListedDocument & { count: number };

// Lists find the numbers of their documents in the index `knowledge_documents_order`, because the rows of all documents have their texts.
const columns = sql`id, slug, title, url, coalesce(category, '') AS category`;

/** Sorts documents of one category: those with a place, then overviews of folders, then by title. */
const orderInCategory = sql`position NULLS LAST, coalesce(external_id ~* '(^|/)(readme|index)\\.md$', false) DESC, title, number`;

/** Sorts categories: documents without a category, then the categories that the index orders, then by name. */
const orderOfCategories = ({ categories }: Pick<Index, 'categories'>): RawBuilder<unknown> =>
  sql`coalesce(category, '') <> '', array_position(${categories}::text[], category) NULLS LAST, coalesce(category, '')`;

/** Sorts documents of an index in the order of the public pages. */
export const publicOrder = (index: Pick<Index, 'categories'>): RawBuilder<unknown> =>
  sql`${orderOfCategories(index)}, ${orderInCategory}`;

/** Returns documents of an index, or of one of its categories, that a reader may read, in the order of the public pages. */
export async function listInOrder(
  db: Db,
  index: Index,
  { category, reader, limit, offset }: { category?: string | undefined; reader: Reader; limit: number; offset: number },
): Promise<ListedDocument[]> {
  const { rows } = await sql<ListedDocument>`
    SELECT ${columns} FROM knowledge_documents WHERE ${inIndex(index)} AND number = ANY(ARRAY(
      SELECT number FROM knowledge_documents
      WHERE ${inIndex(index)} AND ${isReadable(reader)} AND ${isShown(reader, index, inSameIndex)} ${andCategory(category)}
      ORDER BY ${publicOrder(index)} LIMIT ${limit} OFFSET ${offset}
    )) ORDER BY ${publicOrder(index)}`.execute(db);
  return rows;
}

/** Returns the condition of a category. An empty category is that of documents without one. */
export const andCategory = (category: string | undefined): RawBuilder<unknown> =>
  category === undefined ? sql`` : sql`AND coalesce(category, '') = ${category}`;

/** Returns the number of documents of an index, or of one of its categories, that a reader may read. */
export async function countReadable(
  db: Db,
  index: Index,
  { category, reader, isOverview = false }: { category: string | undefined; reader: Reader; isOverview?: boolean },
): Promise<number> {
  return await countRows(
    db,
    sql`knowledge_documents WHERE ${inIndex(index)} AND ${isReadable(reader)}
      AND ${isShown(reader, index, isOverview ? undefined : inSameIndex)} ${andCategory(category)}`,
  );
}

/**
 * Returns the first documents of each category that a reader may read. Reads a part of an index with more documents than `maxRead`: those with a place, and the
 * newest.
 */
export async function listFirstOfCategories(
  db: Db,
  index: Index,
  { maxRead, maxShown, reader }: { maxRead: number; maxShown: number; reader: Reader },
): Promise<CountedDocument[]> {
  const { rows } = await sql<CountedDocument>`
    SELECT ${columns}, count FROM (
      SELECT number AS first, row_number() OVER (PARTITION BY category ORDER BY ${orderInCategory})::int AS place,
        (count(*) OVER (PARTITION BY category))::int AS count
      FROM (
        SELECT title, external_id, category, position, number FROM knowledge_documents WHERE ${inIndex(index)} AND ${isReadable(reader)} AND ${isShown(reader, index)}
        ORDER BY position NULLS LAST, number DESC LIMIT ${maxRead}
      ) AS documents
    ) AS placed JOIN knowledge_documents ON ${inIndex(index)} AND number = first
    WHERE place <= ${maxShown} ORDER BY ${orderOfCategories(index)}, place`.execute(db);
  return rows;
}

/** Returns the ids of documents that are named by their id or external id. */
export async function findNamed(
  tx: Transaction,
  index: IndexKey,
  { ids, externalIds }: { ids: string[]; externalIds: string[] },
): Promise<Pick<Document, 'id' | 'external_id'>[]> {
  const { rows } = await sql<Pick<Document, 'id' | 'external_id'>>`
    SELECT id, external_id FROM knowledge_documents
    WHERE ${inIndex(index)} AND (id = ANY(${ids}::uuid[]) OR external_id = ANY(${externalIds}::text[]))`.execute(tx);
  return rows;
}

/** Sets the categories and places of documents. All other documents of the index lose their place. */
export async function placeDocuments(
  tx: Transaction,
  index: IndexKey,
  placed: Pick<Document, 'id' | 'category' | 'position'>[],
): Promise<void> {
  await sql`
    UPDATE knowledge_documents SET position = NULL
    WHERE ${inIndex(index)} AND position IS NOT NULL AND NOT id = ANY(${placed.map(({ id }) => id)}::uuid[])`.execute(tx);
  await sql`
    UPDATE knowledge_documents AS d SET category = given.category, position = given.position
    FROM json_to_recordset(${JSON.stringify(placed)}::json) AS given (id uuid, category text, position integer)
    WHERE ${inIndex(index)} AND d.id = given.id AND (d.category, d.position) IS DISTINCT FROM (given.category, given.position)`.execute(
    tx,
  );
}

/** Sets the order of the categories of an index. */
export async function orderCategories(tx: Transaction, { project_id, id }: IndexKey, categories: string[]): Promise<void> {
  await sql`
    UPDATE knowledge_indexes SET categories = ${categories}::text[], updated_at = now()
    WHERE project_id = ${project_id} AND id = ${id}`.execute(tx);
}
