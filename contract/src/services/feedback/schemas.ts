import { Type } from 'typebox';
import {
  Body,
  Component,
  csvQuery,
  Email,
  exportQuery,
  Id,
  ListOf,
  Nullable,
  OneOf,
  describeAlias,
  Page,
  Ref,
  Repeatable,
  SelectionOf,
  Timestamp,
  Url,
  withAliases,
} from '../../shared/common.ts';
import {
  changedFields,
  customStatus,
  fieldValues,
  newStatus,
  storedCustomStatus,
  storedExternalId,
  visibility,
} from './columns.ts';
import { filters, segmentVotes, listFilters } from './filters.ts';
import { EntryScore } from './scores.ts';
import { SimilarFeedback } from './similar.ts';
import {
  MEMBER_SORTS,
  ROADMAP_STATUSES,
  SETTABLE_STATUSES,
  SORTS,
  STATUSES,
  TYPES,
  VISIBILITIES,
  VOTE_PROOFS,
  VOTER_SORTS,
} from './values.ts';

export { ASSIGNEE_PATTERN, type FeedbackFilters } from './filters.ts';
export * from './boards.ts';
export * from './comments.ts';
export * from './merging.ts';
export * from './scores.ts';
export * from './similar.ts';
export * from './views.ts';

const title = (options: object = {}) => Type.String({ minLength: 1, maxLength: 200, examples: ['Export as CSV'], ...options });
const description = (options: object = {}) =>
  Type.String({ maxLength: 10_000, description: 'Description in Markdown', examples: ['For the monthly report.'], ...options });
const assignee = { description: 'Member who is responsible for the entry' };
const dueOn = { description: 'Day until which the entry is to be done', examples: ['2026-12-24'] };
const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['reports'] }), { maxItems: 20, uniqueItems: true });

export const Feedback = Component('Feedback', {
  id: Id('fb'),
  project_id: Id('prj'),
  board_id: Id('brd', 'Board of the entry'),
  type: OneOf(TYPES),
  status: OneOf(STATUSES),
  status_name: Type.String({
    description: 'Name of the status in the project (`settings.feedback.statuses`), or its standard name in English',
    examples: ['In progress'],
  }),
  custom_status: storedCustomStatus(),
  title: Type.String({ examples: ['Export as CSV'] }),
  description: Type.String({ examples: ['For the monthly report.'] }),
  description_html: Type.Optional(
    Type.String({
      description: 'Description rendered as sanitized HTML, in which links and images are absolute. Only with `html=true`.',
      examples: ['<p>For the monthly report.</p>'],
    }),
  ),
  content: Type.String({ description: describeAlias('description'), examples: ['For the monthly report.'] }),
  content_html: Type.Optional(
    Type.String({ description: describeAlias('description_html'), examples: ['<p>For the monthly report.</p>'] }),
  ),
  tags: Type.Array(Type.String({ examples: ['reports'] })),
  visibility: Type.Optional(
    OneOf(VISIBILITIES, {
      description:
        'Visibility, returned for session tokens and for your own entries (`mine`). `pending` means awaiting approval.',
    }),
  ),
  has_vote_burst: Type.Optional(
    Type.Boolean({
      description:
        'Whether the entry received unusually many anonymous votes at once that no member has reviewed. Returned for session tokens.',
    }),
  ),
  pinned: Type.Boolean(),
  upvote_count: Type.Integer({ examples: [12] }),
  downvote_count: Type.Integer({ examples: [1] }),
  search_count: Type.Optional(
    Type.Integer({
      description:
        'Unanswered searches of the last 90 days in clusters that are linked to the entry. They are not votes. Returned by reads for session tokens.',
      examples: [44],
    }),
  ),
  comment_count: Type.Integer({ examples: [3], description: 'Number of public comments' }),
  image_url: Nullable(Type.String({ examples: ['https://example.com/screenshot.png'] })),
  submitter_name: Nullable(Type.String({ examples: ['Ada'] })),
  submitter_email: Type.Optional(
    Nullable(Type.String({ description: 'Requires a session token and the role member', examples: ['ada@example.com'] })),
  ),
  author_name: Nullable(Type.String({ description: describeAlias('submitter_name'), examples: ['Ada'] })),
  author_email: Type.Optional(
    Nullable(Type.String({ description: describeAlias('submitter_email'), examples: ['ada@example.com'] })),
  ),
  assignee_id: Type.Optional(Nullable(Id('usr', `${assignee.description}. Requires a session token.`))),
  due_on: Type.Optional(Nullable(Type.String({ ...dueOn, description: `${dueOn.description}. Requires a session token.` }))),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Requires a session token and the role member',
    }),
  ),
  external_id: storedExternalId(),
  score: Type.Optional(Ref(EntryScore)),
  from_query: Type.Optional(
    Nullable(
      Type.String({
        description: 'Knowledge base search that preceded the submission. Requires a session token; null for viewers.',
        examples: ['csv'],
      }),
    ),
  ),
  fields: Type.Optional(
    fieldValues({
      description:
        'Values of custom fields (`settings.feedback.fields`) by key. Values of internal fields require a session token and the role member.',
    }),
  ),
  merged_into: Nullable(Type.String({ description: 'Entry into which this entry was merged' })),
  viewer_vote: Nullable(OneOf(['up', 'down'], { description: 'Vote of the caller, when the request identifies a voter' })),
  similar: Type.Optional(
    Type.Array(Ref(SimilarFeedback), {
      description: 'Open entries that are probably duplicates, at most 5. Only in lists with `similar=true`.',
    }),
  ),
  ...segmentVotes,
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

