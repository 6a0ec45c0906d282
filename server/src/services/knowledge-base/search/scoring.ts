import {
  type Block,
  decodeColumns,
  type Hit,
  LENGTHS,
  MAX_BLOCK_POSTINGS,
  MAX_POSITION,
  POSITION_BITS,
  toChunkNumber,
  toDocument,
} from '../index/postings.ts';

// BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
const K1 = 1.2;
const B = 0.75;

/** Chunks with scores, sorted by chunk number. Return the memory with `release`, or leave it to the garbage collector. */
export interface ScoredChunks {
  chunks: Float64Array<ArrayBuffer>;
  scores: Float32Array<ArrayBuffer>;
}

// A search creates lists of some megabytes. They are reused, because the garbage collector would otherwise mark the whole heap several
// times a second under load.
const BYTES = { chunk: 8, score: 4 };
const MIN_CAPACITY = 1_024;
const MAX_FREE_BYTES = 16 * 1024 * 1024;
const free = new Map<number, ArrayBuffer[]>();
let freeBytes = 0;

function allocate(size: number): ScoredChunks {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(size, MIN_CAPACITY)));
  const byteLength = capacity * (BYTES.chunk + BYTES.score);
  const reused = free.get(byteLength)?.pop();
  if (reused) freeBytes -= byteLength;
  const buffer = reused ?? new ArrayBuffer(byteLength);
  return {
    chunks: new Float64Array(buffer, 0, size),
    scores: new Float32Array(buffer, capacity * BYTES.chunk, size),
  };
}

/** Returns the memory of a list for reuse. The list must not be used afterwards. */
export function release({ chunks: { buffer } }: ScoredChunks): void {
  const { byteLength } = buffer;
  if (freeBytes + byteLength > MAX_FREE_BYTES) return;
  freeBytes += byteLength;
  const sameSize = free.get(byteLength);
  if (sameSize) sameSize.push(buffer);
  else free.set(byteLength, [buffer]);
}

const truncate = ({ chunks, scores }: ScoredChunks, size: number): ScoredChunks => ({
  chunks: chunks.subarray(0, size),
  scores: scores.subarray(0, size),
});

/** Statistics of all searched indexes together, so that their scores are comparable. */
export interface Statistics {
  /** Number of chunks. */
  chunks: number;
  /** Average length of a chunk in tokens. */
  averageLength: number;
  /** Number of matching chunks by the key of a clause. Undefined for one index, whose clauses have these numbers. */
  counts?: ReadonlyMap<string, number>;
}

/** Returns the inverse document frequency of a term that `count` chunks contain. */
export function rarity({ chunks }: Pick<Statistics, 'chunks'>, count: number): number {
  const containing = Math.min(count, chunks);
  return Math.log(1 + (chunks - containing + 0.5) / (containing + 0.5));
}

/** Upper bound of the weight of a term in a chunk, without its rarity. */
export const MAX_SATURATION = K1 + 1;

/** Returns how much the length of a chunk, in tokens, dampens the weight of a term. */
const damp = (length: number, averageLength: number) => K1 * (1 - B + (B * length) / averageLength);

let dampings = { averageLength: NaN, byStep: new Float64Array() };

/** Returns the results of `damp` by length in steps, as stored. Most searches of an index have the same average length. */
function listDampings(averageLength: number): Float64Array {
  if (dampings.averageLength !== averageLength)
    dampings = { averageLength, byStep: Float64Array.from(LENGTHS, (length) => damp(length, averageLength)) };
  return dampings.byStep;
}

/**
 * Returns the weight of a term that occurs `times` times in a chunk, from 0 to K1 + 1. Each repetition adds less than the one before, and
 * terms weigh less in long chunks.
 */
export const saturate = (times: number, length: number, { averageLength }: Pick<Statistics, 'averageLength'>): number =>
  (times * (K1 + 1)) / (times + damp(length, averageLength));

/** A term whose chunks are scored by a search. */
export interface WeightedTerm {
  blocks: Block[];
  weight: number;
  statistics: Pick<Statistics, 'averageLength'>;
}

const countPostings = ({ blocks }: WeightedTerm) => blocks.reduce((total, { count }) => total + count, 0);

