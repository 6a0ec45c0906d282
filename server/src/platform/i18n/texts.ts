import type { Language } from '@earshot/contract/shared/languages';

/** Locales of numbers and dates. Arabic texts have the digits of texts that people write, such as versions. */
const LOCALES: Record<Language, string> = {
  en: 'en',
  de: 'de',
  es: 'es',
  fr: 'fr',
  ja: 'ja',
  pt: 'pt-BR',
  ar: 'ar-u-nu-latn',
};

/** Returns a function that returns the texts of a language. */
export const defineTexts =
  <T>(texts: Record<Language, T>) =>
  (language: Language): T =>
    texts[language];

/** Forms of a text by plural category (`Intl.PluralRules`). `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns a function that returns the form of a text for a number in a language. */
export function plurals(language: Language) {
  const rules = new Intl.PluralRules(language);
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replaceAll('#', formatNumber(count, language));
}

/** Returns the locale (BCP 47) of numbers and dates in a language. */
export const findLocale = (language: Language): string => LOCALES[language];

export const formatNumber = (value: number, language: Language, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(LOCALES[language], options);

/** Formats a day (UTC) for people. */
export const formatDate = (date: Date, language: Language): string =>
  date.toLocaleDateString(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a time (UTC) for people, such as “May 1, 2026 at 12:30 PM”. */
export const formatTime = (date: Date, language: Language): string =>
  date.toLocaleString(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
