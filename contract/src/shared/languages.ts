/** Languages of public pages, widgets and emails (BCP 47). */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'pt', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages in the languages themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  // cspell:disable
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  pt: 'Português',
  ar: 'العربية',
};

/** Returns the language of a tag such as `de-AT`, or undefined for other languages. */
export const findLanguage = (tag: string | undefined): Language | undefined => {
  const base = tag?.toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === base);
};

/** Returns the direction of the script. */
export const findDirection = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** A language without its region, as in `de`. */
export const BASE_LANGUAGE_PATTERN = '^[a-z]{2,3}$';
