import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGenerator } from '../../../instance/demo/random.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import { advance } from './state.ts';
import type { AlertWindow, Definition, Progress } from './store.ts';
import { computeUsualRange } from './usual-range.ts';
import { findHistoryOffsets, findStepMinutes } from './windows.ts';

// False alarms in generated series of steady projects: visitors with a rhythm of the day and of the week, as Poisson counts, and with a
// rate that varies by the hour more than a Poisson process (a negative binomial distribution).

const BIN_MINUTES = 5;
const BINS_OF_DAY = (24 * 60) / BIN_MINUTES;
const MONTH_DAYS = 30;
/** Time before the first evaluation. */
const HISTORY_DAYS = 36;
/** Length of a series. Longer ones estimate the rate of false alarms. */
const MONTHS = IS_LONG ? 6 : 2;

interface Traffic {
  /** Mean count of an hour. */
  level: number;
  /** Variance of the hourly rate in relation to the square of its mean. */
  overdispersion: number;
}

/** Returns a generator of random numbers with several distributions. */
function createDistributions(seed: number) {
  const next = createGenerator(seed);
  const uniform = () => Math.max(next(), Number.MIN_VALUE);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * next());
  /** Marsaglia and Tsang (2000), for shapes of at least 1. */
  function gamma(shape: number): number {
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }
  function poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let count = 0;
    for (let product = uniform(); product > Math.exp(-mean); product *= uniform()) count++;
    return count;
  }
  return { gamma, poisson };
}

/** Returns the running sums of the counts of each five minutes. */
function generate({ level, overdispersion }: Traffic, days: number, seed: number): Float64Array {
  const { gamma, poisson } = createDistributions(seed);
  const sums = new Float64Array(days * BINS_OF_DAY + 1);
  let factor = 1;
  for (let bin = 0; bin < days * BINS_OF_DAY; bin++) {
    if (overdispersion && bin % 12 === 0) factor = gamma(1 / overdispersion) * overdispersion;
    const hour = (bin % BINS_OF_DAY) / 12;
    const isWeekend = Math.floor(bin / BINS_OF_DAY) % 7 >= 5;
    const rhythm = (1 + 0.8 * Math.sin((2 * Math.PI * (hour - 9)) / 24)) * (isWeekend ? 0.5 : 1);
    sums[bin + 1] = (sums[bin] ?? 0) + poisson((level / 12) * rhythm * factor);
  }
  return sums;
}

/** Returns how often an alert on unusual counts is triggered in some months. `change` multiplies the counts of some evaluations. */
function countTriggers(
  traffic: Traffic,
  {
    minutes,
    months,
    seed,
    change = () => 1,
  }: { minutes: AlertWindow; months: number; seed: number; change?: (day: number) => number },
): number {
  const sums = generate(traffic, HISTORY_DAYS + months * MONTH_DAYS, seed);
  const length = minutes / BIN_MINUTES;
  const count = (end: number) => (sums[end] ?? 0) - (sums[end - length] ?? 0);
  const offsets = findHistoryOffsets(minutes).map((week) => week.map((offset) => offset / BIN_MINUTES));
  let alert: Definition & Progress = {
    metric: 'visitors',
    filters: [],
    goal_id: null,
    condition: 'outside_usual',
    threshold: null,
    window_minutes: minutes,
    tolerance: 6,
    cooldown_minutes: 240,
    state: 'learning',
    streak: 0,
    evaluated_until: null,
    low_ignored_until: null,
    last_value: null,
    last_triggered_at: null,
  };
  let triggers = 0;
  const step = findStepMinutes(alert) / BIN_MINUTES;
  for (let end = HISTORY_DAYS * BINS_OF_DAY; end < sums.length; end += step) {
    const usual = computeUsualRange(
      offsets.map((week) => week.map((offset) => count(end - offset))),
      alert.tolerance,
    );
    const now = end * BIN_MINUTES * 60_000;
    const value = count(end) * change(end / BINS_OF_DAY - HISTORY_DAYS);
    const { progress, change: changed } = advance(alert, { value, usual }, { end: now, now });
    alert = { ...alert, ...progress };
    if (changed === 'triggered') triggers++;
  }
  return triggers;
}

const WINDOWS: AlertWindow[] = IS_LONG ? [5, 15, 30, 60, 360, 1440] : [60, 360];
const LEVELS = [5, 50, 1_000];
const OVERDISPERSIONS = IS_LONG ? [0, 0.02, 0.1] : [0, 0.1];

test('a steady project has less than one false alarm a month, at any level and with any window', (t) => {
  const seed = randomSeed(20);
  for (const minutes of WINDOWS)
    for (const level of LEVELS)
      for (const overdispersion of OVERDISPERSIONS) {
        const triggers = countTriggers({ level, overdispersion }, { minutes, months: MONTHS, seed });
        t.diagnostic(
          `window ${minutes} min, ${level} an hour, overdispersion ${overdispersion}: ${(triggers / MONTHS).toFixed(2)} a month (seed ${seed})`,
        );
        assert.ok(triggers < MONTHS, `${minutes} ${level} ${overdispersion}: ${triggers} in ${MONTHS} months, seed ${seed}`);
      }
});

test('an outage, a drop by half and a doubling are found where the level allows it', () => {
  const during = (factor: number) => (day: number) => (day % 7 >= 2.5 && day % 7 < 2.75 ? factor : 1);
  for (const [level, overdispersion, factor] of [
    [1_000, 0.02, 0],
    [1_000, 0, 0.5],
    [1_000, 0, 2],
    [100, 0, 0],
    [50, 0, 4],
    [5, 0, 12],
  ] as const) {
    const triggers = countTriggers({ level, overdispersion }, { minutes: 60, months: 1, seed: 7, change: during(factor) });
    // Four weeks with a change each. An outage can be part of the history of later ones.
    assert.ok(triggers >= 3, `${level} ${overdispersion} ${factor}: ${triggers}`);
  }
});
