import { locale } from '../../texts/plural.ts';

/** Points with at most one decimal. */
export const formatPoints = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 1 });

/** Returns points as `formatPoints` shows them, for texts whose form depends on the number. */
export const roundPoints = (value: number): number => Math.round(value * 10) / 10;
