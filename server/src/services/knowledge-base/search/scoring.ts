import { type Block, toDocument, type Hit, visitPostings } from '../index/postings.ts';

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

/**
 * Returns the weight of a term that occurs `times` times in a chunk, from 0 to K1 + 1. Each repetition adds less than the one before, and
 * terms weigh less in long chunks.
 */
export const saturate = (times: number, length: number, { averageLength }: Pick<Statistics, 'averageLength'>): number =>
  (times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));

/**
 * Scores the chunks that contain a term.
 * @param among sorted chunk numbers to which the result is limited
 */
export function scoreTerm(blocks: Block[], weight: number, { averageLength }: Statistics, among?: Float64Array): ScoredChunks {
  const postings = blocks.reduce((sum, { count }) => sum + count, 0);
  const size = among ? Math.min(postings, among.length) : postings;
  const scored = allocate(size);
  let [at, next] = [0, 0];
  for (const { bytes } of blocks)
    visitPostings(bytes, (chunk, times, length) => {
      if (among) {
        // Most postings of a frequent term belong to other chunks.
        while (next < among.length && (among[next] as number) < chunk) next++;
        if (among[next] !== chunk) return;
      }
      scored.chunks[at] = chunk;
      scored.scores[at++] = (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));
    });
  return truncate(scored, at);
}

/** Merges two lists and releases them. `combine` computes the score of a chunk that both contain. */
function merge(a: ScoredChunks, b: ScoredChunks, combine: (x: number, y: number) => number): ScoredChunks {
  const merged = allocate(a.chunks.length + b.chunks.length);
  const { chunks, scores } = merged;
  let [i, j, size] = [0, 0, 0];
  while (i < a.chunks.length || j < b.chunks.length) {
    const x = i < a.chunks.length ? (a.chunks[i] as number) : Infinity;
    const y = j < b.chunks.length ? (b.chunks[j] as number) : Infinity;
    chunks[size] = Math.min(x, y);
    scores[size++] =
      x === y ? combine(a.scores[i] as number, b.scores[j] as number) : x < y ? (a.scores[i] as number) : (b.scores[j] as number);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  release(a);
  release(b);
  return truncate(merged, size);
}

export const sum = (x: number, y: number) => x + y;
export const max = (x: number, y: number) => Math.max(x, y);

/** Merges lists and releases them. Merges the two shortest first, as Huffman coding does, to copy as little as possible. */
export function mergeAll(lists: ScoredChunks[], combine: (x: number, y: number) => number): ScoredChunks {
  const remaining = [...lists];
  while (remaining.length > 1) {
    remaining.sort((a, b) => b.chunks.length - a.chunks.length);
    remaining.push(merge(remaining.pop() as ScoredChunks, remaining.pop() as ScoredChunks, combine));
  }
  return remaining[0] ?? allocate(0);
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

/** Converts hits to a list. */
export function toScoredChunks(hits: Hit[]): ScoredChunks {
  const sorted = hits.toSorted((a, b) => a.chunk - b.chunk);
  return {
    chunks: Float64Array.from(sorted, ({ chunk }) => chunk),
    scores: Float32Array.from(sorted, ({ score }) => score),
  };
}
