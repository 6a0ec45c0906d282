/** Letters of scripts without spaces between words. */
export const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーｰﾞﾟ\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
export const IS_UNSPACED = new RegExp(UNSPACED, 'v');
export const MAX_WORD_LENGTH = 60;

/** Latin letters that Unicode does not decompose into a letter and a mark, with the letters that people type instead. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ə: 'e',
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Normalizes text: lower case, compatibility forms and width unified, accents, soft hyphens and variation selectors removed. Kana keep
 * their voice marks, which distinguish words. The letters i with and without a dot become one, so that Turkish capitals and small letters
 * are equal in text of any language.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/\u00AD|\uFE0E|\uFE0F/g, '')
    .toLowerCase()
    .replaceAll(SPECIAL_LETTER, (letter) => LETTERS[letter] as string);
}
