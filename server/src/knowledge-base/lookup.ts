import type { Db } from '../postgres/database.ts';
import type { Index } from './indexes-store.ts';
import type { Block } from './postings.ts';
import { countPostings, findPostings, findPostingsOf } from './postings-store.ts';
import { findWords, findWordsAndLonger, findWordsOfTerms, type Word } from './vocabulary-store.ts';

type WordOfTerm = Pick<Word, 'word' | 'term'>;

/**
 * What searches look up in an index. People ask for the same words again and again, most of all for those that take longest to read, so
 * what was read is kept, under the version that the index had when the search began. It may be of a later one: then the search, which
 * looks at the version again at its end, is done anew in a snapshot, with a lookup of its own.
 */
export interface Lookup {
  /** What is known of these words; and longer words that begin with a prefix, the shortest first. */
  words: (db: Db, index: Index, words: string[], prefix?: string) => Promise<{ words: Word[]; longer: Word[] }>;
  /** The words that terms stand for, as they are in texts. */
  wordsOfTerms: (db: Db, index: Index, terms: string[]) => Promise<WordOfTerm[]>;
  /** In how many passages each of these terms is. */
  counts: (db: Db, index: Index, terms: string[]) => Promise<Map<string, number>>;
  /** All postings of these terms, block by block. */
  postings: (db: Db, index: Index, terms: string[]) => Promise<Map<string, Block[]>>;
  /** Blocks of these terms in which the passages are, if they have the term; or all of a term. */
  postingsOf: (db: Db, index: Index, terms: string[], passages: number[]) => Promise<Map<string, Block[]>>;
}

const MOST_BYTES = 32 * 1024 * 1024;
/** Words that begin as another does: as many as are looked at. */
const MOST_LONGER = 100;
/** Of an entry without its value, and of a value that is small: roughly. */
const ENTRY_BYTES = 300;

export function createLookup(): Lookup {
  // The least lately used come first: a Map keeps the order in which entries were added.
  const entries = new Map<string, { value: unknown; bytes: number }>();
  let bytes = 0;
  const keyOf = ({ id, version }: Index, kind: string, key: string) => `${id} ${version} ${kind} ${key}`;

  function recall<T>(key: string): { value: T | undefined } | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    entries.delete(key);
    entries.set(key, entry);
    return entry as { value: T | undefined };
  }

  function keep(key: string, value: unknown, valueBytes: number): void {
    if (entries.has(key)) return;
    const size = ENTRY_BYTES + 2 * key.length + valueBytes;
    entries.set(key, { value, bytes: size });
    bytes += size;
    for (const [oldest, { bytes: freed }] of entries) {
      if (bytes <= MOST_BYTES) break;
      entries.delete(oldest);
      bytes -= freed;
    }
  }

  /** What is known of the keys; the rest is read. What is nowhere is known too. */
  async function remember<T>(
    index: Index,
    kind: string,
    keys: string[],
    read: (missing: string[]) => Promise<Map<string, T>>,
    sizeOf: (value: T) => number = () => 0,
  ): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const entry = recall<T>(keyOf(index, kind, key));
      if (!entry) missing.push(key);
      else if (entry.value !== undefined) found.set(key, entry.value);
    }
    if (!missing.length) return found;
    const fresh = await read(missing);
    for (const key of missing) {
      const value = fresh.get(key);
      keep(keyOf(index, kind, key), value, value === undefined ? 0 : sizeOf(value));
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  const wordsAlone = async (db: Db, index: Index, wanted: string[]) => {
    const found = await remember(index, 'word', wanted, async (missing) =>
      Map.groupBy(await findWords(db, index, missing), ({ word }) => word),
    );
    return [...found.values()].flat();
  };

  return {
    words: async (db, index, wanted, prefix) => {
      if (prefix === undefined) return { words: await wordsAlone(db, index, wanted), longer: [] };
      const key = keyOf(index, 'longer', prefix);
      const longer = recall<Word[]>(key)?.value;
      if (longer) return { words: await wordsAlone(db, index, wanted), longer };
      // One statement for both, while somebody types.
      const found = await findWordsAndLonger(db, index, wanted, { prefix, most: MOST_LONGER });
      keep(key, found.longer, ENTRY_BYTES * found.longer.length);
      return found;
    },
    wordsOfTerms: async (db, index, terms) => {
      const found = await remember(index, 'words of', terms, async (missing) =>
        Map.groupBy(await findWordsOfTerms(db, index, missing), ({ term }) => term),
      );
      return [...found.values()].flat();
    },
    counts: (db, index, terms) => remember(index, 'count', terms, (missing) => countPostings(db, index, missing)),
    postings: (db, index, terms) =>
      remember(index, 'postings', terms, (missing) => findPostings(db, index, missing), sizeOfBlocks),
    postingsOf: async (db, index, terms, passages) => {
      const known = new Map<string, Block[]>();
      for (const term of terms) {
        const blocks = recall<Block[]>(keyOf(index, 'postings', term))?.value;
        if (blocks) known.set(term, blocks);
      }
      const unknown = terms.filter((term) => !known.has(term));
      return new Map([...known, ...(await findPostingsOf(db, index, unknown, passages))]);
    },
  };
}

const sizeOfBlocks = (blocks: Block[]) => blocks.reduce((sum, block) => sum + ENTRY_BYTES + block.bytes.length, 0);
