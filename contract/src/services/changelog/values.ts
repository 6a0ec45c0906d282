export const TYPES = ['feature', 'improvement', 'fix', 'breaking'] as const;
export const STATUSES = ['draft', 'scheduled', 'published'] as const;

export type ChangelogType = (typeof TYPES)[number];
export type ChangelogStatus = (typeof STATUSES)[number];
/** People who asked for a release, by what they did with it. */
export const ADOPTION_STATES = ['used', 'told', 'silent'] as const;
export const MAX_WINDOW_DAYS = 90;
/** Smaller groups have no rates, and their counts are for members only. */
export const MIN_PEOPLE = 5;
