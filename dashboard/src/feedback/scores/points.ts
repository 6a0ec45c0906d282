/** Points with at most one decimal. */
export const formatPoints = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
