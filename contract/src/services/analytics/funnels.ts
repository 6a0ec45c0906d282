import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from '../../shared/common.ts';
import {
  stepFilters,
  stepProperties,
  optionalComparisonQuery,
  periodProperties,
  precisionProperties,
  precisionQuery,
  reportQuery,
} from './query.ts';
import { RevenueSum } from './revenue.ts';
import { FUNNEL_ORDERS, FUNNEL_UNITS, MAX_FUNNEL_STEPS } from './values.ts';

export const DEFAULT_FUNNEL_WINDOW = 7 * 86_400;

const WINDOW = 'Maximum time in seconds between the first and the last step';
const MAX_WINDOW = 90 * 86_400;
const ORDER =
  'Order of the steps. `loose`: other events may occur between steps. `strict`: only repeats of completed steps and events with `interactive: false` may occur between steps. `any`: steps may occur in any order.';
const UNIT = 'Unit of analysis: steps are matched per person or per visit';

const steps = Type.Array(Body(stepProperties), {
  minItems: 1,
  maxItems: MAX_FUNNEL_STEPS,
  description: 'Steps in order. A single step counts its visitors.',
});

const definition = {
  steps,
  window_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_WINDOW,
      default: DEFAULT_FUNNEL_WINDOW,
      description: `${WINDOW}. Defaults to 7 days.`,
    }),
  ),
  order: Type.Optional(OneOf(FUNNEL_ORDERS, { default: 'loose', description: ORDER })),
  by: Type.Optional(OneOf(FUNNEL_UNITS, { default: 'person', description: UNIT })),
};

const MAX_FUNNEL_VALUES = 25;

export const FunnelQuery = { ...reportQuery, ...optionalComparisonQuery, ...precisionQuery };

export const FunnelRequest = Body(
  {
    ...definition,
    include_revenue: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to add the revenue of those who completed each step' }),
    ),
    breakdown_by: Type.Optional(
      Type.String({
        maxLength: 120,
        description:
          'Dimension of `GET /v1/analytics/breakdown` by which to divide the persons or visits. Each counts for one value: that of its first event in the period that completes the first step, or any step with `order: any`.',
        examples: ['source'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_FUNNEL_VALUES,
        default: 5,
        description: 'Maximum number of values of `breakdown_by`, without `other`',
      }),
    ),
  },
  { examples: [{ steps: [{ page: '/pricing' }, { event: 'signup' }] }] },
);

const WITHOUT_COMPARISON = 'Null without comparison.';

const stepCounts = {
  count: Type.Integer({ description: 'Number of persons or visits that completed at least this step' }),
  standard_error: Nullable(
    Type.Integer({
      description:
        'Standard error of `count`: 0 if the report is exact. Null for estimated visits, whose error is larger than that of persons, because the visits of a person are in the sample together.',
    }),
  ),
  rate: Type.Number({ description: 'Share of the first step, from 0 to 1' }),
  step_rate: Type.Number({ description: 'Share of the preceding step, from 0 to 1' }),
  previous_count: Nullable(Type.Integer({ description: `\`count\` of the comparison period. ${WITHOUT_COMPARISON}` })),
  previous_rate: Nullable(Type.Number({ description: `\`rate\` of the comparison period. ${WITHOUT_COMPARISON}` })),
  previous_step_rate: Nullable(Type.Number({ description: `\`step_rate\` of the comparison period. ${WITHOUT_COMPARISON}` })),
};

export const Funnel = Component('AnalyticsFunnel', {
  ...periodProperties,
  previous_from: Nullable(Timestamp({ description: `Start of the comparison period. ${WITHOUT_COMPARISON}` })),
  previous_to: Nullable(Timestamp({ description: `End of the comparison period, exclusive. ${WITHOUT_COMPARISON}` })),
  steps: Type.Array(
    Type.Object({
      event: Nullable(Type.String()),
      page: Nullable(Type.String()),
      filters: stepFilters,
      ...stepCounts,
      revenue: Type.Optional(
        Type.Array(RevenueSum, {
          description:
            'Revenue of the period by currency, of persons or visits that completed at least this step. Only with `include_revenue`.',
        }),
      ),
    }),
  ),
  breakdown: Nullable(
    Type.Array(
      Type.Object({
        value: Nullable(
          Type.String({
            description: 'Value of the dimension. Empty for events or visits without a value, null for all other values.',
            examples: ['Google'],
          }),
        ),
        steps: Type.Array(Type.Object(stepCounts)),
      }),
      {
        description:
          'The same steps by value of `breakdown_by`, largest first step first, then null if there are more values. The counts of all values add up to those of `steps`. Null without `breakdown_by`.',
      },
    ),
  ),
  ...precisionProperties,
});

const name = Type.String({ minLength: 1, maxLength: 100, examples: ['From pricing to sign-up'] });

export const SavedFunnel = Component('AnalyticsSavedFunnel', {
  id: Id('fnl'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['From pricing to sign-up'] }),
  steps: Type.Array(Type.Object({ event: Nullable(Type.String()), page: Nullable(Type.String()), filters: stepFilters })),
  window_seconds: Type.Integer({ description: WINDOW }),
  order: OneOf(FUNNEL_ORDERS),
  by: OneOf(FUNNEL_UNITS),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export const CreateSavedFunnel = Body(
  { name, ...definition },
  { examples: [{ name: 'From pricing to sign-up', steps: [{ page: '/pricing' }, { event: 'signup' }] }] },
);
export const UpdateSavedFunnel = Body(
  {
    name: Type.Optional(name),
    steps: Type.Optional(steps),
    window_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_WINDOW, description: WINDOW })),
    order: Type.Optional(OneOf(FUNNEL_ORDERS, { description: ORDER })),
    by: Type.Optional(OneOf(FUNNEL_UNITS, { description: UNIT })),
  },
  { minProperties: 1, examples: [{ name: 'From pricing to sign-up' }] },
);
