import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createGroupCommit } from './group-commit.ts';

test('batches that arrive during a commit wait for more batches, until a single item arrives', async () => {
  const commits: string[][] = [];
  const first = Promise.withResolvers<void>();
  const add = createGroupCommit(
    async (_key: string, items: string[]) => {
      commits.push(items);
      if (commits.length === 1) await first.promise;
      return items.map((item) => `stored ${item}`);
    },
    { intervalMs: 3_600_000, canWait: (item) => item.startsWith('batch') },
  );
  const results = [add('project', 'batch 1')];
  await setImmediate();
  results.push(add('project', 'batch 2'));
  first.resolve();
  await results[0];
  results.push(add('project', 'batch 3'));
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  assert.deepEqual(commits, [['batch 1']]);
  results.push(add('project', 'single'));
  assert.deepEqual(await Promise.all(results), ['stored batch 1', 'stored batch 2', 'stored batch 3', 'stored single']);
  assert.deepEqual(commits, [['batch 1'], ['batch 2', 'batch 3', 'single']]);
});
