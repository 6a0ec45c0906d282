// The usual range of a count. Counts are compared on the scale of Anscombe's transform.

import { restoreCount, transformCount } from '../../../platform/statistics/anscombe.ts';
import { findMedian } from '../../../platform/statistics/median.ts';

/** Weeks before a window that its usual range is computed from. */
export const HISTORY_WEEKS = 4;
/**
 * Standard deviation of a normal distribution, divided by the median absolute deviation of four values from their own median. Found by
 * simulation; larger than the known 1.4826, because the median of four values is close to two of them.
 */
const DEVIATION_OF_MAD = 2.04;
/** Standard deviation of transformed Poisson counts. A smaller spread is a coincidence of few values. */
const MIN_DEVIATION = 1;

export interface UsualRange {
  /** Median of the same time in earlier weeks. */
  usual: number;
  /** Smallest and largest usual count, inclusive. */
  low: number;
  high: number;
}

/**
 * Returns the usual range of a count. `weeks` has the counts of `HISTORY_WEEKS` earlier weeks: in each week, the window at the same time
 * in the middle of an odd number of windows. `tolerance` is the half width of the range in standard deviations.
 *
 * The center is the median of the same time. The spread is the median absolute deviation of all windows from the median of their own
 * time. Therefore neither the rhythm of the day nor that of the week widens the range, and an outage in one of the weeks has no effect.
 */
export function computeUsualRange(weeks: number[][], tolerance: number): UsualRange {
  const times = (weeks[0] ?? []).map((_, time) => weeks.map((counts) => counts[time] ?? 0));
  const centers = times.map((counts) => findMedian(counts.map(transformCount)));
  const distances = times.flatMap((counts, time) =>
    counts.map((count) => Math.abs(transformCount(count) - (centers[time] ?? 0))),
  );
  const deviation = Math.max(MIN_DEVIATION, DEVIATION_OF_MAD * findMedian(distances));
  const middle = (times.length - 1) / 2;
  const center = centers[middle] ?? 0;
  return {
    usual: findMedian(times[middle] ?? []),
    low: Math.max(0, Math.ceil(restoreCount(center - tolerance * deviation))),
    high: Math.floor(restoreCount(center + tolerance * deviation)),
  };
}
