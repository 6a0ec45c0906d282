import type { StemDeps } from '../index/stemmer.ts';
import { selectWords, tokenize } from '../index/tokenizer.ts';
import type { Word } from '../index/vocabulary-store.ts';
import type { Clause, MatchType } from './clauses.ts';
import { type ExpandedQuery, expandQuery } from './expansion.ts';
import type { IndexReader } from './index-reader.ts';
import { type Query, tokenizeQuery } from './query.ts';

interface CountedWord extends Word {
  /** Number of chunks. */
  count: number;
}

export interface CorrectedQuery {
  clauses: Clause[];
  /** Clause for documents whose title has the same words as the corrected query. */
  titleClause: Clause | undefined;
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

/**
 * Third step of a search: replaces words that the index does not contain by spelling corrections. A corrected word is expanded like any
 * other word, so that its synonyms are found as well.
 */
export async function correctSpelling(
  deps: StemDeps,
  reader: IndexReader,
  query: Query,
  expanded: ExpandedQuery,
): Promise<CorrectedQuery> {
  const corrections = await correctWords(reader, expanded);
  const replacements = new Map(
    Array.from(corrections, ([word, correct]) => [word, correct.map(({ display_form: form }) => form).join(' ')]),
  );
  const suggestion = replacements.size ? replaceWords(query, replacements) : undefined;
  const corrected =
    suggestion === undefined ? expanded : await expandQuery(deps, reader, { ...tokenizeQuery(suggestion), isOpen: false });
  const clauses = expanded.words.flatMap(({ token, text, times, clauses: ofWord, isUnknown, onlyPart }) => {
    const correct = corrections.get(token.word);
    if (!correct) return isUnknown && onlyPart ? [...ofWord, onlyPart] : ofWord;
    return correct
      .flatMap(({ word, term, count }): Pick<Clause, 'terms'>[] => {
        const expandedWord = corrected.words.find(({ token: { word: other } }) => other === word);
        // Stop words are not expanded.
        return expandedWord?.clauses ?? [{ terms: new Map([[term, { count, matchType: 'word' }]]) }];
      })
      .map(({ terms }): Clause => ({ text, terms: new Map(Array.from(terms, toCorrection)), times }));
  });
  return { clauses, titleClause: corrected.titleClause, suggestion };
}

const toCorrection = ([term, { count, matchType }]: [string, { count: number; matchType: MatchType }]) =>
  [term, { count, matchType: matchType === 'word' ? 'spelling' : matchType }] as const;

/** Returns the corrections of unknown words. */
async function correctWords(reader: IndexReader, { words }: ExpandedQuery): Promise<Map<string, CountedWord[]>> {
  const corrections = new Map<string, CountedWord[]>();
  for (const { token, isOpen } of words.filter(({ isUnknown }) => isUnknown).slice(0, MAX_CORRECTIONS)) {
    const found = await findCorrections(reader, token.word, { isOpen });
    if (found.length) corrections.set(token.word, found);
  }
  return corrections;
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
  const candidates = [
    ...(await reader.findCandidates({ head, tail, minLength: size - maxErrors, maxLength })),
    ...listSynonyms(reader.index.synonyms),
  ].filter((candidate) => IS_WORD.test(candidate.word));
  for (let errors = 1; errors <= maxErrors; errors++) {
    const near = candidates.filter((candidate) => computeEditDistance(word, candidate.word, errors) <= errors);
    const [best] = (await countWords(reader, near)).toSorted(
      (a, b) =>
        Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) ||
        b.count - a.count ||
        compare(a.word, b.word) ||
        // A very long word is cut off, without its accents, and can equal a shorter one.
        compare(b.display_form, a.display_form),
    );
    if (best) return [best];
  }
  const parts = await splitWord(reader, word);
  if (parts.length || !isOpen) return parts;
  // All of these are longer: a word with the same distance but no further letters would have been found above.
  const completions = candidates.filter((candidate) => computeEditDistance(word, candidate.word.slice(0, size), 1) <= 1);
  return (await countWords(reader, completions)).toSorted((a, b) => b.count - a.count).slice(0, 1);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns the words of synonyms, which the index may not contain. */
const listSynonyms = (lists: string[][]): Word[] =>
  selectWords(lists.flat().flatMap(tokenize)).map(({ word, plain = word }) => ({ word, term: word, display_form: plain }));

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
