import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance, findViolation, type Measurement } from './state.ts';
import type { AlertCondition, Definition, Progress } from './store.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 27, 10);
const USUAL = { usual: 50, low: 20, high: 100 };

const RULE: Definition & Progress = {
  metric: 'visitors',
  filters: [],
  goal_id: null,
  condition: 'outside_usual',
  threshold: null,
  window_minutes: 60,
  tolerance: 6,
  cooldown_minutes: 60,
  state: 'learning',
  streak: 0,
  evaluated_until: null,
  low_ignored_until: null,
  last_value: null,
  last_triggered_at: null,
};

/** Evaluates values, and null for no history, every five minutes or at the given minutes. Returns states and changes. */
function run(rule: Partial<Definition>, values: (number | null | [minute: number, value: number])[]): string {
  let alert = { ...RULE, ...rule };
  let minute = 0;
  return values
    .map((given) => {
      const value = Array.isArray(given) ? given[1] : given;
      if (Array.isArray(given)) minute = given[0];
      const measurement: Measurement | undefined = value === null ? undefined : { value, usual: USUAL };
      const end = START + minute * MINUTE;
      const { progress, change } = advance(alert, measurement, { end, now: end });
      alert = { ...alert, ...progress };
      minute += 5;
      return change ?? progress.state;
    })
    .join(' ');
}

test('conditions are met on their side of the threshold or the usual range only, and never at its edge', () => {
  const sides = (condition: AlertCondition, threshold: number | null) =>
    [19, 20, 50, 100, 101].map((value) => findViolation({ condition, threshold }, { value, usual: USUAL }) ?? '-').join(' ');
  assert.equal(sides('above', 50), '- - - high high');
  assert.equal(sides('below', 50), 'low low - - -');
  assert.equal(sides('outside_usual', null), 'low - - - high');
  assert.equal(sides('above_usual', null), '- - - - high');
  assert.equal(sides('below_usual', null), 'low - - - -');
});

test('an alert is triggered and recovers after consecutive evaluations', () => {
  const above = { condition: 'above', threshold: 100 } as const;
  for (const [rule, values, expected] of [
    // One window outside the usual range is not enough, and neither are two that are not consecutive.
    [{}, [50, 101, 50, 101, 50], 'ok ok ok ok ok'],
    [{}, [101, 101, 101, 50, 101, 50, 50], 'ok triggered triggered triggered triggered triggered recovered'],
    [{}, [10, 10], 'ok triggered'],
    // Thresholds trigger immediately, and recover like usual ranges.
    [above, [100, 101, 99, 101, 99, 99], 'ok triggered triggered triggered triggered recovered'],
    // Without a history, nothing is decided.
    [{}, [null, null, 101, null, 101, 101], 'learning learning ok learning ok triggered'],
    [{}, [101, 101, null, 50, 50], 'ok triggered triggered triggered recovered'],
  ] as const)
    assert.equal(run(rule, [...values]), expected, JSON.stringify(values));
});

test('an alert is not triggered again within its cool-down, and afterwards while the condition is met', () => {
  const above = { condition: 'above', threshold: 100 } as const;
  const twice = [101, 50, 50, 101, 50, 50] as const;
  assert.equal(run(above, [...twice]), 'triggered triggered recovered ok ok ok');
  assert.equal(run({ ...above, cooldown_minutes: 0 }, [...twice]), 'triggered triggered recovered triggered triggered recovered');
  assert.equal(run(above, [101, 50, 50, [55, 101], [60, 101]]), 'triggered triggered recovered ok triggered');
});

test('low counts of windows that overlap a pause of the server are ignored, except for the intake', () => {
  const below = { condition: 'below', threshold: 10 } as const;
  const pause: [number, number][] = [
    [0, 50],
    [90, 0],
    [110, 0],
    [130, 0],
    [145, 0],
    [150, 0],
  ];
  assert.equal(run(below, pause), 'ok ok ok ok ok triggered');
  assert.equal(run({ ...below, metric: 'intake' }, pause), 'ok triggered triggered triggered triggered triggered');
  assert.equal(run({}, pause), 'ok ok ok ok ok ok');
  assert.equal(
    run({ condition: 'above', threshold: 10 }, [
      [0, 0],
      [90, 50],
    ]),
    'ok triggered',
  );
  // Long windows are evaluated less often.
  assert.equal(
    run({ ...below, window_minutes: 1440 }, [
      [0, 50],
      [120, 0],
    ]),
    'ok triggered',
  );
});
