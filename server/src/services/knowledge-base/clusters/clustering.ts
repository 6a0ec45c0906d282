import { setImmediate } from 'node:timers/promises';
import { tokenizeQuery } from '../search/query.ts';
import { compare, computeEditDistance, getMaxErrors } from '../search/spelling.ts';
import { normalizeWords, type Stem, type StemDeps } from '../index/stemmer.ts';
import type { Token } from '../../../platform/text/tokenizer.ts';

/** Queries or terms that are analyzed before other requests may run. */
const BATCH = 200;
/** Letters of the longest word that is compared with others. */
const MAX_LETTERS = 30;
/** Letters of the shortest word that a word with two errors stands for. */
const MIN_LETTERS_OF_TWO_ERRORS = 7;
/** A misspelling is at most this part of the frequency of the word. */
const MIN_RATIO = 2;

/**
 * Returns the terms of each query. The language of a query is not known: a word is a stop word if it is one in any language of the project,
 * and otherwise has its shortest stem, which is that of the language that knows its inflection. A query without words is its own term.
 */
export async function analyzeQueries(
  { db, stem }: StemDeps,
  languages: string[],
  queries: Iterable<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const distinct = [...new Set(queries)];
  for (let start = 0; start < distinct.length; start += BATCH) {
    await setImmediate();
    const batch = distinct.slice(start, start + BATCH).map((query) => ({ query, tokens: tokenizeQuery(query).tokens }));
    const tokens = batch.flatMap((one) => one.tokens);
    const stemmers = await Promise.all(languages.map((language) => stem(db, language, tokens)));
    const stemOf = (token: Token): Stem => {
      const stems = stemmers.map((ofLanguage) => ofLanguage(token));
      const [shortest] = stems.map(({ term }) => term).toSorted((a, b) => a.length - b.length || compare(a, b));
      return { term: shortest ?? token.word, isStop: stems.some(({ isStop }) => isStop) };
    };
    for (const one of batch) {
      const words = normalizeWords(one.tokens, stemOf);
      found.set(one.query, words ? words.split(' ') : [one.query]);
    }
  }
  return found;
}

/**
 * Returns the corrections of misspelled terms. A term that no document contains is a misspelling of the nearest term that documents contain,
 * or that is searched at least twice as often. The result depends on the counts only, not on their order.
 */
export async function correctTerms(counts: Map<string, number>, known: Set<string>): Promise<Map<string, string>> {
  const corrections = new Map<string, string>();
  /** Correct terms, by what remains of them without up to two letters. */
  const correct = new Map<string, string[]>();
  const count = (term: string) => counts.get(term) ?? 0;
  const byFrequency = [...counts.keys()]
    .filter((term) => term.length <= MAX_LETTERS && getMaxErrors(term) > 0)
    .toSorted((a, b) => Number(known.has(b)) - Number(known.has(a)) || count(b) - count(a) || compare(a, b));
  for (const [at, term] of byFrequency.entries()) {
    if (at % BATCH === 0) await setImmediate();
    const errors = known.has(term) ? 0 : getMaxErrors(term);
    const near = new Set(errors ? removeLetters(term, errors).flatMap((part) => correct.get(part) ?? []) : []);
    const [best] = [...near]
      .filter((other) => known.has(other) || count(other) >= MIN_RATIO * count(term))
      .map((other) => ({ other, distance: computeEditDistance(term, other, errors) }))
      .filter(({ distance }) => distance <= errors)
      .toSorted(
        (a, b) =>
          a.distance - b.distance ||
          Number(b.other[0] === term[0]) - Number(a.other[0] === term[0]) ||
          count(b.other) - count(a.other) ||
          compare(a.other, b.other),
      );
    if (best) corrections.set(term, best.other);
    // Terms of one search are too rare for a misspelling.
    else if (known.has(term) || count(term) >= MIN_RATIO)
      for (const part of removeLetters(term, term.length < MIN_LETTERS_OF_TWO_ERRORS ? 1 : 2)) {
        const terms = correct.get(part);
        if (terms) terms.push(term);
        else correct.set(part, [term]);
      }
  }
  return corrections;
}

/** Returns a word, and the word without up to `count` letters. Words with up to as many errors have one of these in common. */
function removeLetters(word: string, count: number): string[] {
  let [all, last] = [new Set([word]), [word]];
  for (let removed = 0; removed < count; removed++) {
    last = [
      ...new Set(last.flatMap((part) => Array.from({ length: part.length }, (_, at) => part.slice(0, at) + part.slice(at + 1)))),
    ];
    for (const part of last) all.add(part);
  }
  return [...all];
}

/** Returns the key of a cluster: the corrected terms, in order. */
export const toKey = (terms: string[], corrections: Map<string, string>): string =>
  [...new Set(terms.map((term) => corrections.get(term) ?? term))].toSorted(compare).join(' ');
