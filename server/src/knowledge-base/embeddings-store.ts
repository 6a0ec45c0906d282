import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';
import { passageNumber } from './postings.ts';
import type { Hit } from './scoring.ts';
import { type IndexKey, inIndex } from './vocabulary-store.ts';

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

/** Passages that a model has not seen yet, with what tells what they are about. */
export async function findUnembedded(db: Db, { project_id, id }: IndexKey, model: string, most: number): Promise<Unembedded[]> {
  const { rows } = await sql<Unembedded>`
    SELECT p.number, p.place::int, concat_ws(E'\n', d.title, nullif(array_to_string(p.headings, ' – '), ''), p.content) AS text
    FROM knowledge_passages AS p
    JOIN knowledge_documents AS d ON d.project_id = p.project_id AND d.index_id = p.index_id AND d.number = p.number
    LEFT JOIN knowledge_embeddings AS e
      ON e.project_id = p.project_id AND e.index_id = p.index_id AND e.number = p.number AND e.place = p.place AND e.model = ${model}
    WHERE p.project_id = ${project_id} AND p.index_id = ${id} AND e.number IS NULL
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
 * The passages that are nearest to a vector, nearest first. All of the index are looked at by their signs; of those that differ in the
 * fewest, the angle decides.
 */
export async function findNearest(db: Db, index: IndexKey, { model, vector, most }: Meaning & { most: number }): Promise<Hit[]> {
  const signs = signsOf(vector);
  const { rows } = await sql<{ number: number; place: number; score: number }>`
    SELECT number, place::int, (SELECT sum(a * b) FROM unnest(near.vector, ${vector}::real[]) AS pair (a, b))::float8 AS score
    FROM (
      SELECT number, place, vector FROM knowledge_embeddings
      WHERE ${inIndex(index)} AND model = ${model} AND length(signs) = ${vector.length}
      ORDER BY bit_count(signs # ${signs}::bit varying) LIMIT ${most * 4}
    ) AS near ORDER BY score DESC, number, place LIMIT ${most}`.execute(db);
  return rows.map(({ number, place, score }) => ({ passage: passageNumber(number, place), score }));
}
