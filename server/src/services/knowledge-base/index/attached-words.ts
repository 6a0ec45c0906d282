// Arabic and Hebrew write articles, conjunctions and prepositions as one word with the next word.
import { removeArticle } from './light-stems.ts';

/** Prefixes by ISO 639-1 language. The Arabic article is not in the list, because stems do not contain it. */
const PREFIXES: Record<string, string[]> = {
  ar: ['و', 'ف', 'ب', 'ل', 'ك'],
  he: ['ה', 'ו', 'ב', 'ל', 'כ', 'מ', 'ש', 'וה', 'וב', 'ול', 'וכ', 'ומ', 'וש', 'שה', 'שב', 'של', 'מה', 'כש', 'כשה', 'לכש'],
};
const ARTICLES = ['ال', 'وال', 'فال', 'بال', 'كال', 'لل'];
/** Letters that must remain when a prefix is removed. */
const MIN_LETTERS = 3;

/** Returns a term with each prefix, and without its own prefixes. The index may contain none of these terms. */
export function buildAttachedTerms(language: string, term: string): { longer: string[]; shorter: string[] } {
  const prefixes = PREFIXES[language];
  if (!prefixes || term.length < MIN_LETTERS) return { longer: [], shorter: [] };
  return {
    longer: prefixes.map((prefix) => prefix + term),
    shorter: prefixes
      .filter((prefix) => term.startsWith(prefix) && term.length - prefix.length >= MIN_LETTERS)
      .map((prefix) => term.slice(prefix.length)),
  };
}

/** Returns the prefixes of words that an incomplete query word may stand for. */
export function buildSearchPrefixes(language: string, word: string): string[] {
  if (language === 'ar') {
    const bare = removeArticle(word);
    return [
      ...new Set([
        word,
        bare,
        ...ARTICLES.map((article) => article + bare),
        ...(PREFIXES.ar ?? []).map((prefix) => prefix + bare),
      ]),
    ];
  }
  return [word, ...(PREFIXES[language] ?? []).map((prefix) => prefix + word)];
}
