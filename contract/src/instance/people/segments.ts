import { type Static, Type } from 'typebox';
import { Body, Component, Id, OneOf, Ref, Timestamp } from '../../shared/common.ts';
import { ATTRIBUTE_OPERATORS, SEGMENT_CONDITIONS, SEGMENT_MATCHES } from '../values.ts';
import { MAX_ATTRIBUTE_LENGTH } from './directory.ts';

/** Maximum number of segments of people of a project. */
export const MAX_SEGMENTS = 100;
/** Maximum number of conditions of a segment. */
export const MAX_SEGMENT_CONDITIONS = 20;

const condition = {
  kind: OneOf(SEGMENT_CONDITIONS, {
    description:
      'Subject of the condition: an attribute of the person (`attribute`) or of the company (`company_attribute`), both with `attribute`, `operator` and `value`; the id of the company (`company`, with `operator` and `value`); the time at which the person was last seen (`last_seen`, with `since`, `until` or `within_days`); an event with a `user_id` (`event`), a page view (`page`), submitted feedback (`feedback`) or votes on feedback (`vote`), which can have `at_least` and `within_days`',
  }),
  attribute: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Name of a declared attribute', examples: ['plan'] }),
  ),
  operator: Type.Optional(
    OneOf(ATTRIBUTE_OPERATORS, {
      description:
        'Comparison. Numbers and dates have all operators, others no order. `is_not` includes people without a value. `is_set` and `is_not_set` have no `value`.',
    }),
  ),
  value: Type.Optional(
    Type.Unsafe<string | number | boolean>({
      type: ['string', 'number', 'boolean'],
      maxLength: MAX_ATTRIBUTE_LENGTH,
      description: 'Value of the type that the attribute was declared with. Dates are in ISO 8601.',
      examples: ['pro'],
    }),
  ),
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Name of the event', examples: ['signup'] })),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: '^[/*]',
      description: 'Path of the viewed page. `*` stands for any characters.',
      examples: ['/pricing'],
    }),
  ),
  at_least: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'Number of times, 1 by default', examples: [3] }),
  ),
  within_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3_650, description: 'Only in the last days, each of 24 hours', examples: [30] }),
  ),
  since: Type.Optional(Timestamp({ description: 'Last seen at or after this time' })),
  until: Type.Optional(Timestamp({ description: 'Last seen before this time' })),
  negated: Type.Optional(
    Type.Boolean({
      description:
        'Whether people match whom the condition does not describe, such as those who did not view a page. Not for conditions with `operator`.',
    }),
  ),
};

export const PersonSegmentCondition = Component('PersonSegmentCondition', condition);
export type SegmentCondition = Static<typeof PersonSegmentCondition>;

const match = () => OneOf(SEGMENT_MATCHES, { description: 'Whether people match all conditions or at least one' });
const limits = { minItems: 1, maxItems: MAX_SEGMENT_CONDITIONS };

export const PersonSegmentDefinition = Component('PersonSegmentDefinition', {
  match: match(),
  conditions: Type.Array(Ref(PersonSegmentCondition), limits),
});
/** Definition in a request, whose schema contains that of the conditions. */
const definition = () =>
  Type.Object(
    { match: match(), conditions: Type.Array(Type.Object(condition, { additionalProperties: false }), limits) },
    { additionalProperties: false, description: 'Conditions on people' },
  );
export type SegmentDefinition = Static<typeof PersonSegmentDefinition>;

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Active customers'] });
const EXAMPLE = {
  match: 'all',
  conditions: [
    { kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' },
    { kind: 'event', event: 'export', at_least: 3, within_days: 30 },
  ],
};

const properties = {
  id: Id('psg'),
  project_id: Id('prj'),
  name: name(),
  definition: Ref(PersonSegmentDefinition),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};
export const PersonSegment = Component('PersonSegment', properties);

const peopleCount = () => Type.Integer({ description: 'Number of people who match at this time', examples: [42] });

export const CountedPersonSegment = Component('CountedPersonSegment', {
  ...properties,
  people_count: peopleCount(),
});

export const CreatePersonSegment = Body(
  { name: name(), definition: definition() },
  { examples: [{ name: 'Active customers', definition: EXAMPLE }] },
);
export const UpdatePersonSegment = Body(
  { name: Type.Optional(name()), definition: Type.Optional(definition()) },
  { minProperties: 1, examples: [{ name: 'Customers' }] },
);
export const PreviewPersonSegment = Body({ definition: definition() }, { examples: [{ definition: EXAMPLE }] });
export const PersonSegmentPreview = Component('PersonSegmentPreview', { people_count: peopleCount() });
