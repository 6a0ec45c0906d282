import { Type } from 'typebox';
import { Component, Id, Nullable, OneOf, Page, Timestamp } from '../../shared/common.ts';
import { ADOPTION_STATES, MAX_WINDOW_DAYS, MIN_PEOPLE } from './values.ts';

/** An event or a page that shows that people use the release. */
export const success = () =>
  Nullable(
    Type.Object(
      {
        event: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Name of an event with a `user_id`',
            examples: ['list_exported'],
          }),
        ),
        page: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1000,
            pattern: '^[/*]',
            description: 'Path of a viewed page. `*` stands for any characters.',
            examples: ['/exports'],
          }),
        ),
      },
      {
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 1,
        description:
          'Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens.',
        examples: [{ event: 'list_exported' }],
      },
    ),
  );

export const windowDays = () =>
  Type.Integer({
    minimum: 1,
    maximum: MAX_WINDOW_DAYS,
    description: 'Days of 24 hours after the publication in which uses count, 7 by default. Returned for session tokens.',
    examples: [7],
  });

const FEW = `Null for viewers and tokens without \`personal_data:read\` while fewer than ${MIN_PEOPLE} people are identified`;
const count = (description: string, example: number) =>
  Nullable(Type.Integer({ description: `${description}. ${FEW}.`, examples: [example] }));
const rate = (description: string, example: number) =>
  Nullable(
    Type.Number({ description: `${description}, from 0 to 1. Null for fewer than ${MIN_PEOPLE} people.`, examples: [example] }),
  );

const summary = {
  id: Id('cl', 'Id of the changelog entry'),
  project_id: Id('prj'),
  title: Type.String({ examples: ['Export as CSV'] }),
  success: success(),
  published_at: Timestamp(),
  window_ends_at: Timestamp({ description: 'End of the window. Later uses do not count.' }),
  as_of: Timestamp({ description: 'Time before which all accepted events are counted' }),
  is_complete: Type.Boolean({ description: 'Whether the window has ended. Late events of the window still count.' }),
  asked: count('Number of people who upvoted, submitted or follow the linked feedback', 42),
  identified: count('Number of those with a user id or a confirmed address: the base of the rates', 40),
  unknown: count('Number of those who are not identified, and of whom nothing else is known', 2),
  told: count('Number of identified people who were notified of the entry by mail', 36),
  returned: count('Number of identified people with an event in the window', 30),
  silent: count('Number of identified people without a use in the window', 24),
  used: Type.Object({
    count: count('Number of identified people who used the release in the window', 16),
    rate: rate('Share of the identified people', 0.4),
    interval: Nullable(
      Type.Array(Type.Number(), {
        minItems: 2,
        maxItems: 2,
        description: `Wilson interval of the rate at 95 %. Null for fewer than ${MIN_PEOPLE} people.`,
        examples: [[0.2635, 0.554]],
      }),
    ),
    median_days: Nullable(
      Type.Number({
        description: `Median time from the publication to the first use in days. Null for fewer than ${MIN_PEOPLE} people, and without uses.`,
        examples: [1.5],
      }),
    ),
  }),
  others: Type.Object({
    active: Type.Integer({ description: 'Number of everybody else with a user id and an event in the window', examples: [900] }),
    used: Type.Integer({ description: 'Number of those who used the release in the window', examples: [90] }),
    rate: rate('Share of those', 0.1),
  }),
};

export const AdoptionSummary = Component('AdoptionSummary', summary);

export const ChangelogAdoption = Component('ChangelogAdoption', {
  ...summary,
  days: Type.Array(
    Type.Object({
      day: Type.Integer({ description: 'Number of the day after the publication', examples: [1] }),
      used: count('Number of people who asked and used the release until the end of the day', 9),
      rate: rate('Share of the identified people', 0.225),
      others_used: Type.Integer({ description: 'Number of everybody else who used it until then', examples: [30] }),
      others_rate: rate('Share of everybody else who is active in the window', 0.0333),
    }),
    { description: 'Days of the window that have begun' },
  ),
});

export const AdoptionPerson = Component('AdoptionPerson', {
  id: Id('per'),
  project_id: Id('prj'),
  name: Nullable(Type.String({ examples: ['Ada'] })),
  emails: Type.Array(Type.String({ examples: ['ada@example.com'] })),
  user_ids: Type.Array(Type.String({ examples: ['u_1'] })),
  told_at: Nullable(Timestamp({ description: 'Time of the first mail about the entry. Null without a mail.' })),
  returned_at: Nullable(Timestamp({ description: 'Time of the first event in the window. Null without one.' })),
  used_at: Nullable(Timestamp({ description: 'Time of the first use in the window. Null without one.' })),
});

export const ListAdoptionPeopleQuery = Type.Object({
  state: Type.Optional(
    OneOf(ADOPTION_STATES, {
      description:
        'Only those who used the release (`used`), who were notified of it by mail (`told`), or who have not used it (`silent`)',
    }),
  ),
  ...Page,
});

export const ListAdoptionQuery = Type.Object({
  feedback_id: Type.Optional(Id('fb', 'Only releases of this feedback entry, or of entries merged into it')),
  ...Page,
});
