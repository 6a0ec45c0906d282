import { Type } from 'typebox';
import { Body, Component, Email, Id, ListOf, Nullable, OneOf, Page, Ref, Timestamp, Url } from './common.ts';

export const TYPES = ['bug', 'feature', 'feedback'] as const;
/** Statuses that a person sets. `duplicate` comes by merging alone. */
export const SETTABLE_STATUSES = ['new', 'under_review', 'planned', 'in_progress', 'done', 'declined'] as const;
export const STATUSES = [...SETTABLE_STATUSES, 'duplicate'] as const;
export const ROADMAP_STATUSES = ['planned', 'in_progress', 'done'] as const;
export const VISIBILITIES = ['public', 'pending', 'private'] as const;
export const SORTS = ['newest', 'oldest', 'top', 'trending'] as const;

export type FeedbackType = (typeof TYPES)[number];
export type FeedbackStatus = (typeof STATUSES)[number];
export type Visibility = (typeof VISIBILITIES)[number];
export type Sort = (typeof SORTS)[number];

const visibility = { description: '`pending` waits for approval: setting it to `public` approves it' };
const title = (options: object = {}) => Type.String({ minLength: 1, maxLength: 200, examples: ['Export as CSV'], ...options });
const description = (options: object = {}) =>
  Type.String({ maxLength: 10_000, description: 'Markdown', examples: ['For the monthly report.'], ...options });
const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['reports'] }), { maxItems: 20, uniqueItems: true });

export const Feedback = Component('Feedback', {
  id: Id('fb'),
  project_id: Id('prj'),
  type: OneOf(TYPES),
  status: OneOf(STATUSES),
  title: Type.String({ examples: ['Export as CSV'] }),
  description: Type.String({ examples: ['For the monthly report.'] }),
  description_html: Type.Optional(
    Type.String({
      description: 'With `html=true`: rendered, and safe to put in a page',
      examples: ['<p>For the monthly report.</p>'],
    }),
  ),
  tags: Type.Array(Type.String({ examples: ['reports'] })),
  visibility: Type.Optional(
    OneOf(VISIBILITIES, { description: 'By session, or of one’s own entries (`mine`). `pending` waits for approval' }),
  ),
  pinned: Type.Boolean(),
  upvote_count: Type.Integer({ examples: [12] }),
  downvote_count: Type.Integer({ examples: [1] }),
  comment_count: Type.Integer({ examples: [3], description: 'Public comments' }),
  image_url: Nullable(Type.String({ examples: ['https://example.com/screenshot.png'] })),
  submitter_name: Nullable(Type.String({ examples: ['Ada'] })),
  submitter_email: Type.Optional(
    Nullable(Type.String({ description: 'By session only, and not for viewers', examples: ['ada@example.com'] })),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'By session only, and not for viewers',
    }),
  ),
  from_query: Type.Optional(
    Nullable(
      Type.String({
        description: 'Search that led the author to submit the entry; session only, null for viewers',
        examples: ['csv'],
      }),
    ),
  ),
  merged_into: Nullable(Type.String({ description: 'The entry that this one is a duplicate of' })),
  viewer_vote: Nullable(OneOf(['up', 'down'], { description: 'What the caller voted, as far as the call names a voter' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

/** Of reads that can bring Markdown as HTML too. */
export const RenderQuery = {
  html: Type.Optional(Type.Boolean({ default: false, description: 'Whether Markdown comes as HTML too' })),
};

export const SubmitFeedback = Body(
  {
    title: title(),
    type: Type.Optional(OneOf(TYPES, { default: 'feedback' })),
    description: Type.Optional(description()),
    image_url: Type.Optional(Url()),
    tags: Type.Optional(tags()),
    submitter_name: Type.Optional(Type.String({ maxLength: 100, examples: ['Ada'] })),
    submitter_email: Type.Optional(Email({ description: 'Told when the status changes; never shown through an API key' })),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'Up to 4 KiB of JSON',
        examples: [{ plan: 'pro' }],
      }),
    ),
    from_query: Type.Optional(
      Type.String({ maxLength: 200, description: 'What its author searched the knowledge base for before', examples: ['csv'] }),
    ),
  },
  { examples: [{ title: 'Export as CSV', type: 'feature', description: 'For the monthly report.' }] },
);

export const UpdateFeedback = Body(
  {
    status: Type.Optional(OneOf(SETTABLE_STATUSES)),
    title: Type.Optional(title()),
    description: Type.Optional(description()),
    type: Type.Optional(OneOf(TYPES)),
    tags: Type.Optional(tags()),
    visibility: Type.Optional(OneOf(VISIBILITIES, visibility)),
    pinned: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, examples: [{ status: 'in_progress' }] },
);

