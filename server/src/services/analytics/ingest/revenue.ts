import type { TrackedEvent } from '@earshot/contract/services/analytics/schemas';
import { isCurrency } from '../../../platform/text/currencies.ts';

const DECIMALS = 4;
/** A property `revenue` that attributes of elements set: `data-earshot-revenue="49.90 EUR"`. */
const TEXT = /^(-?\d{1,12}(?:\.\d{1,4})?) ([A-Z]{3})$/;

/** Returns the revenue of an event: the field, or the property `revenue` as an amount and a currency. */
export function readRevenue({ revenue, properties }: Pick<TrackedEvent, 'revenue' | 'properties'>): TrackedEvent['revenue'] {
  if (revenue || typeof properties?.revenue !== 'string') return revenue;
  const [, amount, currency] = TEXT.exec(properties.revenue) ?? [];
  return amount && currency && isCurrency(currency) ? { amount, currency } : undefined;
}

/** Returns the revenue of an event as properties. ClickHouse computes its columns of revenue from these. */
export const toProperties = ({ amount, currency }: NonNullable<TrackedEvent['revenue']>): Record<string, string> => ({
  'revenue.amount': typeof amount === 'string' ? amount : formatAmount(amount),
  'revenue.currency': currency,
});

/** Returns a number as a decimal text: results of calculations, such as 0.1 + 0.2, are rounded to 4 decimals. */
const formatAmount = (amount: number): string => amount.toFixed(DECIMALS).replace(/\.?0+$/, '');
