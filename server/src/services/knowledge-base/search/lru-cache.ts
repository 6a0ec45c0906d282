import type { Block } from '../index/postings.ts';

/** A cache with a limit in bytes. The least recently used entries are removed first. */
export interface LruCache {
  /** Returns an entry. The value of an entry may be undefined, which records that there is nothing to read. */
  get: <T>(key: string) => { value: T | undefined } | undefined;
  /** @param valueBytes memory of the value in addition to `ENTRY_BYTES` */
  set: (key: string, value: unknown, valueBytes: number) => void;
  /** Adds a copy of the postings of a term. */
  setBlocks: (key: string, blocks: Block[]) => void;
}

/** Approximate memory of an entry with a small value. */
export const ENTRY_BYTES = 300;

export function createLruCache(maxBytes: number): LruCache {
  // A Map keeps the order in which entries were added.
  const entries = new Map<string, { value: unknown; bytes: number }>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  const cache: LruCache = {
    get: <T>(key: string) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry as { value: T | undefined };
    },
    set: (key, value, valueBytes) => {
      remove(key);
      const size = ENTRY_BYTES + 2 * key.length + valueBytes;
      entries.set(key, { value, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
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
