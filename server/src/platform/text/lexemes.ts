// Search without a dictionary, for short texts in any language: the words of the tokenizer, matched by prefix. Each lexeme starts with a
// marker of its project, which makes one index as fast as an index per project.
import { removeStopWords } from './stop-words.ts';
import { removeLastCharacters, tokenize } from './tokenizer.ts';
import { toTagKey } from './tags.ts';

/**
 * Version of the rules that turn text into lexemes. Increase it when you change them (this file, tokenizer.ts, fold.ts, chinese.ts), so
 * that the lexemes of all rows are built again after the next start (reanalysis.ts).
 */
export const LEXEMES_VERSION = 1;

/** Marker for the part of an entry that a lexeme comes from. */
const MARK = { text: ':', title: '^', tag: '#' } as const;

/** Returns the words to index: parts, identifiers and compound names in all forms. Pairs of characters represent unspaced scripts. */
const buildIndexedWords = (text: string): string[] =>
  tokenize(text)
    .filter(({ isSegment }) => !isSegment)
    .map(({ word }) => word);

const projectMark = (projectId: string) => projectId.replaceAll('-', '').slice(-12);

/** The searchable texts of an entry. */
export interface SearchedText {
  title?: string;
  text?: string;
  tags?: string[];
}

/** Returns the lexemes of an entry. */
export function buildLexemes(projectId: string, { title = '', text = '', tags = [] }: SearchedText): string[] {
  const project = projectMark(projectId);
  const titleWords = buildIndexedWords(title);
  const lexemes = [
    ...titleWords.map((word) => `${project}${MARK.title}${word}`),
    ...[...titleWords, ...buildIndexedWords(text), ...tags.flatMap(buildIndexedWords)].map(
      (word) => `${project}${MARK.text}${word}`,
    ),
    ...tags.map((tag) => `${project}${MARK.tag}${toTagKey(tag)}`),
  ];
  return [...new Set(lexemes)];
}

/** A word of a query. */
interface QueryWord {
  /** Folded. A compound name is written as one word. */
  word: string;
  /** Words that together stand for a compound name or an identifier, if they are separate in a text. */
  parts: string[];
  isName: boolean;
  start: number;
}

const IS_NUMBER = /^\p{N}+$/u;

/** Returns the distinct words of a query. */
function parseQuery(q: string): QueryWord[] {
  const words: QueryWord[] = [];
  let parts: string[] = [];
  for (const { word, start, isJoined, isPart } of removeLastCharacters(tokenize(q)).filter(({ isSegment }) => !isSegment)) {
    if (isPart) parts.push(word);
    else if (isJoined) {
      // The parts of a name precede it.
      const within = words.splice(words.findIndex((other) => other.start >= start)).map((other) => other.word);
      // The numbers of a version or a date mean nothing in other places.
      words.push({ word, parts: within.every((part) => IS_NUMBER.test(part)) ? [] : within, isName: true, start });
    } else {
      words.push({ word, parts, isName: false, start });
      parts = [];
    }
  }
  return [...new Map(words.map((queryWord) => [queryWord.word, queryWord])).values()];
}

const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** Returns a tsquery operand. */
const buildOperand = (projectId: string, mark: (typeof MARK)[keyof typeof MARK], word: string, { isPrefix = false } = {}) =>
  `${quote(`${projectMark(projectId)}${mark}${word}`)}${isPrefix ? ':*' : ''}`;

/**
 * Returns a tsquery for entries that contain every word of `q`, as a whole or a prefix. A compound name matches as one word, and by all of
 * its parts, of which the last may be incomplete. Undefined when `q` has no word.
 */
export function buildQuery(projectId: string, q: string): string | undefined {
  const words = parseQuery(q).map(({ word, parts }) => {
    const whole = buildOperand(projectId, MARK.text, word, { isPrefix: true });
    const separate = parts.map((part, at) => buildOperand(projectId, MARK.text, part, { isPrefix: at === parts.length - 1 }));
    return separate.length ? `(${whole} | ${separate.join(' & ')})` : whole;
  });
  return words.length ? words.join(' & ') : undefined;
}

/**
 * Returns the levels of matches of `q` above the lowest one, which `buildQuery` finds: queries of type tsquery for entries that contain every word in the
 * title as a whole, in the title as a prefix, and anywhere as a whole, best first. Undefined when `q` has no word.
 */
export function buildMatchLevels(projectId: string, q: string): string[] | undefined {
  const words = parseQuery(q).map(({ word }) => word);
  if (!words.length) return undefined;
  const join = (mark: '^' | ':', options: { isPrefix?: boolean } = {}) =>
    words.map((word) => buildOperand(projectId, mark, word, options)).join(' & ');
  return [join(MARK.title), join(MARK.title, { isPrefix: true }), join(MARK.text)];
}

/** Letters of the shortest part by which a compound name is known: Node.js is one word. */
const MIN_PART_LETTERS = 3;

/** Returns the distinct words of a title that it shares with similar titles: without stop words, unless there are no others. */
export function findTitleWords(title: string): string[] {
  const words = parseQuery(title).flatMap(({ word, parts, isName }) =>
    isName && parts.length && parts.every((part) => part.length >= MIN_PART_LETTERS) ? parts : word,
  );
  return [...new Set(removeStopWords(words))];
}

/**
 * Returns the stem: a word without its last third, from six letters on. Inflected forms share it in all languages with inflected
 * endings.
 */
export const toStem = (word: string) => (word.length < 6 ? word : word.slice(0, word.length - Math.floor(word.length / 3)));

/** Returns a tsquery for entries whose titles share a word with this one. Undefined when the title has no word. */
export function buildSimilarTitlesQuery(projectId: string, title: string): string | undefined {
  const stems = [...new Set(findTitleWords(title).map(toStem))];
  return stems.length
    ? stems.map((stem) => buildOperand(projectId, MARK.title, stem, { isPrefix: true })).join(' | ')
    : undefined;
}

/** Number of words by which titles that say the same are found, so that queries stay short. */
const MAX_SHARED_WORDS = 6;
/** Share of the letters of a title that another title which says the same shares at least. */
const MIN_SHARED_LETTERS = 0.4;

/**
 * Returns a tsquery for entries whose titles share at least two words and almost half of their letters with this one. Undefined when the title
 * has fewer than two words.
 */
export function buildSharedWordsQuery(projectId: string, title: string): string | undefined {
  const stems = [...new Set(findTitleWords(title).map(toStem))]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_SHARED_WORDS);
  if (stems.length < 2) return undefined;
  const needed = stems.join('').length * MIN_SHARED_LETTERS;
  let count = 2;
  while (stems.slice(0, count).join('').length < needed) count++;
  return joinAtLeast(
    stems.map((stem) => buildOperand(projectId, MARK.title, stem, { isPrefix: true })),
    count,
  );
}

/** Returns a tsquery of which at least `count` of the operands match. */
function joinAtLeast(operands: string[], count: number): string {
  if (count === 1) return `(${operands.join(' | ')})`;
  if (operands.length === count) return operands.join(' & ');
  const [first = '', ...others] = operands;
  return `(${first} & ${joinAtLeast(others, count - 1)} | ${joinAtLeast(others, count)})`;
}

/** Returns a tsquery for entries with this tag, in any spelling. */
export const buildTagQuery = (projectId: string, tag: string) => buildOperand(projectId, MARK.tag, toTagKey(tag));

/** Returns a tsquery for entries with any of these tags. */
export const buildAnyTagQuery = (projectId: string, tags: readonly string[]) =>
  tags.map((tag) => buildTagQuery(projectId, tag)).join(' | ');
