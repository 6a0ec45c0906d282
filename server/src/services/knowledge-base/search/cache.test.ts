import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Block, encodePostings } from '../index/postings.ts';
import { createSearchCache } from './cache.ts';

test('postings in the cache hold no memory that the limit does not count', () => {
  const row = Buffer.alloc(64 * 1024);
  const blocks = encodePostings(Array.from({ length: 2_000 }, (_, at) => ({ chunk: at * 5_000, weight: 1, length: 40 })));
  assert.ok(blocks.length > 1);
  const size = blocks.reduce((total, { bytes }) => total + bytes.length, 0);
  const cache = createSearchCache(1024 * 1024);
  cache.setBlocks(
    'term',
    blocks.map((block) => ({ ...block, bytes: row.subarray(0, block.bytes.length) })),
  );
  const kept = cache.get<Block[]>('term')?.value as Block[];
  const buffers = new Set(kept.map(({ bytes }) => bytes.buffer));
  assert.equal(
    [...buffers].reduce((total, { byteLength }) => total + byteLength, 0),
    size,
  );
});
