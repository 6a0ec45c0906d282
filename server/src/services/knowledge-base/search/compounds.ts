// Languages that write compounds as one word: a search for Erstattung finds Rückerstattung, and a search for Rechnungsversand finds
// Rechnung and Versand. The vocabulary of the index serves as dictionary.
import { buildAttachedTerms } from '../index/attached-words.ts';
import { toBaseLanguage } from '../index/languages.ts';
import type { Word } from '../index/vocabulary-store.ts';
import type { IndexReader } from './index-reader.ts';

interface Rules {
  /** Letters that link the parts of a compound. */
  links: string[];
  /** Prefixes that form other words, not compounds: Bestellung is not a kind of Stellung. */
  prefixes: string[];
}

const NORWEGIAN: Rules = { links: ['s', 'e'], prefixes: ['be', 'for', 'u'] };
/** Rules by ISO 639-1 language, folded. */
const RULES: Record<string, Rules> = {
  da: { links: ['s', 'e', 'er'], prefixes: ['be', 'for', 'u'] },
  de: { links: ['s', 'es', 'n', 'en', 'er', 'e', 'ns', 'ens'], prefixes: ['emp', 'ent', 'miss', 'ver', 'zer'] },
  fi: { links: ['n', 'en', 'in', 'den', 'jen', 'ien', 's'], prefixes: ['epa'] },
  nb: NORWEGIAN,
  nl: { links: ['s', 'e', 'en', 'n', 'er'], prefixes: ['her', 'ont', 'ver'] },
  nn: NORWEGIAN,
  no: NORWEGIAN,
  sv: { links: ['s', 'e', 'a', 'o', 'u'], prefixes: ['for'] },
};

/**
 * Minimum letters of a word of the query, and of the rest of a compound without the word. The rest of a compound with a word of `certain`
 * letters may be unknown, as in Rück-erstattung.
 */
const MIN_LETTERS = { word: 4, rest: 3, certain: 5 };
/** Words of a query that are expanded, longest first. */
const MAX_WORDS = 8;
const MAX_WORD_LETTERS = 60;
/** Maximum number of compounds of a word. The most frequent are used. */
export const MAX_COMPOUNDS = 30;

interface QueryWord {
  word: string;
  term: string;
}

/** Terms that are related to a word of a query by composition. */
export interface RelatedTerms {
  /** Terms of longer words: compounds with the word, or the word with a prefix. The index may not contain all of them. */
  longer: string[];
  /** Terms of the word without a prefix. */
  shorter: string[];
  /** Terms of the two parts of the word, if the index contains both. */
  parts: string[];
  /** Term of the longest known part, if the index does not contain the other part. */
  onlyPart: string | undefined;
}

/** A division of a word in two. */
interface Split {
  head: string;
  /** The second part, and its stem. */
  tails: string[];
}

type Side = 'head' | 'tail';

