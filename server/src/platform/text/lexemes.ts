// Language-independent full-text search without a dictionary. Words are normalized and matched by prefix; scripts without spaces
// are indexed as pairs of characters. Each lexeme starts with a marker of its project, which makes one index as fast as an index
// per project.

/** Letters of scripts without spaces between words. */
export const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーｰﾞﾟ\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** All other letters with digits and marks. Vowels are marks in Indic scripts. */
const SPACED = String.raw`[[\p{L}\p{N}\p{M}]--${UNSPACED}]`;
const WORD = new RegExp(String.raw`${UNSPACED}+|(?!\p{M})${SPACED}+`, 'gv');
export const IS_UNSPACED = new RegExp(UNSPACED, 'v');
export const MAX_WORD_LENGTH = 60;

/** Marker for the part of an entry that a lexeme comes from. */
const MARK = { text: ':', title: '^', tag: '#' } as const;

/**
 * Normalizes text: lower case, compatibility forms and width unified, accents and soft hyphens removed. Kana keep their voice
 * marks, which distinguish words.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('\u00AD', '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** Returns the normalized words of a text, and the runs of its unspaced scripts. */
const findRuns = (text: string): string[] => fold(text).match(WORD) ?? [];

/** Returns the normalized words of a text. Runs of unspaced scripts become pairs of characters. */
export const findWords = (text: string): string[] => findRuns(text).flatMap(splitRun);

const splitRun = (run: string) => (IS_UNSPACED.test(run) ? splitPairs(run) : [run.slice(0, MAX_WORD_LENGTH)]);

function splitPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/**
 * Returns the words to index. Includes the last character of an unspaced run, which starts no pair, so that a search for it
 * matches.
 */
function buildIndexedWords(text: string): string[] {
  const runs = findRuns(text);
  const lastCharacters = runs.filter((run) => IS_UNSPACED.test(run)).map((run) => Array.from(run).at(-1) ?? '');
  return [...runs.flatMap(splitRun), ...lastCharacters];
}

const projectMark = (projectId: string) => projectId.replaceAll('-', '').slice(-12);

/** Returns the lexemes of an entry. */
export function buildLexemes(
  projectId: string,
  { title = '', text = '', tags = [] }: { title?: string; text?: string; tags?: string[] },
): string[] {
  const project = projectMark(projectId);
  const titleWords = buildIndexedWords(title);
  const lexemes = [
    ...titleWords.map((word) => `${project}${MARK.title}${word}`),
    ...[...titleWords, ...buildIndexedWords(text), ...tags.flatMap(buildIndexedWords)].map(
      (word) => `${project}${MARK.text}${word}`,
    ),
    ...tags.map((tag) => `${project}${MARK.tag}${tag}`),
  ];
  return [...new Set(lexemes)];
}

/**
 * Returns the stem: a word without its last third, from six letters on. Inflected forms share it in all languages with inflected
 * endings.
 */
export const toStem = (word: string) => (word.length < 6 ? word : word.slice(0, word.length - Math.floor(word.length / 3)));

const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** Returns a tsquery for entries that contain every word of `q`, as a whole or a prefix. Undefined when `q` has no word. */
export function buildQuery(projectId: string, q: string): string | undefined {
  const words = [...new Set(findWords(q))];
  return words.length ? words.map((word) => `${quote(`${projectMark(projectId)}${MARK.text}${word}`)}:*`).join(' & ') : undefined;
}

/** Returns a tsquery for entries whose titles share a word with this one. Undefined when the title has no word. */
export function buildSimilarTitlesQuery(projectId: string, title: string): string | undefined {
  const stems = [...new Set(findWords(title).map(toStem))];
  return stems.length
    ? stems.map((stem) => `${quote(`${projectMark(projectId)}${MARK.title}${stem}`)}:*`).join(' | ')
    : undefined;
}

/** Returns a tsquery for entries with this tag. */
export const buildTagQuery = (projectId: string, tag: string) => quote(`${projectMark(projectId)}${MARK.tag}${tag}`);

/** Returns a tsquery for entries with any of these tags. */
export const buildAnyTagQuery = (projectId: string, tags: readonly string[]) =>
  tags.map((tag) => buildTagQuery(projectId, tag)).join(' | ');
