import type { FOUND_BY } from '@earshot/contract/knowledge-base';
import { beginningsOf } from '../index/attached-words.ts';
import { findRelatives, MOST_LONGER_TERMS } from './compounds.ts';
import type { StemDeps } from '../index/stems.ts';
import { baseOf } from '../index/languages.ts';
import { type Block, countOfBlocks } from '../index/postings.ts';
import type { Query } from './query.ts';
import type { IndexReader } from './index-reader.ts';
import { rarity, type Statistics } from './scoring.ts';
import { mend } from './spelling.ts';
import type { Word } from '../index/vocabulary-store.ts';
import { type Token, tokensOf } from '../index/tokenizer.ts';

/** One thing that is asked for: a passage has it when it has any of these terms. */
export interface Clause {
  /** As the query has it. */
  asked: string;
  /** `count`: passages that have it. */
  terms: Map<string, { count: number; by: (typeof FOUND_BY)[number] }>;
  /** How often it was asked for. */
  times: number;
}

interface Clauses {
  clauses: Clause[];
  /** The query with the words that were found in place of others; undefined when all are there as written. */
  suggestion: string | undefined;
  /** What the query has in common with others that mean the same. */
  words: string;
}

/** In an index of as few passages as this, postings are read at once, and not counted before. */
const SMALL = 5_000;
/** Postings that are read to choose passages. */
export const MOST_POSTINGS = 150_000;

/** What stands in for a word is worth less than the word. */
export const BOOST: Record<(typeof FOUND_BY)[number], number> = {
  word: 1,
  joined: 0.3,
  beginning: 0.6,
  spelling: 0.9,
  synonym: 0.8,
  compound: 0.5,
  part: 0.4,
  related: 0.5,
};
/** Words that begin as the last one does: as many as are used. */
const MOST_BEGUN = 20;
/** Of a text with more errors than this nobody waits for all to be mended. */
const MOST_MENDED = 8;

/** In how many passages it is, one counted for each of its terms. */
export const countOf = ({ terms }: Clause) => [...terms.values()].reduce((total, { count }) => total + count, 0);

/** What it is worth, before how a passage has it: the rarer, the more. */
export const weightOf = (clause: Clause, statistics: Statistics) => clause.times * rarity(statistics, countOf(clause));

