import { Type } from 'typebox';
import { Component, ListOf, Nullable, OneOf, Page, Ref } from '../../shared/common.ts';
import { asOfProperty, periodProperties, reportQuery } from './query.ts';
import { WEB_VITALS, WEB_VITAL_DIMENSIONS, WEB_VITAL_RATINGS } from './values.ts';

export const WebVital = Component('AnalyticsWebVital', {
  metric: OneOf(WEB_VITALS, {
    description:
      'Largest Contentful Paint, Interaction to Next Paint, Cumulative Layout Shift, First Contentful Paint or Time to First Byte',
    examples: ['LCP'],
  }),
  unit: OneOf(['ms', 'score'] as const, { description: 'Unit of `p75` and of the thresholds', examples: ['ms'] }),
  good_up_to: Type.Number({ description: 'Largest value that is rated good', examples: [2500] }),
  poor_above: Type.Number({ description: 'Larger values are rated poor', examples: [4000] }),
  measurements: Type.Integer({ description: 'Number of measurements', examples: [1200] }),
  p75: Nullable(
    Type.Number({
      description:
        '75th percentile: 75 % of the measurements are at most as large. Exact for up to 5,000 measurements and for values of up to 1,024 ms (CLS: 1.024); larger values of more measurements are rounded to 16 ms. At most 30,000 ms. Null without measurements.',
      examples: [2180],
    }),
  ),
  rating: Nullable(OneOf(WEB_VITAL_RATINGS, { description: 'Rating of `p75`', examples: ['good'] })),
  good: Nullable(Type.Number({ description: 'Share of good measurements, from 0 to 1', examples: [0.81] })),
  needs_improvement: Nullable(
    Type.Number({ description: 'Share of measurements between good and poor, from 0 to 1', examples: [0.13] }),
  ),
  poor: Nullable(Type.Number({ description: 'Share of poor measurements, from 0 to 1', examples: [0.06] })),
});

export const WebVitals = Component('AnalyticsWebVitals', {
  ...periodProperties,
  metrics: Type.Array(Ref(WebVital), { description: 'All metrics, also those without measurements' }),
});

export const WebVitalsBreakdownQuery = {
  by: Type.Optional(OneOf(WEB_VITAL_DIMENSIONS, { description: 'Dimension to group by. Defaults to `page`.' })),
  ...reportQuery,
  ...Page,
};

export const WebVitalsRow = Component('AnalyticsWebVitalsRow', {
  value: Type.String({ description: 'Value of the dimension. Empty for measurements without a value.', examples: ['/pricing'] }),
  measurements: Type.Integer({ description: 'Number of measurements of all metrics', examples: [620] }),
  metrics: Type.Array(Ref(WebVital)),
});

export const WebVitalsBreakdown = Type.Object({ ...ListOf(Ref(WebVitalsRow)).properties, ...asOfProperty });
