import type { Db } from '../../../platform/postgres/database.ts';
import { findEntries } from '../index/entries-store.ts';
import type { Index } from '../index/indexes-store.ts';
import type { Block } from '../index/postings.ts';
import { countPostings, findPostings, findPostingsOfChunks } from '../index/postings-store.ts';
import {
  findCandidates,
  findWords,
  findWordsAndLongerWords,
  findWordsByEnding,
  findWordsOfTerms,
  type Word,
} from '../index/vocabulary-store.ts';
import { findChunks } from './chunks-store.ts';
import { type IndexReader, MAX_LONGER_WORDS, VersionConflictError } from './index-reader.ts';
import { ENTRY_BYTES, type SearchCache } from './cache.ts';

/**
 * Creates a reader that reads tables, each statement at its own time. `readChunks` therefore compares the version at the end. Data that
 * is cached under the version of the search may belong to a later version: every search that uses it ends with the same conflict.
 */
export function createTableReader(db: Db, index: Index, cache: SearchCache): IndexReader {
  const buildKey = (kind: string, key: string) => `${index.id} ${index.version} ${kind} ${key}`;

  /** Returns the values of keys from the cache, and reads the others. Caches missing values as well. */
  async function readThrough<T>(
    kind: string,
    keys: string[],
    read: (missing: string[]) => Promise<Map<string, T>>,
    store: (key: string, value: T) => void = (key, value) => cache.set(key, value, 0),
  ): Promise<Map<string, T>> {
    const values = new Map<string, T>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const entry = cache.get<T>(buildKey(kind, key));
      if (!entry) missing.push(key);
      else if (entry.value !== undefined) values.set(key, entry.value);
    }
    if (!missing.length) return values;
    const added = await read(missing);
    for (const key of missing) {
      const value = added.get(key);
      if (value === undefined) cache.set(buildKey(kind, key), undefined, 0);
      else {
        store(buildKey(kind, key), value);
        values.set(key, value);
      }
    }
    return values;
  }

  const findWordsOnly = async (words: string[]) => {
    const found = await readThrough('word', words, async (missing) =>
      Map.groupBy(await findWords(db, index, missing), ({ word }) => word),
    );
    return [...found.values()].flat();
  };

  return {
    index,
    prefetch: async (words, terms) => {
      const isMissing = (kind: string) => (key: string) => !cache.get(buildKey(kind, key));
      const missing = {
        words: [...new Set(words)].filter(isMissing('word')),
        terms: [...new Set(terms)].filter((term) => isMissing('count')(term) || isMissing('words of')(term)),
      };
      if (!missing.words.length && !missing.terms.length) return;
      const { byWord, byTerm, counts, postings } = await findEntries(db, index, missing);
      for (const word of missing.words) cache.set(buildKey('word', word), byWord.get(word), 0);
      for (const term of missing.terms) {
        const blocks = postings.get(term);
        cache.set(buildKey('words of', term), byTerm.get(term), 0);
        cache.set(buildKey('count', term), counts.get(term), 0);
        if (blocks) cache.setBlocks(buildKey('postings', term), blocks);
        else if (!counts.has(term)) cache.set(buildKey('postings', term), undefined, 0);
      }
    },
    findWords: async (words, prefixes = []) => {
      const longerByPrefix = new Map<string, Word[]>();
      for (const prefix of prefixes) {
        const longer = cache.get<Word[]>(buildKey('longer', prefix))?.value;
        if (longer) longerByPrefix.set(prefix, longer);
      }
      const missing = prefixes.filter((prefix) => !longerByPrefix.has(prefix));
      const flatten = () => prefixes.flatMap((prefix) => longerByPrefix.get(prefix) ?? []);
      if (!missing.length) return { words: await findWordsOnly(words), longer: flatten() };
      // One statement for both, because this runs with every letter that somebody types.
      const found = await findWordsAndLongerWords(db, index, words, { prefixes: missing, limit: MAX_LONGER_WORDS });
      for (const [prefix, longer] of found.longer) {
        cache.set(buildKey('longer', prefix), longer, ENTRY_BYTES * longer.length);
        longerByPrefix.set(prefix, longer);
      }
      return { words: found.words, longer: flatten() };
    },
    findWordsByEnding: async (endings) => {
      const found = await readThrough(
        'ending',
        endings,
        (missing) => findWordsByEnding(db, index, missing, MAX_LONGER_WORDS),
        (key, words) => cache.set(key, words, ENTRY_BYTES * words.length),
      );
      return [...found.values()].flat();
    },
    findCandidates: (filter) => findCandidates(db, index, filter),
    findWordsOfTerms: async (terms) => {
      const found = await readThrough('words of', terms, async (missing) =>
        Map.groupBy(await findWordsOfTerms(db, index, missing), ({ term }) => term),
      );
      return [...found.values()].flat();
    },
    countChunks: (terms) => readThrough('count', terms, (missing) => countPostings(db, index, missing)),
    readPostings: (terms) => readThrough('postings', terms, (missing) => findPostings(db, index, missing), cache.setBlocks),
    readPostingsOfChunks: async (terms, chunks) => {
      const cached = new Map<string, Block[]>();
      for (const term of terms) {
        const blocks = cache.get<Block[]>(buildKey('postings', term))?.value;
        if (blocks) cached.set(term, blocks);
      }
      const missing = terms.filter((term) => !cached.has(term));
      return new Map([...cached, ...(await findPostingsOfChunks(db, index, missing, chunks))]);
    },
    readTermVectors: undefined,
    readUncached: (read) => read(db),
    readChunks: async (numbers) => {
      const { version, chunks } = await findChunks(db, index, numbers);
      if (!db.isTransaction && version !== index.version) throw new VersionConflictError();
      return chunks;
    },
  };
}
