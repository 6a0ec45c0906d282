import type { BroadcastChannel } from 'node:worker_threads';
import type { Block } from '../index/postings.ts';
import { createSearchCache, type SearchCache, sumSizes } from './cache.ts';

/** The postings of a term in shared memory, which nobody writes to after the message is sent. */
interface SharedPostings {
  key: string;
  bytes: SharedArrayBuffer;
  /** Blocks with their sizes, in the order of `bytes`. */
  blocks: { first: number; last: number; count: number; size: number }[];
}

/**
 * Creates a cache whose postings are in memory that the threads on a channel share: what one thread has read, the others need not read,
 * and all refer to the same bytes. Keys contain the version of the index, so that a message that arrives late does no harm.
 */
export function createSharedCache(maxBytes: number, channel: BroadcastChannel): SearchCache {
  const cache = createSearchCache(maxBytes);
  const keep = (shared: SharedPostings): void => {
    const blocks = toBlocks(shared);
    cache.set(shared.key, blocks, sumSizes(blocks));
  };
  channel.addEventListener('message', (message) => {
    const shared = (message as MessageEvent).data as SharedPostings;
    if (!cache.get(shared.key)) keep(shared);
  });
  return {
    ...cache,
    setBlocks: (key, blocks) => {
      const shared = share(key, blocks);
      keep(shared);
      channel.postMessage(shared);
    },
  };
}

/** Copies blocks to shared memory. */
function share(key: string, blocks: Block[]): SharedPostings {
  const bytes = new SharedArrayBuffer(blocks.reduce((total, block) => total + block.bytes.length, 0));
  const view = new Uint8Array(bytes);
  let end = 0;
  for (const block of blocks) {
    view.set(block.bytes, end);
    end += block.bytes.length;
  }
  return {
    key,
    bytes,
    blocks: blocks.map(({ first, last, count, bytes: { length } }) => ({ first, last, count, size: length })),
  };
}

function toBlocks({ bytes, blocks }: SharedPostings): Block[] {
  let end = 0;
  return blocks.map(({ size, ...block }) => ({ ...block, bytes: Buffer.from(bytes, (end += size) - size, size) }));
}
