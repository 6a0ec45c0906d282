import type { TrackedEvent } from '@earshot/contract/analytics';

const DECIMALS = 4;
/** Codes of ISO 4217 that Unicode knows, including those of former currencies, which imported events may have. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => code !== 'XXX'));

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** Returns the revenue of an event as properties. ClickHouse computes its columns of revenue from these. */
export const toProperties = ({ amount, currency }: NonNullable<TrackedEvent['revenue']>): Record<string, string> => ({
  'revenue.amount': typeof amount === 'string' ? amount : formatAmount(amount),
  'revenue.currency': currency,
});

/** Returns a number as a decimal text: results of calculations, such as 0.1 + 0.2, are rounded to 4 decimals. */
const formatAmount = (amount: number): string => amount.toFixed(DECIMALS).replace(/\.?0+$/, '');
