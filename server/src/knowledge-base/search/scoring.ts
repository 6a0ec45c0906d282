import { type Block, documentOf, visitPostings, type Hit } from '../index/postings.ts';

// BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
const K1 = 1.2;
const B = 0.75;

/** Passages with their scores, in the order of their numbers. Ends with `release`, or with the garbage. */
export interface Scored {
  passages: Float64Array<ArrayBuffer>;
  scores: Float32Array<ArrayBuffer>;
}

// A search makes lists of some megabytes. Left to the garbage collector, these would be found by a look at all that the process holds,
// several times a second while people search: so they are used again.
const BYTES = { passage: 8, score: 4 };
const SMALLEST = 1_024;
const MOST_FREE_BYTES = 16 * 1024 * 1024;
const free = new Map<number, ArrayBuffer[]>();
let freeBytes = 0;

function allocate(size: number): Scored {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(size, SMALLEST)));
  const byteLength = capacity * (BYTES.passage + BYTES.score);
  const used = free.get(byteLength)?.pop();
  if (used) freeBytes -= byteLength;
  const buffer = used ?? new ArrayBuffer(byteLength);
  return {
    passages: new Float64Array(buffer, 0, size),
    scores: new Float32Array(buffer, capacity * BYTES.passage, size),
  };
}

/** Gives the memory of a list that nobody looks at any more to the next. */
export function release({ passages: { buffer } }: Scored): void {
  const { byteLength } = buffer;
  if (freeBytes + byteLength > MOST_FREE_BYTES) return;
  freeBytes += byteLength;
  const others = free.get(byteLength);
  if (others) others.push(buffer);
  else free.set(byteLength, [buffer]);
}

const shorten = ({ passages, scores }: Scored, size: number): Scored => ({
  passages: passages.subarray(0, size),
  scores: scores.subarray(0, size),
});

export interface Statistics {
  /** Passages in the index. */
  passages: number;
  /** Words of a passage on average. */
  averageLength: number;
}

/** How much a word says that is in so many passages. */
export function rarity({ passages }: Statistics, count: number): number {
  const having = Math.min(count, passages);
  return Math.log(1 + (passages - having + 0.5) / (having + 0.5));
}

/** Returns what a term is worth that is so often in a passage, from 0 to K1 + 1: more repetitions add less, and long passages count less. */
export const saturate = (times: number, length: number, { averageLength }: Pick<Statistics, 'averageLength'>): number =>
  (times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));

/** The passages that have a term, or those of these, in order, that do; each with what the term is worth there. */
export function scoreTerm(blocks: Block[], weight: number, { averageLength }: Statistics, among?: Float64Array): Scored {
  const postings = blocks.reduce((sum, { count }) => sum + count, 0);
  const size = among ? Math.min(postings, among.length) : postings;
  const scored = allocate(size);
  let [place, next] = [0, 0];
  for (const { bytes } of blocks)
    visitPostings(bytes, (passage, times, length) => {
      if (among) {
        // Most postings of a common word are none of these.
        while (next < among.length && (among[next] as number) < passage) next++;
        if (among[next] !== passage) return;
      }
      scored.passages[place] = passage;
      scored.scores[place++] = (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));
    });
  return shorten(scored, place);
}

/** Two lists as one, which ends them. A passage of both has what `both` makes of its scores. */
function merge(a: Scored, b: Scored, both: (x: number, y: number) => number): Scored {
  const merged = allocate(a.passages.length + b.passages.length);
  const { passages, scores } = merged;
  let [i, j, size] = [0, 0, 0];
  while (i < a.passages.length || j < b.passages.length) {
    const x = i < a.passages.length ? (a.passages[i] as number) : Infinity;
    const y = j < b.passages.length ? (b.passages[j] as number) : Infinity;
    passages[size] = Math.min(x, y);
    scores[size++] =
      x === y ? both(a.scores[i] as number, b.scores[j] as number) : x < y ? (a.scores[i] as number) : (b.scores[j] as number);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  release(a);
  release(b);
  return shorten(merged, size);
}

export const sum = (x: number, y: number) => x + y;
export const max = (x: number, y: number) => Math.max(x, y);

/** Lists as one, which ends them. The two shortest always go first, as in Huffman's tree: so the fewest are copied. */
export function mergeAll(lists: Scored[], both: (x: number, y: number) => number): Scored {
  const left = [...lists];
  while (left.length > 1) {
    left.sort((a, b) => b.passages.length - a.passages.length);
    left.push(merge(left.pop() as Scored, left.pop() as Scored, both));
  }
  return left[0] ?? allocate(0);
}

/** Those for which `keep` holds, in the place of the list. */
export function keepOnly(scored: Scored, keep: (passage: number) => boolean): Scored {
  const { passages, scores } = scored;
  let size = 0;
  for (let place = 0; place < passages.length; place++) {
    if (!keep(passages[place] as number)) continue;
    passages[size] = passages[place] as number;
    scores[size++] = scores[place] as number;
  }
  return shorten(scored, size);
}

/** The best passage of each document, in the place of the list. */
export function bestOfDocuments(scored: Scored): Scored {
  const { passages, scores } = scored;
  let [size, document, highest] = [0, -1, -Infinity];
  // By place, here and below: these lists may be long, and each entry of an iterator is a list of its own.
  for (let place = 0; place < passages.length; place++) {
    const passage = passages[place] as number;
    const score = scores[place] as number;
    if (documentOf(passage) !== document) {
      document = documentOf(passage);
      highest = -Infinity;
      size++;
    }
    if (score > highest) {
      highest = score;
      passages[size - 1] = passage;
      scores[size - 1] = score;
    }
  }
  return shorten(scored, size);
}

/** The best of them, best first; among equals the one that came first. */
export function bestOf({ passages, scores }: Scored, most: number): Hit[] {
  let best: Hit[] = [];
  let least = -Infinity;
  // Twice as many as are wanted are gathered, then the worse half goes: few are ever looked at again.
  const trim = () => {
    best = best.toSorted((a, b) => b.score - a.score || a.passage - b.passage).slice(0, most);
    if (best.length === most) least = best.at(-1)?.score ?? least;
  };
  for (let place = 0; place < passages.length; place++) {
    const passage = passages[place] as number;
    const score = scores[place] as number;
    if (score <= least) continue;
    best.push({ passage, score });
    if (best.length >= 2 * most) trim();
  }
  trim();
  return best;
}

/** Of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009. */
const RANK_OFFSET = 60;

/** Documents of several rankings, those first that stand high in one or in both. The first ranking names the passage. */
export function fuse(rankings: Hit[][]): Hit[] {
  const fused = new Map<number, Hit>();
  for (const ranking of rankings)
    for (const [place, { passage }] of ranking.entries()) {
      const document = documentOf(passage);
      const hit = fused.get(document) ?? { passage, score: 0 };
      hit.score += 1 / (RANK_OFFSET + place + 1);
      fused.set(document, hit);
    }
  return [...fused.values()].toSorted((a, b) => b.score - a.score);
}
