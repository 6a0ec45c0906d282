import { locale } from '../../texts/plural.ts';

/** Points with at most one decimal. */
export const formatPoints = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 1 });