/** Scores the chunks of a block, and writes them to a list from an index. Returns the index after them. */
function scoreBlock({ bytes }: Block, { weight, statistics }: WeightedTerm, list: ScoredChunks, begin: number): number {
  const { count, weights, lengths } = decodeColumns(bytes, list.chunks, begin);
  const byStep = listDampings(statistics.averageLength);
  const { scores } = list;
  for (let at = 0; at < count; at++) {
    const times = weights[at] as number;
    scores[begin + at] = (weight * times * (K1 + 1)) / (times + (byStep[lengths[at] as number] as number));
  }
  return begin + count;
}

/** Scores all chunks that contain a term. */
export function scoreTerm(term: WeightedTerm): ScoredChunks {
  const scored = allocate(countPostings(term));
  let size = 0;
  for (const block of term.blocks) size = scoreBlock(block, term, scored, size);
  return truncate(scored, size);
}

/** Scores those of some chunks, which are sorted, that contain a term. Most blocks of a frequent term have none of them. */
export function scoreTermAmong(term: WeightedTerm, among: Float64Array): ScoredChunks {
  const scored = allocate(Math.min(countPostings(term), among.length));
  const ofBlock = allocate(MAX_BLOCK_POSTINGS);
  let [size, next] = [0, 0];
  for (const block of term.blocks) {
    while (next < among.length && (among[next] as number) < block.first) next++;
    if (next === among.length) break;
    if ((among[next] as number) > block.last) continue;
    const count = scoreBlock(block, term, ofBlock, 0);
    for (let at = 0; at < count; at++) {
      const chunk = ofBlock.chunks[at] as number;
      while (next < among.length && (among[next] as number) < chunk) next++;
      if (among[next] !== chunk) continue;
      scored.chunks[size] = chunk;
      scored.scores[size++] = ofBlock.scores[at] as number;
    }
  }
  release(ofBlock);
  return truncate(scored, size);
}

/** Combination of the scores of a chunk in several lists. No function, because a call for each chunk takes a fifth of the time. */
export type Combination = 'sum' | 'max';

/** Documents whose chunks are combined at a time, so that their scores stay in the cache of the processor. */
const WINDOW_DOCUMENTS = 1_024;
/** Scores of the chunks of a window: of the first chunk of each document, then of the second chunk of each, and so on. Otherwise zeros. */
let windowScores: Float64Array | undefined;
/** Allocates the scores when they are needed. The operating system provides only those pages that are written to: most are never. */
const openWindow = () => (windowScores ??= new Float64Array(WINDOW_DOCUMENTS * (MAX_POSITION + 1)));
/** Highest position of a chunk of each document of a window. Otherwise zeros. */
const windowPositions = new Uint16Array(WINDOW_DOCUMENTS);

/** A list that is combined with others: all of it, or the current block of a term. */
interface Cursor {
  list: ScoredChunks;
  /** Index of the next chunk in the list. */
  at: number;
  size: number;
  term: WeightedTerm | undefined;
  nextBlock: number;
}

function openCursor(source: ScoredChunks | WeightedTerm): Cursor {
  const isTerm = 'blocks' in source;
  const list = isTerm ? allocate(MAX_BLOCK_POSTINGS) : source;
  return { list, at: 0, size: isTerm ? 0 : list.chunks.length, term: isTerm ? source : undefined, nextBlock: 0 };
}

/** Returns the next chunk. Reads the next block of a term if necessary. Infinity at the end. */
function peek(cursor: Cursor): number {
  const { list, term } = cursor;
  while (cursor.at === cursor.size) {
    const block = term?.blocks[cursor.nextBlock++];
    if (!term || !block) return Infinity;
    cursor.size = scoreBlock(block, term, list, 0);
    cursor.at = 0;
  }
  return list.chunks[cursor.at] as number;
}

/**
 * Combines lists, which are released, and terms, whose scores are computed block by block. Scores are above zero.
 */
export function combineAll(sources: (ScoredChunks | WeightedTerm)[], combination: Combination): ScoredChunks {
  const [first, ...others] = sources;
  if (!first) return allocate(0);
  if (!others.length) return 'blocks' in first ? scoreTerm(first) : first;
  const combined = allocate(
    sources.reduce((total, source) => total + ('blocks' in source ? countPostings(source) : source.chunks.length), 0),
  );
  const cursors = sources.map(openCursor);
  let size = 0;
  for (;;) {
    let next = Infinity;
    for (const cursor of cursors) next = Math.min(next, peek(cursor));
    if (next === Infinity) break;
    const begin = toChunkNumber(toDocument(next), 0);
    for (const cursor of cursors) addToWindow(cursor, begin, combination);
    size = emptyWindow(combined, size, begin);
  }
  for (const { list } of cursors) release(list);
  return truncate(combined, size);
}

