import { Type } from 'typebox';
import { PastTime, UniqueExternalId } from '../../shared/batches.ts';
import { Body, Component, Email, Nullable, OneOf, withAliases } from '../../shared/common.ts';
import { SubmitFeedback, UpdateFeedback } from './schemas.ts';
import { customStatus } from './columns.ts';
import { SETTABLE_STATUSES } from './values.ts';

const userId = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Id of the user in your application (`sub` of `X-User-Token`)',
    examples: ['u_42'],
  });
const personName = () => Type.String({ maxLength: 100, description: 'Name of the person', examples: ['Ada'] });

const { title, type, board_id, description, image_url, tags, metadata, fields, from_query } = SubmitFeedback.properties;
const { assignee_id, due_on } = UpdateFeedback.properties;

export const AddFeedback = withAliases(
  Body(
    {
      title,
      type,
      board_id,
      description,
      image_url,
      tags,
      metadata,
      fields,
      from_query,
      submitter_name: Type.Optional(personName()),
      submitter_email: Type.Optional(
        Email({ description: 'Address of the person who asked, who receives an email to confirm updates about the entry' }),
      ),
      submitter_user_id: Type.Optional(userId()),
      status: Type.Optional(OneOf(SETTABLE_STATUSES, { description: 'State. Without it, that of `custom_status`, or `new`.' })),
      custom_status: customStatus(),
      assignee_id,
      due_on,
      created_at: PastTime('Time of the submission'),
      external_id: UniqueExternalId('entry'),
    },
    { examples: [{ title: 'Export as CSV', type: 'feature', submitter_name: 'Ada', submitter_email: 'ada@example.com' }] },
  ),
  { content: 'description', author_name: 'submitter_name', author_email: 'submitter_email' },
);

export const VoteOnBehalf = Body(
  {
    name: Type.Optional(personName()),
    email: Type.Optional(Email({ description: 'Address of the person. Required without `user_id`.' })),
    user_id: Type.Optional(userId()),
    created_at: PastTime('Time of the vote'),
  },
  { minProperties: 1, examples: [{ name: 'Ada', email: 'ada@example.com' }] },
);

export const FeedbackPerson = Component('FeedbackPerson', {
  user_id: Nullable(
    Type.String({ description: 'Id of the user in your application (`sub` of `X-User-Token`)', examples: ['u_42'] }),
  ),
  name: Nullable(Type.String({ examples: ['Ada'] })),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
});

export const PeopleQuery = Type.Object({
  q: Type.String({ minLength: 2, maxLength: 100, description: 'Part of a name or of an email address', examples: ['ada'] }),
});
