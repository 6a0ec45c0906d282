// Languages that write compounds as one word: Rückerstattung is found by Erstattung, and Rechnungsversand by Rechnung and Versand. Which
// words there are is known from the index itself, so that no dictionary is needed.
import { attachedTerms } from '../index/attached-words.ts';
import { baseOf } from '../index/languages.ts';
import type { IndexReader } from './index-reader.ts';
import type { Word } from '../index/vocabulary-store.ts';

interface Rules {
  /** What may stand between the parts of a compound. */
  links: string[];
  /** Beginnings that make another word of one, and no compound: Bestellung is no kind of Stellung. */
  prefixes: string[];
}

const NORWEGIAN: Rules = { links: ['s', 'e'], prefixes: ['be', 'for', 'u'] };
/** By ISO 639-1, folded. */
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

/** Letters of the parts of a compound. A part of `sure` letters needs no other part that is known, as in Rück-erstattung. */
const LEAST = { word: 4, rest: 3, sure: 5 };
/** Words of a query that are looked at, the longest of them. */
const MOST_WORDS = 8;
/** A word longer than this is no word. */
const MOST_LETTERS = 60;
/** Maximum number of terms that contain a word; those that most passages have. */
export const MOST_LONGER_TERMS = 30;

interface Asked {
  word: string;
  term: string;
}

export interface Relatives {
  /** Terms of longer words that contain the word: compounds, or the word with another attached. Some may be in no text. */
  longer: string[];
  /** Terms of the word without another that may be attached to it. */
  shorter: string[];
  /** Terms of the two parts of the word, when the index knows both. */
  parts: string[];
  /** The term of the longest part that is known, when the other is not. */
  part: string | undefined;
}

interface Split {
  head: string;
  /** The last part, and its stem. */
  tails: string[];
}

/** Returns terms that contain words of a query, or are contained in them, by word. Reads the index only for languages with compounds. */
export async function findRelatives(
  reader: IndexReader,
  asked: Asked[],
  { isOpen }: { isOpen: (word: string) => boolean },
): Promise<Map<string, Relatives>> {
  const language = baseOf(reader.index.language);
  const rules = RULES[language];
  if (!rules)
    return new Map(asked.map(({ word, term }) => [word, { ...attachedTerms(language, term), parts: [], part: undefined }]));
  const wanted = asked
    .filter(({ word }) => word.length >= LEAST.word && word.length <= MOST_LETTERS && /^\p{L}+$/u.test(word))
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MOST_WORDS);
  if (!wanted.length) return new Map();
  const [ending, { longer }] = await Promise.all([
    reader.endingWith(wanted.flatMap(({ word, term }) => [...new Set([word, term])].filter((one) => one.length >= LEAST.word))),
    reader.words([], [...new Set(wanted.flatMap(beginningsOf))]),
  ]);
  const candidates = [...ending, ...longer];
  const splits = new Map(wanted.map((one) => [one.word, splitsOf(one)]));
  const rests = [
    ...wanted
      .flatMap((one) => candidates.flatMap((candidate) => restsOf(one, candidate)))
      .flatMap(({ rest, place }) => unlink(rest, place, rules)),
    ...[...splits.values()].flat().flatMap(({ head, tails }) => [...unlink(head, 'head', rules), ...tails]),
  ].filter((one) => one.length >= LEAST.rest);
  const known = await findKnown(reader, [...new Set(rests)]);
  const isKnown = (rest: string, place: 'head' | 'tail') =>
    unlink(rest, place, rules).some((one) => one.length >= (place === 'head' ? LEAST.rest : LEAST.word) && known.has(one));

  return new Map(
    wanted.map((one) => {
      const isCompound = (candidate: Word) =>
        candidate.term !== one.term &&
        restsOf(one, candidate).some(({ rest, place }) =>
          place === 'tail'
            ? isKnown(rest, 'tail')
            : rest.length >= LEAST.rest &&
              !rules.prefixes.includes(rest) &&
              (one.word.length >= LEAST.sure || isKnown(rest, 'head')),
        );
      const compounds = new Set(candidates.filter(isCompound).map(({ term }) => term));
      const halves = (splits.get(one.word) ?? []).map(({ head, tails }) => ({
        head: { letters: head, term: termIn(known, unlink(head, 'head', rules)) },
        tail: { letters: tails[0] ?? '', term: termIn(known, tails) },
      }));
      const whole = halves
        .filter(({ head, tail }) => head.term !== undefined && tail.term !== undefined)
        .toSorted((a, b) => shorterHalf(b) - shorterHalf(a))[0];
      // Splits go from the shortest head to the longest, so that the first tail is the longest.
      const tail = halves.find(
        ({ head, tail: { letters, term } }) =>
          term !== undefined && letters.length >= LEAST.sure && !rules.prefixes.includes(head.letters),
      )?.tail.term;
      const head = isOpen(one.word) ? halves.findLast((half) => half.head.term !== undefined)?.head.term : undefined;
      const parts = [whole?.head.term, whole?.tail.term].filter((term) => term !== undefined);
      return [one.word, { longer: [...compounds], shorter: [], parts, part: tail ?? head }];
    }),
  );
}

