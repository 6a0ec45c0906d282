import { buildSearchPrefixes } from '../index/attached-words.ts';
import { toBaseLanguage } from '../index/languages.ts';
import { type Block, countChunks } from '../index/postings.ts';
import { normalizeWords, removeStopWords, type Stem, type StemDeps } from '../index/stemmer.ts';
import { selectWords, type Token, tokenize } from '../../../platform/text/tokenizer.ts';
import { toTitleTerm } from '../index/analysis.ts';
import type { Word } from '../index/vocabulary-store.ts';
import type { Clause, MatchType } from './clauses.ts';
import { findRelatedTerms, MAX_COMPOUNDS, type RelatedTerms } from './compounds.ts';
import type { IndexReader } from './index-reader.ts';
import type { Query } from './query.ts';

/** A query with the terms of an index that match each of its words. */
export interface ExpandedQuery {
  words: ExpandedWord[];
  /** The query in the form that is equal for inflections and other orders of the same words. */
  normalizedQuery: string;
  /** Clause for documents whose title has the same words as the query. No document may match. */
  titleClause: Clause | undefined;
  /** Words of the query that have no clauses, because they are stop words of the language, with their terms. */
  stopWords: { word: string; term: string }[];
}

export interface ExpandedWord {
  token: Token;
  times: number;
  /** Word as written in the query. */
  text: string;
  /** Whether the word may be incomplete. */
  isOpen: boolean;
  clauses: Clause[];
  /** Whether the index contains neither the word nor its parts, so that its spelling may be wrong. */
  isUnknown: boolean;
  /** Clause for the only known part of the word, for use when there is no spelling correction. */
  onlyPart: Clause | undefined;
}

/** Maximum number of chunks of an index whose postings are read without counting them first. */
const MAX_CHUNKS_WITHOUT_COUNTING = 5_000;
/** Maximum number of postings that are read to select chunks. */
export const MAX_POSTINGS = 150_000;
/** Longer words that an incomplete word stands for. The most frequent are used. */
const MAX_PREFIX_TERMS = 20;

/** Data for the expansion of each word. */
interface Lookup {
  text: string;
  open: Token | undefined;
  /** Number of chunks by term. */
  counts: Map<string, number>;
  synonyms: Synonym[];
  prefixTerms: string[];
  related: Map<string, RelatedTerms>;
  termsOf: (token: Token) => string[];
}

/** Second step of a search: finds terms for each word by stems, prefixes, synonyms and compounds. */
export async function expandQuery({ db, stem }: StemDeps, reader: IndexReader, query: Query): Promise<ExpandedQuery> {
  const { text, tokens } = query;
  if (!tokens.length) return { words: [], normalizedQuery: '', titleClause: undefined, stopWords: [] };
  const { index } = reader;
  const synonyms = findSynonyms(index.synonyms, tokens);
  const synonymTokens = synonyms.flatMap(({ alternatives }) => alternatives);
  const buildPrefixes = (token: Token | undefined) =>
    token ? buildSearchPrefixes(toBaseLanguage(index.language), token.word) : [];

  const stemOf = await stem(db, index.language, [...tokens, ...synonymTokens]);
  const searched = selectSearchedTokens(tokens, stemOf);
  const titleTerm = toTitleTerm(tokens, stemOf);
  const wanted = [...tokens, ...synonymTokens].map(({ word }) => word);
  await reader.prefetch?.(wanted, [
    ...[...searched, ...synonymTokens].map((token) => stemOf(token).term),
    ...(titleTerm === undefined ? [] : [titleTerm]),
  ]);
  const open = findOpenToken(query, searched);
  const { words, longer } = await reader.findWords(wanted, buildPrefixes(open));

  const entries = Map.groupBy(words, ({ word }) => word);
  const listTerms = (token: Token) => [stemOf(token).term, ...(entries.get(token.word) ?? []).map(({ term }) => term)];
  const related = await findRelatedTerms(
    reader,
    searched
      .filter(({ plain, isJoined, isPart }) => plain !== undefined && !isJoined && !isPart)
      .map((token) => ({ word: token.word, term: stemOf(token).term })),
    { isOpen: (word) => word === open?.word },
  );
  const counts = await countTerms(reader, [
    ...[...searched, ...synonymTokens].flatMap(listTerms),
    ...longer.map(({ term }) => term),
    ...[...related.values()].flatMap((terms) => [
      ...terms.longer,
      ...terms.shorter,
      ...terms.parts,
      ...(terms.onlyPart ? [terms.onlyPart] : []),
    ]),
  ]);
  const prefixTerms = selectPrefixTerms(longer, counts);
  const lookup = { text, open, counts, synonyms, prefixTerms, related, termsOf: listTerms };
  return {
    words: searched.map((token) => expandWord(token, lookup)),
    normalizedQuery: normalizeWords(tokens, stemOf),
    titleClause: createTitleClause(text, searched, titleTerm),
    stopWords: tokens
      .filter(({ word }) => !searched.some((token) => token.word === word))
      .map((token) => ({ word: token.word, term: stemOf(token).term })),
  };
}

/** Key of title clauses. No word of a query has a space. */
const TITLE_KEY = ' title';

/** Creates the clause for documents whose title has the same words as the query. It weighs as much as all these words. */
function createTitleClause(text: string, searched: SearchedToken[], term: string | undefined): Clause | undefined {
  const times = selectWords(searched).reduce((sum, token) => sum + token.times, 0);
  // Few documents have the same title. Counting them would take a query in large indexes.
  return term === undefined
    ? undefined
    : { key: TITLE_KEY, text: text.trim(), terms: new Map([[term, { count: 1, matchType: 'title' }]]), times };
}

