import type { Db } from '../../../platform/postgres/database.ts';
import type { Index } from '../index/indexes-store.ts';
import type { IndexReader } from './index-reader.ts';
import { createSearchCache, type SearchCache } from './cache.ts';
import { createMemoryReader, loadMemoryIndex, type MemoryIndex } from './memory-reader.ts';
import { createTableReader } from './table-reader.ts';

/** Opens indexes for searches. */
export interface IndexReaders {
  open: (db: Db, index: Index) => IndexReader;
}

/** Default memory of the cache of a thread. */
export const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Limits of indexes that are loaded into memory. */
const MAX_LOADED = { chunks: 5_000, words: 500_000 };
/**
 * An index version is loaded after one search per this many chunks. These searches take about as much time as loading, so that loading
 * at most doubles the work, however often the index changes.
 */
const CHUNKS_PER_SEARCH = 30;

/** State of a small index in one version. */
interface SmallIndex {
  searches: number;
  loaded?: MemoryIndex;
}

/**
 * Creates readers with a common cache. The same words are searched again and again, frequent words most of all. Small indexes that are
 * searched more often than they change are loaded into memory, because round trips to PostgreSQL take most of the time of their searches.
 */
export function createIndexReaders(maxBytes = MAX_CACHE_BYTES, cache: SearchCache = createSearchCache(maxBytes)): IndexReaders {
  /** Returns the index if it is in memory. Starts to load it after sufficient searches. */
  function findLoaded(db: Db, index: Index): MemoryIndex | undefined {
    const key = `${index.id} ${index.version} whole`;
    const small = cache.get<SmallIndex>(key)?.value ?? { searches: 0 };
    if (!small.searches) cache.set(key, small, 0);
    if (++small.searches === Math.ceil(index.chunk_count / CHUNKS_PER_SEARCH)) void load(db, index, small, key);
    return small.loaded;
  }

  async function load(db: Db, index: Index, small: SmallIndex, key: string): Promise<void> {
    try {
      const loaded = await loadMemoryIndex(db, index);
      if (loaded && loaded.bytes <= maxBytes / 2) cache.set(key, { ...small, loaded }, loaded.bytes);
    } catch {
      // Searches continue with tables, and report a failure of PostgreSQL themselves.
      small.searches = 0;
    }
  }

  return {
    open: (db, index) => {
      const isSmall = index.chunk_count <= MAX_LOADED.chunks && index.word_count <= MAX_LOADED.words;
      const loaded = isSmall ? findLoaded(db, index) : undefined;
      return loaded ? createMemoryReader(db, index, loaded, cache) : createTableReader(db, index, cache);
    },
  };
}

/** Opens an index in a transaction with a snapshot. */
export const openSnapshot = (tx: Db, index: Index): IndexReader =>
  createTableReader(tx, index, createSearchCache(MAX_CACHE_BYTES));
