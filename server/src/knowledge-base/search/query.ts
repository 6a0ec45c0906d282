import { type Token, tokensOf } from '../index/tokenizer.ts';

/** What somebody searches for. Any text is a query: what has no meaning here is words. */
export interface Query {
  text: string;
  /** What may be in a passage; the more of it, the better. */
  tokens: Token[];
  /** What must be in it, word by word, as it is written. */
  phrases: string[][];
  /** What must not be in the document. */
  excluded: Token[][];
  /** The last word may be a beginning: nothing stands after it. */
  isOpen: boolean;
}

const QUOTES: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»', '「': '」', '『': '』' };
/** A minus before a word or a quote, or a quote. A minus within a word is a hyphen, one before a letter or two a flag of a command. */
const PART = /(?<=^|\s)-(?=["“„«「『]|[\p{L}\p{N}]{3})|["“„«「『]/gu;
const MOST_WORDS = 2_000;
/** With more words than this around it, a quote is a part of a text that somebody wrote, and not the one thing that is looked for. */
const LONG_QUERY = 10;

export function readQuery(text: string): Query {
  const tokens: Token[] = [];
  const phrases: string[][] = [];
  const excluded: Token[][] = [];
  const words = (from: number, to: number): Token[] =>
    tokensOf(text.slice(from, to))
      // The last character of a run is part of the pair before it.
      .filter(
        ({ start, end }, at, all) =>
          !(all[at - 1]?.end === end && (all[at - 1]?.start ?? 0) < start && !all[at]?.plain && end - start <= 2),
      )
      .map((token) => ({ ...token, start: token.start + from, end: token.end + from }));

  let place = 0;
  for (let found = next(text, 0); found; found = next(text, place)) {
    tokens.push(...words(place, found.index));
    const isExcluded = found.sign === '-';
    const open = isExcluded ? found.index + 1 : found.index;
    const quote = QUOTES[text[open] ?? ''];
    if (quote) {
      // „this” is written as often as „this“.
      const ends = [quote, '"', '”'].map((sign) => text.indexOf(sign, open + 1)).filter((at) => at >= 0);
      const end = ends.length ? Math.min(...ends) : text.length;
      const phrase = words(open + 1, end);
      if (isExcluded) excluded.push(phrase);
      else {
        tokens.push(...phrase);
        // A quote that is not closed yet is still being written.
        if (ends.length && phrase.length) phrases.push(wordsOfPhrase(phrase));
      }
      place = Math.min(text.length, end + 1);
    } else {
      const end = open + (/^\S+/.exec(text.slice(open))?.[0].length ?? 0);
      excluded.push(words(open, end));
      place = end;
    }
  }
  tokens.push(...words(place, text.length));
  const kept = tokens.slice(0, MOST_WORDS);
  return {
    text,
    tokens: kept,
    phrases: tokens.length - phrases.flat().length > LONG_QUERY ? [] : phrases,
    // Characters exclude a document as they find it, however its text is divided into words.
    excluded: excluded.map((some) => some.filter(({ isSegment }) => !isSegment)).filter((some) => some.length),
    isOpen: tokens.at(-1)?.end === text.length && kept.length === tokens.length,
  };
}

/** Words as they follow one another in a text: names by their parts. */
export const wordsOfPhrase = (tokens: Token[]): string[] => tokens.filter(({ isJoined }) => !isJoined).map(({ word }) => word);

function next(text: string, from: number): { index: number; sign: string } | undefined {
  PART.lastIndex = from;
  const found = PART.exec(text);
  return found ? { index: found.index, sign: found[0] } : undefined;
}
