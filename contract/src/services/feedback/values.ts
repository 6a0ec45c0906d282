export const TYPES = ['bug', 'feature', 'feedback'] as const;
/** Statuses that can be set by an update. `duplicate` is set only by merging. */
export const SETTABLE_STATUSES = ['new', 'under_review', 'planned', 'in_progress', 'done', 'declined'] as const;
export const STATUSES = [...SETTABLE_STATUSES, 'duplicate'] as const;
export const ROADMAP_STATUSES = ['planned', 'in_progress', 'done'] as const;
export const VISIBILITIES = ['public', 'pending', 'private'] as const;
/** Readers of a board. `submit_only`: everyone may submit, and only the team and the submitter read. */
export const BOARD_ACCESS = ['public', 'signed_in', 'segment', 'submit_only', 'team'] as const;
export const SORTS = ['newest', 'oldest', 'top', 'trending', 'manual'] as const;
/** Sort orders for members, who see scores. */
export const MEMBER_SORTS = [...SORTS, 'score'] as const;
/** Kinds of terms of scores. */
export const SCORE_TERMS = ['voters', 'active', 'silent', 'event', 'page', 'attribute', 'company_attribute', 'revenue'] as const;
export const MODERATION = ['off', 'anonymous', 'all'] as const;

/** Rules of who may vote, from the least to the most demanding: everyone, people with a proven address, users of the product. */
export const VOTING = ['anyone', 'confirmed', 'signed_in'] as const;
/** Ways in which a voter is known. */
export const VOTE_PROOFS = ['member', 'signed_in', 'confirmed', 'on_behalf', 'imported', 'anonymous'] as const;
export const VOTER_SORTS = ['newest', 'mrr'] as const;
export const VOTE_BURST_STATES = ['open', 'dismissed', 'removed'] as const;

export type FeedbackType = (typeof TYPES)[number];
export type FeedbackStatus = (typeof STATUSES)[number];
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];
export type Visibility = (typeof VISIBILITIES)[number];
export type Voting = (typeof VOTING)[number];
export type VoteProof = (typeof VOTE_PROOFS)[number];
export type VoteBurstState = (typeof VOTE_BURST_STATES)[number];
export type VoterSort = (typeof VOTER_SORTS)[number];
export type BoardAccess = (typeof BOARD_ACCESS)[number];
export type Sort = (typeof SORTS)[number];
export type MemberSort = (typeof MEMBER_SORTS)[number];
export type ScoreTermKind = (typeof SCORE_TERMS)[number];

/** Fields of entries that a list can show next to the title. */
export const VIEW_COLUMNS = [
  'upvote_count',
  'board_id',
  'type',
  'visibility',
  'tags',
  'author_name',
  'created_at',
  'updated_at',
  'comment_count',
  'assignee_id',
  'due_on',
  'status',
] as const;
/** Columns of the list without a view. */
export const DEFAULT_COLUMNS: ViewColumn[] = VIEW_COLUMNS.filter((column) => column !== 'updated_at' && column !== 'board_id');

export type ViewColumn = (typeof VIEW_COLUMNS)[number];
