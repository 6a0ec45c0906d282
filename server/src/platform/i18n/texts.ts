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

export const formatNumber = (value: number, language: Language): string => value.toLocaleString(LOCALES[language]);

/** Formats a day (UTC) for people. */
export const formatDate = (date: Date, language: Language): string =>
  date.toLocaleDateString(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' });
