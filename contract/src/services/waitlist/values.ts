export const STATUSES = ['waiting', 'invited', 'joined', 'removed'] as const;
export const SORTS = ['position', 'newest', 'referrals'] as const;

export type WaitlistStatus = (typeof STATUSES)[number];
export type Sort = (typeof SORTS)[number];
