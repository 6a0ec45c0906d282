export const TYPES = ['feature', 'improvement', 'fix', 'breaking'] as const;
export const EFFECT_METRICS = ['success', 'conversion_rate', 'bounce_rate', 'feedback'] as const;
export const EFFECT_VERDICTS = ['rise', 'fall', 'none', 'unknown'] as const;
export const STATUSES = ['draft', 'scheduled', 'published'] as const;

export type ChangelogType = (typeof TYPES)[number];
export type ChangelogStatus = (typeof STATUSES)[number];
export type EffectMetric = (typeof EFFECT_METRICS)[number];
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];
