import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';
import { type Block, decode, encode, type Posting } from './postings.ts';
import { type IndexKey, inIndex } from './vocabulary-store.ts';

interface Row extends Block {
  term: string;
}

/** What changes in the postings of a term. What is added has higher numbers than all that is there. */
export interface Edit {
  added: Posting[];
  removed: Set<number>;
}

const END = 2 ** 52;

/** Adds and removes postings of an index that is locked. */
export async function editPostings(tx: Transaction, index: IndexKey, edits: Map<string, Edit>): Promise<void> {
  const wanted = [...edits].flatMap(([term, { added, removed }]) => [
    ...[...removed].map((passage) => ({ term, passage })),
    ...(added.length ? [{ term, passage: END }] : []),
  ]);
  const known = Map.groupBy(await findBlocks(tx, index, wanted), ({ term }) => term);
  const written: Row[] = [];
  const gone: Row[] = [];
  for (const [term, { added, removed }] of edits) {
    const blocks = (known.get(term) ?? []).toSorted((a, b) => a.first - b.first);
    for (const [place, block] of blocks.entries()) {
      const kept = decode(block.bytes).filter(({ passage }) => !removed.has(passage));
      const isLast = place === blocks.length - 1;
      const [first, ...more] = encode(isLast ? [...kept, ...added] : kept);
      if (first) written.push({ ...first, term, first: block.first });
      else gone.push(block);
      written.push(...more.map((one) => ({ ...one, term })));
    }
    if (!blocks.length) written.push(...encode(added).map((block) => ({ ...block, term })));
  }
  await writeBlocks(tx, index, written);
  await deleteBlocks(tx, index, gone);
}

/** The blocks that hold these passages, or would. */
async function findBlocks(db: Db, index: IndexKey, wanted: { term: string; passage: number }[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT DISTINCT ON (block.term, block.first) block.term, block.first::float8, block.count, block.bytes
    FROM unnest(${wanted.map(({ term }) => term)}::text[], ${wanted.map(({ passage }) => passage)}::bigint[]) AS given (term, passage)
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_postings
      WHERE ${inIndex(index)} AND term = given.term COLLATE "C" AND first <= given.passage ORDER BY first DESC LIMIT 1
    ) AS block`.execute(db);
  return rows;
}

async function writeBlocks(tx: Transaction, { project_id, id }: IndexKey, blocks: Row[]): Promise<void> {
  if (!blocks.length) return;
  await sql`
    INSERT INTO knowledge_postings (project_id, index_id, term, first, count, bytes)
    SELECT ${project_id}::uuid, ${id}::uuid, given.term, given.first, given.count, given.bytes
    FROM unnest(${blocks.map(({ term }) => term)}::text[], ${blocks.map(({ first }) => first)}::bigint[],
      ${blocks.map(({ count }) => count)}::int[], ${blocks.map(({ bytes }) => bytes)}::bytea[]) AS given (term, first, count, bytes)
    ON CONFLICT (project_id, index_id, term, first) DO UPDATE SET count = excluded.count, bytes = excluded.bytes`.execute(tx);
}

async function deleteBlocks(tx: Transaction, index: IndexKey, blocks: Row[]): Promise<void> {
  if (!blocks.length) return;
  await sql`
    DELETE FROM knowledge_postings
    USING unnest(${blocks.map(({ term }) => term)}::text[], ${blocks.map(({ first }) => first)}::bigint[]) AS given (term, first)
    WHERE ${inIndex(index)} AND knowledge_postings.term = given.term COLLATE "C" AND knowledge_postings.first = given.first`.execute(
    tx,
  );
}

/** In how many passages each of these terms is. */
export async function countPostings(db: Db, index: IndexKey, terms: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ term: string; count: number }>`
    SELECT term, sum(count)::int AS count FROM knowledge_postings
    WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) GROUP BY term`.execute(db);
  return new Map(rows.map(({ term, count }) => [term, count]));
}

/** All postings of these terms, block by block. */
export async function findPostings(db: Db, index: IndexKey, terms: string[]): Promise<Map<string, Block[]>> {
  if (!terms.length) return new Map();
  const { rows } = await sql<Row>`
    SELECT term, first::float8, count, bytes FROM knowledge_postings
    WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) ORDER BY term, first`.execute(db);
  return Map.groupBy(rows, ({ term }) => term);
}

/** Blocks of these terms in which the passages are, if they have the term. */
export async function findPostingsOf(
  db: Db,
  index: IndexKey,
  terms: string[],
  passages: number[],
): Promise<Map<string, Block[]>> {
  if (!terms.length) return new Map();
  const wanted = terms.flatMap((term) => passages.map((passage) => ({ term, passage })));
  return Map.groupBy(await findBlocks(db, index, wanted), ({ term }) => term);
}
