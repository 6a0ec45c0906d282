export const TYPES = ['bug', 'feature', 'feedback'] as const;
/** Statuses that can be set by an update. `duplicate` is set only by merging. */
export const SETTABLE_STATUSES = ['new', 'under_review', 'planned', 'in_progress', 'done', 'declined'] as const;
export const STATUSES = [...SETTABLE_STATUSES, 'duplicate'] as const;
export const ROADMAP_STATUSES = ['planned', 'in_progress', 'done'] as const;
export const VISIBILITIES = ['public', 'pending', 'private'] as const;
export const SORTS = ['newest', 'oldest', 'top', 'trending', 'manual'] as const;

export type FeedbackType = (typeof TYPES)[number];
export type FeedbackStatus = (typeof STATUSES)[number];
export type Visibility = (typeof VISIBILITIES)[number];
export type Sort = (typeof SORTS)[number];
