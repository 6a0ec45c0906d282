import { Type } from 'typebox';
import {
  Body,
  Component,
  createdRange,
  Email,
  exportQuery,
  Id,
  Nullable,
  OneOf,
  Page,
  Ref,
  Repeatable,
  Timestamp,
  Url,
} from '../../shared/common.ts';
import {
  ATTRIBUTE_OPERATORS,
  ATTRIBUTE_SUBJECTS,
  ATTRIBUTE_TYPES,
  IDENTITY_KINDS,
  IDENTITY_PROOFS,
  PEOPLE_SORTS,
  TIMELINE_KINDS,
} from '../values.ts';

/** Maximum number of people in a batch. */
export const MAX_BATCH_PEOPLE = 10_000;
/** Maximum number of attributes of a person or a company, and of declared names of each. */
export const MAX_ATTRIBUTES = 100;
/** Maximum length of the text of an attribute. */
export const MAX_ATTRIBUTE_LENGTH = 500;
/** Names of attributes, so that they can be written in filters. */
export const ATTRIBUTE_NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/** Value of an attribute. Dates are texts in ISO 8601. */
export type AttributeValue = string | number | boolean;

const userId = (options: object = {}) => Type.String({ minLength: 1, maxLength: 200, examples: ['u_42'], ...options });
const companyId = (options: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Id of the company in your application',
    examples: ['acme'],
    ...options,
  });
const personName = () => Type.String({ maxLength: 100, examples: ['Ada Lovelace'] });
const companyName = () => Type.String({ maxLength: 200, examples: ['Acme Inc.'] });

const attributes = () =>
  Type.Unsafe<Record<string, AttributeValue>>({
    type: 'object',
    additionalProperties: true,
    description: 'Attributes by name. Dates are in ISO 8601.',
    examples: [{ plan: 'pro', seats: 12 }],
  });
const changedAttributes = () =>
  Type.Unsafe<Record<string, AttributeValue | null>>({
    type: 'object',
    additionalProperties: true,
    description: `Attributes to set: texts of at most ${MAX_ATTRIBUTE_LENGTH} characters, numbers, booleans, or dates in ISO 8601 such as \`2026-11-20\`. The first value of a name declares its type for the project; values of other types are rejected. Null removes an attribute; others are kept. At most ${MAX_ATTRIBUTES}.`,
    examples: [{ plan: 'pro', seats: 12 }],
  });

const companyFields = {
  name: Type.Optional(Nullable(companyName())),
  attributes: Type.Optional(changedAttributes()),
};

const personFields = {
  name: Type.Optional(Nullable(personName())),
  email: Type.Optional(
    Email({
      description:
        'Address of the person, which your application verified. An address that belongs to a person with another user id, or that the team separated from this one, is not added.',
    }),
  ),
  avatar_url: Type.Optional(Nullable(Url())),
  attributes: Type.Optional(changedAttributes()),
  company: Type.Optional(
    Nullable(
      Type.Object(
        { id: companyId(), ...companyFields },
        {
          additionalProperties: false,
          description: 'Company of the person, which is created or updated. Null removes the person from it.',
        },
      ),
    ),
  ),
};

/** The path parameter of a person whom the product names. */
export const UserIdParams = Type.Object({
  id: userId({
    description:
      'Id of the person in your application: `sub` of `X-User-Token`, `user_id` of analytics events. Encode special characters.',
  }),
});

export const PutPerson = Body(personFields, {
  examples: [
    {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      attributes: { plan: 'pro', seats: 12 },
      company: { id: 'acme', name: 'Acme Inc.', attributes: { mrr: 490 } },
    },
  ],
});

export const PersonRecord = Component('PersonRecord', { user_id: userId(), ...personFields });

/** The items are validated one by one. */
export const PutPeople = Body(
  {
    people: Type.Array(Type.Unsafe<Record<string, unknown>>({ $ref: 'PersonRecord#' }), {
      minItems: 1,
      maxItems: MAX_BATCH_PEOPLE,
      description: 'Up to 10,000 people, with the fields of `PUT /v1/people/{id}` and `user_id`',
    }),
  },
  { examples: [{ people: [{ user_id: 'u_42', name: 'Ada Lovelace', attributes: { plan: 'pro' } }] }] },
);

const companySummary = () =>
  Type.Object({ id: companyId(), name: Nullable(companyName()) }, { description: 'Company of the person' });

