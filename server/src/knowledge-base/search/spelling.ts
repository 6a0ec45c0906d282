import type { Word } from '../index/vocabulary-store.ts';
import type { Clause } from './clauses.ts';
import type { ExpandedQuery } from './expansion.ts';
import type { IndexReader } from './index-reader.ts';
import type { Query } from './query.ts';

interface CountedWord extends Word {
  /** Number of chunks. */
  count: number;
}

export interface CorrectedQuery {
  clauses: Clause[];
  /** The query with corrected words. Undefined when no word was corrected. */
  suggestion: string | undefined;
}

/** Minimum letters of words with one and with two errors. */
const MIN_LETTERS = { oneError: 4, twoErrors: 8 };
/** Letters that may follow an incomplete word. */
const MAX_MISSING_LETTERS = 12;
/** Letters of both words that were written without a space. */
const MIN_SPLIT_LETTERS = 3;
/** Corrections of a query, because each takes some time. */
const MAX_CORRECTIONS = 8;
const IS_WORD = /^[\p{L}\p{M}]+$/u;

/** Third step of a search: replaces words that the index does not contain by spelling corrections. */
export async function correctSpelling(reader: IndexReader, query: Query, { words }: ExpandedQuery): Promise<CorrectedQuery> {
  const clauses: Clause[] = [];
  const replacements = new Map<string, string>();
  let tried = 0;
  for (const { token, text, times, isOpen, clauses: ofWord, isUnknown, onlyPart } of words) {
    clauses.push(...ofWord);
    if (!isUnknown || tried++ >= MAX_CORRECTIONS) continue;
    const corrections = await findCorrections(reader, token.word, { isOpen });
    for (const { term, count } of corrections)
      if (count) clauses.push({ text, terms: new Map([[term, { count, matchType: 'spelling' }]]), times });
    if (corrections.length) replacements.set(token.word, corrections.map(({ display_form: form }) => form).join(' '));
    else if (onlyPart) clauses.push(onlyPart);
  }
  return { clauses, suggestion: replacements.size ? replaceWords(query, replacements) : undefined };
}

function replaceWords({ text, tokens }: Query, replacements: Map<string, string>): string {
  let [result, position] = ['', 0];
  for (const token of tokens) {
    const replacement = replacements.get(token.word);
    if (replacement === undefined || token.isJoined || token.start < position) continue;
    result += text.slice(position, token.start) + replacement;
    position = token.end;
  }
  return result + text.slice(position);
}

/**
 * Returns the nearest word of the index, or two words that were written without a space.
 * @param isOpen whether the word may be incomplete
 */
async function findCorrections(reader: IndexReader, word: string, { isOpen }: { isOpen: boolean }): Promise<CountedWord[]> {
  const size = word.length;
  if (size < MIN_LETTERS.oneError || !IS_WORD.test(word)) return [];
  const maxErrors = size < MIN_LETTERS.twoErrors ? 1 : 2;
  const [head, tail] = getErrorFreeEnds(word, maxErrors);
  const maxLength = size + maxErrors + (isOpen ? MAX_MISSING_LETTERS : 0);
  const candidates = (await reader.findCandidates({ head, tail, minLength: size - maxErrors, maxLength })).filter((candidate) =>
    IS_WORD.test(candidate.word),
  );
  for (let errors = 1; errors <= maxErrors; errors++) {
    const near = candidates.filter((candidate) => computeEditDistance(word, candidate.word, errors) <= errors);
    const [best] = (await countWords(reader, near)).toSorted(
      (a, b) => Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) || b.count - a.count || (a.word < b.word ? -1 : 1),
    );
    if (best) return [best];
  }
  const parts = await splitWord(reader, word);
  if (parts.length || !isOpen) return parts;
  // All of these are longer: a word with the same distance but no further letters would have been found above.
  const completions = candidates.filter((candidate) => computeEditDistance(word, candidate.word.slice(0, size), 1) <= 1);
  return (await countWords(reader, completions)).toSorted((a, b) => b.count - a.count).slice(0, 1);
}

/** Adds the number of chunks to words. */
async function countWords(reader: IndexReader, words: Word[]): Promise<CountedWord[]> {
  if (!words.length) return [];
  const counts = await reader.countChunks([...new Set(words.map(({ term }) => term))]);
  return words.map((word) => ({ ...word, count: counts.get(word.term) ?? 0 }));
}

/** Returns a head and a tail of a word, at least one of which has no error when the word has at most `errors` errors. */
function getErrorFreeEnds(word: string, errors: number): [head: string, tail: string] {
  // One letter less for a transposition in the middle, whose two letters belong to neither end.
  const size = Math.max(1, Math.floor((word.length - errors - 1) / (errors + 1)));
  return [word.slice(0, size), word.slice(-size)];
}

/** Returns the two most frequent words of the index that together form the word. */
async function splitWord(reader: IndexReader, word: string): Promise<CountedWord[]> {
  const positions = Array.from(
    { length: Math.max(0, word.length - 2 * MIN_SPLIT_LETTERS + 1) },
    (_, at) => at + MIN_SPLIT_LETTERS,
  );
  const pairs = positions.map((at) => [word.slice(0, at), word.slice(at)] as const);
  const { words } = await reader.findWords(pairs.flat());
  const known = new Map((await countWords(reader, words)).map((counted) => [counted.word, counted]));
  const complete = pairs.flatMap(([left, right]) => {
    const [a, b] = [known.get(left), known.get(right)];
    return a && b ? [{ words: [a, b], count: Math.min(a.count, b.count) }] : [];
  });
  return complete.toSorted((a, b) => b.count - a.count)[0]?.words ?? [];
}

/** Returns the Damerau–Levenshtein distance (optimal string alignment). Infinity when it exceeds `max`. */
export function computeEditDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > max) return Infinity;
    beforeLast = last;
    last = row;
  }
  const distance = last[b.length] as number;
  return distance > max ? Infinity : distance;
}
