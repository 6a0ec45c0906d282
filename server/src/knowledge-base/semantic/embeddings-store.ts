import { sql } from 'kysely';
import { type Db, type Transaction, transact } from '../../postgres/database.ts';
import { type Hit, passageNumber } from '../index/postings.ts';
import { type IndexKey, inIndex } from '../index/vocabulary-store.ts';

/** What a model makes of a text. */
export interface Meaning {
  model: string;
  vector: number[];
}

export interface Unembedded {
  number: number;
  place: number;
  text: string;
}

/** Passages after one of them that a model has not seen yet, with what tells what they are about. */
export async function findUnembedded(
  db: Db,
  { project_id, id }: IndexKey,
  model: string,
  { number, place }: { number: number; place: number },
  most: number,
): Promise<Unembedded[]> {
  const { rows } = await sql<Unembedded>`
    SELECT p.number, p.place::int, concat_ws(E'\n', d.title, nullif(array_to_string(p.headings, ' – '), ''), p.content) AS text
    FROM knowledge_passages AS p
    JOIN knowledge_documents AS d ON d.project_id = p.project_id AND d.index_id = p.index_id AND d.number = p.number AND d.number >= ${number}
    LEFT JOIN knowledge_embeddings AS e
      ON e.number >= ${number} AND e.project_id = p.project_id AND e.index_id = p.index_id AND e.number = p.number AND e.place = p.place AND e.model = ${model}
    WHERE p.project_id = ${project_id} AND p.index_id = ${id} AND (p.number, p.place) > (${number}, ${place}) AND e.number IS NULL
    ORDER BY p.number, p.place LIMIT ${most}`.execute(db);
  return rows;
}

/** Keeps vectors of passages that are still there. */
export async function saveEmbeddings(
  tx: Transaction,
  { project_id, id }: IndexKey,
  model: string,
  embeddings: { number: number; place: number; vector: number[] }[],
): Promise<void> {
  const rows = embeddings.map((one) => ({ ...one, signs: signsOf(one.vector) }));
  await sql`
    INSERT INTO knowledge_embeddings (project_id, index_id, number, place, model, vector, signs)
    SELECT p.project_id, p.index_id, p.number, p.place, ${model}, given.vector, given.signs::bit varying
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (number integer, place smallint, vector real[], signs text)
    JOIN knowledge_passages AS p
      ON p.project_id = ${project_id} AND p.index_id = ${id} AND p.number = given.number AND p.place = given.place
    FOR KEY SHARE OF p
    ON CONFLICT (project_id, index_id, number, place)
      DO UPDATE SET model = excluded.model, vector = excluded.vector, signs = excluded.signs`.execute(tx);
}

const signsOf = (vector: number[]) => vector.map((one) => (one > 0 ? '1' : '0')).join('');

/**
 * The passages that are nearest to a vector, nearest first. All of the index are looked at by their signs, or a graph leads to them where
 * pgvector has one; of those that differ in the fewest, the angle decides.
 */
export async function findNearest(
  db: Db,
  index: IndexKey,
  { model, vector, most, hasPgvector }: Meaning & { most: number; hasPgvector: boolean },
): Promise<Hit[]> {
  const signs = signsOf(vector);
  const bits = sql`bit(${sql.lit(vector.length)})`;
  const difference = hasPgvector ? sql`signs::${bits} <~> ${signs}::${bits}` : sql`bit_count(signs # ${signs}::bit varying)`;
  // Adding up a product of arrays in SQL takes longer than reading them.
  const cosine = hasPgvector ? sql`-(vector::vector <#> ${vector}::real[]::vector)` : sql`array_send(vector)`;
  const statement = sql<{ number: number; place: number; cosine: number | Buffer }>`
    SELECT number, place::int, ${cosine} AS cosine
    FROM (
      SELECT number, place, vector FROM knowledge_embeddings
      WHERE ${inIndex(index)} AND model = ${model} AND length(signs) = ${sql.lit(vector.length)}
      ORDER BY ${difference} LIMIT ${most}
    ) AS near`;
  const { rows } = hasPgvector
    ? await transact(db, async (tx) => {
        // A graph gives no more than it is told to look at; the setting ends with the transaction.
        await sql`SELECT set_config('hnsw.ef_search', ${String(most)}, true)`.execute(tx);
        return await statement.execute(tx);
      })
    : await statement.execute(db);
  return rows
    .map((row) => ({
      passage: passageNumber(row.number, row.place),
      score: typeof row.cosine === 'number' ? row.cosine : productOf(row.cosine, vector),
    }))
    .toSorted((a, b) => b.score - a.score || a.passage - b.passage);
}

/** Of a `real[]` in PostgreSQL's binary form: a header of 20 bytes, then each number behind its length, in four bytes each. */
function productOf(array: Buffer, vector: number[]): number {
  return vector.reduce((sum, one, place) => sum + one * array.readFloatBE(24 + 8 * place), 0);
}
