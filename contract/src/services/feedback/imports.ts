import { type TObject, Type } from 'typebox';
import { BatchOf, ExternalId, PastTime } from '../../shared/batches.ts';
import { Component, Email, Id, Nullable, OneOf, Timestamp, Url } from '../../shared/common.ts';
import { customStatus } from './columns.ts';
import { AddComment, SubmitFeedback, UpdateFeedback } from './schemas.ts';
import { SETTABLE_STATUSES, TYPES, VISIBILITIES } from './values.ts';

const { title, description: markdown, tags, metadata } = SubmitFeedback.properties;
const { fields } = UpdateFeedback.properties;

const userId = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description, examples: ['u_42'] }));
const reference = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description, examples: ['canny:553c3ef8'] }));
const IN_YOUR_APP = 'in your application (`sub` of `X-User-Token`)';

/** The entry of a comment or a vote. */
const entry = {
  feedback_id: Type.Optional(Id('fb', 'Entry. Exactly one of `feedback_id` and `feedback_external_id` is required.')),
  feedback_external_id: reference('External id of the entry'),
};

/** Records have no default values: an update keeps the current values of absent fields. */
export const FeedbackRecord = Component('FeedbackRecord', {
  external_id: ExternalId('entry'),
  title,
  type: Type.Optional(OneOf(TYPES, { description: 'Type. New entries without it have the type `feedback`.' })),
  board_id: Type.Optional(Id('brd', 'Board. New entries without it are on the default board.')),
  description: markdown,
  status: Type.Optional(
    OneOf(SETTABLE_STATUSES, {
      description:
        'Status. New entries without it have the status `new`. Of a merged entry, the status that it receives when the merge is undone.',
    }),
  ),
  custom_status: customStatus(),
  status_changed_at: Type.Optional(
    Timestamp({
      description:
        'Time at which the entry received its status or was merged, for the history. Not before `created_at`, and not in the future. Without it, the history of a new entry does not contain its status.',
    }),
  ),
  tags,
  visibility: Type.Optional(
    OneOf(VISIBILITIES, { description: 'Visibility. New entries without it are public, regardless of the moderation setting.' }),
  ),
  pinned: Type.Optional(Type.Boolean()),
  image_url: Type.Optional(Nullable(Url())),
  submitter_name: Type.Optional(Nullable(Type.String({ maxLength: 100, examples: ['Ada'] }))),
  submitter_email: Type.Optional(Nullable(Email({ description: 'Address of the submitter, which receives no email' }))),
  submitter_user_id: userId(`Id of the submitter ${IN_YOUR_APP}`),
  follow: Type.Optional(
    Type.Boolean({
      description:
        'Whether the submitter of a new entry follows it, if the address has confirmed emails about another entry of the project',
    }),
  ),
  metadata,
  fields,
  merged_into_external_id: reference(
    'External id of the entry into which this entry was merged: of an earlier record or of any record of this batch',
  ),
  created_at: PastTime('Time of the submission'),
});

export const CommentRecord = Component('CommentRecord', {
  external_id: ExternalId('comment'),
  ...entry,
  body: AddComment.properties.body,
  author_name: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the author', examples: ['Ada'] })),
  author_email: Type.Optional(
    Email({ description: 'Address of the author. With `by_team`, the comment belongs to the member with this address.' }),
  ),
  author_user_id: userId(`Id of the author ${IN_YOUR_APP}`),
  author_avatar_url: Type.Optional(Url()),
  by_team: Type.Optional(
    Type.Boolean({
      description:
        'Whether the team wrote the comment. Without an author, you are its author. Notes and private answers are by the team.',
    }),
  ),
  internal: Type.Optional(Type.Boolean({ description: 'Whether only members see the comment' })),
  private: Type.Optional(
    Type.Boolean({
      description:
        'Whether only members and the submitter of the entry see the comment. Requires a submitter with a user id or an address.',
    }),
  ),
  created_at: PastTime('Time of the comment'),
});

export const VoteRecord = Component('VoteRecord', {
  ...entry,
  user_id: userId(`Id of the voter ${IN_YOUR_APP}. One of \`user_id\`, \`email\` and \`external_id\` is required.`),
  email: Type.Optional(
    Email({
      description:
        'Address of the voter. Without `user_id`, the voter is the user with this address who gave feedback or voted before, if there is one.',
    }),
  ),
  external_id: reference('Id of a voter, without user id and address, in the system that the vote comes from'),
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the voter', examples: ['Ada'] })),
  value: Type.Optional(
    Type.Unsafe<1 | -1>({
      type: 'integer',
      enum: [1, -1],
      description: 'Upvote (1) or downvote (-1). New votes without it are upvotes.',
    }),
  ),
  created_at: PastTime('Time of the vote'),
});

const past = { created_at: '2025-03-14T08:00:00.000Z' };
const ENTRY_ID = 'canny:553c3ef8';

export const ImportFeedback: TObject = BatchOf(FeedbackRecord, {
  external_id: ENTRY_ID,
  title: 'Export as CSV',
  status: 'done',
  status_changed_at: '2025-05-02T14:30:00.000Z',
  submitter_name: 'Ada',
  ...past,
});
export const ImportComments: TObject = BatchOf(CommentRecord, {
  feedback_external_id: ENTRY_ID,
  body: 'We would use this every week.',
  author_name: 'Ada',
  ...past,
});
export const ImportVotes: TObject = BatchOf(VoteRecord, { feedback_external_id: ENTRY_ID, email: 'ada@example.com', ...past });
