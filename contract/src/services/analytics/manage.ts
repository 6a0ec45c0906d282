import { type TProperties, Type } from 'typebox';
import { Body, Component, Id, Nullable, describeAlias, Page, Timestamp, withAliases } from '../../shared/common.ts';
import { reportQuery, stepFilters, stepProperties } from './query.ts';

const goalFields = {
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['Signed up'] }),
  ...stepProperties,
};

export const Goal = Component('Goal', {
  id: Id('goal'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['Signed up'] }),
  event: Nullable(Type.String({ examples: ['signup'] })),
  page: Nullable(Type.String()),
  filters: stepFilters,
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export const CreateGoal = Body(goalFields, { examples: [{ name: 'Signed up', event: 'signup' }] });
export const UpdateGoal = Body(
  { ...goalFields, name: Type.Optional(goalFields.name) },
  { minProperties: 1, examples: [{ name: 'Signed up' }] },
);

const annotationFields = {
  occurred_at: Timestamp({ description: 'Time of the annotated event' }),
  content: Type.String({ minLength: 1, maxLength: 300, examples: ['On the front page of Hacker News'] }),
};

export const Annotation = Component('Annotation', {
  id: Id('ann'),
  project_id: Id('prj'),
  occurred_at: Timestamp({ description: 'Time of the annotated event' }),
  content: Type.String({ examples: ['On the front page of Hacker News'] }),
  time: Timestamp({ description: describeAlias('occurred_at') }),
  text: Type.String({ description: describeAlias('content'), examples: ['On the front page of Hacker News'] }),
  url: Nullable(Type.String({ description: 'URL of the changelog entry. Only for annotations of published entries.' })),
  changelog_entry_id: Nullable(Id('cl', 'Changelog entry that created the annotation when it was published')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
const annotationAliases = { time: 'occurred_at', text: 'content' };
export const CreateAnnotation = withAliases(
  Body(annotationFields, {
    examples: [{ occurred_at: '2026-11-20T09:30:00.000Z', content: 'On the front page of Hacker News' }],
  }),
  annotationAliases,
);
export const UpdateAnnotation = withAliases(
  Body(makeOptional(annotationFields), { minProperties: 1, examples: [{ content: 'A launch' }] }),
  annotationAliases,
);
export const ListAnnotationsQuery = { from: reportQuery.from, to: reportQuery.to, timezone: reportQuery.timezone, ...Page };

export const VISITOR_PATTERN = '^[0-9]{1,20}$';

export const ErasePerson = Body(
  {
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    visitor: Type.Optional(
      Type.String({
        pattern: VISITOR_PATTERN,
        description: 'The `visitor` value of an exported event',
        examples: ['1234567890123456789'],
      }),
    ),
  },
  { minProperties: 1, examples: [{ user_id: 'u_42' }] },
);
export const Erased = Component('AnalyticsErased', {
  ok: Type.Boolean(),
  events: Type.Integer({ description: 'Number of deleted events' }),
});

/** Makes all properties optional. */
function makeOptional<T extends TProperties>(fields: T) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>;
  };
}
