// Stems of languages for which PostgreSQL has no dictionary, or one that does not join singular and plural.

/** A rule removes an ending, or puts another in its place, from words that keep at least so many letters before it. */
type Rule = [ending: string, replacement: string, least: number];

/** Applies the first rule that fits. */
function replaceEnding(word: string, rules: Rule[]): string {
  for (const [ending, replacement, least] of rules)
    if (word.endsWith(ending) && word.length - ending.length >= least) return word.slice(0, -ending.length) + replacement;
  return word;
}

/** Articles, alone and after a conjunction or preposition. `لل` stands for `ل` and the article. */
const ARABIC_ARTICLES = ['وبال', 'ولل', 'وال', 'فال', 'بال', 'كال', 'لل', 'ال'];
const LEAST_AFTER_ARTICLE = 2;
const ARABIC_POSSESSIVES: Rule[] = [
  ['ها', '', 3],
  ['هم', '', 3],
  ['كم', '', 3],
  ['نا', '', 3],
  ['ك', '', 4],
];
const ARABIC_ENDINGS: Rule[] = [
  ['ات', '', 3],
  ['ان', '', 3],
  ['ون', '', 3],
  ['ين', '', 3],
  ['يه', '', 2],
  ['ية', '', 2],
  ['ه', '', 2],
  ['ة', '', 2],
  ['ي', '', 2],
];

/** Removes the article from a folded Arabic word. */
export function removeArticle(word: string): string {
  const article = ARABIC_ARTICLES.find((one) => word.startsWith(one) && word.length - one.length >= LEAST_AFTER_ARTICLE);
  return article ? word.slice(article.length) : word;
}

/** Light stemming after Larkey, Ballesteros and Connell (Light Stemming for Arabic Information Retrieval, 2007), with possessives. */
function stemArabic(word: string): string {
  const bare = removeArticle(word.replaceAll('\u0640', '').replaceAll('ى', 'ي'));
  return replaceEnding(replaceEnding(bare, ARABIC_POSSESSIVES), ARABIC_ENDINGS);
}

const HEBREW_ENDINGS: Rule[] = [
  // אפשרויות, of אפשרות.
  ['ויות', '', 2],
  // חשבוניות, of חשבונית.
  ['יות', 'י', 2],
  ['ית', 'י', 2],
  // סיסמאות, of סיסמה; הרשאות, of הרשאה.
  ['אות', '', 2],
  ['אה', '', 2],
  ['ות', '', 2],
  ['ים', '', 2],
  ['ה', '', 2],
];
const HEBREW_FINAL_LETTERS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** Removes the endings of feminine and plural nouns; final letters become ordinary ones, which they are within a longer form. */
function stemHebrew(word: string): string {
  return replaceEnding(word, HEBREW_ENDINGS).replace(/[ךםןףץ]$/, (letter) => HEBREW_FINAL_LETTERS[letter] ?? letter);
}

/** Complete stemmers, by ISO 639-1, of folded words. */
export const LIGHT_STEMS: Record<string, (word: string) => string> = { ar: stemArabic, he: stemHebrew };

const HINDI_PLURALS: Rule[] = [
  ['ियों', 'ी', 1],
  ['ियां', 'ी', 1],
  ['ाओं', 'ा', 1],
  ['ाएं', 'ा', 1],
  ['ुओं', 'ु', 1],
  ['ुएं', 'ु', 1],
  ['ूओं', 'ू', 1],
  ['ों', '', 2],
  ['ें', '', 2],
];
/** English plurals in Hindi: सेटिंग्स. */
const HINDI_ENGLISH_PLURAL: Rule[] = [['्स', '', 2]];

/** The singular of a Hindi noun, as the dictionary of PostgreSQL expects it; spellings of nasal vowels and of dotted letters are unified. */
export function toHindiSingular(word: string): string {
  const plain = word.normalize('NFD').replaceAll('\u093C', '').replaceAll('\u0901', '\u0902').normalize('NFC');
  return replaceEnding(replaceEnding(plain, HINDI_PLURALS), HINDI_ENGLISH_PLURAL);
}

const HINDI_CONSONANT = /[\u0915-\u0939]/g;
const HINDI_VOWEL_SIGN = /[\u093E-\u094C]$/;

/** The stem by the dictionary, unless it takes a part of the root for an ending: खाता became ख. Then only the last vowel is removed. */
export function checkHindiStem(singular: string, stem: string): string {
  const isRoot = (stem.match(HINDI_CONSONANT) ?? []).length >= 2 && !stem.endsWith('\u094D');
  return isRoot ? stem : singular.replace(HINDI_VOWEL_SIGN, '');
}