/** Query parameter of reads that can include Markdown rendered as HTML. */
export const RenderQuery = {
  html: Type.Optional(Type.Boolean({ default: false, description: 'Whether to include Markdown fields rendered as HTML' })),
};

export const SubmitFeedback = withAliases(
  Body(
    {
      title: title(),
      type: Type.Optional(OneOf(TYPES, { default: 'feedback' })),
      board_id: Type.Optional(Id('brd', 'Board of the entry. Without it, the default board of the project.')),
      description: Type.Optional(description()),
      image_url: Type.Optional(Url()),
      tags: Type.Optional(tags()),
      submitter_name: Type.Optional(Type.String({ maxLength: 100, examples: ['Ada'] })),
      submitter_email: Type.Optional(
        Email({
          description:
            'Address that receives private answers and, unless `follow` is false, news about the entry. Never returned for API keys.',
        }),
      ),
      follow: Type.Optional(
        Type.Boolean({
          description:
            'Whether the submitter, if there is an address, receives emails about replies, merges and status changes. Default: true, except for addresses that unsubscribed from all feedback emails. An address that `X-User-Token` does not verify receives a confirmation email first.',
        }),
      ),
      metadata: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'Custom data as a JSON object of at most 4 KiB',
          examples: [{ plan: 'pro' }],
        }),
      ),
      fields: changedFields('Values of public custom fields by key.'),
      from_query: Type.Optional(
        Type.String({ maxLength: 200, description: 'Knowledge base search that preceded the submission', examples: ['csv'] }),
      ),
    },
    { examples: [{ title: 'Export as CSV', type: 'feature', description: 'For the monthly report.' }] },
  ),
  { content: 'description', author_name: 'submitter_name', author_email: 'submitter_email' },
);

export const UpdateFeedback = withAliases(
  Body(
    {
      status: Type.Optional(OneOf(SETTABLE_STATUSES, newStatus)),
      custom_status: customStatus(),
      title: Type.Optional(title()),
      description: Type.Optional(description()),
      type: Type.Optional(OneOf(TYPES)),
      board_id: Type.Optional(Id('brd', 'Board to which the entry moves')),
      tags: Type.Optional(tags()),
      visibility: Type.Optional(OneOf(VISIBILITIES, visibility)),
      pinned: Type.Optional(Type.Boolean()),
      assignee_id: Type.Optional(Nullable(Id('usr', assignee.description))),
      due_on: Type.Optional(Nullable(Type.String({ format: 'date', ...dueOn }))),
      fields: changedFields('Values of custom fields by key; null removes a value, and others are kept.'),
    },
    { minProperties: 1, examples: [{ status: 'in_progress' }] },
  ),
  { content: 'description' },
);

