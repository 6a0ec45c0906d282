import { unnest } from '../../../platform/postgres/unnest.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { type Block, decodePostings, encodePostings, isFullBlock, type Posting } from './postings.ts';
import { type IndexKey, inIndex } from './vocabulary-store.ts';
import type { Tables } from '../tables.ts';

interface BlockRow extends Block {
  term: string;
}

/** Adds postings to a locked index. Their chunk numbers must be higher than all chunk numbers in the index. */
export async function addPostings(tx: Transaction, index: IndexKey, added: Map<string, Posting[]>): Promise<void> {
  if (!added.size) return;
  const lastBlocks = new Map((await findLastBlocks(tx, index, [...added.keys()])).map((block) => [block.term, block]));
  const [appended, inserted]: [BlockRow[], BlockRow[]] = [[], []];
  for (const [term, postings] of added) {
    const lastBlock = lastBlocks.get(term);
    const hasRoom = lastBlock && !isFullBlock(lastBlock.size);
    const blocks = encodePostings(postings, hasRoom ? lastBlock : undefined).map((block) => ({ ...block, term }));
    const [first] = blocks;
    if (hasRoom && first) appended.push({ ...first, first: lastBlock.first });
    inserted.push(...blocks.slice(hasRoom ? 1 : 0));
  }
  // Sends only the new bytes, which PostgreSQL appends to the block.
  await sql`
    UPDATE knowledge_postings AS p SET last = given.last, count = p.count + given.count, bytes = p.bytes || given.bytes
    FROM ${given(appended)} WHERE ${inIndex(index)} AND p.term = given.term COLLATE "C" AND p.first = given.first`.execute(tx);
  await sql`
    INSERT INTO knowledge_postings (project_id, index_id, term, first, last, count, bytes)
    SELECT ${index.project_id}::uuid, ${index.id}::uuid, given.* FROM ${given(inserted)}`.execute(tx);
}

/** Removes the chunks of each term from a locked index. */
export async function removePostings(tx: Transaction, index: IndexKey, removed: Map<string, Set<number>>): Promise<void> {
  if (!removed.size) return;
  const postings = [...removed].flatMap(([term, chunks]) => [...chunks].map((chunk) => ({ term, chunk })));
  const [changed, emptied]: [BlockRow[], BlockRow[]] = [[], []];
  for (const block of await findBlocks(tx, index, postings)) {
    const remaining = decodePostings(block.bytes).filter(({ chunk }) => !removed.get(block.term)?.has(chunk));
    // Fewer postings never require more bytes: a difference takes at most as many bytes as the differences that it replaces.
    // Therefore they fit into one block.
    const [encoded] = encodePostings(remaining);
    if (encoded) changed.push({ ...encoded, term: block.term, first: block.first });
    else emptied.push(block);
  }
  await sql`
    UPDATE knowledge_postings AS p SET last = given.last, count = given.count, bytes = given.bytes
    FROM ${given(changed)} WHERE ${inIndex(index)} AND p.term = given.term COLLATE "C" AND p.first = given.first`.execute(tx);
  await deleteBlocks(tx, index, emptied);
}

const given = (blocks: BlockRow[]) =>
  unnest('given', { term: 'text', first: 'bigint', last: 'bigint', count: 'int', bytes: 'bytea' }, blocks);

interface LastBlock extends Pick<Tables['knowledge_postings'], 'term'> {
  first: number;
  last: number;
  /** Bytes. */
  size: number;
}

/** Returns the last block of each term. */
async function findLastBlocks(db: Db, index: IndexKey, terms: string[]): Promise<LastBlock[]> {
  const { rows } = await sql<LastBlock>`
    SELECT block.term, block.first::float8, block.last::float8, length(block.bytes) AS size FROM unnest(${terms}::text[]) AS wanted (term)
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_postings WHERE ${inIndex(index)} AND term = wanted.term COLLATE "C" ORDER BY first DESC LIMIT 1
    ) AS block`.execute(db);
  return rows;
}

