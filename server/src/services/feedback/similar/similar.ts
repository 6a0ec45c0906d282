import { findTitleWords, toStem } from '../../../platform/text/lexemes.ts';

// Limits that show fewest wrong titles of the sample project (similar.test.ts), of 135 combinations those that find nearly as many right ones
// as the best. Titles that share one word say the same only if the word is rare and there are few others.
const MIN_SIMILARITY = 0.4;
const MIN_RARE_SIMILARITY = 0.35;
/** Number of titles up to which a word is rare. */
const MAX_RARE = 8;
/** Number of words of a short title. */
const MAX_SHORT_WORDS = 2;
/** Similarity to a title of one word, which says nothing else. */
const MIN_WORD_SIMILARITY = 0.3;
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

/** Returns the most similar titles, best first. Candidates are all titles that share a word with the given one. */
export function findMostSimilar<T extends { title: string }>(title: string, candidates: T[], most: number): T[] {
  const stems = findStems(title);
  const known = candidates.map((candidate) => {
    const others = findStems(candidate.title);
    const shared = stems.filter((stem) => others.some((other) => stemLikeness(stem, other) > 0));
    return { candidate, shared, score: measureSimilarity(title, candidate.title), length: Math.min(stems.length, others.length) };
  });
  const counts = new Map(stems.map((stem) => [stem, known.filter(({ shared }) => shared.includes(stem)).length]));
  const isSimilar = ({ shared, score, length }: (typeof known)[number]): boolean =>
    stems.length === 1
      ? score >= MIN_WORD_SIMILARITY
      : (shared.length > 1 && score >= MIN_SIMILARITY) ||
        (length <= MAX_SHORT_WORDS && score >= MIN_RARE_SIMILARITY && shared.some((stem) => (counts.get(stem) ?? 0) <= MAX_RARE));
  return known
    .filter(isSimilar)
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
