export const STATUSES = ['pending', 'approved', 'rejected'] as const;
export const SORTS = ['newest', 'rating', 'featured'] as const;
/** Layouts of walls. */
export const WALL_LAYOUTS = ['grid', 'masonry', 'carousel', 'list'] as const;
export const WALL_CORNERS = ['square', 'rounded', 'round'] as const;
export const MAX_WALL_COLUMNS = 4;
export const DISCLOSURES = ['none', 'incentive', 'affiliated'] as const;

export type TestimonialStatus = (typeof STATUSES)[number];
export type Sort = (typeof SORTS)[number];
export type Disclosure = (typeof DISCLOSURES)[number];

/** Moments at which a rule asks for a testimonial. */
export const RULE_TRIGGERS = ['release_used', 'goal_reached', 'answer_helpful'] as const;
export const RULE_CHANNELS = ['mail', 'widget'] as const;
export const REQUEST_STATUSES = ['open', 'answered', 'declined'] as const;

export type RuleTrigger = (typeof RULE_TRIGGERS)[number];
export type RuleChannel = (typeof RULE_CHANNELS)[number];
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Maximum number of questions of a request. */
export const MAX_QUESTIONS = 5;
export const MAX_QUESTION_LENGTH = 200;
/** Maximum length of an answer, so that all answers fit into a testimonial. */
export const MAX_ANSWER_LENGTH = 900;
export const MAX_REMINDER_DAYS = 60;

/** Joins answers to the text of a testimonial: each is a paragraph. */
export const joinAnswers = (answers: string[]): string =>
  answers
    .map((answer) => answer.trim())
    .filter(Boolean)
    .join('\n\n');

/** Actions on several testimonials. */
export const BULK_ACTIONS = [
  'approve',
  'reject',
  'reopen',
  'feature',
  'unfeature',
  'add_to_collection',
  'remove_from_collection',
  'delete',
] as const;
export const BULK_OUTCOMES = ['changed', 'unchanged', 'deleted', 'not_found'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];
/** Maximum number of testimonials of one action. */
export const MAX_BULK = 100;
