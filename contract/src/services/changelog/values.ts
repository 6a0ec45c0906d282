export const TYPES = ['feature', 'improvement', 'fix', 'breaking'] as const;
export const EFFECT_METRICS = ['success', 'conversion_rate', 'bounce_rate', 'feedback'] as const;
export const EFFECT_VERDICTS = ['rise', 'fall', 'none', 'unknown'] as const;
export const STATUSES = ['draft', 'scheduled', 'published'] as const;

/** Forms in which widgets announce an entry. */
export const ANNOUNCEMENTS = ['banner', 'popup'] as const;

/** Maximum number of pages or languages to which an entry is limited. */
export const MAX_AUDIENCE_ITEMS = 20;

/** Addresses of subscribers that a request adds at most. */
export const MAX_ADDED_SUBSCRIBERS = 1_000;

/** Reactions of readers to an entry. */
export const REACTIONS = ['like', 'love', 'celebrate'] as const;

export type Reaction = (typeof REACTIONS)[number];
export const REACTION_EMOJI: Record<Reaction, string> = { like: '👍', love: '❤️', celebrate: '🎉' };

export type Announcement = (typeof ANNOUNCEMENTS)[number];
export type ChangelogType = (typeof TYPES)[number];
export type ChangelogStatus = (typeof STATUSES)[number];
export type EffectMetric = (typeof EFFECT_METRICS)[number];
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];
/** People who asked for a release, by what they did with it. */
export const ADOPTION_STATES = ['used', 'told', 'silent'] as const;
export const MAX_WINDOW_DAYS = 90;
/** Smaller groups have no rates, and their counts are for members only. */
export const MIN_PEOPLE = 5;