export const ListFeedbackQuery = Type.Object({
  ...listFilters,
  external_id: Type.Optional(
    Repeatable(Type.String({ minLength: 1, maxLength: 200, examples: ['canny:553c3ef8'] }), {
      description: 'Id in the system that the entry comes from, repeatable. Also finds merged entries. Requires a session token.',
    }),
  ),
  mine: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Returns only entries of the caller, including merged entries and entries awaiting approval. API keys require `X-User-Token` or `X-Visitor-Id`.',
    }),
  ),
  similar: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to include `similar`: open entries whose titles say the same, except dismissed ones. Requires a session token.',
    }),
  ),
  sort: Type.Optional(
    OneOf(MEMBER_SORTS, {
      description:
        'Sort order. Defaults to `newest`; with `q`, the best matches are first: entries with the words in the title before others, whole words before beginnings of words. Pinned entries come first except in `oldest`, which is strictly chronological so that paging returns each entry once while new entries arrive. `trending` weights votes by age with a half-life of 7 days. `manual` is the order of the board, without regard to pins. `score` is the order of a `score`, highest first, without regard to pins; it requires a session token.',
    }),
  ),
  ...Page,
});

const { mine: _mine, similar: _similar, ...exportFeedbackQuery } = exportQuery(ListFeedbackQuery);
export const ExportFeedbackQuery = exportFeedbackQuery;

/** Query parameters of the exports of comments and votes. */
export const ExportActivityQuery = {
  feedback_id: Type.Optional(Id('fb', 'Only comments and votes of the feedback entry with this id')),
  ...csvQuery,
};

export const PublicListQuery = Type.Object({
  ...filters,
  sort: Type.Optional(OneOf(SORTS, { description: 'Sort order. Defaults to `newest`; with `q`, the best matches are first.' })),
  ...Page,
});

export const RoadmapQuery = { board_id: ListFeedbackQuery.properties.board_id };

export const Roadmap = Type.Object(
  Object.fromEntries(ROADMAP_STATUSES.map((status) => [status, SelectionOf(Ref(Feedback))])) as Record<
    (typeof ROADMAP_STATUSES)[number],
    ReturnType<typeof feedbackList>
  >,
);
const feedbackList = () => SelectionOf(Ref(Feedback));

const moveTarget = (side: string) =>
  Type.Optional(Id('fb', `Entry ${side} which the entry is placed. Exactly one of \`before\` and \`after\` is required.`));

