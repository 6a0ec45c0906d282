import type { Db } from '../../../platform/postgres/database.ts';
import { findIndex, type Index } from '../index/indexes-store.ts';
import { type Block, countChunks, toChunkNumber, visitPostings } from '../index/postings.ts';
import { type BlockColumns, findAllPostings } from '../index/postings-store.ts';
import { findAllWords, type Word } from '../index/vocabulary-store.ts';
import { type ChunkRecord, findChunks } from './chunks-store.ts';
import { type IndexReader, MAX_LONGER_WORDS, type TermVector, type TermVectors, VersionConflictError } from './index-reader.ts';
import { ENTRY_BYTES, type SearchCache } from './cache.ts';

/** The vocabulary and the postings of an index in one version. Columns take a third of the memory of objects. */
export interface MemoryIndex {
  words: Record<keyof Word, string[]>;
  blocks: BlockColumns;
  /** Rows of words and blocks by key. */
  rows: Record<'byWord' | 'byTerm' | 'byBlockTerm', RowLookup>;
  readTermVectors: (chunks: number[]) => TermVectors;
  /** Approximate memory. */
  bytes: number;
}

/** Loads an index into memory. @returns undefined when the index has another version meanwhile */
export async function loadMemoryIndex(db: Db, { project_id, id, version }: Index): Promise<MemoryIndex | undefined> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const index = await findIndex(tx, project_id, id);
      if (index?.version !== version) return undefined;
      const words = await findAllWords(tx, index);
      const blocks = await findAllPostings(tx, index);
      return {
        words,
        blocks,
        rows: {
          byWord: createRowLookup(words.word),
          byTerm: createRowLookup(words.term),
          byBlockTerm: createRowLookup(blocks.term),
        },
        readTermVectors: createTermVectorReader(blocks),
        bytes: BYTES.word * words.word.length + BYTES.block * blocks.term.length + BYTES.posting * blocks.bytes.length,
      };
    });
}

/**
 * Measured memory of a word, of a block without its postings, and of a byte of postings. A posting takes at least three bytes in a block,
 * and five in the forward index.
 */
const BYTES = { word: 230, block: 120, posting: 1 + 5 / 3 };

/** Returns the rows of a key in a column, in order. */
type RowLookup = (key: string) => number[];

/** Links the rows of each key in a chain, from the last to the first: a list for each key would take most of the memory. */
function createRowLookup(column: string[]): RowLookup {
  const last = new Map<string, number>();
  const previous = new Int32Array(column.length);
  for (const [row, key] of column.entries()) {
    previous[row] = last.get(key) ?? -1;
    last.set(key, row);
  }
  return (key) => {
    const rows: number[] = [];
    for (let row = last.get(key) ?? -1; row >= 0; row = previous[row] as number) rows.push(row);
    return rows.toReversed();
  };
}

/** Returns a function that looks up the terms of chunks. Its forward index is built on the first call. */
function createTermVectorReader(blocks: BlockColumns): MemoryIndex['readTermVectors'] {
  let forward: ReturnType<typeof buildForwardIndex> | undefined;
  const vectorOfChunk = new Map<number, TermVector>();
  return (chunks) => {
    forward ??= buildForwardIndex(blocks);
    const { slots, ends, lengths, terms, weights, counts } = forward;
    const vectors = chunks.map((chunk) => {
      const slot = slots.get(chunk) as number;
      const range = [slot ? ends[slot - 1] : 0, ends[slot]];
      const vector = vectorOfChunk.get(chunk) ?? {
        length: lengths[slot] as number,
        terms: terms.subarray(...range),
        weights: weights.subarray(...range),
      };
      vectorOfChunk.set(chunk, vector);
      return vector;
    });
    return { terms: blocks.term, counts, vectors };
  };
}

/**
 * Builds a forward index (chunk to terms) from postings (term to chunks), in columns. A term is identified by the row of its first block.
 * The terms of a chunk end at `ends[slot]`.
 */
