import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

export interface TableSize {
  name: string;
  /** As estimated by the last `ANALYZE`. */
  rows: number;
  /** Size with indexes. */
  bytes: number;
}

/** Returns all tables of the schema, largest first. */
export async function listTableSizes(db: Db): Promise<TableSize[]> {
  const { rows } = await sql<{ name: string; rows: string; bytes: string }>`
    SELECT c.relname AS name, greatest(c.reltuples, 0)::bigint::text AS rows, pg_total_relation_size(c.oid)::text AS bytes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r'
    ORDER BY pg_total_relation_size(c.oid) DESC, c.relname`.execute(db);
  return rows.map((row) => ({ name: row.name, rows: Number(row.rows), bytes: Number(row.bytes) }));
}
