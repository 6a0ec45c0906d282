export const STATUSES = ['waiting', 'invited', 'joined', 'removed'] as const;
export const SORTS = ['position', 'newest', 'referrals'] as const;
/** Maximum number of people that one request invites. */
export const MAX_INVITED_ENTRIES = 1000;

export type WaitlistStatus = (typeof STATUSES)[number];
export type Sort = (typeof SORTS)[number];
