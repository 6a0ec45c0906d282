import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOnce, memoize } from './memoize.ts';

test('caches results, except for long texts, and limits the number of entries', () => {
  const asked: string[] = [];
  const lengthOf = memoize((text: string) => {
    asked.push(text);
    return text.length || null;
  });
  const timesMade = (text: string) => asked.filter((one) => one === text).length;
  for (const text of ['acme.com', '', 'x'.repeat(501)])
    assert.deepEqual([lengthOf(text), lengthOf(text)], [text.length || null, text.length || null]);
  assert.deepEqual(['acme.com', '', 'x'.repeat(501)].map(timesMade), [1, 1, 2]);

  for (let n = 0; n < 10_000; n++) lengthOf(`${n}`);
  assert.equal(lengthOf('acme.com'), 8);
  assert.equal(timesMade('acme.com'), 2);
});

test('loads once, and again after a failure', async () => {
  const results = [new Error('out of memory'), 'loaded', 'loaded again'];
  const load = loadOnce(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  });
  const failed = await Promise.allSettled([load(), load()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual([await load(), await load()], ['loaded', 'loaded']);
});
