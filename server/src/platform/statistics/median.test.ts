import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMedian } from './median.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  for (const [values, expected] of [
    [[3], 3],
    [[9, 1], 5],
    [[5, 1, 100], 5],
    [[4, 1, 2, 100], 3],
  ] as const)
    assert.equal(findMedian([...values]), expected);
});
