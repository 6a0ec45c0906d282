import { findTitleWords, toStem } from '../../../platform/text/lexemes.ts';

// Below this similarity, two titles share no more than one or two common words.
const MIN_SIMILARITY = 0.3;
// Duplicates have to be more similar, because nobody asked for them.
const MIN_DUPLICATE_SIMILARITY = 0.6;
const MIN_DUPLICATE_WORDS = 2;

/**
 * Returns the similarity of two titles, from 0 to 1: Dice's coefficient over the stems of their words without stop words,
 * weighted by length because short words are common. Words that differ by a typing error count by their share of common trigrams.
 */
export function measureSimilarity(a: string, b: string): number {
  const [left, right] = [findStems(a), findStems(b)];
  const total = computeWeight(left) + computeWeight(right);
  if (!total) return 0;
  return (weightCovered(left, right) + weightCovered(right, left)) / total;
}

/**
 * Returns whether two titles probably say the same: each word of the shorter one is in the other one, and few words are added. Titles of one
 * word, such as “Export”, say too little.
 */
export function isProbableDuplicate(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [findStems(a), findStems(b)].toSorted((x, y) => computeWeight(x) - computeWeight(y));
  return (
    shorter.length >= MIN_DUPLICATE_WORDS &&
    shorter.every((stem) => longer.some((other) => stemLikeness(stem, other) > 0)) &&
    measureSimilarity(a, b) >= MIN_DUPLICATE_SIMILARITY
  );
}

/** Returns the most similar titles, best first. */
export function findMostSimilar<T extends { title: string }>(title: string, candidates: T[], most: number): T[] {
  return candidates
    .map((candidate) => ({ candidate, score: measureSimilarity(title, candidate.title) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

const findStems = (title: string) => [...new Set(findTitleWords(title).map(toStem))];
const weightCovered = (stems: string[], others: string[]) =>
  stems.reduce((sum, stem) => sum + stem.length * Math.max(0, ...others.map((other) => stemLikeness(stem, other))), 0);
const computeWeight = (stems: string[]) => stems.reduce((sum, stem) => sum + stem.length, 0);

function stemLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 4 || b.length < 4) return 0;
  if (a.startsWith(b) || b.startsWith(a)) return 0.9;
  const [left, right] = [buildTrigrams(a), buildTrigrams(b)];
  const shared = [...left].filter((trigram) => right.has(trigram)).length;
  const dice = (2 * shared) / (left.size + right.size);
  return dice >= 0.5 ? dice : 0;
}

function buildTrigrams(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}
