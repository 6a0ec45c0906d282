import { type Block, documentOf, visitPostings } from './postings.ts';

// BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
const K1 = 1.2;
const B = 0.75;

/** Passages with their scores, in the order of their numbers. */
export interface Scored {
  passages: Float64Array;
  scores: Float32Array;
}

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

/** The passages that have a term, or those of these that do, each with what the term is worth there. */
export function scoreTerm(blocks: Block[], weight: number, { averageLength }: Statistics, among?: Set<number>): Scored {
  const postings = blocks.reduce((sum, { count }) => sum + count, 0);
  const size = among ? Math.min(postings, among.size) : postings;
  const scored = { passages: new Float64Array(size), scores: new Float32Array(size) };
  let place = 0;
  for (const { bytes } of blocks)
    visitPostings(bytes, (passage, times, length) => {
      if (among && !among.has(passage)) return;
      scored.passages[place] = passage;
      scored.scores[place++] = (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));
    });
  return { passages: scored.passages.subarray(0, place), scores: scored.scores.subarray(0, place) };
}

/** Two lists as one. A passage of both has what `both` makes of its scores. */
export function merge(a: Scored, b: Scored, both: (x: number, y: number) => number): Scored {
  const passages = new Float64Array(a.passages.length + b.passages.length);
  const scores = new Float32Array(passages.length);
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
  return { passages: passages.subarray(0, size), scores: scores.subarray(0, size) };
}

export const sum = (x: number, y: number) => x + y;
export const max = (x: number, y: number) => Math.max(x, y);

/** Lists as one. The two shortest always go first, as in Huffman's tree: so the fewest are copied. */
export function mergeAll(lists: Scored[], both: (x: number, y: number) => number): Scored {
  const left = [...lists];
  while (left.length > 1) {
    left.sort((a, b) => b.passages.length - a.passages.length);
    left.push(merge(left.pop() as Scored, left.pop() as Scored, both));
  }
  return left[0] ?? { passages: new Float64Array(), scores: new Float32Array() };
}

/** Those for which `keep` holds. */
export function keepOnly({ passages, scores }: Scored, keep: (passage: number) => boolean): Scored {
  const kept = { passages: new Float64Array(passages.length), scores: new Float32Array(passages.length) };
  let size = 0;
  for (let place = 0; place < passages.length; place++) {
    if (!keep(passages[place] as number)) continue;
    kept.passages[size] = passages[place] as number;
    kept.scores[size++] = scores[place] as number;
  }
  return { passages: kept.passages.subarray(0, size), scores: kept.scores.subarray(0, size) };
}

/** A passage that was found. */
export interface Hit {
  passage: number;
  score: number;
}

/** The best passage of each document. */
export function bestOfDocuments({ passages, scores }: Scored): Scored {
  const best = { passages: new Float64Array(passages.length), scores: new Float32Array(passages.length) };
  let [size, document] = [0, -1];
  // By place, here and below: these lists may be long, and each entry of an iterator is a list of its own.
  for (let place = 0; place < passages.length; place++) {
    const passage = passages[place] as number;
    const score = scores[place] as number;
    if (documentOf(passage) !== document) {
      document = documentOf(passage);
      best.scores[size++] = -Infinity;
    }
    if (score > (best.scores[size - 1] as number)) {
      best.passages[size - 1] = passage;
      best.scores[size - 1] = score;
    }
  }
  return { passages: best.passages.subarray(0, size), scores: best.scores.subarray(0, size) };
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
