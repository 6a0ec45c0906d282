import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWilsonInterval } from './wilson.ts';

test('intervals match published values', () => {
  const round = (values: number[]) => values.map((value) => value.toFixed(4));
  // From the comparison of seven methods by R. G. Newcombe, 1998. cspell:ignore newcombe
  assert.deepEqual(round(buildWilsonInterval(81, 263)), ['0.2553', '0.3662']);
  assert.deepEqual(round(buildWilsonInterval(15, 148)), ['0.0624', '0.1605']);
  assert.deepEqual(round(buildWilsonInterval(0, 20)), ['0.0000', '0.1611']);
  assert.deepEqual(round(buildWilsonInterval(1, 29)), ['0.0061', '0.1718']);
});

/** Returns a generator of numbers from 0 to 1, the same for each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('simulated groups are covered in 93 to 97 % of the cases', () => {
  const random = createRandom(48);
  const GROUPS = 4_000;
  for (const total of [20, 50, 100, 400])
    for (const center of [0.2, 0.3, 0.5, 0.7, 0.8]) {
      let covered = 0;
      for (let group = 0; group < GROUPS; group++) {
        // Counts are whole numbers, so that the coverage of one share oscillates around the nominal one (Brown, Cai and DasGupta 2001).
        const share = center + (random() - 0.5) / 10;
        let count = 0;
        for (let person = 0; person < total; person++) if (random() < share) count++;
        const [low, high] = buildWilsonInterval(count, total);
        if (low <= share && share <= high) covered++;
      }
      const coverage = covered / GROUPS;
      assert.ok(coverage >= 0.93 && coverage <= 0.97, `${coverage} for ${center} of ${total}`);
    }
});
