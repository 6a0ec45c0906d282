import { fold, IS_UNSPACED, MAX_WORD_LENGTH, UNSPACED } from '../../full-text/lexemes.ts';
import { simplify } from './chinese.ts';

/** A word where it stands in a text. */
export interface Token {
  start: number;
  end: number;
  /** Folded (lower case, no accents): the same word is the same text. */
  word: string;
  /** As a dictionary knows it: lower case, with its accents; absent where it is no word of a language, but a code or a pair of characters. */
  plain?: string;
  /** Consists of the tokens before it, joined: `adapter-static`, `ERR_4021`, `e-mail`. */
  isJoined?: boolean;
  /** A word of a script without spaces, found by a dictionary: it ranks texts that have the word above those that have its characters. */
  isSegment?: boolean;
}

const LETTER = String.raw`[[\p{L}\p{N}\p{M}\u00AD]--${UNSPACED}]`;
// Names of languages end in signs, and nothing else does: C++, C#.
const PART = String.raw`(?!\p{M})(?:\p{L}(?:\+\+|#)(?!${LETTER})|${LETTER}+)`;
/** What may stand between the parts of one name. */
const JOINER = String.raw`[\-_.:‐‑]`;
const RUN = new RegExp(String.raw`${UNSPACED}+|${PART}(?:${JOINER}${PART})*`, 'gv');
const PARTS = new RegExp(PART, 'gv');
/** Most words, by far. */
const IS_PLAIN = /^[A-Za-z]{1,60}$/;
const IS_LETTERS = /^[\p{L}\p{M}]+$/u;
const MOST_PARTS = 6;

/**
 * The words of a text, in its order. What is written as one name gives its parts and itself, so that it is found as either; scripts
 * that write no spaces give pairs of characters, and the last one of a run.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  // Searches tokenize every text that they show: `matchAll` would take a third longer.
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    const { 0: run, index } = match;
    if (IS_PLAIN.test(run)) {
      const word = run.toLowerCase();
      tokens.push({ start: index, end: index + run.length, word, plain: word });
      // Not by spreading: a run may be as long as a document.
    } else for (const token of IS_UNSPACED.test(run) ? pairsOf(run, index) : partsOf(run, index)) tokens.push(token);
  }
  return tokens;
}

function partsOf(run: string, offset: number): Token[] {
  const parts = Array.from(run.matchAll(PARTS)).map(({ 0: part, index }) =>
    tokenOf(part, offset + index, offset + index + part.length),
  );
  if (parts.length < 2 || parts.length > MOST_PARTS || run.length > MAX_WORD_LENGTH) return parts;
  // Dots tell numbers apart: 2.3.1 is not 23.1.
  const name = run.replaceAll(/(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{N}\p{M}.]/gu, '');
  return [...parts, { ...tokenOf(name, offset, offset + run.length), isJoined: true }];
}

function tokenOf(text: string, start: number, end: number): Token {
  if (IS_PLAIN.test(text)) {
    const word = text.toLowerCase();
    return { start, end, word, plain: word };
  }
  const word = fold(text).slice(0, MAX_WORD_LENGTH);
  const plain = text.normalize('NFKC').replaceAll('\u00AD', '').toLowerCase();
  return { start, end, word, ...(IS_LETTERS.test(plain) && plain.length <= MAX_WORD_LENGTH && { plain }) };
}

const COUNTED = new RegExp(String.raw`${UNSPACED}|${LETTER}+`, 'gv');

/** How many words a text has; of scripts without spaces, characters. */
export const countWords = (text: string): number => text.match(COUNTED)?.length ?? 0;

/** Sets the words of unspaced scripts apart from pairs of characters. No token of a text begins with it. */
const SEGMENT_MARK = '=';
// The dictionaries are those of scripts, and the same in all locales.
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** A word without the mark that tells it apart from a pair of characters. */
export const unmark = (word: string) => (word.startsWith(SEGMENT_MARK) ? word.slice(SEGMENT_MARK.length) : word);

function pairsOf(run: string, offset: number): Token[] {
  const given = Array.from(run);
  const characters = Array.from(simplify(fold(run)));
  // Half-width signs fold into fewer characters: what they belong to is then known for the run alone.
  const isAligned = given.length === characters.length;
  const starts = [0];
  for (const character of given) starts.push((starts.at(-1) as number) + character.length);
  const at = (from: number, to: number) =>
    isAligned
      ? { start: offset + (starts[from] ?? 0), end: offset + (starts[to] ?? run.length) }
      : { start: offset, end: offset + run.length };
  const segments = isAligned ? segmentsOf(run) : new Map<number, number>();
  return characters.flatMap((_, place): Token[] => {
    const end = Math.min(place + 2, characters.length);
    const pair = { ...at(place, end), word: characters.slice(place, end).join('') };
    const begin = end === place + 2 ? segments.get(end) : undefined;
    if (begin === undefined) return [pair];
    const word = SEGMENT_MARK + characters.slice(begin, end).join('').slice(0, MAX_WORD_LENGTH);
    return [pair, { ...at(begin, end), word, isJoined: true, isSegment: true }];
  });
}

/** The words of a run that have two characters or more: where each begins, by where it ends, in characters. */
function segmentsOf(run: string): Map<number, number> {
  const segments = new Map<number, number>();
  let begin = 0;
  for (const { segment } of SEGMENTER.segment(run)) {
    const end = begin + Array.from(segment).length;
    if (end - begin > 1) segments.set(end, begin);
    begin = end;
  }
  return segments;
}
