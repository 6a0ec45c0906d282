export const STATUSES = ['waiting', 'invited', 'joined', 'removed'] as const;
export const SORTS = ['position', 'newest', 'referrals'] as const;
/** Maximum number of people that one request invites. */
export const MAX_INVITED_ENTRIES = 1000;
/** Maximum number of entries that a list or an export selects by id. */
export const MAX_SELECTED_ENTRIES = 100;

export type WaitlistStatus = (typeof STATUSES)[number];
export type Sort = (typeof SORTS)[number];
