import type { Db } from '../../postgres/database.ts';
import { findIndex, type Index } from '../index/indexes-store.ts';
import { ENTRY_BYTES, type Kept } from './lru-cache.ts';
import { type Block, countOfBlocks, passageNumber, visitPostings } from '../index/postings.ts';
import { type Blocks, findAllPostings } from '../index/postings-store.ts';
import { ChangedMeanwhile, type IndexReader, MOST_LONGER, type TermVector, type TermVectors } from './index-reader.ts';
import { findPassages, type Found } from './passages-store.ts';
import { findAllWords, type Word } from '../index/vocabulary-store.ts';

/** The words and the postings of an index in one version, in columns: as objects they take three times as much. */
export interface Whole {
  words: Record<keyof Word, string[]>;
  blocks: Blocks;
  /** Where words, their terms, and the terms of blocks stand in these. */
  places: Record<'ofWord' | 'ofTerm' | 'ofBlocks', Places>;
  termsOf: (passages: number[]) => TermVectors;
  /** In memory, roughly. */
  bytes: number;
}

/** Reads all that a small index is found by; undefined when it is another by now. */
export async function loadWhole(db: Db, { project_id, id, version }: Index): Promise<Whole | undefined> {
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
        places: { ofWord: placesIn(words.word), ofTerm: placesIn(words.term), ofBlocks: placesIn(blocks.term) },
        termsOf: createTermsOf(blocks),
        bytes: BYTES.word * words.word.length + BYTES.block * blocks.term.length + BYTES.posting * blocks.bytes.length,
      };
    });
}

/** What a word takes, and a block without its postings: measured. A posting has three bytes or more in a block, and five in a forward index. */
const BYTES = { word: 230, block: 120, posting: 1 + 5 / 3 };

/** The places of a key in a column, in order. */
type Places = (key: string) => number[];

/** A chain from the last place of each key to the first: a list for each would take most of the memory. */
function placesIn(column: string[]): Places {
  const last = new Map<string, number>();
  const before = new Int32Array(column.length);
  for (const [place, key] of column.entries()) {
    before[place] = last.get(key) ?? -1;
    last.set(key, place);
  }
  return (key) => {
    const places: number[] = [];
    for (let place = last.get(key) ?? -1; place >= 0; place = before[place] as number) places.push(place);
    return places.toReversed();
  };
}

/** Returns a function that looks up the terms of passages. The forward index for it is built on the first call. */
function createTermsOf(blocks: Blocks): Whole['termsOf'] {
  let forward: ReturnType<typeof invert> | undefined;
  const known = new Map<number, TermVector>();
  return (passages) => {
    forward ??= invert(blocks);
    const { slots, ends, lengths, terms, weights, counts } = forward;
    const vectors = passages.map((passage) => {
      const slot = slots.get(passage) as number;
      const range = [slot ? ends[slot - 1] : 0, ends[slot]];
      const vector = known.get(passage) ?? {
        length: lengths[slot] as number,
        terms: terms.subarray(...range),
        weights: weights.subarray(...range),
      };
      known.set(passage, vector);
      return vector;
    });
    return { terms: blocks.term, counts, vectors };
  };
}

/**
 * Makes a forward index (passage to terms) of postings (term to passages), in columns. A term is named by the place of its first block.
 * The terms of a passage end at `ends[slot]`.
 */
function invert({ term, count, begin, bytes }: Blocks) {
  const visitAll = (visit: (block: number, passage: number, weight: number, length: number) => void) => {
    for (let block = 0; block < term.length; block++)
      visitPostings(bytes.subarray(begin[block], begin[block + 1]), (...posting) => visit(block, ...posting));
  };
  const slots = new Map<number, number>();
  const ends: number[] = [];
  const lengths: number[] = [];
  visitAll((_, passage, __, length) => {
    const slot = slots.get(passage);
    if (slot === undefined) {
      slots.set(passage, ends.length);
      ends.push(1);
      lengths.push(length);
    } else (ends[slot] as number)++;
  });
  // Sizes become the begin of each passage, which the next loop moves to its end.
  let total = 0;
  for (const [slot, size] of ends.entries()) {
    ends[slot] = total;
    total += size;
  }
  const firstBlock = new Map<string, number>();
  const counts = new Uint32Array(term.length);
  for (const [block, one] of term.entries()) {
    if (!firstBlock.has(one)) firstBlock.set(one, block);
    (counts[firstBlock.get(one) as number] as number) += count[block] as number;
  }
  const terms = new Uint32Array(total);
  const weights = new Uint8Array(total);
  visitAll((block, passage, weight) => {
    const place = (ends[slots.get(passage) as number] as number)++;
    terms[place] = firstBlock.get(term[block] as string) as number;
    weights[place] = weight;
  });
  return { slots, ends, lengths, terms, weights, counts };
}