/** Adds the scores of a cursor to a window. */
function addToWindow(cursor: Cursor, begin: number, combination: Combination): void {
  const isSum = combination === 'sum';
  const ofWindow = openWindow();
  const end = begin + toChunkNumber(WINDOW_DOCUMENTS, 0);
  while (peek(cursor) < end) {
    const { list, size } = cursor;
    const { chunks, scores } = list;
    let { at } = cursor;
    for (; at < size && (chunks[at] as number) < end; at++) {
      // Integers: the remainder of a floating-point number takes several times as long.
      const offset = ((chunks[at] as number) - begin) | 0;
      const document = offset >> POSITION_BITS;
      const position = offset & MAX_POSITION;
      const slot = position * WINDOW_DOCUMENTS + document;
      const score = scores[at] as number;
      const other = ofWindow[slot] as number;
      ofWindow[slot] = isSum ? other + score : Math.max(other, score);
      if (position > (windowPositions[document] as number)) windowPositions[document] = position;
    }
    cursor.at = at;
  }
}

/** Moves the scores of a window to the end of a list. Returns the new size of the list. */
function emptyWindow({ chunks, scores }: ScoredChunks, end: number, begin: number): number {
  const ofWindow = openWindow();
  let size = end;
  for (let document = 0; document < WINDOW_DOCUMENTS; document++) {
    const highest = windowPositions[document] as number;
    windowPositions[document] = 0;
    for (let position = 0, slot = document; position <= highest; position++, slot += WINDOW_DOCUMENTS) {
      const score = ofWindow[slot] as number;
      if (score === 0) continue;
      chunks[size] = begin + toChunkNumber(document, position);
      scores[size++] = score;
      ofWindow[slot] = 0;
    }
  }
  return size;
}

/** Removes chunks for which `keep` returns false. Overwrites the list. */
export function filterScored(scored: ScoredChunks, keep: (chunk: number) => boolean): ScoredChunks {
  const { chunks, scores } = scored;
  let size = 0;
  for (let at = 0; at < chunks.length; at++) {
    if (!keep(chunks[at] as number)) continue;
    chunks[size] = chunks[at] as number;
    scores[size++] = scores[at] as number;
  }
  return truncate(scored, size);
}

/** Removes all but the best chunk of each document. Overwrites the list. */
export function keepBestPerDocument(scored: ScoredChunks): ScoredChunks {
  const { chunks, scores } = scored;
  let [size, nextDocument, highest] = [0, -Infinity, -Infinity];
  // An index loop, here and below: the lists may be long, and an iterator creates an array for each entry.
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as number;
    const score = scores[at] as number;
    if (chunk >= nextDocument) {
      nextDocument = toChunkNumber(toDocument(chunk) + 1, 0);
      highest = -Infinity;
      size++;
    }
    if (score > highest) {
      highest = score;
      chunks[size - 1] = chunk;
      scores[size - 1] = score;
    }
  }
  return truncate(scored, size);
}

/** Returns up to `limit` chunks with the highest scores, best first. Equal scores are sorted by chunk number. */
export function selectBest({ chunks, scores }: ScoredChunks, limit: number): Hit[] {
  let best: Hit[] = [];
  let lowest = -Infinity;
  // Collects twice the limit before the worse half is dropped, so that most chunks are compared with a number only.
  const trim = () => {
    best = best.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, limit);
    if (best.length === limit) lowest = best.at(-1)?.score ?? lowest;
  };
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as number;
    const score = scores[at] as number;
    if (score <= lowest) continue;
    best.push({ chunk, score });
    if (best.length >= 2 * limit) trim();
  }
  trim();
  return best;
}

/**
 * Returns the hits, best first, that may be among the best `limit` after at most `maxAdded` is added to each score. Reading the postings of
 * the others would take most of the time of a search for frequent words.
 */
export function selectReachable(hits: Hit[], { limit, maxAdded }: { limit: number; maxAdded: number }): Hit[] {
  const lowest = hits[limit - 1]?.score ?? -Infinity;
  return hits.filter(({ score }) => score + maxAdded >= lowest);
}

/** Converts hits to a list. */
export function toScoredChunks(hits: Hit[]): ScoredChunks {
  const sorted = hits.toSorted((a, b) => a.chunk - b.chunk);
  return {
    chunks: Float64Array.from(sorted, ({ chunk }) => chunk),
    scores: Float32Array.from(sorted, ({ score }) => score),
  };
}
