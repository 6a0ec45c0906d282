import { Type } from 'typebox';
import { Component, Id, Nullable, OneOf, Ref, Timestamp } from '../../shared/common.ts';
import { EFFECT_METRICS, EFFECT_VERDICTS } from './values.ts';

const bound = (description: string) => Nullable(Type.Number({ description, examples: [20] }));

export const ChangelogEffectMeasure = Component('ChangelogEffectMeasure', {
  metric: OneOf(EFFECT_METRICS, {
    description:
      'Events that show `success`, visitors who reached a goal per visitor (`conversion_rate`), visits with one interaction per visit (`bounce_rate`), or new `feedback`',
    examples: ['success'],
  }),
  goal: Nullable(
    Type.Object({ id: Id('goal'), name: Type.String({ examples: ['Signup'] }) }, { description: 'Goal of a `conversion_rate`' }),
  ),
  verdict: OneOf(EFFECT_VERDICTS, {
    description:
      'Position of the figure above (`rise`), below (`fall`) or within (`none`) the range. `unknown` with fewer than 4 whole weeks of data.',
    examples: ['rise'],
  }),
  after: Nullable(Type.Number({ description: 'Figure of the compared days. Null for the rate of nothing.', examples: [44] })),
  expected: bound('Figure that earlier weeks predict'),
  low: bound('Lower bound of the range'),
  high: bound('Upper bound of the range'),
  history: Type.Array(Nullable(Type.Number({ examples: [12] })), {
    description: 'Figures of the same weekdays of earlier weeks, oldest first, from the first week with data',
  }),
});

export const ChangelogEffect = Component('ChangelogEffect', {
  as_of: Timestamp({ description: 'Time up to which events are counted' }),
  is_complete: Type.Boolean({ description: 'Whether all 7 days are over' }),
  days: Type.Integer({
    minimum: 0,
    maximum: 7,
    description:
      'Compared days, of which the day of the publication is the first. 0 before it is over, and for unpublished entries.',
    examples: [7],
  }),
  other_releases: Type.Integer({ description: 'Number of other entries that were published on these days', examples: [1] }),
  measures: Type.Array(Ref(ChangelogEffectMeasure)),
});
