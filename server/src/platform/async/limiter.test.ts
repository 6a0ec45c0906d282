import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createLimiter } from './limiter.ts';

test('runs two at once, queues some in order, and rejects more', async () => {
  const limited = createLimiter({ concurrency: 2, limit: { maxWaiting: 3, createError: () => new Error('queue is full') } });
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, (_, index) =>
    limited(async () => {
      begun.push(index);
      await new Promise<void>((end) => (ends[index] = end));
      return index;
    }),
  );
  await turn();
  assert.deepEqual(begun, [0, 1]);
  await assert.rejects(
    limited(async () => 0),
    /queue is full/,
  );
  for (const next of [0, 1, 2, 3, 4]) {
    ends[next]?.();
    await works[next];
    await turn();
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});

test('a failed task releases its slot', async () => {
  const limited = createLimiter({ concurrency: 1, limit: { maxWaiting: 1, createError: () => new Error('queue is full') } });
  const fail = () =>
    limited(async () => {
      throw new Error('broken');
    });
  await Promise.all([assert.rejects(fail(), /broken/), assert.rejects(fail(), /broken/)]);
  assert.equal(await limited(async () => 'whole'), 'whole');
});
