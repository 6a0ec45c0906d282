import { removeLastCharacters, selectWords, type Token, tokenize } from '../../../platform/text/tokenizer.ts';

/** A tokenized query. Any text is a valid query: signs without a meaning in the query syntax are ignored. */
export interface Query {
  text: string;
  /** Words that chunks may contain. */
  tokens: Token[];
  /** Quoted phrases that chunks must contain, as words. */
  phrases: string[][];
  /** Words and phrases that documents must not contain. */
  excluded: Token[][];
  /** Whether the last word may be incomplete, because the query ends with it. */
  isOpen: boolean;
}

const QUOTES: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»', '「': '」', '『': '』' };
/**
 * Matches a quote, and a minus before a word or a quote. A minus within a word is a hyphen; a minus before one or two letters is an option
 * of a command.
 */
const OPERATOR = /(?<=^|\s)-(?=["“„«「『]|[\p{L}\p{N}]{3})|["“„«「『]/gu;
const MAX_WORDS = 2_000;
/** Unquoted words beyond which quotes are part of a text, and do not require phrases. */
const MAX_WORDS_AROUND_PHRASES = 10;

/** First step of a search: parses a query into words, phrases and exclusions. */
export function tokenizeQuery(text: string): Query {
  const tokens: Token[] = [];
  const phrases: string[][] = [];
  const excluded: Token[][] = [];
  const tokenizeRange = (from: number, to: number): Token[] =>
    removeLastCharacters(tokenize(text.slice(from, to))).map((token) => ({
      ...token,
      start: token.start + from,
      end: token.end + from,
    }));

  let position = 0;
  for (let operator = findOperator(text, 0); operator; operator = findOperator(text, position)) {
    tokens.push(...tokenizeRange(position, operator.index));
    const isExcluded = operator.sign === '-';
    const open = isExcluded ? operator.index + 1 : operator.index;
    const quote = QUOTES[text[open] ?? ''];
    if (quote) {
      // „this” is as common as „this“.
      const ends = [quote, '"', '”'].map((sign) => text.indexOf(sign, open + 1)).filter((at) => at >= 0);
      const end = ends.length ? Math.min(...ends) : text.length;
      const phrase = tokenizeRange(open + 1, end);
      if (isExcluded) excluded.push(phrase);
      else {
        tokens.push(...phrase);
        // A quote without an end is still being typed.
        if (ends.length && phrase.length) phrases.push(wordsOfPhrase(phrase));
      }
      position = Math.min(text.length, end + 1);
    } else {
      const end = open + (/^\S+/.exec(text.slice(open))?.[0].length ?? 0);
      excluded.push(tokenizeRange(open, end));
      position = end;
    }
  }
  tokens.push(...tokenizeRange(position, text.length));
  const limited = tokens.slice(0, MAX_WORDS);
  return {
    text,
    tokens: limited,
    phrases: tokens.length - phrases.flat().length > MAX_WORDS_AROUND_PHRASES ? [] : phrases,
    // Pairs of characters exclude a document regardless of how its text is segmented into words.
    excluded: excluded.map((some) => some.filter(({ isSegment, isPart }) => !isSegment && !isPart)).filter((some) => some.length),
    isOpen: tokens.at(-1)?.end === text.length && limited.length === tokens.length,
  };
}

/** Returns the words of a phrase in order. A compound name is represented by its parts, an identifier by the whole. */
export const wordsOfPhrase = (tokens: Token[]): string[] => selectWords(tokens).map(({ word }) => word);

function findOperator(text: string, from: number): { index: number; sign: string } | undefined {
  OPERATOR.lastIndex = from;
  const match = OPERATOR.exec(text);
  return match ? { index: match.index, sign: match[0] } : undefined;
}
