import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { until } from '../../../testing/until.ts';
import { type Block, decodePostings, encodePostings } from '../index/postings.ts';
import { createSharedCache } from './shared-cache.ts';

const postings = Array.from({ length: 2_000 }, (_, at) => ({ chunk: at * 5_000, weight: 1 + (at % 3), length: 40 }));

test('caches of a channel share the memory of postings', async () => {
  const channels = [1, 2].map(() => new BroadcastChannel('shared-cache.test'));
  try {
    const [one, other] = channels.map((channel) => createSharedCache(1024 * 1024, channel)) as [Cache, Cache];
    const blocks = encodePostings(postings);
    assert.ok(blocks.length > 1);
    one.setBlocks('index 1 postings term', blocks);
    const received = await until(() => other.get<Block[]>('index 1 postings term')?.value);
    assert.deepEqual(received, blocks);
    assert.deepEqual(
      received.flatMap(({ bytes }) => decodePostings(bytes)),
      postings,
    );
    const kept = one.get<Block[]>('index 1 postings term')?.value as Block[];
    assert.deepEqual(kept, blocks);
    const buffers = [...received, ...kept].map(({ bytes }) => bytes.buffer);
    assert.ok(buffers.every((buffer) => buffer instanceof SharedArrayBuffer));
    // Two objects for the same memory: a change of one is a change of the other. Earshot never changes it.
    (kept[0] as Block).bytes[0] = 99;
    assert.equal(received[0]?.bytes[0], 99);
  } finally {
    for (const channel of channels) channel.close();
  }
});

test('a shared cache stays within its limit', async () => {
  const channels = [1, 2].map(() => new BroadcastChannel('shared-cache.test limit'));
  try {
    const [one, other] = channels.map((channel) => createSharedCache(20_000, channel)) as [Cache, Cache];
    const blocks = encodePostings(postings);
    for (const term of ['first', 'second', 'third']) one.setBlocks(term, blocks);
    await until(() => other.get('third'));
    for (const cache of [one, other])
      assert.deepEqual(
        ['first', 'second', 'third'].map((term) => cache.get(term) !== undefined),
        [false, true, true],
      );
  } finally {
    for (const channel of channels) channel.close();
  }
});

type Cache = ReturnType<typeof createSharedCache>;
