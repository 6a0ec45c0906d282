import { Type } from 'typebox';
import { Component, Nullable } from '../../shared/common.ts';
import { goalQuery, importedProperties, importedQuery, nonInteractiveQuery, periodProperties, reportQuery } from './query.ts';
import { DIMENSION_NAMES } from './reports.ts';

const MAX_PIVOT_ROWS = 50;
const MAX_PIVOT_COLUMNS = 20;

export const PivotQuery = {
  by: Type.String({
    maxLength: 120,
    description: `Dimension of the rows: one of ${DIMENSION_NAMES}, or \`property:<name>\``,
    examples: ['country'],
  }),
  across: Type.String({ maxLength: 120, description: 'Dimension of the columns, another one', examples: ['device'] }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PIVOT_ROWS, default: 10, description: 'Maximum number of rows, without `other`' }),
  ),
  columns: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PIVOT_COLUMNS,
      default: 5,
      description: 'Maximum number of columns, without `other`',
    }),
  ),
  ...reportQuery,
  ...goalQuery,
  ...importedQuery,
  ...nonInteractiveQuery,
};

const pivotMetrics = {
  visitors: Type.Integer({ description: 'Unique visitors', examples: [120] }),
  visits: Type.Integer({
    description:
      'Visits with at least one matching event. If both dimensions are dimensions of visits, visits that started in the period.',
    examples: [140],
  }),
  page_views: Type.Integer({ examples: [190] }),
  events: Type.Integer({ examples: [220] }),
  bounce_rate: Nullable(Type.Number({ description: 'Only if both dimensions are dimensions of visits' })),
  visit_duration: Nullable(
    Type.Number({ description: 'Mean visit duration in seconds. Only if both dimensions are dimensions of visits.' }),
  ),
  conversions: Type.Optional(Type.Integer()),
  conversion_rate: Type.Optional(Nullable(Type.Number())),
};

export const Pivot = Component('AnalyticsPivot', {
  ...periodProperties,
  by: Type.String({ examples: ['country'] }),
  across: Type.String({ examples: ['device'] }),
  columns: Type.Array(
    Nullable(Type.String({ description: 'Empty for events or visits without a value, null for all other values' })),
    {
      description: 'Values of `across`, most visitors first, then null if there are more values',
      examples: [['desktop', 'mobile', null]],
    },
  ),
  rows: Type.Array(
    Type.Object({
      value: Nullable(Type.String({ description: 'Value of `by`. Null for all values that have no row.', examples: ['DE'] })),
      ...pivotMetrics,
      cells: Type.Array(Type.Object(pivotMetrics), {
        description: 'Metrics of the row and each column, in the order of `columns`. A visitor can count in several cells.',
      }),
    }),
    { description: 'Values of `by`, most visitors first, then null if there are more values' },
  ),
  ...importedProperties,
});
