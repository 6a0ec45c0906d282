import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { ThrottleStore } from './throttle-store.ts';

const WINDOW_MS = 60_000;
const HOUR_MS = 3_600_000;

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** Returns a function that counts a request, `ms` after the start. */
function createCounter() {
  const store = new ThrottleStore();
  const start = performance.now();
  const count = (ms: number, key = 'a') => {
    mock.method(performance, 'now', () => start + ms);
    let counted: [current: number, ttl: number] | undefined;
    store.incr(key, (_error, result) => (counted = result && [result.current, Math.round(result.ttl)]), WINDOW_MS);
    return counted;
  };
  return count;
}

test('counts requests in windows, by key', () => {
  const count = createCounter();
  assert.deepEqual(count(0), [1, WINDOW_MS]);
  assert.deepEqual(count(10_000), [2, 50_000]);
  assert.deepEqual(count(10_000, 'b'), [1, WINDOW_MS]);
  assert.deepEqual(count(59_999), [3, 1]);
  assert.deepEqual(count(60_000), [1, WINDOW_MS]);
});

for (const jump of [-24 * HOUR_MS, -HOUR_MS, -1_000, HOUR_MS, 24 * HOUR_MS])
  test(`a jump of the clock by ${jump / 1_000} seconds neither extends nor ends a window`, () => {
    const count = createCounter();
    count(0);
    mock.timers.enable({ apis: ['Date'], now: Date.now() + jump });
    assert.deepEqual(count(20_000), [2, 40_000]);
    assert.deepEqual(count(60_000), [1, WINDOW_MS]);
  });
