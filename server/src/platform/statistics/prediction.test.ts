import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictCount, predictNext } from './prediction.ts';

const round = (value: number) => Math.round(value * 100) / 100;

test('the range is that of a regression by hand', () => {
  // Line 9 + 2i, residuals 1, -1, -1, 1: s² = 2, half width 4.303 · √(2 · (1 + 1/4 + 2.5²/5)).
  const { expected, low, high } = predictNext([10, 10, 12, 16]);
  assert.deepEqual([expected, low, high].map(round), [17, 7.38, 26.62]);
});

/** Returns a generator of equally distributed numbers below 1 (Numerical Recipes, chapter 7.1). */
function createUniform(): () => number {
  let state = 48;
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test('the range contains 95 % of values without an effect', () => {
  const uniform = createUniform();
  const drawNormal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const drawPoisson = (mean: number) => {
    let count = -1;
    for (let product = 1; product > Math.exp(-mean); count += 1) product *= uniform();
    return count;
  };
  const drawBinomial = (trials: number, share: number) =>
    Array.from({ length: trials }, uniform).filter((value) => value < share).length;
  const cases: [name: string, draw: (week: number) => number, predict: typeof predictNext][] = [
    ['few events', () => drawPoisson(2), predictCount],
    ['many events', () => drawPoisson(60), predictCount],
    ['events of an unsteady product', () => drawPoisson(20 * Math.exp(0.3 * drawNormal())), predictCount],
    ['events of a growing product', (week) => drawPoisson(20 + 2 * week), predictCount],
    ['a rate of few visits', () => drawBinomial(20, 0.4) / 20, predictNext],
    ['a low rate', () => drawBinomial(150, 0.04) / 150, predictNext],
  ];
  for (const [name, draw, predict] of cases)
    for (const weeks of [4, 8]) {
      const runs = 4_000;
      let within = 0;
      for (let run = 0; run < runs; run += 1) {
        const { low, high } = predict(Array.from({ length: weeks }, (_, week) => draw(week)));
        const next = draw(weeks);
        if (next >= low && next <= high) within += 1;
      }
      const share = (100 * within) / runs;
      assert.ok(share > 93 && share < 97, `${name}, ${weeks} weeks: ${share} %`);
    }
});
