import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from './coalesce.ts';

/** Returns work that counts its runs and waits until the test completes it. */
function createWork() {
  const runs: PromiseWithResolvers<number>[] = [];
  const work = () => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

test('callers during a run share the next run, which starts after the current run', async () => {
  const { runs, work } = createWork();
  const share = coalesce<number>();
  const first = share('a', work);
  const [second, third] = [share('a', work), share('a', work)];
  assert.equal(runs.length, 1);
  runs[0]?.resolve(1);
  assert.equal(await first, 1);
  await new Promise(setImmediate);
  assert.equal(runs.length, 2);
  const fourth = share('a', work);
  runs[1]?.resolve(2);
  assert.deepEqual(await Promise.all([second, third]), [2, 2]);
  await new Promise(setImmediate);
  runs[2]?.resolve(3);
  assert.equal(await fourth, 3);
  const fifth = share('a', work);
  assert.equal(runs.length, 4);
  runs[3]?.resolve(4);
  assert.equal(await fifth, 4);
});

test('keys do not wait for each other', async () => {
  const { runs, work } = createWork();
  const share = coalesce<number>();
  const both = [share('a', work), share('b', work)];
  assert.equal(runs.length, 2);
  for (const run of runs) run.resolve(1);
  assert.deepEqual(await Promise.all(both), [1, 1]);
});

test('a failed run rejects its callers and is followed by the next run', async () => {
  const { runs, work } = createWork();
  const share = coalesce<number>();
  const first = share('a', work);
  const second = share('a', work);
  runs[0]?.reject(new Error('failed'));
  await assert.rejects(first, /failed/);
  await new Promise(setImmediate);
  runs[1]?.resolve(2);
  assert.equal(await second, 2);
});