export const MoveFeedback = Body(
  { before: moveTarget('before'), after: moveTarget('after') },
  { minProperties: 1, examples: [{ before: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const Subscribe = Body({ email: Email() }, { examples: [{ email: 'ada@example.com' }] });

export const FeedbackSubscribed = Component('FeedbackSubscribed', {
  ok: Type.Boolean(),
  confirmed: Type.Boolean({ description: 'False until the address is confirmed with the link in the confirmation email' }),
});

export const HistoryItem = Component('FeedbackHistoryItem', {
  id: Id('hst'),
  project_id: Id('prj'),
  feedback_id: Id('fb'),
  field: Type.String({ examples: ['status'] }),
  old: Type.Unsafe<unknown>({ description: 'Value before the change' }),
  new: Type.Unsafe<unknown>({ description: 'Value after the change' }),
  actor: Type.Unsafe<{ id: string; name: string | null; avatar_url: string | null } | null>({
    type: ['object', 'null'],
    description: 'User (`usr_`) or service account (`svc_`) that made the change. Null for automatic changes.',
    properties: { id: { type: 'string' }, name: { type: ['string', 'null'] }, avatar_url: { type: ['string', 'null'] } },
  }),
  actor_id: Nullable(Id('usr', 'Id of the actor (`usr_` or `svc_`)')),
  actor_name: Nullable(Type.String({ description: 'Name of the actor', examples: ['Ada Lovelace'] })),
  created_at: Timestamp(),
});

const LISTED = 'Returned by the list of voters, except for viewers.';

export const Voter = Component('FeedbackVoter', {
  project_id: Id('prj'),
  feedback_id: Id('fb'),
  role: OneOf(['team', 'user', 'visitor'], {
    description: 'Voter type: a project member, a user identified by `X-User-Token`, or an anonymous visitor',
  }),
  user_id: Nullable(
    Type.String({
      description: 'Id of the user in your application (`sub` of `X-User-Token`). Null for viewers.',
      examples: ['u_42'],
    }),
  ),
  name: Nullable(Type.String({ description: 'Null for viewers', examples: ['Ada'] })),
  email: Nullable(Type.String({ description: 'Null for viewers', examples: ['ada@example.com'] })),
  vote: OneOf(['up', 'down']),
  proof: OneOf(VOTE_PROOFS, {
    description:
      'How the voter is known: a project member (`member`), a user with `X-User-Token` (`signed_in`), a person who confirmed their address (`confirmed`), a person named by a member (`on_behalf`) or by an import (`imported`), or an anonymous visitor (`anonymous`)',
  }),
  person_id: Type.Optional(Nullable(Id('per', `Person in the directory. ${LISTED}`))),
  company: Type.Optional(
    Nullable(Type.Object({ id: Type.String({ examples: ['acme'] }), name: Nullable(Type.String({ examples: ['Acme Inc.'] })) })),
  ),
  plan: Type.Optional(
    Nullable(
      Type.String({ description: `Attribute \`plan\` of the person, or else of the company. ${LISTED}`, examples: ['pro'] }),
    ),
  ),
  mrr: Type.Optional(
    Nullable(
      Type.Number({
        description: `Attribute \`mrr\` (monthly recurring revenue) of the company, or else of the person. ${LISTED}`,
        examples: [490],
      }),
    ),
  ),
  on_behalf_id: Nullable(
    Id('vob', 'Identifies a vote that a member cast on behalf of the voter, to revoke it. Null for votes of the voter.'),
  ),
  created_at: Timestamp(),
});

export const VotersQuery = {
  sort: Type.Optional(
    OneOf(VOTER_SORTS, { default: 'newest', description: '`mrr` returns voters with the highest revenue first.' }),
  ),
};

export const Voters = Type.Object({
  ...ListOf(Ref(Voter)).properties,
  company_count: Type.Optional(
    Type.Integer({ description: 'Number of companies of people who upvoted. Not returned for viewers.', examples: [9] }),
  ),
  mrr: Type.Optional(
    Nullable(
      Type.Number({
        description:
          'Sum of `mrr` of people who upvoted, each company once. Null without known revenue. Not returned for viewers.',
        examples: [4410],
      }),
    ),
  ),
  mrr_unknown: Type.Optional(
    Type.Integer({
      description: 'Number of upvotes of people without `mrr`, also if their company has some. Not returned for viewers.',
      examples: [3],
    }),
  ),
});

/** Headers that identify the end user of an API key request: for submissions, votes, comments, and reads of the own vote. */
export const ViewerHeaders = Type.Object({
  'x-user-token': Type.Optional(
    Type.String({
      description:
        'Identifies a user of your application: a JWT signed with HS256 and an identity secret of the project. The claims `sub`, `exp` and `aud` (the project id) are required; `email`, `name` and `avatar_url` are optional. Or the token of `POST /v1/end-users/sessions`.',
    }),
  ),
  'x-visitor-id': Type.Optional(
    Type.String({
      description: 'Identifies an anonymous visitor: a UUID stored by the client',
      examples: ['6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11'],
    }),
  ),
});
