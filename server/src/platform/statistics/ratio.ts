/** Returns a ratio with four decimals, or null when the whole is 0. */
export const ratio = (part: number, whole: number): number | null =>
  whole ? Math.round((part / whole) * 10_000) / 10_000 : null;
