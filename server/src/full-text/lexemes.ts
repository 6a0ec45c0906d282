// Full text without a dictionary, so that it works in any language: words are folded and found by their beginnings, and scripts that
// write no spaces are cut into pairs of characters. Each lexeme begins with a mark of its project: the index is then as good as one
// index a project, and what others hold costs nothing.

/** Letters of scripts that write no spaces between words. */
export const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーｰﾞﾟ\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** All others, with digits, and marks: vowels are marks in Indic scripts. */
const SPACED = String.raw`[[\p{L}\p{N}\p{M}]--${UNSPACED}]`;
const WORD = new RegExp(String.raw`${UNSPACED}+|(?!\p{M})${SPACED}+`, 'gv');
export const IS_UNSPACED = new RegExp(UNSPACED, 'v');
export const LONGEST = 60;

/** Which part of an entry a lexeme comes from. */
const MARK = { text: ':', title: '^', tag: '#' } as const;

/** Lower case, width and compatibility forms unified, accents and soft hyphens off. Kana keep their voice marks, which tell words apart. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('\u00AD', '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** The words of a text, folded; runs of unspaced scripts as pairs of characters. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(WORD) ?? []).flatMap((word) => (IS_UNSPACED.test(word) ? pairsOf(word) : [word.slice(0, LONGEST)]));
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The words to index: a run's last character too, which begins no pair, so that a search for it alone finds it. */
function indexedWordsOf(text: string): string[] {
  const lastCharacters = (fold(text).match(WORD) ?? [])
    .filter((word) => IS_UNSPACED.test(word))
    .map((run) => Array.from(run).at(-1) ?? '');
  return [...wordsOf(text), ...lastCharacters];
}

const projectMark = (projectId: string) => projectId.replaceAll('-', '').slice(-12);

/** What the index holds of an entry. */
export function lexemesOf(
  projectId: string,
  { title = '', text = '', tags = [] }: { title?: string; text?: string; tags?: string[] },
): string[] {
  const project = projectMark(projectId);
  const titleWords = indexedWordsOf(title);
  const lexemes = [
    ...titleWords.map((word) => `${project}${MARK.title}${word}`),
    ...[...titleWords, ...indexedWordsOf(text), ...tags.flatMap(indexedWordsOf)].map((word) => `${project}${MARK.text}${word}`),
    ...tags.map((tag) => `${project}${MARK.tag}${tag}`),
  ];
  return [...new Set(lexemes)];
}

/** A word without its last third, from six letters on: what its inflections share, in any language that inflects at the end. */
export const stemOf = (word: string) => (word.length < 6 ? word : word.slice(0, word.length - Math.floor(word.length / 3)));

const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** A tsquery for entries that have each word of `q`, or one that begins with it; undefined when `q` has no word. */
export function queryOf(projectId: string, q: string): string | undefined {
  const words = [...new Set(wordsOf(q))];
  return words.length ? words.map((word) => `${quote(`${projectMark(projectId)}${MARK.text}${word}`)}:*`).join(' & ') : undefined;
}

/** A tsquery for entries whose title shares a word with this one; undefined when it has none. */
export function similarTitlesQueryOf(projectId: string, title: string): string | undefined {
  const stems = [...new Set(wordsOf(title).map(stemOf))];
  return stems.length
    ? stems.map((stem) => `${quote(`${projectMark(projectId)}${MARK.title}${stem}`)}:*`).join(' | ')
    : undefined;
}

/** A tsquery for entries with this very tag. */
export const tagQueryOf = (projectId: string, tag: string) => quote(`${projectMark(projectId)}${MARK.tag}${tag}`);
