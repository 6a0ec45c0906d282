// Anscombe's transform (1948), on whose scale Poisson counts of any size have a standard deviation of about 1: one formula serves five
// events an hour and a thousand.

/** Returns a count on the scale of equal deviations. */
export const transformCount = (count: number): number => 2 * Math.sqrt(count + 3 / 8);

/** Returns the count at a point of the scale, at least -3/8. */
export const restoreCount = (value: number): number => (Math.max(value, 0) / 2) ** 2 - 3 / 8;
