/** Snowball dictionaries of PostgreSQL 15 by ISO 639-1 language. */
const DICTIONARIES: Record<string, string> = {
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  ga: 'irish_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  nb: 'norwegian_stem',
  ne: 'nepali_stem',
  nl: 'dutch_stem',
  nn: 'norwegian_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
  yi: 'yiddish_stem',
};

/** Returns a language without its region. */
export const toBaseLanguage = (language: string): string => language.split('-')[0] ?? '';

/** Returns the dictionary of a language, with or without a region. `simple` for languages without a dictionary. */
export const findDictionary = (language: string): string => DICTIONARIES[toBaseLanguage(language)] ?? 'simple';
