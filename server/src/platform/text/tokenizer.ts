// The tokenizer of all searches: of the knowledge base, whose words are stemmed in a language, and of lists (lexemes.ts).
import { truncate } from '@earshot/contract/shared/text';
import { simplify } from './chinese.ts';
import { fold, IS_UNSPACED, MAX_WORD_LENGTH, UNSPACED } from './fold.ts';

/** A word at its position in a text. */
export interface Token {
  /** UTF-16 offset. */
  start: number;
  /** UTF-16 offset of the character after the word. */
  end: number;
  /** Folded: lower case, without accents. Two spellings of a word have the same folded form. */
  word: string;
  /** Lower case with accents, for dictionaries. Undefined for codes and pairs of characters, which are no words of a language. */
  plain?: string;
  /** Like `plain`, in Turkish and Azerbaijani lower case, in which `I` becomes `ı`. Undefined when it is the same. */
  turkish?: string;
  /** Whether the token is a compound name whose parts precede it: `adapter-static`, `ERR_4021`, `e-mail`. */
  isJoined?: boolean;
  /** Whether the token is a part of an identifier or emoji that follows: `class` and `name` of `className`. */
  isPart?: boolean;
  /** Whether the token is a dictionary word of an unspaced script. It ranks texts with the word above texts with its characters. */
  isSegment?: boolean;
}

const LETTER = String.raw`[[\p{L}\p{N}\p{M}\u00AD]--${UNSPACED}]`;
// Programming languages end in signs (C++, C#), and no other words do.
const PART = String.raw`(?!\p{M})(?:\p{L}(?:\+\+|#)(?!${LETTER})|${LETTER}+)`;
/** Characters that join the parts of a name. */
const JOINER = String.raw`[\-_.:‐‑]`;
/**
 * A flag, or an emoji with its skin tone, tags (flags of regions) and further emoji that a zero-width joiner adds (Unicode Technical
 * Standard 51). Signs that adhere to names are no emoji.
 */
const EMOJI = String.raw`\p{RI}\p{RI}|[\p{ExtPict}--[©®™]][\uFE0F\p{EMod}]*[\u{E0020}-\u{E007F}]*(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]*)*`;
const IS_EMOJI = new RegExp(`^(?:${EMOJI})`, 'v');
/** Skin tones, and selectors of colored or monochrome forms. */
const EMOJI_VARIANTS = /[\uFE0E\uFE0F\p{EMod}]/gu;
const RUN = new RegExp(String.raw`${UNSPACED}+|${PART}(?:${JOINER}${PART})*|${EMOJI}`, 'gv');
const PARTS = new RegExp(PART, 'gv');
/** Matches most words, which need no folding. */
const IS_PLAIN = /^[A-Za-z]{1,60}$/;
/** Matches few words, so that most are not searched for boundaries. */
const HAS_INNER_CAPITAL = /[A-Za-z]{2}[A-Z][A-Za-z]/;
const IS_LETTERS = /^[\p{L}\p{M}]+$/u;
const MAX_PARTS = 6;
/**
 * Matches the boundaries within an identifier: a change of case (`className`, `HTMLElement`) or between letters and digits (`sha256`).
 * Two letters are required on both sides, so that names such as iPhone, OAuth and URLs, and codes such as v2 and 3d stay whole.
 */
const BOUNDARY =
  /(?<=\p{L}\p{Ll})(?=\p{Lu}\p{L})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u;

/**
 * Returns the words of a text, in order. A compound name results in its parts and the whole name, so that both are found, and so does an
 * identifier. A run of an unspaced script results in pairs of characters, and its last character. An emoji is a word, without skin tone.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  // `matchAll` takes a third longer, and searches tokenize every text that they return.
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    const { 0: run, index } = match;
    if (IS_PLAIN.test(run)) {
      const word = run.toLowerCase();
      if (HAS_INNER_CAPITAL.test(run)) tokens.push(...splitIdentifier(run, index));
      tokens.push({ start: index, end: index + run.length, word, plain: word, ...findTurkish(run, word) });
      // A run may be as long as a document: spreading it into arguments would exceed the stack.
    } else for (const token of splitRun(run, index)) tokens.push(token);
  }
  return tokens;
}

function splitRun(run: string, offset: number): Token[] {
  if (IS_UNSPACED.test(run)) return splitIntoPairs(run, offset);
  return IS_EMOJI.test(run) ? splitEmoji(run, offset) : splitIntoParts(run, offset);
}

/** Returns the emoji that joiners connect, and the whole. */
function splitEmoji(run: string, offset: number): Token[] {
  const whole = { start: offset, end: offset + run.length, word: run.replaceAll(EMOJI_VARIANTS, '') };
  const parts = run.split('\u200D');
  if (parts.length < 2) return [whole];
  let start = offset;
  const tokens = parts.map((part): Token => {
    const token = { start, end: start + part.length, word: part.replaceAll(EMOJI_VARIANTS, ''), isPart: true };
    start += part.length + 1;
    return token;
  });
  return [...tokens, whole];
}

