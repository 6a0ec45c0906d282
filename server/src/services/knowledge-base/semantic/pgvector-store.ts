import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

/** Larger indexes use a graph: a scan of the sign bits of 100,000 chunks takes 40 ms. */
export const MAX_CHUNKS_WITHOUT_GRAPH = 20_000;

/**
 * Creates the extension pgvector if the server provides it and permits it.
 * @returns whether pgvector 0.7 or later is installed, which compares bits
 */
export async function enablePgvector(db: Db): Promise<boolean> {
  const isInstalled = async () => {
    const { rows } = await sql<{ is_installed: boolean }>`
      SELECT to_regoperator('<~>(bit,bit)') IS NOT NULL AND to_regtype('vector') IS NOT NULL AS is_installed`.execute(db);
    return rows[0]?.is_installed ?? false;
  };
  if (await isInstalled()) return true;
  const { rows } = await sql`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`.execute(db);
  // Fails without the privilege, or when another node creates the extension at the same time: the result is checked below.
  if (rows.length) await sql`CREATE EXTENSION IF NOT EXISTS vector`.execute(db).catch(() => {});
  return await isInstalled();
}

const PREFIX = 'knowledge_hnsw_';
const computeDigest = (model: string) => createHash('sha256').update(model).digest('hex').slice(0, 8);
const buildName = (indexId: string, model: string, length: number) =>
  `${PREFIX}${indexId.replaceAll('-', '')}_${length}_${computeDigest(model)}`;

/**
 * Creates a graph (HNSW) of the sign bits of an index, unless it exists. Each index has its own graph: a common graph would return chunks
 * of other indexes.
 */
export async function ensureGraph(db: Db, { project_id, id }: IndexKey, model: string): Promise<void> {
  const { rows } = await sql<{ length: number }>`
    SELECT length(sign_bits) FROM knowledge_embeddings WHERE ${inIndex({ project_id, id })} AND model = ${model} LIMIT 1`.execute(
    db,
  );
  if (!rows[0]) return;
  const { length } = rows[0];
  const name = buildName(id, model, length);
  await db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${name}, 0)`;
    const { rows: locks } = await sql<{ is_locked: boolean }>`SELECT pg_try_advisory_lock(${lock}) AS is_locked`.execute(
      connection,
    );
    if (!locks[0]?.is_locked) return;
    try {
      const { rows: graphs } = await sql<{ is_valid: boolean }>`
        SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass(${name})`.execute(connection);
      if (graphs[0]?.is_valid) return;
      // The process that built the graph was killed.
      if (graphs.length) await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.ref(name)}`.execute(connection);
      await sql`
        CREATE INDEX CONCURRENTLY ${sql.ref(name)} ON knowledge_embeddings USING hnsw ((sign_bits::bit(${sql.lit(length)})) bit_hamming_ops)
        WHERE project_id = ${sql.lit(project_id)} AND index_id = ${sql.lit(id)} AND model = ${sql.lit(model)}
          AND length(sign_bits) = ${sql.lit(length)}`.execute(connection);
      // The planner uses the graph only with current statistics.
      await sql`ANALYZE knowledge_embeddings`.execute(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/** Drops graphs of deleted indexes, lexical indexes and other models. */
export async function dropUnusedGraphs(db: Db, model: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'knowledge_embeddings'::regclass AND starts_with(c.relname, ${PREFIX})
      AND NOT (c.relname LIKE ${`%\\_${computeDigest(model)}`} AND EXISTS (
        SELECT 1 FROM knowledge_indexes WHERE mode = 'hybrid' AND starts_with(c.relname, ${PREFIX} || replace(id::text, '-', '') || '_')))`.execute(
    db,
  );
  for (const { name } of rows) await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.ref(name)}`.execute(db);
}
