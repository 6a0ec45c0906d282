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

/** The passages that have a term, each with what the term is worth there. */
export function scoreTerm(blocks: Block[], weight: number, { averageLength }: Statistics): Scored {
  const size = blocks.reduce((sum, { count }) => sum + count, 0);
  const scored = { passages: new Float64Array(size), scores: new Float32Array(size) };
  let place = 0;
  for (const { bytes } of blocks)
    visitPostings(bytes, (passage, times, length) => {
      scored.passages[place] = passage;
      scored.scores[place++] = (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));
    });
  return scored;
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

/** Lists as one. The shortest go first, so that no long one is copied often. */
export function mergeAll(lists: Scored[], both: (x: number, y: number) => number): Scored {
  const [first, ...others] = lists.toSorted((a, b) => a.passages.length - b.passages.length);
  return others.reduce(
    (all, list) => merge(all, list, both),
    first ?? { passages: new Float64Array(), scores: new Float32Array() },
  );
}

/** Those for which `keep` holds. */
export function keepOnly({ passages, scores }: Scored, keep: (passage: number) => boolean): Scored {
  const places = Array.from(passages.keys()).filter((place) => keep(passages[place] as number));
  return {
    passages: Float64Array.from(places, (place) => passages[place] as number),
    scores: Float32Array.from(places, (place) => scores[place] as number),
  };
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
  for (const [place, passage] of passages.entries()) {
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
  for (const [place, passage] of passages.entries()) {
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
