import {
  type Block,
  decodeColumns,
  type Hit,
  LENGTHS,
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

/**
 * Scores the chunks that contain a term.
 * @param among sorted chunk numbers to which the result is limited
 */
export function scoreTerm(blocks: Block[], weight: number, { averageLength }: Statistics, among?: Float64Array): ScoredChunks {
  const postings = blocks.reduce((total, { count }) => total + count, 0);
  const { chunks, scores } = allocate(among ? Math.min(postings, among.length) : postings);
  const dampings = listDampings(averageLength);
  let [size, next] = [0, 0];
  for (const { first, last, bytes } of blocks) {
    if (among) {
      // Most blocks of a frequent term have none of the chunks.
      while (next < among.length && (among[next] as number) < first) next++;
      if (next === among.length) break;
      if ((among[next] as number) > last) continue;
    }
    const { count, chunks: decoded, weights, lengths } = decodeColumns(bytes);
    for (let at = 0; at < count; at++) {
      const chunk = decoded[at] as number;
      if (among) {
        while (next < among.length && (among[next] as number) < chunk) next++;
        if (among[next] !== chunk) continue;
      }
      const times = weights[at] as number;
      chunks[size] = chunk;
      scores[size++] = (weight * times * (K1 + 1)) / (times + (dampings[lengths[at] as number] as number));
    }
  }
  return truncate({ chunks, scores }, size);
}

export const sum = (x: number, y: number) => x + y;
export const max = (x: number, y: number) => Math.max(x, y);

/** Documents whose chunks are combined at a time, so that their scores stay in the cache of the processor. */
const WINDOW_DOCUMENTS = 256;
/** Scores of the chunks of a window: of the first chunk of each document, then of the second chunk of each, and so on. Otherwise zeros. */
const windowScores = new Float64Array(WINDOW_DOCUMENTS * (MAX_POSITION + 1));
/** Highest position of a chunk of each document of a window. Otherwise zeros. */
const windowPositions = new Uint16Array(WINDOW_DOCUMENTS);

/** Combines lists and releases them. `combine` computes the score of a chunk that several lists contain. Scores are above zero. */
export function combineAll(lists: ScoredChunks[], combine: (x: number, y: number) => number): ScoredChunks {
  if (lists.length < 2) return lists[0] ?? allocate(0);
  const combined = allocate(lists.reduce((total, { chunks }) => total + chunks.length, 0));
  const next = lists.map(() => 0);
  let size = 0;
  for (;;) {
    let first = Infinity;
    for (let at = 0; at < lists.length; at++) first = Math.min(first, lists[at]?.chunks[next[at] as number] ?? Infinity);
    if (first === Infinity) break;
    const begin = toChunkNumber(toDocument(first), 0);
    for (let at = 0; at < lists.length; at++)
      next[at] = addToWindow(lists[at] as ScoredChunks, { from: next[at] as number, begin, combine });
    size = emptyWindow(combined, size, begin);
  }
  for (const list of lists) release(list);
  return truncate(combined, size);
}

/** Adds the scores of a list, from an index, to a window. Returns the index of the first chunk after the window. */
function addToWindow(
  { chunks, scores }: ScoredChunks,
  { from, begin, combine }: { from: number; begin: number; combine: (x: number, y: number) => number },
): number {
  const end = begin + toChunkNumber(WINDOW_DOCUMENTS, 0);
  let at = from;
  for (; at < chunks.length && (chunks[at] as number) < end; at++) {
    // Integers: the remainder of a floating-point number takes several times as long.
    const offset = ((chunks[at] as number) - begin) | 0;
    const document = offset >> POSITION_BITS;
    const position = offset & MAX_POSITION;
    const slot = position * WINDOW_DOCUMENTS + document;
    windowScores[slot] = combine(windowScores[slot] as number, scores[at] as number);
    if (position > (windowPositions[document] as number)) windowPositions[document] = position;
  }
  return at;
}

/** Moves the scores of a window to the end of a list. Returns the new size of the list. */
function emptyWindow({ chunks, scores }: ScoredChunks, end: number, begin: number): number {
  let size = end;
  for (let document = 0; document < WINDOW_DOCUMENTS; document++) {
    for (let position = 0; position <= (windowPositions[document] as number); position++) {
      const slot = position * WINDOW_DOCUMENTS + document;
      const score = windowScores[slot] as number;
      if (!score) continue;
      chunks[size] = begin + toChunkNumber(document, position);
      scores[size++] = score;
      windowScores[slot] = 0;
    }
    windowPositions[document] = 0;
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
  let [size, document, highest] = [0, -1, -Infinity];
  // An index loop, here and below: the lists may be long, and an iterator creates an array for each entry.
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as number;
    const score = scores[at] as number;
    if (toDocument(chunk) !== document) {
      document = toDocument(chunk);
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
