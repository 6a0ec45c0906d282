import { LRUCache } from 'lru-cache';
import type { Block } from '../index/postings.ts';

/** A cache with a limit in bytes. The least recently used entries are removed first. */
export interface SearchCache {
  /** Returns an entry. The value of an entry may be undefined, which records that there is nothing to read. */
  get: <T>(key: string) => { value: T | undefined } | undefined;
  /** @param valueBytes memory of the value in addition to `ENTRY_BYTES` */
  set: (key: string, value: unknown, valueBytes: number) => void;
  /** Adds a copy of the postings of a term. */
  setBlocks: (key: string, blocks: Block[]) => void;
}

/** Approximate memory of an entry with a small value. */
export const ENTRY_BYTES = 300;

/** @param maxBytes at least 1 */
export function createSearchCache(maxBytes: number): SearchCache {
  const entries = new LRUCache<string, { value: unknown }>({ maxSize: maxBytes });
  const cache: SearchCache = {
    get: <T>(key: string) => entries.get(key) as { value: T | undefined } | undefined,
    set: (key, value, valueBytes) => {
      entries.set(key, { value }, { size: Math.ceil(ENTRY_BYTES + 2 * key.length + valueBytes) });
    },
    setBlocks: (key, blocks) => cache.set(key, copyBlocks(blocks), sumSizes(blocks)),
  };
  return cache;
}

/** Returns the approximate memory of blocks. */
export const sumSizes = (blocks: Block[]): number =>
  blocks.reduce((total, { bytes: { length } }) => total + ENTRY_BYTES + length, 0);

/** Copies the bytes of blocks. The bytes of a row are a part of a larger buffer, all of which would stay in memory. */
function copyBlocks(blocks: Block[]): Block[] {
  const bytes = Buffer.allocUnsafeSlow(blocks.reduce((total, block) => total + block.bytes.length, 0));
  let end = 0;
  return blocks.map((block) => {
    const start = end;
    end += block.bytes.copy(bytes, start);
    return { ...block, bytes: bytes.subarray(start, end) };
  });
}
