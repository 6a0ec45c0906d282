import { type Static, Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Ref, Timestamp } from '../../shared/common.ts';
import { SCORE_TERMS } from './values.ts';

/** Maximum number of scores of a project. */
export const MAX_SCORES = 10;
const MAX_TERMS = 10;
const MAX_WEIGHT = 1_000_000;

const SCORE_NAME_PATTERN = '^[a-z0-9][a-z0-9_-]{0,49}$';

/** Name of a score in paths and queries. */
export const ScoreName = (options: object = {}) =>
  Type.String({ pattern: SCORE_NAME_PATTERN, description: 'Name of a score of the project', examples: ['demand'], ...options });

const days = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, description, examples: [30] }));

const term = {
  kind: OneOf(SCORE_TERMS, {
    description:
      'Subject of the term. Numbers of people who upvoted the entry: all (`voters`), those who were seen within `days` (`active`), those who were seen earlier but not within `days` (`silent`), those with the `event` or a view of the `page`, optionally within `days`. Sums over these people: a numeric `attribute`, a numeric attribute of their companies (`company_attribute`, each company once), and the `revenue` of their events in a `currency`, optionally within `days`.',
  }),
  weight: Type.Number({
    minimum: 0,
    maximum: MAX_WEIGHT,
    description: 'Points for each person or unit of the sum',
    examples: [2],
  }),
  days: days('Period until now in days of 24 hours. Required for `active` and `silent`.'),
  event: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Name of an event with a `user_id`', examples: ['export'] }),
  ),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: '^[/*]',
      description: 'Path of a viewed page. `*` stands for any characters.',
      examples: ['/billing'],
    }),
  ),
  attribute: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Name of an attribute that was declared as a number',
      examples: ['mrr'],
    }),
  ),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency of the revenue', examples: ['EUR'] })),
};

export const ScoreTerm = Component('FeedbackScoreTerm', term);
export type ScoreTerm = Static<typeof ScoreTerm>;

const computedAt = () =>
  Nullable(
    Timestamp({
      description: 'Time for which the values hold. Null until they are computed, shortly after a change of the terms.',
    }),
  );

/** A score: terms with weights. */
export const FeedbackScore = Component('FeedbackScore', {
  project_id: Id('prj'),
  name: ScoreName(),
  terms: Type.Array(Ref(ScoreTerm), { maxItems: MAX_TERMS }),
  computed_at: computedAt(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const PutScore = Body(
  {
    terms: Type.Array(Type.Object(term, { additionalProperties: false }), {
      minItems: 1,
      maxItems: MAX_TERMS,
      description: 'Terms of the score, which replace the previous ones',
    }),
  },
  {
    examples: [
      {
        terms: [
          { kind: 'voters', weight: 1 },
          { kind: 'event', event: 'export', days: 30, weight: 2 },
          { kind: 'company_attribute', attribute: 'mrr', weight: 0.01 },
        ],
      },
    ],
  },
);

const known = () =>
  Type.Integer({
    description: 'Number of voters of whom the term is known, because they are identified or have a value',
    examples: [8],
  });

/** A term of a score for one entry. */
export const DemandTerm = Component('FeedbackDemandTerm', {
  ...term,
  value: Type.Number({ description: 'Number of people, or sum', examples: [5] }),
  contribution: Type.Number({ description: '`value` times `weight`', examples: [10] }),
  share: Type.Number({
    description: 'Part of the score in percent, with one decimal. The shares of all terms add up to 100, unless the score is 0.',
    examples: [62.5],
  }),
  known: known(),
  unknown: Type.Integer({
    description: 'Number of voters of whom the term is not known: anonymous ones, people without a user id, or without a value',
    examples: [4],
  }),
});

/** Demand for an entry by a score. */
export const FeedbackDemand = Component('FeedbackDemand', {
  project_id: Id('prj'),
  feedback_id: Id('fb'),
  score: ScoreName(),
  value: Type.Number({ description: 'Sum of the contributions', examples: [16] }),
  voters: Type.Integer({ description: 'Number of upvotes when the score was computed', examples: [12] }),
  terms: Type.Array(Ref(DemandTerm)),
  computed_at: computedAt(),
});

/** Score of an entry in a list, with one value a term in the order of the terms. */
export const EntryScore = Component('FeedbackEntryScore', {
  value: Type.Number({ description: 'Sum of the values times the weights', examples: [16] }),
  values: Type.Array(Type.Number(), { description: 'Values of the terms', examples: [[12, 2, 0]] }),
  known: Type.Array(Type.Integer(), {
    description: 'For each term, the number of voters of whom it is known',
    examples: [[12, 8, 0]],
  }),
  unknown: Type.Integer({
    description:
      'Number of voters of whom a term with a weight is not known, such as voters without the attribute that is summed. Of several terms, the one with most such voters.',
    examples: [4],
  }),
  voters: Type.Integer({ description: 'Number of upvotes when the score was computed', examples: [12] }),
});

/** Parameters of lists about scores. */
export const scoreQuery = {
  score: Type.Optional(
    ScoreName({
      description: 'Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token.',
    }),
  ),
  score_min: Type.Optional(
    Type.Number({ description: 'Only entries whose `score` has at least this value. Requires a session token.', examples: [10] }),
  ),
  score_weights: Type.Optional(
    Type.String({
      pattern: '^\\d{1,7}(\\.\\d{1,6})?(,\\d{1,7}(\\.\\d{1,6})?){0,9}$',
      description:
        'Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token.',
      examples: ['1,0,0.5'],
    }),
  ),
};
