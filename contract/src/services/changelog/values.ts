export const TYPES = ['feature', 'improvement', 'fix', 'breaking'] as const;
export const STATUSES = ['draft', 'scheduled', 'published'] as const;

export type ChangelogType = (typeof TYPES)[number];
export type ChangelogStatus = (typeof STATUSES)[number];