const filters = {
  type: Type.Optional(OneOf(TYPES)),
  status: Type.Optional(OneOf(STATUSES, { description: 'Merged entries are listed only by `duplicate`' })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  q: Type.Optional(
    Type.String({ maxLength: 500, description: 'Words that title, description or tags begin with; any language' }),
  ),
};

export const ListFeedbackQuery = Type.Object({
  ...filters,
  visibility: Type.Optional(OneOf(VISIBILITIES, { description: 'By session only' })),
  mine: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Only what the caller submitted, whatever became of it: also what waits for approval or was merged. By key it needs X-User-Token or X-Visitor-Id',
    }),
  ),
  sort: Type.Optional(
    OneOf(SORTS, {
      default: 'newest',
      description:
        'Pinned entries come first, but in `oldest`, which is the order of arrival: whoever pages through it meets each entry once, whatever is added meanwhile. `trending` weighs each vote by its age, halving every 7 days',
    }),
  ),
  ...Page,
});

export const PublicListQuery = Type.Object({ ...filters, sort: Type.Optional(OneOf(SORTS, { default: 'newest' })), ...Page });

export const SimilarQuery = Type.Object({ title: Type.String({ minLength: 1, maxLength: 200, examples: ['CSV export'] }) });

export const Roadmap = Type.Object(
  Object.fromEntries(ROADMAP_STATUSES.map((status) => [status, ListOf(Ref(Feedback))])) as Record<
    (typeof ROADMAP_STATUSES)[number],
    ReturnType<typeof feedbackList>
  >,
);
const feedbackList = () => ListOf(Ref(Feedback));

export const Comment = Component('Comment', {
  id: Id('cmt'),
  feedback_id: Id('fb'),
  body: Type.String({ examples: ['We would use this every week.'] }),
  body_html: Type.Optional(
    Type.String({
      description: 'With `html=true`: rendered, and safe to put in a page',
      examples: ['<p>We would use this every week.</p>'],
    }),
  ),
  internal: Type.Boolean({ description: 'A note that only the team sees' }),
  visibility: Type.Optional(OneOf(VISIBILITIES, { description: 'By session only' })),
  author_name: Nullable(Type.String({ examples: ['Ada'] })),
  author_avatar_url: Nullable(Type.String()),
  author_role: OneOf(['team', 'user', 'visitor'], {
    description: 'Someone on the project, a user vouched for by X-User-Token, or an anonymous visitor',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const commentBody = () =>
  Type.String({ minLength: 1, maxLength: 10_000, description: 'Markdown', examples: ['We would use this every week.'] });

export const AddComment = Body(
  {
    body: commentBody(),
    internal: Type.Optional(Type.Boolean({ default: false, description: 'By session only' })),
    author_name: Type.Optional(Type.String({ maxLength: 100, description: 'Of an anonymous visitor', examples: ['Ada'] })),
  },
  { examples: [{ body: 'We would use this every week.' }] },
);

export const UpdateComment = Body(
  {
    body: Type.Optional(commentBody()),
    internal: Type.Optional(Type.Boolean()),
    visibility: Type.Optional(OneOf(VISIBILITIES, visibility)),
  },
  { minProperties: 1, examples: [{ visibility: 'public' }] },
);

export const MergeFeedback = Body(
  { into: Id('fb', 'The entry that stays; if that was merged itself, the one it went into') },
  { examples: [{ into: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const Subscribe = Body({ email: Email() }, { examples: [{ email: 'ada@example.com' }] });

export const FeedbackSubscribed = Component('FeedbackSubscribed', {
  ok: Type.Boolean(),
  confirmed: Type.Boolean({ description: 'False: mails come once the link in the confirmation mail was used' }),
});

export const HistoryItem = Component('FeedbackHistoryItem', {
  id: Id('hst'),
  field: Type.String({ examples: ['status'] }),
  old: Type.Unsafe<unknown>({ description: 'Value before' }),
  new: Type.Unsafe<unknown>({ description: 'Value after' }),
  actor: Type.Unsafe<{ id: string; name: string | null } | null>({
    type: ['object', 'null'],
    description: 'Who changed it; null for the service itself',
    properties: { id: { type: 'string' }, name: { type: ['string', 'null'] } },
  }),
  created_at: Timestamp(),
});

export const Voter = Component('FeedbackVoter', {
  role: OneOf(['team', 'user', 'visitor'], {
    description: 'Someone on the project, a user vouched for by X-User-Token, or an anonymous visitor',
  }),
  user_id: Nullable(
    Type.String({
      description: 'Id of the user in your own app: `sub` of X-User-Token; null for viewers',
      examples: ['u_42'],
    }),
  ),
  name: Nullable(Type.String({ description: 'Null for viewers', examples: ['Ada'] })),
  email: Nullable(Type.String({ description: 'Null for viewers', examples: ['ada@example.com'] })),
  vote: OneOf(['up', 'down']),
  created_at: Timestamp(),
});

/** Who stands behind a call by key: headers that matter where somebody submits, votes, comments, or sees their own vote. */
export const ViewerHeaders = Type.Object({
  'x-user-token': Type.Optional(
    Type.String({
      description:
        'A user of your own app, vouched for by it: a JWT (HS256) signed with the project’s identity secret; `sub`, `exp` and `aud` (the project’s id) are required, `email`, `name` and `avatar_url` optional',
    }),
  ),
  'x-visitor-id': Type.Optional(
    Type.String({
      description: 'An anonymous visitor: a UUID that the page keeps',
      examples: ['6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11'],
    }),
  ),
});
