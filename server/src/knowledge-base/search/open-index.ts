import type { Db } from '../../postgres/database.ts';
import type { Index } from '../index/indexes-store.ts';
import { createKept } from './lru-cache.ts';
import type { IndexReader } from './index-reader.ts';
import { readByStatements } from './table-reader.ts';
import { loadWhole, readWhole, type Whole } from './memory-reader.ts';

/** Opens indexes for searches. */
export interface Readers {
  open: (db: Db, index: Index) => IndexReader;
}

const MOST_BYTES = 32 * 1024 * 1024;
/** An index of no more than this, in passages and in words of them, may be read as a whole. */
const SMALL = { passages: 5_000, words: 500_000 };
/**
 * It is, once a version of it was searched as often as takes about the time of reading it: whatever comes next, that was at most twice
 * the work that there had to be.
 */
const PASSAGES_A_SEARCH = 30;

/** A small index in one version. */
interface Small {
  searches: number;
  whole?: Whole;
}

/**
 * Readers that keep what they read. People ask for the same words again and again, most of all for those that take longest to read; and
 * of a small index most of the time of a search is the way to PostgreSQL, so that it is kept as a whole once it is searched more often
 * than it changes.
 */
export function createReaders(): Readers {
  const kept = createKept(MOST_BYTES);

  function wholeOf(db: Db, index: Index): Whole | undefined {
    const key = `${index.id} ${index.version} whole`;
    const small = kept.get<Small>(key)?.value ?? { searches: 0 };
    if (!small.searches) kept.set(key, small, 0);
    if (++small.searches === Math.ceil(index.passage_count / PASSAGES_A_SEARCH)) void load(db, index, small, key);
    return small.whole;
  }

  async function load(db: Db, index: Index, small: Small, key: string): Promise<void> {
    try {
      const whole = await loadWhole(db, index);
      if (whole && whole.bytes <= MOST_BYTES / 2) kept.set(key, { ...small, whole }, whole.bytes);
    } catch {
      // Searches do without. If something is wrong with PostgreSQL, they say so.
      small.searches = 0;
    }
  }

  return {
    open: (db, index) => {
      const isSmall = index.passage_count <= SMALL.passages && index.word_count <= SMALL.words;
      const whole = isSmall ? wholeOf(db, index) : undefined;
      return whole ? readWhole(db, index, whole, kept) : readByStatements(db, index, kept);
    },
  };
}

/** Reads an index in a transaction that is a snapshot. */
export const openSnapshot = (tx: Db, index: Index): IndexReader => readByStatements(tx, index, createKept(MOST_BYTES));
