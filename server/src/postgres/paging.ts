import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

interface PageQuery {
  columns: RawBuilder<unknown>;
  /** Tables and conditions: everything between FROM and ORDER BY. */
  source: RawBuilder<unknown>;
  orderBy: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/** Returns one page of rows, and the number of rows on all pages. */
export async function readPage<Row>(
  db: Db,
  { columns, source, orderBy, limit, offset }: PageQuery,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${source} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const counts = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${source}`.execute(db);
  return { rows, total: counts.rows[0]?.total ?? 0 };
}