/** Returns the related terms of words. Reads the index only for languages with compounds. */
export async function findRelatedTerms(
  reader: IndexReader,
  queryWords: QueryWord[],
  { isOpen }: { isOpen: (word: string) => boolean },
): Promise<Map<string, RelatedTerms>> {
  const language = toBaseLanguage(reader.index.language);
  const rules = RULES[language];
  if (!rules)
    return new Map(
      queryWords.map(({ word, term }) => [word, { ...buildAttachedTerms(language, term), parts: [], onlyPart: undefined }]),
    );
  const wanted = queryWords
    .filter(({ word }) => word.length >= MIN_LETTERS.word && word.length <= MAX_WORD_LETTERS && /^\p{L}+$/u.test(word))
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MAX_WORDS);
  if (!wanted.length) return new Map();
  const endings = wanted.flatMap(({ word, term }) =>
    [...new Set([word, term])].filter((ending) => ending.length >= MIN_LETTERS.word),
  );
  const [ending, { longer }] = await Promise.all([
    reader.findWordsByEnding(endings),
    reader.findWords([], [...new Set(wanted.flatMap(listHeads))]),
  ]);
  const candidates = [...ending, ...longer];
  const splits = new Map(wanted.map((queryWord) => [queryWord.word, listSplits(queryWord)]));
  const rests = [
    ...wanted
      .flatMap((queryWord) => candidates.flatMap((candidate) => listRests(queryWord, candidate)))
      .flatMap(({ rest, side }) => unlink(rest, side, rules)),
    ...[...splits.values()].flat().flatMap(({ head, tails }) => [...unlink(head, 'head', rules), ...tails]),
  ].filter((rest) => rest.length >= MIN_LETTERS.rest);
  const known = await findKnownParts(reader, [...new Set(rests)]);
  const isKnown = (rest: string, side: Side) =>
    unlink(rest, side, rules).some(
      (part) => part.length >= (side === 'head' ? MIN_LETTERS.rest : MIN_LETTERS.word) && known.has(part),
    );

  return new Map(
    wanted.map((queryWord) => {
      const isCompound = (candidate: Word) =>
        candidate.term !== queryWord.term &&
        listRests(queryWord, candidate).some(({ rest, side }) =>
          side === 'tail'
            ? isKnown(rest, 'tail')
            : rest.length >= MIN_LETTERS.rest &&
              !rules.prefixes.includes(rest) &&
              (queryWord.word.length >= MIN_LETTERS.certain || isKnown(rest, 'head')),
        );
      const compounds = new Set(candidates.filter(isCompound).map(({ term }) => term));
      const halves = (splits.get(queryWord.word) ?? []).map(({ head, tails }) => ({
        head: { letters: head, term: findTerm(known, unlink(head, 'head', rules)) },
        tail: { letters: tails[0] ?? '', term: findTerm(known, tails) },
      }));
      const complete = halves
        .filter(({ head, tail }) => head.term !== undefined && tail.term !== undefined)
        .toSorted((a, b) => shorterHalf(b) - shorterHalf(a))[0];
      // Splits are sorted by the length of the head, so that the first tail is the longest.
      const tail = halves.find(
        ({ head, tail: { letters, term } }) =>
          term !== undefined && letters.length >= MIN_LETTERS.certain && !rules.prefixes.includes(head.letters),
      )?.tail.term;
      const head = isOpen(queryWord.word) ? halves.findLast((half) => half.head.term !== undefined)?.head.term : undefined;
      const parts = [complete?.head.term, complete?.tail.term].filter((term) => term !== undefined);
      return [queryWord.word, { longer: [...compounds], shorter: [], parts, onlyPart: tail ?? head }];
    }),
  );
}

const shorterHalf = ({ head, tail }: { head: { letters: string }; tail: { letters: string } }) =>
  Math.min(head.letters.length, tail.letters.length);

/** Returns the beginnings of compounds with the word as first part. Adressbuch lacks the `e` of Adresse. */
const listHeads = ({ word, term }: QueryWord) => [
  word,
  ...(word.startsWith(term) && term.length >= MIN_LETTERS.word ? [term] : []),
];

/** Returns what remains of a candidate before or after the word. */
function listRests(queryWord: QueryWord, candidate: Word): { rest: string; side: Side }[] {
  const rests: { rest: string; side: Side }[] = [];
  for (const [end, whole] of [
    [queryWord.term, candidate.term],
    [queryWord.word, candidate.word],
  ] as const)
    if (end.length >= MIN_LETTERS.word && whole.length > end.length && whole.endsWith(end))
      rests.push({ rest: whole.slice(0, -end.length), side: 'head' });
  for (const head of listHeads(queryWord))
    for (const whole of [candidate.term, candidate.word])
      if (whole.length > head.length && whole.startsWith(head)) rests.push({ rest: whole.slice(head.length), side: 'tail' });
  return rests;
}

/** Returns a part of a compound with and without linking letters: Rechnungs and Rechnung. */
const unlink = (part: string, side: Side, { links }: Rules): string[] => [
  part,
  ...links
    .filter((link) => (side === 'head' ? part.endsWith(link) : part.startsWith(link)))
    .map((link) => (side === 'head' ? part.slice(0, -link.length) : part.slice(link.length))),
];

/** Returns all divisions of a word in two, sorted by the length of the head. */
function listSplits({ word, term }: QueryWord): Split[] {
  const splits: Split[] = [];
  for (let at = MIN_LETTERS.rest; at <= word.length - MIN_LETTERS.word; at++) {
    const stem = word.startsWith(term) ? term.slice(at) : '';
    splits.push({ head: word.slice(0, at), tails: [word.slice(at), ...(stem.length >= MIN_LETTERS.word ? [stem] : [])] });
  }
  return splits;
}

/** Returns the terms of parts that are words or terms of the index, by part. */
async function findKnownParts(reader: IndexReader, parts: string[]): Promise<Map<string, string>> {
  const [{ words }, wordsOfTerms] = await Promise.all([reader.findWords(parts), reader.findWordsOfTerms(parts)]);
  return new Map([
    ...wordsOfTerms.map(({ term }) => [term, term] as const),
    ...words.map(({ word, term }) => [word, term] as const),
  ]);
}

const findTerm = (known: Map<string, string>, parts: string[]): string | undefined =>
  parts
    .filter((part) => part.length >= MIN_LETTERS.rest)
    .map((part) => known.get(part))
    .find((term) => term !== undefined);