function expandWord(token: SearchedToken, lookup: Lookup): ExpandedWord {
  const { text: query, open, counts, synonyms, prefixTerms, related, termsOf } = lookup;
  const text = query.slice(token.start, token.end);
  const { times } = token;
  const terms: Clause['terms'] = new Map();
  const addTerms = (added: string[], matchType: MatchType) => {
    for (const term of added) {
      const count = counts.get(term);
      if (count && !terms.has(term)) terms.set(term, { count, matchType });
    }
  };
  const createPartClause = (term: string): Clause | undefined => {
    const count = counts.get(term);
    return count
      ? { key: `${token.word} ${term}`, text, terms: new Map([[term, { count, matchType: 'part' as const }]]), times }
      : undefined;
  };
  const { longer = [], shorter = [], parts = [], onlyPart } = related.get(token.word) ?? {};
  addTerms(termsOf(token), token.isPart ? 'part' : token.isJoined && !token.isSegment ? 'joined' : 'word');
  if (token === open) addTerms(prefixTerms, 'beginning');
  for (const { words, alternatives } of synonyms)
    if (words.includes(token.word)) addTerms(alternatives.flatMap(termsOf), 'synonym');
  addTerms(shorter, 'part');
  addTerms(sortByCount(longer, counts).slice(0, MAX_COMPOUNDS), 'compound');
  return {
    token,
    times,
    text,
    isOpen: token === open,
    clauses: [
      ...(terms.size ? [{ key: token.word, text, terms, times }] : []),
      // A clause for each part, below the compound: a chunk with both parts ranks above a chunk with one.
      ...parts.map(createPartClause).filter((clause) => clause !== undefined),
    ],
    isUnknown: !terms.size && !parts.length && !token.isJoined && !token.isPart && token.plain !== undefined,
    onlyPart: onlyPart ? createPartClause(onlyPart) : undefined,
  };
}

/** Returns the longest token that may be incomplete: the last word of an open query, or a single character of an unspaced script. */
function findOpenToken<T extends Token>({ text, isOpen }: Query, tokens: T[]): T | undefined {
  const isWord = ({ plain, word }: Token) => plain !== undefined || /^[\p{Script=Latin}\p{N}.]+$/u.test(word);
  return tokens
    .filter((token) => (isOpen && token.end === text.length && isWord(token)) || isUnspacedCharacter(token.word))
    .toSorted((a, b) => b.word.length - a.word.length)[0];
}

/** A single character is the beginning of the pairs that start with it. */
const isUnspacedCharacter = (word: string) =>
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})$/u.test(word);

type SearchedToken = Token & { times: number };

/** Removes stop words, unless the query has no other words, and merges repeated words. */
function selectSearchedTokens(tokens: Token[], stemOf: (token: Token) => Stem): SearchedToken[] {
  const merged = new Map<string, SearchedToken>();
  // The last occurrence is used, which may be the incomplete word at the end.
  for (const token of removeStopWords(tokens, stemOf))
    merged.set(token.word, { ...token, times: (merged.get(token.word)?.times ?? 0) + 1 });
  return [...merged.values()];
}

interface Synonym {
  /** Words of the query. */
  words: string[];
  /** Tokens of the names with the same meaning. */
  alternatives: Token[];
}

/** Returns the synonyms of words. A name of several words must occur in the query with all words in order. */
function findSynonyms(lists: string[][], tokens: Token[]): Synonym[] {
  const query = tokens
    .filter(({ isPart }) => !isPart)
    .map(({ word }) => word)
    .join(' ');
  return lists.flatMap((list) => {
    const names = list.map((name) => selectWords(tokenize(name)));
    return names
      .filter((name) => name.length && ` ${query} `.includes(` ${name.map(({ word }) => word).join(' ')} `))
      .map((name) => ({ words: name.map(({ word }) => word), alternatives: names.filter((other) => other !== name).flat() }));
  });
}

async function countTerms(reader: IndexReader, terms: string[]): Promise<Map<string, number>> {
  const distinct = [...new Set(terms)];
  return reader.index.chunk_count <= MAX_CHUNKS_WITHOUT_COUNTING && !reader.hidden
    ? countBlocks(await reader.readPostings(distinct))
    : await reader.countChunks(distinct);
}

const countBlocks = (blocks: Map<string, Block[]>) => new Map(Array.from(blocks, ([term, list]) => [term, countChunks(list)]));

const sortByCount = (terms: string[], counts: Map<string, number>) =>
  terms.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));

/** Returns the most frequent terms of longer words, at least one, within the limit of postings. */
function selectPrefixTerms(longer: Word[], counts: Map<string, number>): string[] {
  let postings = 0;
  return sortByCount([...new Set(longer.map(({ term }) => term))], counts)
    .slice(0, MAX_PREFIX_TERMS)
    .filter((term, rank) => (postings += counts.get(term) ?? 0) <= MAX_POSTINGS || rank === 0);
}

/** Returns the terms of each excluded word or phrase. A document with all terms of one of them in a chunk is excluded. */
export async function stemExclusions({ db, stem }: StemDeps, language: string, excluded: Token[][]): Promise<string[][]> {
  const stemOf = await stem(db, language, excluded.flat());
  return excluded.map((tokens) => [...new Set(tokens.map((token) => stemOf(token).term))]);
}