/**
 * Reads an index of which all words and postings are at hand. Passages are kept under the version that their own statement saw, so that
 * what is kept is of this version and no other: a search that needs nothing else is done without looking at the version again.
 */
export function readWhole(db: Db, index: Index, { words, blocks, places, termsOf }: Whole, kept: Kept): IndexReader {
  let hasReadOthers = false;
  const keyOf = (passage: number) => `${index.id} ${index.version} passage ${passage}`;
  const wordAt = (place: number): Word => ({
    word: words.word[place] as string,
    term: words.term[place] as string,
    shown: words.shown[place] as string,
  });
  const blockAt = (place: number): Block => ({
    first: blocks.first[place] as number,
    last: blocks.last[place] as number,
    count: blocks.count[place] as number,
    bytes: blocks.bytes.subarray(blocks.begin[place], blocks.begin[place + 1]),
  });
  const wordsThat = (isWanted: (word: string, term: string) => boolean) => {
    const found: Word[] = [];
    for (const [place, word] of words.word.entries()) if (isWanted(word, words.term[place] as string)) found.push(wordAt(place));
    return found;
  };
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const shortestOf = (some: Word[]) =>
    some
      .toSorted((a, b) => a.word.length - b.word.length || order(a.word, b.word) || order(a.term, b.term))
      .slice(0, MOST_LONGER);
  const postings = async (terms: string[]) => {
    const found = new Map<string, Block[]>();
    for (const term of terms) {
      const list = places.ofBlocks(term).map(blockAt);
      if (list.length) found.set(term, list);
    }
    return found;
  };

  return {
    index,
    words: async (wanted, prefixes = []) => ({
      words: [...new Set(wanted)].flatMap(places.ofWord).map(wordAt),
      longer: prefixes.flatMap((prefix) =>
        shortestOf(wordsThat((word) => word.length > prefix.length && word.startsWith(prefix))),
      ),
    }),
    endingWith: async (endings) =>
      [...new Set(endings)].flatMap((ending) =>
        shortestOf(
          wordsThat(
            (word, term) =>
              (word.length > ending.length && word.endsWith(ending)) || (term.length > ending.length && term.endsWith(ending)),
          ),
        ),
      ),
    alike: async ({ head, tail, shortest, longest }) =>
      wordsThat((word) => word.length >= shortest && word.length <= longest && (word.startsWith(head) || word.endsWith(tail))),
    wordsOfTerms: async (terms) => [...new Set(terms)].flatMap(places.ofTerm).map(wordAt),
    counts: async (terms) => new Map(Array.from(await postings(terms), ([term, list]) => [term, countOfBlocks(list)])),
    postings,
    postingsOf: postings,
    termsOf: async (passages) => termsOf(passages),
    other: (read) => {
      hasReadOthers = true;
      return read(db);
    },
    passages: async (numbers) => {
      const known: Found[] = [];
      const missing = numbers.filter((number) => {
        const passage = kept.get<Found>(keyOf(number))?.value;
        if (passage) known.push(passage);
        return !passage;
      });
      if (!missing.length && !hasReadOthers) return known;
      const { version, passages } = await findPassages(db, index, missing);
      if (version !== index.version) throw new ChangedMeanwhile();
      for (const passage of passages) kept.set(keyOf(passageNumber(passage.number, passage.place)), passage, bytesOf(passage));
      return [...known, ...passages];
    },
  };
}

const bytesOf = ({ content, metadata, headings }: Found) =>
  2 * (content.length + JSON.stringify([metadata, headings]).length) + ENTRY_BYTES;
