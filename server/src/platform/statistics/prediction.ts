// Prediction of the next value of a series that lies on a line, by ordinary least squares: Montgomery, Peck, Vining, Introduction to Linear
// Regression Analysis, section 2.5.

import { restoreCount, transformCount } from './anscombe.ts';

/** 97.5 % quantiles of Student's t distribution, by degrees of freedom from 1. */
const T_QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];
/** Quantile of more degrees of freedom, which is at most 0.1 too large for fewer than 30. */
const T_OF_MANY = 2.16;

interface Prediction {
  expected: number;
  /** Bounds of the range that contains the next value with a probability of 95 %. */
  low: number;
  high: number;
}

/**
 * Predicts the value after a series of equidistant values. The range assumes independent deviations from a line with the same normal
 * distribution. Requires at least four values: three have one degree of freedom, and a range without meaning.
 */
export function predictNext(values: number[]): Prediction {
  const count = values.length;
  const center = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const spread = (count * (count * count - 1)) / 12;
  const slope = values.reduce((sum, value, index) => sum + (index - center) * (value - mean), 0) / spread;
  const predict = (index: number) => mean + slope * (index - center);
  const residual = values.reduce((sum, value, index) => sum + (value - predict(index)) ** 2, 0);
  const freedom = count - 2;
  const deviation = Math.sqrt((residual / freedom) * (1 + 1 / count + (count - center) ** 2 / spread));
  const reach = (T_QUANTILES[freedom - 1] ?? T_OF_MANY) * deviation;
  const expected = predict(count);
  return { expected, low: expected - reach, high: expected + reach };
}

/** Predicts the count after a series of counts, which vary more where they are larger. */
export function predictCount(counts: number[]): Prediction {
  const { expected, low, high } = predictNext(counts.map(transformCount));
  return { expected: restoreCount(expected), low: restoreCount(low), high: restoreCount(high) };
}