const personProperties = {
  id: Id('per'),
  project_id: Id('prj'),
  name: Nullable(personName()),
  avatar_url: Nullable(Url()),
  user_ids: Type.Array(Type.String(), {
    description: 'Ids in your application. One, unless the team merged people.',
    examples: [['u_42']],
  }),
  emails: Type.Array(Type.String(), { description: 'Proven addresses, the latest first', examples: [['ada@example.com']] }),
  attributes: attributes(),
  company: Nullable(companySummary()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  last_seen_at: Nullable(
    Timestamp({ description: 'Time of the last proof by the person, such as an event or a vote, with the accuracy of an hour' }),
  ),
};

export const Person = Component('Person', personProperties);

export const PersonWithIdentities = Component('PersonWithIdentities', {
  ...personProperties,
  given_name: Nullable(
    Type.String({
      description:
        'For a person without `name`: the latest name with a record of a proven address, an approved testimonial, or a vote that a member added',
      examples: ['Grace Jansen'],
    }),
  ),
  identities: Type.Array(
    Type.Object({
      kind: OneOf(IDENTITY_KINDS),
      value: Type.String({ examples: ['ada@example.com'] }),
      proof: OneOf(IDENTITY_PROOFS, {
        description:
          'Proof that the identity belongs to the person: `event` (`user_id` of an event without a signature), `user_token` (`X-User-Token`), `api` (a request with a session token), `confirmed_email` (a link in an email), or `team` (merged by hand)',
      }),
      proven_at: Timestamp(),
    }),
  ),
});

export const TimelineQuery = Type.Object({
  kind: Type.Optional(Repeatable(OneOf(TIMELINE_KINDS), { description: 'Only entries of this kind. Can be repeated.' })),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: '`next_before` of the previous page' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Number of entries' })),
});

export const TimelineEntry = Component('TimelineEntry', {
  kind: OneOf(TIMELINE_KINDS),
  occurred_at: Timestamp(),
  id: Nullable(
    Type.String({
      description:
        'Id of the record: the entry for feedback, votes and comments, the sign-up, testimonial, subscription or email',
      examples: ['fb_01kaga0zrefb8tqs3yh4kx9m2d'],
    }),
  ),
  title: Type.String({
    description:
      'Title of the feedback, name of the event, status of the sign-up, rating of the testimonial, or subject of the email',
    examples: ['Export as CSV'],
  }),
  text: Nullable(
    Type.String({
      description:
        'Beginning of the text, page of the event, `up` or `down` for votes, or status of the email; at most 300 characters',
      examples: ['/pricing'],
    }),
  ),
  proven: Type.Boolean({
    description: 'False if an address of the person was only typed into a form, or a member voted on behalf of the person',
  }),
});

export const Timeline = Component('Timeline', {
  data: Type.Array(Ref(TimelineEntry)),
  next_before: Nullable(Type.String({ description: '`before` of the next page. Null on the last page.' })),
});

const filters = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Search for words that start with the given text, in names, addresses and user ids',
    }),
  ),
  user_id: Type.Optional(userId({ description: 'Only the person with this id in your application' })),
  email: Type.Optional(Email({ description: 'Only the person with this address, in any spelling' })),
  company_id: Type.Optional(companyId({ description: 'Only people of this company' })),
  attribute: Type.Optional(
    Repeatable(Type.String({ minLength: 1, maxLength: 600, examples: ['plan:is:pro'] }), {
      description: `Filter by attribute, as \`name:operator:value\`, such as \`plan:is:pro\` or \`seats:gt:10\`. Operators: ${ATTRIBUTE_OPERATORS.map((operator) => `\`${operator}\``).join(', ')}; \`is_set\` and \`is_not_set\` have no value. Can be repeated: people must match all filters.`,
    }),
  ),
  segment: Type.Optional(Id('psg', 'Only people in this segment')),
  ...createdRange('people'),
};

export const ListPeopleQuery = Type.Object({
  ...filters,
  sort: Type.Optional(OneOf(PEOPLE_SORTS, { default: 'newest' })),
  ...Page,
});

export const ExportPeopleQuery = exportQuery(ListPeopleQuery);

export const MergePerson = Body(
  { into: Id('per', 'Id of the person to keep') },
  { examples: [{ into: 'per_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const SeparatePerson = Body(
  {
    user_id: Type.Optional(userId()),
    email: Type.Optional(Email()),
  },
  { minProperties: 1, description: 'Either `user_id` or `email`', examples: [{ email: 'ada@example.com' }] },
);

export const Company = Component('Company', {
  id: companyId(),
  project_id: Id('prj'),
  name: Nullable(companyName()),
  attributes: attributes(),
  people_count: Type.Integer({ description: 'Number of people of the company', examples: [3] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CompanyParams = Type.Object({ id: companyId() });

export const PutCompany = Body(companyFields, { examples: [{ name: 'Acme Inc.', attributes: { mrr: 490 } }] });

export const ListCompaniesQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Search for companies whose name or id contains the text' })),
  ...Page,
});

export const Attribute = Component('Attribute', {
  project_id: Id('prj'),
  subject: OneOf(ATTRIBUTE_SUBJECTS, { description: 'Whether people or companies have the attribute' }),
  name: Type.String({ examples: ['plan'] }),
  type: OneOf(ATTRIBUTE_TYPES, { description: 'Type of all values, which the first value declared' }),
  created_at: Timestamp(),
});
