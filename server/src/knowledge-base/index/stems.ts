import { fold } from '../../full-text/lexemes.ts';
import type { Db } from '../../postgres/database.ts';
import { baseOf, dictionaryOf } from './languages.ts';
import { checkHindiStem, LIGHT_STEMS, toHindiSingular } from './light-stems.ts';
import { stem } from './vocabulary-store.ts';
import type { Token } from './tokenizer.ts';

export interface Stem {
  /** What all inflections share, folded. */
  term: string;
  /** A word that every text has, and that says nothing: the, of, in. */
  isStop: boolean;
}

export interface StemDeps {
  db: Db;
  stems: Stems;
}

/** The terms of tokens, by the dictionary of a language. */
export type Stems = (db: Db, language: string, tokens: Token[]) => Promise<(token: Token) => Stem>;

/** Of all languages together. A language has some 50,000 that are used. */
const MOST_KNOWN = 200_000;

/** Remembers what PostgreSQL's dictionaries say: they never say anything else. */
export function createStems(): Stems {
  const known = new Map<string, Stem>();
  return async (db, language, tokens) => {
    const lightStem = LIGHT_STEMS[baseOf(language)];
    if (lightStem) return ({ word, plain }) => ({ term: plain === undefined ? word : lightStem(word), isStop: false });
    const dictionary = dictionaryOf(language);
    const isHindi = baseOf(language) === 'hi';
    const keyOf = (word: string) => `${dictionary} ${word}`;
    const words = new Set(tokens.flatMap(({ plain }) => plain ?? []));
    const unknown = [...words].filter((word) => !known.has(keyOf(word)));
    const found = new Map<string, Stem>();
    if (unknown.length) {
      const given = isHindi ? unknown.map(toHindiSingular) : unknown;
      for (const [place, { word, lexemes }] of (await stem(db, dictionary, given)).entries()) {
        const lexeme = lexemes?.[0] ?? word;
        const term = fold(isHindi ? checkHindiStem(word, lexeme) : lexeme);
        found.set(keyOf(unknown[place] as string), { term, isStop: lexemes?.length === 0 });
      }
    }
    const stems = (word: string) => found.get(keyOf(word)) ?? known.get(keyOf(word));
    const of = new Map([...words].map((word) => [word, stems(word)]));
    if (known.size + found.size > MOST_KNOWN) known.clear();
    for (const [key, value] of found) known.set(key, value);
    return ({ word, plain }) => (plain === undefined ? undefined : of.get(plain)) ?? { term: word, isStop: false };
  };
}