function buildForwardIndex({ term, count, begin, bytes }: BlockColumns) {
  const visitAll = (visit: (block: number, chunk: number, weight: number, length: number) => void) => {
    for (let block = 0; block < term.length; block++)
      visitPostings(bytes.subarray(begin[block], begin[block + 1]), (...posting) => visit(block, ...posting));
  };
  const slots = new Map<number, number>();
  const ends: number[] = [];
  const lengths: number[] = [];
  visitAll((_, chunk, __, length) => {
    const slot = slots.get(chunk);
    if (slot === undefined) {
      slots.set(chunk, ends.length);
      ends.push(1);
      lengths.push(length);
    } else (ends[slot] as number)++;
  });
  // Sizes become the begin of each chunk, which the last loop moves to its end.
  let total = 0;
  for (const [slot, size] of ends.entries()) {
    ends[slot] = total;
    total += size;
  }
  const firstBlock = new Map<string, number>();
  const counts = new Uint32Array(term.length);
  for (const [block, name] of term.entries()) {
    if (!firstBlock.has(name)) firstBlock.set(name, block);
    (counts[firstBlock.get(name) as number] as number) += count[block] as number;
  }
  const terms = new Uint32Array(total);
  const weights = new Uint8Array(total);
  visitAll((block, chunk, weight) => {
    const at = (ends[slots.get(chunk) as number] as number)++;
    terms[at] = firstBlock.get(term[block] as string) as number;
    weights[at] = weight;
  });
  return { slots, ends, lengths, terms, weights, counts };
}

/**
 * Creates a reader of an index in memory. Chunks are cached under the version that their own statement returned, so that they belong to
 * this version. A search that reads nothing else need not compare the version.
 */
export function createMemoryReader(
  db: Db,
  index: Index,
  { words, blocks, rows, readTermVectors }: MemoryIndex,
  cache: SearchCache,
): IndexReader {
  let hasReadUncached = false;
  const buildKey = (chunk: number) => `${index.id} ${index.version} chunk ${chunk}`;
  const wordAt = (row: number): Word => ({
    word: words.word[row] as string,
    term: words.term[row] as string,
    display_form: words.display_form[row] as string,
  });
  const blockAt = (row: number): Block => ({
    first: blocks.first[row] as number,
    last: blocks.last[row] as number,
    count: blocks.count[row] as number,
    bytes: blocks.bytes.subarray(blocks.begin[row], blocks.begin[row + 1]),
  });
  const filterWords = (isWanted: (word: string, term: string) => boolean) => {
    const found: Word[] = [];
    for (const [row, word] of words.word.entries()) if (isWanted(word, words.term[row] as string)) found.push(wordAt(row));
    return found;
  };
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const selectShortest = (found: Word[]) =>
    found
      .toSorted((a, b) => a.word.length - b.word.length || compare(a.word, b.word) || compare(a.term, b.term))
      .slice(0, MAX_LONGER_WORDS);
  const readPostings = async (terms: string[]) => {
    const found = new Map<string, Block[]>();
    for (const term of terms) {
      const list = rows.byBlockTerm(term).map(blockAt);
      if (list.length) found.set(term, list);
    }
    return found;
  };

  return {
    index,
    findWords: async (wanted, prefixes = []) => ({
      words: [...new Set(wanted)].flatMap(rows.byWord).map(wordAt),
      longer: prefixes.flatMap((prefix) =>
        selectShortest(filterWords((word) => word.length > prefix.length && word.startsWith(prefix))),
      ),
    }),
    findWordsByEnding: async (endings) =>
      [...new Set(endings)].flatMap((ending) =>
        selectShortest(
          filterWords(
            (word, term) =>
              (word.length > ending.length && word.endsWith(ending)) || (term.length > ending.length && term.endsWith(ending)),
          ),
        ),
      ),
    findCandidates: async ({ head, tail, minLength, maxLength }) =>
      filterWords(
        (word) => word.length >= minLength && word.length <= maxLength && (word.startsWith(head) || word.endsWith(tail)),
      ),
    findWordsOfTerms: async (terms) => [...new Set(terms)].flatMap(rows.byTerm).map(wordAt),
    countChunks: async (terms) => new Map(Array.from(await readPostings(terms), ([term, list]) => [term, countChunks(list)])),
    readPostings,
    readPostingsOfChunks: readPostings,
    readTermVectors: async (chunks) => readTermVectors(chunks),
    readUncached: (read) => {
      hasReadUncached = true;
      return read(db);
    },
    readChunks: async (numbers) => {
      const cached: ChunkRecord[] = [];
      const missing = numbers.filter((number) => {
        const chunk = cache.get<ChunkRecord>(buildKey(number))?.value;
        if (chunk) cached.push(chunk);
        return !chunk;
      });
      if (!missing.length && !hasReadUncached) return cached;
      const { version, chunks } = await findChunks(db, index, missing);
      if (version !== index.version) throw new VersionConflictError();
      for (const chunk of chunks)
        cache.set(buildKey(toChunkNumber(chunk.document_number, chunk.position)), chunk, computeSize(chunk));
      return [...cached, ...chunks];
    },
  };
}

/** Returns the approximate memory of a chunk, in bytes. */
const computeSize = ({ content, metadata, headings }: ChunkRecord) =>
  2 * (content.length + JSON.stringify([metadata, headings]).length) + ENTRY_BYTES;
