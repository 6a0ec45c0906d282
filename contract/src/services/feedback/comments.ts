import { Type } from 'typebox';
import { PastTime, UniqueExternalId } from '../../shared/batches.ts';
import { Body, Component, Id, Nullable, OneOf, describeAlias, Timestamp, withAliases } from '../../shared/common.ts';
import { storedExternalId, visibility } from './columns.ts';
import { VISIBILITIES } from './values.ts';

export const Comment = Component('Comment', {
  id: Id('cmt'),
  project_id: Id('prj'),
  feedback_id: Id('fb'),
  body: Type.String({ examples: ['We would use this every week.'] }),
  body_html: Type.Optional(
    Type.String({
      description: 'Comment rendered as sanitized HTML, in which links and images are absolute. Only with `html=true`.',
      examples: ['<p>We would use this every week.</p>'],
    }),
  ),
  content: Type.String({ description: describeAlias('body'), examples: ['We would use this every week.'] }),
  content_html: Type.Optional(
    Type.String({ description: describeAlias('body_html'), examples: ['<p>We would use this every week.</p>'] }),
  ),
  internal: Type.Boolean({ description: 'Internal note, visible only to project members' }),
  private: Type.Boolean({
    description:
      'Private answer, visible only to project members and to the person who had submitted the entry when it was written',
  }),
  visibility: Type.Optional(OneOf(VISIBILITIES, { description: 'Requires a session token' })),
  author_id: Type.Optional(
    Nullable(
      Id('usr', 'User (`usr_`) or service account (`svc_`) that wrote the comment for the team. Requires a session token.'),
    ),
  ),
  mentioned_ids: Type.Optional(
    Type.Array(Id('usr'), { description: 'Members whom the comment mentions. Requires a session token.' }),
  ),
  external_id: storedExternalId(),
  recipient_name: Type.Optional(
    Nullable(
      Type.String({ description: 'Name of the recipient of a private answer. Requires a session token.', examples: ['Ada'] }),
    ),
  ),
  author_name: Nullable(Type.String({ examples: ['Ada'] })),
  author_avatar_url: Nullable(Type.String()),
  author_role: OneOf(['team', 'user', 'visitor'], {
    description: 'Author type: a project member, a user identified by `X-User-Token`, or an anonymous visitor',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const commentBody = () =>
  Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Comment in Markdown',
    examples: ['We would use this every week.'],
  });

export const AddComment = withAliases(
  Body(
    {
      body: commentBody(),
      internal: Type.Optional(Type.Boolean({ default: false, description: 'Requires a session token' })),
      private: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether only the submitter of the entry and project members see the comment. Requires a session token, and a submitter with a user or visitor id or a confirmed email address. Cannot be combined with `internal`.',
        }),
      ),
      author_name: Type.Optional(Type.String({ maxLength: 100, description: 'Name of an anonymous visitor', examples: ['Ada'] })),
      created_at: PastTime('Time of the comment. Requires a session token'),
      external_id: UniqueExternalId('comment'),
      mentioned_ids: Type.Optional(
        Type.Array(Id('usr'), {
          maxItems: 20,
          uniqueItems: true,
          description: 'Members whom the comment mentions. They receive an email. Requires a session token.',
        }),
      ),
    },
    { examples: [{ body: 'We would use this every week.' }] },
  ),
  { content: 'body' },
);

export const UpdateComment = withAliases(
  Body(
    {
      body: Type.Optional(commentBody()),
      internal: Type.Optional(Type.Boolean({ description: 'Must be false for private answers' })),
      visibility: Type.Optional(OneOf(VISIBILITIES, visibility)),
    },
    { minProperties: 1, examples: [{ visibility: 'public' }] },
  ),
  { content: 'body' },
);
