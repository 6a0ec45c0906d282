import type { ChangelogEntry, Feedback, Testimonial, WaitlistEntry } from './types.ts';

/** The values of a field by name, like an enum. */
type Values<Value extends string> = { readonly [Name in Value]: Name };

/** Status of a feedback entry. */
export type FeedbackStatus = Feedback['status'];
/** Statuses of feedback entries: `FeedbackStatus.planned`. */
export const FeedbackStatus: Values<FeedbackStatus> = {
  new: 'new',
  under_review: 'under_review',
  planned: 'planned',
  in_progress: 'in_progress',
  done: 'done',
  declined: 'declined',
  duplicate: 'duplicate',
};

/** Type of a feedback entry. */
export type FeedbackType = Feedback['type'];
/** Types of feedback entries. */
export const FeedbackType: Values<FeedbackType> = { bug: 'bug', feature: 'feature', feedback: 'feedback' };

/** Type of a changelog entry. */
export type ChangelogType = ChangelogEntry['type'];
/** Types of changelog entries. */
export const ChangelogType: Values<ChangelogType> = {
  feature: 'feature',
  improvement: 'improvement',
  fix: 'fix',
  breaking: 'breaking',
};

/** Status of a changelog entry. */
export type ChangelogStatus = ChangelogEntry['status'];
/** Statuses of changelog entries. */
export const ChangelogStatus: Values<ChangelogStatus> = { draft: 'draft', scheduled: 'scheduled', published: 'published' };

/** Status of a testimonial. */
export type TestimonialStatus = Testimonial['status'];
/** Status of a waitlist entry. */
export type WaitlistStatus = WaitlistEntry['status'];