/** What a query asks an index for. */
export async function clausesOf({ db, stems }: StemDeps, reader: IndexReader, { text, tokens, isOpen }: Query): Promise<Clauses> {
  if (!tokens.length) return { clauses: [], suggestion: undefined, words: '' };
  const { index } = reader;
  const synonyms = synonymsOf(index.synonyms, tokens);
  const others = synonyms.flatMap((synonym) => synonym.others);
  const isOpenToken = ({ end, plain, word }: Token) =>
    // One character of a script without spaces begins the pairs that it is in.
    (isOpen && end === text.length && (plain !== undefined || /^[\p{Script=Latin}\p{N}.]+$/u.test(word))) || isSingle(word);

  const openOf = <T extends Token>(some: T[]) => some.filter(isOpenToken).toSorted((a, b) => b.word.length - a.word.length)[0];

  // What is known of words need not wait for what the dictionary says of them. Only in rare cases it says that another word is open.
  const asWritten = [...tokens, ...others].map(({ word }) => word);
  const language = baseOf(index.language);
  const prefixesOf = (token: Token | undefined) => (token ? beginningsOf(language, token.word) : []);
  const begins = openOf(tokens);
  const [stemOf, { words, longer: longerThanLast }] = await Promise.all([
    stems(db, index.language, [...tokens, ...others]),
    reader.words(asWritten, prefixesOf(begins)),
  ]);
  const said = tokens.filter((token) => !stemOf(token).isStop);
  // A query of words that say nothing asks for these.
  const wanted = mergeTokens(said.length ? said : tokens);
  const open = openOf(wanted);
  const longer = open?.word === begins?.word ? longerThanLast : (await reader.words([], prefixesOf(open))).longer;
  const known = Map.groupBy(words, ({ word }) => word);
  const termsOf = (token: Token) => [stemOf(token).term, ...(known.get(token.word) ?? []).map(({ term }) => term)];
  const relatives = await findRelatives(
    reader,
    wanted
      .filter(({ plain, isJoined }) => plain !== undefined && !isJoined)
      .map((token) => ({ word: token.word, term: stemOf(token).term })),
    { isOpen: (word) => word === open?.word },
  );
  const maybe = [
    ...new Set([
      ...[...wanted, ...others].flatMap(termsOf),
      ...longer.map(({ term }) => term),
      ...[...relatives.values()].flatMap((some) => [
        ...some.longer,
        ...some.shorter,
        ...some.parts,
        ...(some.part ? [some.part] : []),
      ]),
    ]),
  ];
  const counts = index.passage_count <= SMALL ? countsOf(await reader.postings(maybe)) : await reader.counts(maybe);
  const countOfTerm = (term: string) => counts.get(term) ?? 0;
  let read = 0;
  const begun = [...new Set(longer.map(({ term }) => term))]
    .toSorted((a, b) => countOfTerm(b) - countOfTerm(a))
    .slice(0, MOST_BEGUN)
    .filter((term, place) => (read += countOfTerm(term)) <= MOST_POSTINGS || place === 0);

  const clauses: Clause[] = [];
  let mended = 0;
  const replaced: { token: Token; words: Word[] }[] = [];
  for (const token of wanted) {
    const terms: Clause['terms'] = new Map();
    const asked = text.slice(token.start, token.end);
    const add = (term: string, by: keyof typeof BOOST) => {
      const count = counts.get(term);
      if (count && !terms.has(term)) terms.set(term, { count, by });
    };
    const addClause = (term: string, count: number | undefined, by: keyof typeof BOOST) => {
      if (count) clauses.push({ asked, terms: new Map([[term, { count, by }]]), times: token.times });
    };
    const { longer: containing = [], shorter = [], parts = [], part } = relatives.get(token.word) ?? {};
    for (const term of termsOf(token)) add(term, token.isJoined && !token.isSegment ? 'joined' : 'word');
    if (token === open) for (const term of begun) add(term, 'beginning');
    for (const synonym of synonyms)
      if (synonym.of.includes(token.word))
        for (const other of synonym.others) for (const term of termsOf(other)) add(term, 'synonym');
    for (const term of shorter) add(term, 'part');
    for (const term of containing.toSorted((a, b) => countOfTerm(b) - countOfTerm(a)).slice(0, MOST_LONGER_TERMS))
      add(term, 'compound');
    if (terms.size) clauses.push({ asked, terms, times: token.times });
    // Each part is asked for by itself, below the compound: a passage that has both is better than one that has one of them.
    for (const term of parts) addClause(term, counts.get(term), 'part');
    if (!terms.size && !parts.length && !token.isJoined && token.plain !== undefined && mended++ < MOST_MENDED) {
      const found = await mend(reader, token.word, { isOpen: token === open });
      for (const { term, count } of found) addClause(term, count, 'spelling');
      if (found.length) replaced.push({ token, words: found });
      else if (part) addClause(part, counts.get(part), 'part');
    }
  }
  const meant = [...new Set(wanted.filter(({ isJoined }) => !isJoined).map((token) => stemOf(token).term))].toSorted().join(' ');
  return { clauses, suggestion: replaced.length ? replace(text, tokens, replaced) : undefined, words: meant };
}

const countsOf = (blocks: Map<string, Block[]>) => new Map(Array.from(blocks, ([term, list]) => [term, countOfBlocks(list)]));

const isSingle = (word: string) => /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})$/u.test(word);

/** Each word once, with how often it was there. */
function mergeTokens(tokens: Token[]): (Token & { times: number })[] {
  const merged = new Map<string, Token & { times: number }>();
  // The last place counts: there it may be a beginning.
  for (const token of tokens) merged.set(token.word, { ...token, times: (merged.get(token.word)?.times ?? 0) + 1 });
  return [...merged.values()];
}

/** What else words of a query may be called. A name of several words counts where all of them are there, in their order. */
function synonymsOf(lists: string[][], tokens: Token[]): { of: string[]; others: Token[] }[] {
  const asked = tokens.map(({ word }) => word).join(' ');
  return lists.flatMap((list) => {
    const names = list.map((name) => tokensOf(name).filter(({ isJoined }) => !isJoined));
    return names
      .filter((name) => name.length && ` ${asked} `.includes(` ${name.map(({ word }) => word).join(' ')} `))
      .map((name) => ({ of: name.map(({ word }) => word), others: names.filter((other) => other !== name).flat() }));
  });
}

function replace(text: string, tokens: Token[], replaced: { token: Token; words: Word[] }[]): string {
  const shown = new Map(replaced.map(({ token, words }) => [token.word, words.map((word) => word.shown).join(' ')]));
  let [result, place] = ['', 0];
  for (const token of tokens) {
    const other = shown.get(token.word);
    if (other === undefined || token.isJoined || token.start < place) continue;
    result += text.slice(place, token.start) + other;
    place = token.end;
  }
  return result + text.slice(place);
}

/** Terms of what a query leaves out: a document that has all of one of these in a passage is not found. */
export async function termsLeftOut({ db, stems }: StemDeps, language: string, excluded: Token[][]): Promise<string[][]> {
  const stemOf = await stems(db, language, excluded.flat());
  return excluded.map((tokens) => [...new Set(tokens.map((token) => stemOf(token).term))]);
}
