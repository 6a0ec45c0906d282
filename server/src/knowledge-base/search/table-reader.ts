import type { Db } from '../../postgres/database.ts';
import type { Index } from '../index/indexes-store.ts';
import { ENTRY_BYTES, type Kept } from './lru-cache.ts';
import type { Block } from '../index/postings.ts';
import { countPostings, findPostings, findPostingsOf } from '../index/postings-store.ts';
import { ChangedMeanwhile, type IndexReader, MOST_LONGER } from './index-reader.ts';
import { findPassages } from './passages-store.ts';
import {
  findAlike,
  findWords,
  findWordsAndLonger,
  findWordsEndingWith,
  findWordsOfTerms,
  type Word,
} from '../index/vocabulary-store.ts';

/**
 * Statement by statement, each of its own moment; so the version is looked at again at the end. What is kept under the version with which
 * a search began may be of a later one: a search that uses it ends in the same way.
 */
export function readByStatements(db: Db, index: Index, kept: Kept): IndexReader {
  const keyOf = (kind: string, key: string) => `${index.id} ${index.version} ${kind} ${key}`;

  /** What is known of the keys; the rest is read. What is nowhere is known too. */
  async function remember<T>(
    kind: string,
    keys: string[],
    read: (missing: string[]) => Promise<Map<string, T>>,
    sizeOf: (value: T) => number = () => 0,
  ): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const entry = kept.get<T>(keyOf(kind, key));
      if (!entry) missing.push(key);
      else if (entry.value !== undefined) found.set(key, entry.value);
    }
    if (!missing.length) return found;
    const fresh = await read(missing);
    for (const key of missing) {
      const value = fresh.get(key);
      kept.set(keyOf(kind, key), value, value === undefined ? 0 : sizeOf(value));
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  const wordsAlone = async (wanted: string[]) => {
    const found = await remember('word', wanted, async (missing) =>
      Map.groupBy(await findWords(db, index, missing), ({ word }) => word),
    );
    return [...found.values()].flat();
  };

  return {
    index,
    words: async (wanted, prefixes = []) => {
      const known = new Map<string, Word[]>();
      for (const prefix of prefixes) {
        const longer = kept.get<Word[]>(keyOf('longer', prefix))?.value;
        if (longer) known.set(prefix, longer);
      }
      const missing = prefixes.filter((prefix) => !known.has(prefix));
      const inOrder = () => prefixes.flatMap((prefix) => known.get(prefix) ?? []);
      if (!missing.length) return { words: await wordsAlone(wanted), longer: inOrder() };
      // One statement for both, while somebody types.
      const found = await findWordsAndLonger(db, index, wanted, { prefixes: missing, most: MOST_LONGER });
      for (const [prefix, longer] of found.longer) {
        kept.set(keyOf('longer', prefix), longer, ENTRY_BYTES * longer.length);
        known.set(prefix, longer);
      }
      return { words: found.words, longer: inOrder() };
    },
    endingWith: async (endings) => {
      const found = await remember(
        'ending',
        endings,
        (missing) => findWordsEndingWith(db, index, missing, MOST_LONGER),
        (words) => ENTRY_BYTES * words.length,
      );
      return [...found.values()].flat();
    },
    alike: (alike) => findAlike(db, index, alike),
    wordsOfTerms: async (terms) => {
      const found = await remember('words of', terms, async (missing) =>
        Map.groupBy(await findWordsOfTerms(db, index, missing), ({ term }) => term),
      );
      return [...found.values()].flat();
    },
    counts: (terms) => remember('count', terms, (missing) => countPostings(db, index, missing)),
    postings: (terms) => remember('postings', terms, (missing) => findPostings(db, index, missing), bytesOfBlocks),
    postingsOf: async (terms, passages) => {
      const known = new Map<string, Block[]>();
      for (const term of terms) {
        const blocks = kept.get<Block[]>(keyOf('postings', term))?.value;
        if (blocks) known.set(term, blocks);
      }
      const unknown = terms.filter((term) => !known.has(term));
      return new Map([...known, ...(await findPostingsOf(db, index, unknown, passages))]);
    },
    termsOf: undefined,
    other: (read) => read(db),
    passages: async (numbers) => {
      const { version, passages } = await findPassages(db, index, numbers);
      if (!db.isTransaction && version !== index.version) throw new ChangedMeanwhile();
      return passages;
    },
  };
}

/** What blocks take in memory, roughly. */
const bytesOfBlocks = (blocks: Block[]): number => blocks.reduce((total, { bytes }) => total + ENTRY_BYTES + bytes.length, 0);
