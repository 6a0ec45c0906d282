import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../postgres/database.ts';
import { type Block, decode, encode, isFull, type Posting } from './postings.ts';
import { type IndexKey, inIndex } from './vocabulary-store.ts';

interface Row extends Block {
  term: string;
}

/** Adds postings to an index that is locked. Their passages have higher numbers than all that are there. */
export async function addPostings(tx: Transaction, index: IndexKey, added: Map<string, Posting[]>): Promise<void> {
  if (!added.size) return;
  const ends = new Map((await findEnds(tx, index, [...added.keys()])).map((end) => [end.term, end]));
  const [appended, inserted]: [Row[], Row[]] = [[], []];
  for (const [term, postings] of added) {
    const end = ends.get(term);
    const goesOn = end && !isFull(end.size);
    const blocks = encode(postings, goesOn ? end : undefined).map((block) => ({ ...block, term }));
    const [first] = blocks;
    if (goesOn && first) appended.push({ ...first, first: end.first });
    inserted.push(...blocks.slice(goesOn ? 1 : 0));
  }
  // Only what is new goes over: the block grows where it is.
  await sql`
    UPDATE knowledge_postings AS p SET last = given.last, count = p.count + given.count, bytes = p.bytes || given.bytes
    FROM ${given(appended)} WHERE ${inIndex(index)} AND p.term = given.term COLLATE "C" AND p.first = given.first`.execute(tx);
  await sql`
    INSERT INTO knowledge_postings (project_id, index_id, term, first, last, count, bytes)
    SELECT ${index.project_id}::uuid, ${index.id}::uuid, given.* FROM ${given(inserted)}`.execute(tx);
}

/** Removes passages from an index that is locked. */
export async function removePostings(tx: Transaction, index: IndexKey, removed: Map<string, Set<number>>): Promise<void> {
  if (!removed.size) return;
  const wanted = [...removed].flatMap(([term, passages]) => [...passages].map((passage) => ({ term, passage })));
  const [changed, gone]: [Row[], Row[]] = [[], []];
  for (const block of await findBlocks(tx, index, wanted)) {
    const kept = decode(block.bytes).filter(({ passage }) => !removed.get(block.term)?.has(passage));
    const [rest] = encode(kept);
    // Fewer postings never take more bytes: a difference takes no more than those that it stands for. So they fit into one block.
    if (rest) changed.push({ ...rest, term: block.term, first: block.first });
    else gone.push(block);
  }
  await sql`
    UPDATE knowledge_postings AS p SET last = given.last, count = given.count, bytes = given.bytes
    FROM ${given(changed)} WHERE ${inIndex(index)} AND p.term = given.term COLLATE "C" AND p.first = given.first`.execute(tx);
  await deleteBlocks(tx, index, gone);
}

const given = (
  blocks: Row[],
) => sql`unnest(${blocks.map(({ term }) => term)}::text[], ${blocks.map(({ first }) => first)}::bigint[],
  ${blocks.map(({ last }) => last)}::bigint[], ${blocks.map(({ count }) => count)}::int[], ${blocks.map(({ bytes }) => bytes)}::bytea[])
  AS given (term, first, last, count, bytes)`;

interface End {
  term: string;
  first: number;
  last: number;
  size: number;
}

/** The last block of each term. */
async function findEnds(db: Db, index: IndexKey, terms: string[]): Promise<End[]> {
  const { rows } = await sql<End>`
    SELECT block.term, block.first::float8, block.last::float8, length(block.bytes) AS size FROM unnest(${terms}::text[]) AS wanted (term)
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_postings WHERE ${inIndex(index)} AND term = wanted.term COLLATE "C" ORDER BY first DESC LIMIT 1
    ) AS block`.execute(db);
  return rows;
}

/** The blocks that hold these passages, or would. */
async function findBlocks(db: Db, index: IndexKey, wanted: { term: string; passage: number }[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    /* prepared */ SELECT DISTINCT ON (block.term, block.first) block.term, block.first::float8, block.last::float8, block.count, block.bytes
    FROM unnest(${wanted.map(({ term }) => term)}::text[], ${wanted.map(({ passage }) => passage)}::bigint[]) AS wanted (term, passage)
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_postings
      WHERE ${inIndex(index)} AND term = wanted.term COLLATE "C" AND first <= wanted.passage ORDER BY first DESC LIMIT 1
    ) AS block ORDER BY block.term, block.first`.execute(db);
  return rows;
}

export async function removeAllPostings(tx: Transaction, index: IndexKey): Promise<void> {
  await sql`DELETE FROM knowledge_postings WHERE ${inIndex(index)}`.execute(tx);
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
    /* prepared */ SELECT term, sum(count)::int AS count FROM knowledge_postings
    WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) GROUP BY term`.execute(db);
  return new Map(rows.map(({ term, count }) => [term, count]));
}

/** All postings of these terms, block by block. */
export async function findPostings(db: Db, index: IndexKey, terms: string[]): Promise<Map<string, Block[]>> {
  if (!terms.length) return new Map();
  const { rows } = await sql<Row>`
    /* prepared */ SELECT term, first::float8, last::float8, count, bytes FROM knowledge_postings
    WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) ORDER BY term, first`.execute(db);
  return Map.groupBy(rows, ({ term }) => term);
}

/** All blocks of an index, as columns; those of a term in their order. */
export interface Blocks {
  term: string[];
  first: Float64Array;
  last: Float64Array;
  count: Uint32Array;
  /** Where each begins in `bytes`, and at last where these end. */
  begin: Uint32Array;
  bytes: Buffer;
}

/** As texts and not as rows: so many of these would keep the process from all else for a while. */
export async function findAllPostings(db: Db, index: IndexKey): Promise<Blocks> {
  const numbers = (column: RawBuilder<unknown>) => sql`coalesce(string_agg(${column}::text, ' ' ORDER BY term, first), '')`;
  const { rows } = await sql<Record<'term' | 'first' | 'last' | 'count' | 'size', string> & { bytes: Buffer }>`
    SELECT string_agg(term, E'\n' ORDER BY term, first) AS term, ${numbers(sql`first`)} AS first, ${numbers(sql`last`)} AS last,
      ${numbers(sql`count`)} AS count, ${numbers(sql`length(bytes)`)} AS size, string_agg(bytes, '' ORDER BY term, first) AS bytes
    FROM knowledge_postings WHERE ${inIndex(index)} HAVING count(*) > 0`.execute(db);
  const [all] = rows;
  const numbersIn = (text = '') => (text ? text.split(' ').map(Number) : []);
  let end = 0;
  return {
    term: all?.term.split('\n') ?? [],
    first: Float64Array.from(numbersIn(all?.first)),
    last: Float64Array.from(numbersIn(all?.last)),
    count: Uint32Array.from(numbersIn(all?.count)),
    begin: Uint32Array.from([0, ...numbersIn(all?.size)], (size) => (end += size)),
    bytes: all?.bytes ?? Buffer.alloc(0),
  };
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
