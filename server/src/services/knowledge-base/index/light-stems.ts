// Stemming for languages for which PostgreSQL has no dictionary, or one that does not unify singular and plural.

/** Replaces an ending of words that keep at least `minLetters` letters before it. */
type Rule = [ending: string, replacement: string, minLetters: number];

/** Applies the first matching rule. */
function replaceEnding(word: string, rules: Rule[]): string {
  for (const [ending, replacement, minLetters] of rules)
    if (word.endsWith(ending) && word.length - ending.length >= minLetters) return word.slice(0, -ending.length) + replacement;
  return word;
}

/** Articles, alone and after a conjunction or preposition. `لل` is `ل` with the article. */
const ARABIC_ARTICLES = ['وبال', 'ولل', 'وال', 'فال', 'بال', 'كال', 'لل', 'ال'];
const MIN_LETTERS_AFTER_ARTICLE = 2;
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
  const article = ARABIC_ARTICLES.find(
    (candidate) => word.startsWith(candidate) && word.length - candidate.length >= MIN_LETTERS_AFTER_ARTICLE,
  );
  return article ? word.slice(article.length) : word;
}

/** Returns the stem of an Arabic word: light stemming by Larkey, Ballesteros and Connell (2007), extended by possessives. */
function stemArabic(word: string): string {
  const bare = removeArticle(word.replaceAll('\u0640', '').replaceAll('ى', 'ي'));
  return replaceEnding(replaceEnding(bare, ARABIC_POSSESSIVES), ARABIC_ENDINGS);
}

const HEBREW_ENDINGS: Rule[] = [
  // אפשרויות is the plural of אפשרות.
  ['ויות', '', 2],
  // חשבוניות is the plural of חשבונית.
  ['יות', 'י', 2],
  ['ית', 'י', 2],
  // סיסמאות is the plural of סיסמה, הרשאות of הרשאה.
  ['אות', '', 2],
  ['אה', '', 2],
  ['ות', '', 2],
  ['ים', '', 2],
  ['ה', '', 2],
];
const HEBREW_FINAL_LETTERS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** Removes the endings of feminine and plural nouns, and replaces final forms of letters by ordinary forms. */
function stemHebrew(word: string): string {
  return replaceEnding(word, HEBREW_ENDINGS).replace(/[ךםןףץ]$/, (letter) => HEBREW_FINAL_LETTERS[letter] ?? letter);
}

/** Stemmers of folded words by ISO 639-1 language, for languages without a dictionary. */
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
/** English plurals in Hindi, such as सेटिंग्स. */
const HINDI_ENGLISH_PLURAL: Rule[] = [['्स', '', 2]];

/** Returns the singular of a Hindi noun for PostgreSQL's dictionary. Unifies spellings of nasal vowels and dotted letters. */
export function toHindiSingular(word: string): string {
  const plain = word.normalize('NFD').replaceAll('\u093C', '').replaceAll('\u0901', '\u0902').normalize('NFC');
  return replaceEnding(replaceEnding(plain, HINDI_PLURALS), HINDI_ENGLISH_PLURAL);
}

const HINDI_CONSONANT = /[\u0915-\u0939]/g;
const HINDI_VOWEL_SIGN = /[\u093E-\u094C]$/;

/** Returns the stem from the dictionary, unless it cuts off a part of the root (खाता became ख). Then only the last vowel is removed. */
export function checkHindiStem(singular: string, stem: string): string {
  const isRoot = (stem.match(HINDI_CONSONANT) ?? []).length >= 2 && !stem.endsWith('\u094D');
  return isRoot ? stem : singular.replace(HINDI_VOWEL_SIGN, '');
}
