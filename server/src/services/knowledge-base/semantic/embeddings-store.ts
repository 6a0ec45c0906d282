import { sql } from 'kysely';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { type Hit, toChunkNumber } from '../index/postings.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

/** The vector of a query. */
export interface QueryVector {
  model: string;
  vector: number[];
}

export interface UnembeddedChunk {
  document_number: number;
  position: number;
  text: string;
}

/** Returns the first chunks after `after` that have no vector of a model. The text includes the title and the headings. */
export async function findUnembedded(
  db: Db,
  { project_id, id }: IndexKey,
  { model, after, limit }: { model: string; after: Pick<UnembeddedChunk, 'document_number' | 'position'>; limit: number },
): Promise<UnembeddedChunk[]> {
  const { rows } = await sql<UnembeddedChunk>`
    SELECT c.document_number, c.position::int, concat_ws(E'\n', d.title, nullif(array_to_string(c.headings, ' – '), ''), c.content) AS text
    FROM knowledge_chunks AS c
    JOIN knowledge_documents AS d
      ON d.project_id = c.project_id AND d.index_id = c.index_id AND d.number = c.document_number AND d.number >= ${after.document_number}
    LEFT JOIN knowledge_embeddings AS e
      ON e.document_number >= ${after.document_number} AND e.project_id = c.project_id AND e.index_id = c.index_id
        AND e.document_number = c.document_number AND e.position = c.position AND e.model = ${model}
    WHERE c.project_id = ${project_id} AND c.index_id = ${id}
      AND (c.document_number, c.position) > (${after.document_number}, ${after.position}) AND e.document_number IS NULL
    ORDER BY c.document_number, c.position LIMIT ${limit}`.execute(db);
  return rows;
}

/** Stores the vectors of chunks. Skips chunks that were deleted meanwhile. */
export async function saveEmbeddings(
  tx: Transaction,
  { project_id, id }: IndexKey,
  model: string,
  embeddings: { document_number: number; position: number; vector: number[] }[],
): Promise<void> {
  const rows = embeddings.map((embedding) => ({ ...embedding, sign_bits: toSignBits(embedding.vector) }));
  await sql`
    INSERT INTO knowledge_embeddings (project_id, index_id, document_number, position, model, vector, sign_bits)
    SELECT c.project_id, c.index_id, c.document_number, c.position, ${model}, given.vector, given.sign_bits::bit varying
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given (document_number integer, position smallint, vector real[], sign_bits text)
    JOIN knowledge_chunks AS c
      ON c.project_id = ${project_id} AND c.index_id = ${id} AND c.document_number = given.document_number AND c.position = given.position
    FOR KEY SHARE OF c
    ON CONFLICT (project_id, index_id, document_number, position)
      DO UPDATE SET model = excluded.model, vector = excluded.vector, sign_bits = excluded.sign_bits`.execute(tx);
}

/** Returns a bit for each component of a vector, 1 if it is positive. The number of different bits approximates the angle. */
const toSignBits = (vector: number[]) => vector.map((value) => (value > 0 ? '1' : '0')).join('');

/**
 * Returns the chunks nearest to a vector, nearest first. Selects candidates by their sign bits, with a scan of the index or a graph of
 * pgvector, and sorts them by angle.
 */
export async function findNearestChunks(
  db: Db,
  index: IndexKey,
  { model, vector, limit, hasPgvector }: QueryVector & { limit: number; hasPgvector: boolean },
): Promise<Hit[]> {
  const signBits = toSignBits(vector);
  const bits = sql`bit(${sql.lit(vector.length)})`;
  const difference = hasPgvector
    ? sql`sign_bits::${bits} <~> ${signBits}::${bits}`
    : sql`bit_count(sign_bits # ${signBits}::bit varying)`;
  // Without pgvector, computing the dot product in SQL takes longer than reading the vectors.
  const cosine = hasPgvector ? sql`-(vector::vector <#> ${vector}::real[]::vector)` : sql`array_send(vector)`;
  const statement = sql<{ document_number: number; position: number; cosine: number | Buffer }>`
    SELECT document_number, candidate.position::int, ${cosine} AS cosine
    FROM (
      SELECT document_number, position, vector FROM knowledge_embeddings
      WHERE ${inIndex(index)} AND model = ${model} AND length(sign_bits) = ${sql.lit(vector.length)}
      ORDER BY ${difference} LIMIT ${limit}
    ) AS candidate`;
  const { rows } = hasPgvector
    ? await transact(db, async (tx) => {
        // The number of rows that a graph returns at most. The setting ends with the transaction.
        await sql`SELECT set_config('hnsw.ef_search', ${String(limit)}, true)`.execute(tx);
        return await statement.execute(tx);
      })
    : await statement.execute(db);
  return rows
    .map((row) => ({
      chunk: toChunkNumber(row.document_number, row.position),
      score: typeof row.cosine === 'number' ? row.cosine : computeDotProduct(row.cosine, vector),
    }))
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk);
}

/** @param array a `real[]` in PostgreSQL's binary format: a header of 20 bytes, then a length and a number of 4 bytes each */
function computeDotProduct(array: Buffer, vector: number[]): number {
  return vector.reduce((sum, value, at) => sum + value * array.readFloatBE(24 + 8 * at), 0);
}
