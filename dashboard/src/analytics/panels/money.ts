import { locale } from '../../texts/plural.ts';

/** Formats an exact decimal amount: 1234.5 EUR as “€1,234.50”. Amounts are texts, because numbers would be rounded. */
export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount as `${number}`);
