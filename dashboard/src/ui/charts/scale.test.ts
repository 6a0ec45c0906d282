import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTicks } from './scale.ts';

for (const [high, ticks] of [
  [0.1, [0, 0.02, 0.04, 0.06, 0.08, 0.1]],
  [0.63, [0, 0.2, 0.4, 0.6, 0.8]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [67, [0, 20, 40, 60, 80]],
  [235, [0, 50, 100, 150, 200, 250]],
  [1_001, [0, 250, 500, 750, 1_000, 1_250]],
  [48_000, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
] as const)
  test(`the axis of values up to ${high} ends at ${ticks.at(-1)}`, () => assert.deepEqual(chooseTicks(high), ticks));