function splitIntoParts(run: string, offset: number): Token[] {
  const parts = Array.from(run.matchAll(PARTS));
  const tokens = parts.flatMap(({ 0: part, index }) => [
    ...splitIdentifier(part, offset + index),
    createToken(part, offset + index, offset + index + part.length),
  ]);
  if (parts.length < 2 || parts.length > MAX_PARTS || run.length > MAX_WORD_LENGTH) return tokens;
  // Dots between digits stay: 2.3.1 is not 23.1.
  const name = run.replaceAll(/(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{N}\p{M}.]/gu, '');
  return [...tokens, { ...createToken(name, offset, offset + run.length), isJoined: true }];
}

/** Returns the parts of an identifier. Words, and encoded data with many changes of case, have none. */
function splitIdentifier(word: string, offset: number): Token[] {
  const parts = word.length > MAX_WORD_LENGTH ? [] : word.split(BOUNDARY);
  if (parts.length < 2 || parts.length > MAX_PARTS) return [];
  let start = offset;
  return parts.map((part) => {
    const token = { ...createToken(part, start, start + part.length), isPart: true };
    start += part.length;
    return token;
  });
}

function createToken(text: string, start: number, end: number): Token {
  if (IS_PLAIN.test(text)) {
    const word = text.toLowerCase();
    return { start, end, word, plain: word, ...findTurkish(text, word) };
  }
  const word = truncate(fold(text), MAX_WORD_LENGTH);
  const composed = text.normalize('NFKC').replaceAll('\u00AD', '');
  // Lower case of `İ` is `i` with a dot, which no dictionary has.
  const plain = composed.toLowerCase().replaceAll('i\u0307', 'i');
  return {
    start,
    end,
    word,
    ...(IS_LETTERS.test(plain) && plain.length <= MAX_WORD_LENGTH && { plain, ...findTurkish(composed, plain) }),
  };
}

/** Returns the Turkish lower case of a word with capital letters, if it differs from the usual one. */
function findTurkish(text: string, plain: string): Pick<Token, 'turkish'> {
  if (!text.includes('I')) return {};
  const turkish = text.replaceAll('I', 'ı').replaceAll('İ', 'i').toLowerCase();
  return turkish === plain ? {} : { turkish };
}

/** Removes the last characters of unspaced runs, which are also part of the pair before them. */
export const removeLastCharacters = (tokens: Token[]): Token[] =>
  tokens.filter(
    ({ start, end, plain }, at) =>
      !(tokens[at - 1]?.end === end && (tokens[at - 1]?.start ?? 0) < start && !plain && end - start <= 2),
  );

/** Removes compound names, which are represented by their parts, and parts of identifiers, which are represented by the whole. */
export const selectWords = <T extends Token>(tokens: T[]): T[] => tokens.filter(({ isJoined, isPart }) => !isJoined && !isPart);

const COUNTED = new RegExp(String.raw`${UNSPACED}|${LETTER}+`, 'gv');

/** Returns the number of words of a text; of characters for unspaced scripts. */
export const countWords = (text: string): number => text.match(COUNTED)?.length ?? 0;

/** Distinguishes words of unspaced scripts from pairs of characters. No other token begins with it. */
const SEGMENT_MARK = '=';
// The dictionaries belong to scripts and are the same in all locales.
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** Removes the segment mark of a word. */
export const unmark = (word: string) => (word.startsWith(SEGMENT_MARK) ? word.slice(SEGMENT_MARK.length) : word);

function splitIntoPairs(run: string, offset: number): Token[] {
  const original = Array.from(run);
  const characters = Array.from(simplify(fold(run)));
  // Half-width signs are folded into fewer characters. Then only the range of the whole run is known.
  const isAligned = original.length === characters.length;
  const starts = [0];
  for (const character of original) starts.push((starts.at(-1) as number) + character.length);
  const buildRange = (from: number, to: number) =>
    isAligned
      ? { start: offset + (starts[from] ?? 0), end: offset + (starts[to] ?? run.length) }
      : { start: offset, end: offset + run.length };
  const segments = isAligned ? segmentWords(run) : new Map<number, number>();
  return characters.flatMap((_, at): Token[] => {
    const end = Math.min(at + 2, characters.length);
    const pair = { ...buildRange(at, end), word: characters.slice(at, end).join('') };
    const begin = end === at + 2 ? segments.get(end) : undefined;
    if (begin === undefined) return [pair];
    const word = SEGMENT_MARK + truncate(characters.slice(begin, end).join(''), MAX_WORD_LENGTH);
    return [pair, { ...buildRange(begin, end), word, isJoined: true, isSegment: true }];
  });
}

/** Returns the dictionary words of a run with two or more characters: the begin of each by its end, in characters. */
function segmentWords(run: string): Map<number, number> {
  const segments = new Map<number, number>();
  let begin = 0;
  for (const { segment } of SEGMENTER.segment(run)) {
    const end = begin + Array.from(segment).length;
    if (end - begin > 1) segments.set(end, begin);
    begin = end;
  }
  return segments;
}
