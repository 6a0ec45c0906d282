import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../postgres/database.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

/** Looking at the signs of all passages takes 40 ms for 100,000: beyond so many a graph of them leads to the nearest. */
export const PASSAGES_WITHOUT_GRAPH = 20_000;

/**
 * Makes pgvector's types and operators known, where the server brings it and lets us.
 * @returns whether there is one that can compare bits, which it does since 0.7
 */
export async function enablePgvector(db: Db): Promise<boolean> {
  const isKnown = async () => {
    const { rows } = await sql<{ is_known: boolean }>`
      SELECT to_regoperator('<~>(bit,bit)') IS NOT NULL AND to_regtype('vector') IS NOT NULL AS is_known`.execute(db);
    return rows[0]?.is_known ?? false;
  };
  if (await isKnown()) return true;
  const { rows } = await sql`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`.execute(db);
  // Whoever may not create it, or meets another node that does, goes by what is there afterwards.
  if (rows.length) await sql`CREATE EXTENSION IF NOT EXISTS vector`.execute(db).catch(() => {});
  return await isKnown();
}

const PREFIX = 'knowledge_near_';
const digestOf = (model: string) => createHash('sha256').update(model).digest('hex').slice(0, 8);
const nameOf = (indexId: string, model: string, length: number) =>
  `${PREFIX}${indexId.replaceAll('-', '')}_${length}_${digestOf(model)}`;

/**
 * Sees to it that the embeddings of an index have a graph (HNSW) of their signs, by which the nearest are found without a look at all. It
 * is of one index alone: one of several would be searched for passages that are another's.
 */
export async function ensureGraph(db: Db, { project_id, id }: IndexKey, model: string): Promise<void> {
  const { rows } = await sql<{ length: number }>`
    SELECT length(signs) FROM knowledge_embeddings WHERE ${inIndex({ project_id, id })} AND model = ${model} LIMIT 1`.execute(db);
  if (!rows[0]) return;
  const { length } = rows[0];
  const name = nameOf(id, model, length);
  await db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${name}, 0)`;
    const { rows: locks } = await sql<{ is_ours: boolean }>`SELECT pg_try_advisory_lock(${lock}) AS is_ours`.execute(connection);
    if (!locks[0]?.is_ours) return;
    try {
      const { rows: graphs } = await sql<{ is_valid: boolean }>`
        SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass(${name})`.execute(connection);
      if (graphs[0]?.is_valid) return;
      // Whoever built it was killed.
      if (graphs.length) await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.ref(name)}`.execute(connection);
      await sql`
        CREATE INDEX CONCURRENTLY ${sql.ref(name)} ON knowledge_embeddings USING hnsw ((signs::bit(${sql.lit(length)})) bit_hamming_ops)
        WHERE project_id = ${sql.lit(project_id)} AND index_id = ${sql.lit(id)} AND model = ${sql.lit(model)}
          AND length(signs) = ${sql.lit(length)}`.execute(connection);
      // So that it is known to be worth its while.
      await sql`ANALYZE knowledge_embeddings`.execute(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/** Drops graphs of indexes that are gone or searched by words alone now, and those of other models. */
export async function dropUnusedGraphs(db: Db, model: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'knowledge_embeddings'::regclass AND starts_with(c.relname, ${PREFIX})
      AND NOT (c.relname LIKE ${`%\\_${digestOf(model)}`} AND EXISTS (
        SELECT 1 FROM knowledge_indexes WHERE mode = 'hybrid' AND starts_with(c.relname, ${PREFIX} || replace(id::text, '-', '') || '_')))`.execute(
    db,
  );
  for (const { name } of rows) await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.ref(name)}`.execute(db);
}
