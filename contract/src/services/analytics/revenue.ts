import { Type } from 'typebox';
import { Body, Component, ListOf, Page, Ref } from '../../shared/common.ts';
import { asOfProperty, goalQuery, periodProperties, reportQuery } from './query.ts';

export const MAX_REVENUE_GOALS = 100;
/** Amounts have up to 12 digits and 4 decimals. Numbers are limited to what a floating-point number represents with 4 decimals. */
const MAX_NUMBER = 900_000_000_000;

const currencyCode = { pattern: '^[A-Z]{3}$', examples: ['EUR'] };
const Amount = (description: string) => Type.String({ description, examples: ['149.9'] });

/** The revenue of an event. */
export const revenueField = Type.Optional(
  Body(
    {
      amount: Type.Unsafe<string | number>({
        type: ['string', 'number'],
        pattern: String.raw`^-?\d{1,12}(\.\d{1,4})?$`,
        minimum: -MAX_NUMBER,
        maximum: MAX_NUMBER,
        description:
          'Amount in the currency, not in cents, with up to 4 decimals: a decimal text is stored as it is, a number is rounded to 4 decimals. Negative for a refund.',
        examples: ['49.90'],
      }),
      currency: Type.String({ ...currencyCode, description: 'ISO 4217 currency code' }),
    },
    {
      description:
        'Revenue of the event, such as a purchase. Stored as the properties `revenue.amount` and `revenue.currency`, which filters can use. A property `revenue` with a text such as `49.90 EUR` counts as well.',
    },
  ),
);

export const RevenueSum = Type.Object({
  currency: Type.String({ description: 'ISO 4217 currency code', examples: ['EUR'] }),
  amount: Amount('Exact sum as a decimal text, without conversion of currencies'),
});

const sumProperties = {
  ...RevenueSum.properties,
  events: Type.Integer({ description: 'Number of events with revenue', examples: [3] }),
  visitors: Type.Integer({ description: 'Unique visitors with such an event', examples: [2] }),
};

export const RevenueQuery = {
  ...reportQuery,
  currency: Type.Optional(Type.String({ ...currencyCode, description: 'Limits the report to one currency (ISO 4217)' })),
  ...goalQuery,
};

export const Revenue = Component('AnalyticsRevenue', {
  ...periodProperties,
  currencies: Type.Array(Type.Object(sumProperties), { description: 'Sums by currency, most events first' }),
});

export const RevenueBreakdownQuery = {
  by: Type.Optional(
    Type.String({
      maxLength: 120,
      description: `Dimension to group by: a dimension of \`GET /v1/analytics/breakdown\`, or \`goal\` for the revenue of the events that meet each goal (the first ${MAX_REVENUE_GOALS} by name). Defaults to \`source\`.`,
      examples: ['source'],
    }),
  ),
  ...RevenueQuery,
  ...Page,
};

export const RevenueRow = Component('AnalyticsRevenueRow', {
  value: Type.String({
    description: 'Value of the dimension, or name of the goal. Empty for events or visits without a value.',
    examples: ['Google'],
  }),
  ...sumProperties,
});

export const RevenueBreakdown = Type.Object({ ...ListOf(Ref(RevenueRow)).properties, ...asOfProperty });
