export const STATUSES = ['pending', 'approved', 'rejected'] as const;
export const SORTS = ['newest', 'rating', 'featured'] as const;
/** Layouts of the widget. */
export const WALL_LAYOUTS = ['grid', 'masonry', 'carousel'] as const;
export const DISCLOSURES = ['none', 'incentive', 'affiliated'] as const;

export type TestimonialStatus = (typeof STATUSES)[number];
export type Sort = (typeof SORTS)[number];
export type Disclosure = (typeof DISCLOSURES)[number];