/** Returns the blocks whose ranges include these postings. */
async function findBlocks(db: Db, index: IndexKey, postings: { term: string; chunk: number }[]): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    /* prepared */ SELECT DISTINCT ON (block.term, block.first) block.term, block.first::float8, block.last::float8, block.count, block.bytes
    FROM ${unnest('wanted', { term: 'text', chunk: 'bigint' }, postings)}
    CROSS JOIN LATERAL (
      SELECT * FROM knowledge_postings
      WHERE ${inIndex(index)} AND term = wanted.term COLLATE "C" AND first <= wanted.chunk ORDER BY first DESC LIMIT 1
    ) AS block ORDER BY block.term, block.first`.execute(db);
  return rows;
}

export async function removeAllPostings(tx: Transaction, index: IndexKey): Promise<void> {
  await sql`DELETE FROM knowledge_postings WHERE ${inIndex(index)}`.execute(tx);
}

async function deleteBlocks(tx: Transaction, index: IndexKey, blocks: BlockRow[]): Promise<void> {
  if (!blocks.length) return;
  await sql`
    DELETE FROM knowledge_postings
    USING ${unnest('given', { term: 'text', first: 'bigint' }, blocks)}
    WHERE ${inIndex(index)} AND knowledge_postings.term = given.term COLLATE "C" AND knowledge_postings.first = given.first`.execute(
    tx,
  );
}

/** Returns the number of chunks that contain each term. */
export async function countPostings(db: Db, index: IndexKey, terms: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ term: string; count: number }>`
    /* prepared */ SELECT term, sum(count)::int AS count FROM knowledge_postings
    WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) GROUP BY term`.execute(db);
  return new Map(rows.map(({ term, count }) => [term, count]));
}

/** Bytes of the fields before the postings of a block: first and last chunk, number of chunks, bytes of postings. */
const HEADER_BYTES = 24;

/** Aggregates the blocks of a term to one value, because a row for each block would take several times as long to parse. */
export const aggregatedBlocks = sql`string_agg(float8send(first) || float8send(last) || int4send(count) || int4send(length(bytes)) || bytes, '' ORDER BY first)`;

/** Returns all blocks of terms. */
export async function findPostings(db: Db, index: IndexKey, terms: string[]): Promise<Map<string, Block[]>> {
  if (!terms.length) return new Map();
  const { rows } = await sql<{ term: string; blocks: Buffer }>`
    /* prepared */ SELECT term, ${aggregatedBlocks} AS blocks FROM knowledge_postings
    WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) GROUP BY term`.execute(db);
  return new Map(rows.map(({ term, blocks }) => [term, splitBlocks(blocks)]));
}

/** Returns the blocks of an aggregated value. */
export function splitBlocks(blocks: Buffer): Block[] {
  const split: Block[] = [];
  for (let at = 0; at < blocks.length;) {
    const begin = at + HEADER_BYTES;
    const end = begin + blocks.readUInt32BE(begin - 4);
    split.push({
      first: blocks.readDoubleBE(at),
      last: blocks.readDoubleBE(at + 8),
      count: blocks.readUInt32BE(at + 16),
      bytes: blocks.subarray(begin, end),
    });
    at = end;
  }
  return split;
}

/** All blocks of an index as columns, sorted by term and first chunk. */
export interface BlockColumns {
  term: string[];
  first: Float64Array;
  last: Float64Array;
  count: Uint32Array;
  /** Offset of each block in `bytes`; the last entry is the end. */
  begin: Uint32Array;
  bytes: Buffer;
}

/** Returns all blocks of an index. Reads them as aggregated text, because parsing as many rows would block the process. */
export async function findAllPostings(db: Db, index: IndexKey): Promise<BlockColumns> {
  const numbers = (column: RawBuilder<unknown>) => sql`coalesce(string_agg(${column}::text, ' ' ORDER BY term, first), '')`;
  const { rows } = await sql<Record<'term' | 'first' | 'last' | 'count' | 'size', string> & { bytes: Buffer }>`
    SELECT string_agg(term, E'\n' ORDER BY term, first) AS term, ${numbers(sql`first`)} AS first, ${numbers(sql`last`)} AS last,
      ${numbers(sql`count`)} AS count, ${numbers(sql`length(bytes)`)} AS size, string_agg(bytes, '' ORDER BY term, first) AS bytes
    FROM knowledge_postings WHERE ${inIndex(index)} HAVING count(*) > 0`.execute(db);
  const [row] = rows;
  const parseNumbers = (text = '') => (text ? text.split(' ').map(Number) : []);
  let end = 0;
  return {
    term: row?.term.split('\n') ?? [],
    first: Float64Array.from(parseNumbers(row?.first)),
    last: Float64Array.from(parseNumbers(row?.last)),
    count: Uint32Array.from(parseNumbers(row?.count)),
    begin: Uint32Array.from([0, ...parseNumbers(row?.size)], (size) => (end += size)),
    bytes: row?.bytes ?? Buffer.alloc(0),
  };
}

/** Returns the blocks of terms whose ranges include any of the chunks. */
export async function findPostingsOfChunks(
  db: Db,
  index: IndexKey,
  terms: string[],
  chunks: number[],
): Promise<Map<string, Block[]>> {
  if (!terms.length) return new Map();
  const postings = terms.flatMap((term) => chunks.map((chunk) => ({ term, chunk })));
  return Map.groupBy(await findBlocks(db, index, postings), ({ term }) => term);
}
