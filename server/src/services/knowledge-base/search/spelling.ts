import type { StemDeps } from '../index/stemmer.ts';
import { selectWords, tokenize } from '../../../platform/text/tokenizer.ts';
import type { Word } from '../index/vocabulary-store.ts';
import type { Clause, MatchType } from './clauses.ts';
import { type ExpandedQuery, expandQuery } from './expansion.ts';
import type { IndexReader } from './index-reader.ts';
import { type Query, tokenizeQuery } from './query.ts';
import type { SearchedIndex } from './statistics.ts';

/** A word of the vocabularies of the searched indexes. */
interface CountedWord extends Word {
  /** Number of chunks of all indexes. */
  count: number;
  /** Number of chunks of each index. */
  counts: number[];
}

/** An index with the query in its terms. */
export interface ExpandedIndex {
  reader: IndexReader;
  expanded: ExpandedQuery;
}

export interface CorrectedQuery {
  indexes: SearchedIndex[];
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
 * Third step of a search: replaces words that none of the indexes contains by spelling corrections. A corrected word is expanded like any
 * other word, so that its synonyms are found as well.
 */
export async function correctSpelling(deps: StemDeps, indexes: ExpandedIndex[], query: Query): Promise<CorrectedQuery> {
  const corrections = await correctWords(indexes);
  const replacements = new Map(
    Array.from(corrections, ([word, correct]) => [word, correct.map(({ display_form: form }) => form).join(' ')]),
  );
  const suggestion = replacements.size ? replaceWords(query, replacements) : undefined;
  const searched: SearchedIndex[] = [];
  for (const [at, { reader, expanded }] of indexes.entries()) {
    const corrected =
      suggestion === undefined ? expanded : await expandQuery(deps, reader, { ...tokenizeQuery(suggestion), isOpen: false });
    const clauses = expanded.words.flatMap(({ token, text, times, clauses: ofWord, isUnknown, onlyPart }) => {
      const correct = corrections.get(token.word);
      if (!correct) return isUnknown && onlyPart ? [...ofWord, onlyPart] : ofWord;
      return correct
        .flatMap(({ word, term, counts }): Pick<Clause, 'key' | 'terms'>[] => {
          const expandedWord = corrected.words.find(({ token: { word: other } }) => other === word);
          // Stop words are not expanded.
          return (
            expandedWord?.clauses ?? [{ key: word, terms: new Map([[term, { count: counts[at] ?? 0, matchType: 'word' }]]) }]
          );
        })
        .map(({ key, terms }): Clause => ({ key, text, terms: new Map(Array.from(terms, toCorrection)), times }));
    });
    searched.push({ reader, clauses, titleClause: corrected.titleClause, expanded });
  }
  return { indexes: searched, suggestion };
}

const toCorrection = ([term, { count, matchType }]: [string, { count: number; matchType: MatchType }]) =>
  [term, { count, matchType: matchType === 'word' ? 'spelling' : matchType }] as const;

/** Returns the corrections of words that are unknown in all indexes. A stop word of the language of an index is known. */
async function correctWords(indexes: ExpandedIndex[]): Promise<Map<string, CountedWord[]>> {
  const readers = indexes.map(({ reader }) => reader);
  const known = new Set(
    indexes.flatMap(({ expanded: { words, stopWords } }) => [
      ...words.filter(({ isUnknown }) => !isUnknown).map(({ token }) => token.word),
      ...stopWords.map(({ word }) => word),
    ]),
  );
  // Indexes of other languages may have other unknown words, because these are stop words of the first one.
  const unknown = new Map(
    indexes.flatMap(({ expanded }) =>
      expanded.words.filter(({ token }) => !known.has(token.word)).map(({ token, isOpen }) => [token.word, isOpen] as const),
    ),
  );
  const corrections = new Map<string, CountedWord[]>();
  for (const [word, isOpen] of [...unknown].slice(0, MAX_CORRECTIONS)) {
    const found = await findCorrections(readers, word, { isOpen });
    if (found.length) corrections.set(word, found);
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
 * Returns the nearest word of the indexes, or two words that were written without a space.
 * @param isOpen whether the word may be incomplete
 */
async function findCorrections(readers: IndexReader[], word: string, { isOpen }: { isOpen: boolean }): Promise<CountedWord[]> {
  const size = word.length;
  const maxErrors = getMaxErrors(word);
  if (!maxErrors) return [];
  const [head, tail] = getErrorFreeEnds(word, maxErrors);
  const maxLength = size + maxErrors + (isOpen ? MAX_MISSING_LETTERS : 0);
  const candidates: Word[][] = [];
  for (const reader of readers)
    candidates.push(
      [
        ...(await reader.findCandidates({ head, tail, minLength: size - maxErrors, maxLength })),
        ...listSynonyms(reader.index.synonyms),
      ].filter((candidate) => IS_WORD.test(candidate.word)),
    );
  const countNear = (isNear: (candidate: Word) => boolean) =>
    countWords(
      readers,
      candidates.map((ofIndex) => ofIndex.filter(isNear)),
    );
  for (let errors = 1; errors <= maxErrors; errors++) {
    const near = await countNear((candidate) => computeEditDistance(word, candidate.word, errors) <= errors);
    const [best] = near.toSorted(
      (a, b) =>
        Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) ||
        b.count - a.count ||
        compare(a.word, b.word) ||
        // A very long word is cut off, without its accents, and can equal a shorter one.
        compare(b.display_form, a.display_form),
    );
    if (best) return [best];
  }
  const parts = await splitWord(readers, word);
  if (parts.length || !isOpen) return parts;
  // All of these are longer: a word with the same distance but no further letters would have been found above.
  const completions = await countNear((candidate) => computeEditDistance(word, candidate.word.slice(0, size), 1) <= 1);
  return completions.toSorted((a, b) => b.count - a.count).slice(0, 1);
}

/** Returns the number of errors up to which a word is corrected. */
export const getMaxErrors = (word: string): number =>
  word.length < MIN_LETTERS.oneError || !IS_WORD.test(word) ? 0 : word.length < MIN_LETTERS.twoErrors ? 1 : 2;

export const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns the words of synonyms, which the index may not contain. */
const listSynonyms = (lists: string[][]): Word[] =>
  selectWords(lists.flat().flatMap(tokenize)).map(({ word, plain = word }) => ({ word, term: word, display_form: plain }));

/** Merges words of several indexes, and adds the number of their chunks. */
async function countWords(readers: IndexReader[], wordsOfIndexes: Word[][]): Promise<CountedWord[]> {
  const merged = new Map<string, CountedWord>();
  for (const [at, reader] of readers.entries()) {
    const words = wordsOfIndexes[at] ?? [];
    if (!words.length) continue;
    const counts = await reader.countChunks([...new Set(words.map(({ term }) => term))]);
    for (const word of words) {
      const key = `${word.word} ${word.term} ${word.display_form}`;
      const counted = merged.get(key) ?? { ...word, count: 0, counts: readers.map(() => 0) };
      counted.counts[at] = counts.get(word.term) ?? 0;
      merged.set(key, counted);
    }
  }
  const synonyms = new Set(readers.flatMap(({ index }) => listSynonyms(index.synonyms)).map(({ word }) => word));
  return Array.from(merged.values(), (word) => ({ ...word, count: word.counts.reduce((sum, count) => sum + count, 0) })).filter(
    // Words that only hidden documents contain do not exist.
    ({ word, count }) => count > 0 || synonyms.has(word),
  );
}

/** Returns a head and a tail of a word, at least one of which has no error when the word has at most `errors` errors. */
function getErrorFreeEnds(word: string, errors: number): [head: string, tail: string] {
  // One letter less for a transposition in the middle, whose two letters belong to neither end.
  const size = Math.max(1, Math.floor((word.length - errors - 1) / (errors + 1)));
  return [word.slice(0, size), word.slice(-size)];
}

/** Returns the two most frequent words of the indexes that together form the word. */
async function splitWord(readers: IndexReader[], word: string): Promise<CountedWord[]> {
  const positions = Array.from(
    { length: Math.max(0, word.length - 2 * MIN_SPLIT_LETTERS + 1) },
    (_, at) => at + MIN_SPLIT_LETTERS,
  );
  const pairs = positions.map((at) => [word.slice(0, at), word.slice(at)] as const);
  const words: Word[][] = [];
  for (const reader of readers) words.push((await reader.findWords(pairs.flat())).words);
  const known = new Map((await countWords(readers, words)).map((counted) => [counted.word, counted]));
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
