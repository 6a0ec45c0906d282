import { fold } from '../full-text/lexemes.ts';
import type { Db } from '../postgres/database.ts';
import { dictionaryOf } from './languages.ts';
import { stem } from './vocabulary-store.ts';
import type { Token } from './words.ts';

export interface Stem {
  /** What all inflections share, folded. */
  term: string;
  /** A word that every text has, and that says nothing: the, of, in. */
  isStop: boolean;
}

/** The terms of tokens, by the dictionary of a language. */
export type Stems = (db: Db, language: string, tokens: Token[]) => Promise<(token: Token) => Stem>;

/** Of all languages together. A language has some 50,000 that are used. */
const MOST_KNOWN = 200_000;

/** Remembers what PostgreSQL's dictionaries say: they never say anything else. */
export function createStems(): Stems {
  const known = new Map<string, Stem>();
  return async (db, language, tokens) => {
    const dictionary = dictionaryOf(language);
    const keyOf = (word: string) => `${dictionary} ${word}`;
    const words = new Set(tokens.flatMap(({ plain }) => plain ?? []));
    const unknown = [...words].filter((word) => !known.has(keyOf(word)));
    const found = new Map<string, Stem>();
    if (unknown.length)
      for (const { word, lexemes } of await stem(db, dictionary, unknown))
        found.set(keyOf(word), { term: fold(lexemes?.[0] ?? word), isStop: lexemes?.length === 0 });
    const stems = (word: string) => found.get(keyOf(word)) ?? known.get(keyOf(word));
    const of = new Map([...words].map((word) => [word, stems(word)]));
    if (known.size + found.size > MOST_KNOWN) known.clear();
    for (const [key, value] of found) known.set(key, value);
    return ({ word, plain }) => (plain === undefined ? undefined : of.get(plain)) ?? { term: word, isStop: false };
  };
}
