export const STATUSES = ['waiting', 'invited', 'joined', 'removed'] as const;
export const SORTS = ['position', 'newest', 'referrals'] as const;
/** Maximum number of people that one request invites. */
export const MAX_INVITED_ENTRIES = 1000;
/** Maximum number of entries that a list or an export selects by id. */
export const MAX_SELECTED_ENTRIES = 100;

export type WaitlistStatus = (typeof STATUSES)[number];
export type Sort = (typeof SORTS)[number];

/** Types of questions of the sign-up form. */
export const QUESTION_TYPES = ['text', 'long_text', 'number', 'select', 'multi_select', 'boolean'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
/** Maximum number of questions that the form asks. */
export const MAX_QUESTIONS = 10;
/** Maximum number of questions with those that are archived. */
export const MAX_DECLARED_QUESTIONS = 50;
/** Maximum number of rewards for referrals. */
export const MAX_REWARDS = 10;
/** People in the leaderboard. */
export const LEADERBOARD_SIZE = 10;
/** Statuses of people who may receive broadcasts. */
export const RECEIVING_STATUSES = ['waiting', 'invited', 'joined'] as const;

/** States of a broadcast. */
export const BROADCAST_STATUSES = ['sending', 'sent', 'incomplete'] as const;
/** Reasons for which a broadcast is incomplete. */
export const BROADCAST_STOP_REASONS = ['filter', 'error'] as const;
export type BroadcastStopReason = (typeof BROADCAST_STOP_REASONS)[number];
