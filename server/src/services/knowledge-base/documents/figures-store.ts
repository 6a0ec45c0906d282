import { sql } from 'kysely';
import { countRows } from '../../../platform/postgres/paging.ts';
import { TEAM } from '../../../instance/end-users/readers.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { escapeLike } from '../../../platform/postgres/patterns.ts';
import type { Index } from '../index/indexes-store.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';
import { andCategory, publicOrder } from './arrangement-store.ts';
import { countDocuments, hasStatus, type StatusFilter } from './documents-store.ts';

export interface DocumentFilter {
  /** Text that titles contain. */
  q: string;
  /** Empty for documents without a category. */
  category: string | undefined;
  status: StatusFilter;
}

export type DocumentSort = 'order' | 'title' | 'updated';

const matching = (index: IndexKey, { q, category, status }: DocumentFilter) =>
  sql`${inIndex(index)} AND ${hasStatus(status)} ${andCategory(category)} ${q ? sql`AND title ILIKE ${`%${escapeLike(q)}%`}` : sql``}`;

export async function countMatching(db: Db, index: Index, filter: DocumentFilter): Promise<number> {
  if (!filter.q && filter.category === undefined) return await countDocuments(db, index, { status: filter.status, reader: TEAM });
  return await countRows(db, sql`knowledge_documents WHERE ${matching(index, filter)}`);
}

/** Returns the ids of a page of documents. */
export async function listIds(
  db: Db,
  index: Index,
  { sort, limit, offset, ...filter }: DocumentFilter & { sort: DocumentSort; limit: number; offset: number },
): Promise<string[]> {
  const orders = { order: publicOrder(index), title: sql`title, number`, updated: sql`updated_at DESC, number DESC` };
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM knowledge_documents WHERE ${matching(index, filter)} ORDER BY ${orders[sort]} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
