import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeUsualRange } from './usual-range.ts';

/** Four weeks of three windows, from the counts at the same time. */
const steady = (...counts: number[]) => counts.map((count) => [count, count, count]);

test('equal counts have the spread of Poisson counts, at any level', () => {
  for (const [count, low, high] of [
    [0, 0, 12],
    [1, 0, 17],
    [5, 0, 27],
    [50, 17, 101],
    [1_000, 820, 1_198],
    [100_000, 98_112, 101_906],
  ] as const)
    assert.deepEqual(computeUsualRange(steady(count, count, count, count), 6), { usual: count, low, high }, String(count));
});

test('a lower tolerance and equal counts make the range narrower, and a spread makes it wider', () => {
  const width = (weeks: number[][], tolerance: number) => {
    const { low, high } = computeUsualRange(weeks, tolerance);
    return high - low;
  };
  const even = steady(400, 400, 400, 400);
  assert.ok(width(even, 3) < width(even, 6));
  assert.ok(width(steady(250, 350, 450, 550), 6) > 2 * width(even, 6));
});

test('one exceptional week has no effect, and neither has the rhythm of the day', () => {
  const expected = computeUsualRange(steady(400, 400, 400, 400), 6);
  for (const exception of [0, 40, 100_000])
    assert.deepEqual(computeUsualRange(steady(400, exception, 400, 400), 6), expected, String(exception));
  assert.deepEqual(
    computeUsualRange(
      Array.from({ length: 4 }, () => [10, 400, 9_000]),
      6,
    ),
    expected,
  );
});
