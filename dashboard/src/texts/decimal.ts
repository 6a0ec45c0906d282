import { locale } from './plural.ts';

/** Formats a number with this many digits after the decimal sign. */
export const formatDecimal = (value: number, digits: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
