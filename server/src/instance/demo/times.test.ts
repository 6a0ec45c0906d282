import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from './random.ts';
import { chooseLaterTime, chooseTimes } from './times.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');

for (const [seed, count] of [
  [1, 0],
  [2, 1],
  [3, 40],
  [4, 2_000],
] as const)
  test(`${count} times of a year, more of them in later months`, () => {
    const times = chooseTimes(createRandom(seed), NOW, count).map(Number);
    assert.equal(times.length, count);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    for (const time of times) assert.ok(time <= NOW && time >= NOW - 365 * DAY_MS);
    const firstHalf = times.filter((time) => time < NOW - 182 * DAY_MS).length;
    assert.ok(count < 40 || (firstHalf > 0 && firstHalf < count / 2));
  });

for (const [after, days] of [
  [NOW, 30],
  [NOW - 1, 30],
  [NOW - 10 * DAY_MS, 30],
  [NOW - 100 * DAY_MS, 30],
] as const)
  test(`a time within ${days} days after ${new Date(after).toISOString()}, and not in the future`, () => {
    const random = createRandom(7);
    for (let round = 0; round < 50; round++) {
      const time = chooseLaterTime(random, { after: new Date(after), days, now: NOW }).getTime();
      assert.ok(time >= after && time <= NOW && time <= after + days * DAY_MS);
    }
  });