const shorterHalf = ({ head, tail }: { head: { letters: string }; tail: { letters: string } }) =>
  Math.min(head.letters.length, tail.letters.length);

/** What compounds may begin with that have the word as their first part. Adressbuch has no `e` of Adresse. */
const beginningsOf = ({ word, term }: Asked) => [word, ...(word.startsWith(term) && term.length >= LEAST.word ? [term] : [])];

/** What is left of a candidate without the word, before or after it. */
function restsOf(asked: Asked, candidate: Word): { rest: string; place: 'head' | 'tail' }[] {
  const rests: { rest: string; place: 'head' | 'tail' }[] = [];
  for (const [end, whole] of [
    [asked.term, candidate.term],
    [asked.word, candidate.word],
  ] as const)
    if (end.length >= LEAST.word && whole.length > end.length && whole.endsWith(end))
      rests.push({ rest: whole.slice(0, -end.length), place: 'head' });
  for (const begin of beginningsOf(asked))
    for (const whole of [candidate.term, candidate.word])
      if (whole.length > begin.length && whole.startsWith(begin)) rests.push({ rest: whole.slice(begin.length), place: 'tail' });
  return rests;
}

/** A part as it is, and without what links it to the other: Rechnungs and Rechnung. */
const unlink = (part: string, place: 'head' | 'tail', { links }: Rules): string[] => [
  part,
  ...links
    .filter((link) => (place === 'head' ? part.endsWith(link) : part.startsWith(link)))
    .map((link) => (place === 'head' ? part.slice(0, -link.length) : part.slice(link.length))),
];

/** All ways to divide a word in two, the shortest head first. */
function splitsOf({ word, term }: Asked): Split[] {
  const splits: Split[] = [];
  for (let at = LEAST.rest; at <= word.length - LEAST.word; at++) {
    const stem = word.startsWith(term) ? term.slice(at) : '';
    splits.push({ head: word.slice(0, at), tails: [word.slice(at), ...(stem.length >= LEAST.word ? [stem] : [])] });
  }
  return splits;
}

/** Terms by the words, or the terms, that are in the index. */
async function findKnown(reader: IndexReader, parts: string[]): Promise<Map<string, string>> {
  const [{ words }, ofTerms] = await Promise.all([reader.words(parts), reader.wordsOfTerms(parts)]);
  return new Map([...ofTerms.map(({ term }) => [term, term] as const), ...words.map(({ word, term }) => [word, term] as const)]);
}

const termIn = (known: Map<string, string>, parts: string[]): string | undefined =>
  parts
    .filter((part) => part.length >= LEAST.rest)
    .map((part) => known.get(part))
    .find((term) => term !== undefined);
