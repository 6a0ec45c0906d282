/** Language of the page, which `index.html` of each language states. English in tests, which have no page. */
const language = (globalThis as { document?: { documentElement: { lang: string } } }).document?.documentElement.lang || 'en';

/** Locale of dates, numbers and plurals. Arabic has Latin digits, as addresses, versions and code next to them. */
export const locale = language === 'ar' ? 'ar-u-nu-latn' : language;

const number = new Intl.NumberFormat(locale);
const rules = new Intl.PluralRules(locale);

/** Returns a number as the language writes it: `1,234.5` or `1.234,5`. */
export const formatNumber = (value: number): string => number.format(value);

/**
 * Returns the form of a count with `#` replaced by the number: `plural(2, { one: '# vote', other: '# votes' })`. `other` replaces
 * missing forms.
 */
export const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  (forms[rules.select(count)] ?? forms.other).replaceAll('#', () => number.format(count));
