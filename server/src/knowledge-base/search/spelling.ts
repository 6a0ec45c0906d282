import type { IndexReader } from './index-reader.ts';
import type { Word } from '../index/vocabulary-store.ts';

export interface Counted extends Word {
  count: number;
}

/** Words shorter than the first are never mended; from the second on, two errors are. */
const LETTERS = { one: 4, two: 8 };
/** Of a word that is still being written. */
const LONGEST_REST = 12;
/** Of a word that was written without the space in it. */
const SHORTEST_PART = 3;
const IS_WORD = /^[\p{L}\p{M}]+$/u;

/**
 * The words that somebody meant by one that the index does not know: the one that is nearest, or two that were written together. With
 * `isOpen` it may be the beginning of a word.
 */
export async function mend(reader: IndexReader, word: string, { isOpen }: { isOpen: boolean }): Promise<Counted[]> {
  const size = word.length;
  if (size < LETTERS.one || !IS_WORD.test(word)) return [];
  const errors = size < LETTERS.two ? 1 : 2;
  const [head, tail] = endsOf(word, errors);
  const alike = (
    await reader.alike({ head, tail, shortest: size - errors, longest: size + errors + (isOpen ? LONGEST_REST : 0) })
  ).filter((one) => IS_WORD.test(one.word));
  for (let most = 1; most <= errors; most++) {
    const near = alike.filter((one) => distance(word, one.word, most) <= most);
    const [best] = (await counted(reader, near)).toSorted(
      (a, b) => Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) || b.count - a.count || (a.word < b.word ? -1 : 1),
    );
    if (best) return [best];
  }
  const parts = await split(reader, word);
  if (parts.length || !isOpen) return parts;
  // Longer words, because a word as near as this without a rest would have been found above.
  const begun = alike.filter((one) => distance(word, one.word.slice(0, size), 1) <= 1);
  return (await counted(reader, begun)).toSorted((a, b) => b.count - a.count).slice(0, 1);
}

/** Words with how many passages have their terms. */
async function counted(reader: IndexReader, words: Word[]): Promise<Counted[]> {
  if (!words.length) return [];
  const counts = await reader.counts([...new Set(words.map(({ term }) => term))]);
  return words.map((word) => ({ ...word, count: counts.get(word.term) ?? 0 }));
}

/** A beginning and an end, of which one is without an error when there are so few, wherever they are. */
function endsOf(word: string, errors: number): [head: string, tail: string] {
  // One in the middle may be an exchange of two letters: these belong to neither.
  const size = Math.max(1, Math.floor((word.length - errors - 1) / (errors + 1)));
  return [word.slice(0, size), word.slice(-size)];
}

async function split(reader: IndexReader, word: string): Promise<Counted[]> {
  const cuts = Array.from({ length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) }, (_, at) => at + SHORTEST_PART);
  const pairs = cuts.map((at) => [word.slice(0, at), word.slice(at)] as const);
  const { words } = await reader.words(pairs.flat());
  const known = new Map((await counted(reader, words)).map((one) => [one.word, one]));
  const both = pairs.flatMap(([left, right]) => {
    const [a, b] = [known.get(left), known.get(right)];
    return a && b ? [{ words: [a, b], count: Math.min(a.count, b.count) }] : [];
  });
  return both.toSorted((a, b) => b.count - a.count)[0]?.words ?? [];
}

/** Damerau–Levenshtein, each place changed once at most (optimal string alignment); more than `most` is Infinity. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] as number) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return Infinity;
    before = last;
    last = row;
  }
  const found = last[b.length] as number;
  return found > most ? Infinity : found;
}
