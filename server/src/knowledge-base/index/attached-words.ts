// Arabic and Hebrew write articles, conjunctions and prepositions together with the next word.
import { removeArticle } from './light-stems.ts';

/** Short words that are attached to others, by ISO 639-1. The Arabic article is not one of these: stems are without it. */
const ATTACHED: Record<string, string[]> = {
  ar: ['و', 'ف', 'ب', 'ل', 'ك'],
  he: ['ה', 'ו', 'ב', 'ל', 'כ', 'מ', 'ש', 'וה', 'וב', 'ול', 'וכ', 'ומ', 'וש', 'שה', 'שב', 'של', 'מה', 'כש', 'כשה', 'לכש'],
};
const ARTICLES = ['ال', 'وال', 'فال', 'بال', 'كال', 'لل'];
/** Letters that remain of a word. */
const LEAST = 3;

/** Terms of a word with another attached, and of the word without; any of these may be in no text. */
export function attachedTerms(language: string, term: string): { longer: string[]; shorter: string[] } {
  const attached = ATTACHED[language];
  if (!attached || term.length < LEAST) return { longer: [], shorter: [] };
  return {
    longer: attached.map((one) => one + term),
    shorter: attached
      .filter((one) => term.startsWith(one) && term.length - one.length >= LEAST)
      .map((one) => term.slice(one.length)),
  };
}

/** The beginnings of words that someone may mean who has typed this much of one. */
export function beginningsOf(language: string, word: string): string[] {
  if (language === 'ar') {
    const bare = removeArticle(word);
    return [
      ...new Set([word, bare, ...ARTICLES.map((article) => article + bare), ...(ATTACHED.ar ?? []).map((one) => one + bare)]),
    ];
  }
  return [word, ...(ATTACHED[language] ?? []).map((one) => one + word)];
}
