import type { Db } from '../../../platform/postgres/database.ts';
import type { Index } from '../index/indexes-store.ts';
import type { Block } from '../index/postings.ts';
import type { CandidateFilter, Word } from '../index/vocabulary-store.ts';
import type { ChunkRecord } from './chunks-store.ts';

/** Reads an index for one search. All results are of the same version, or else `readChunks`, which a search calls last, throws. */
export interface IndexReader {
  index: Index;
  /** Numbers of documents that the search must not find. */
  hidden?: ReadonlySet<number>;
  /** Reads what a search is about to ask about words and terms with one statement. Undefined for readers of an index in memory. */
  prefetch?: (words: string[], terms: string[]) => Promise<void>;
  /** Returns the entries of words, and for each prefix longer words that start with it, shortest first. */
  findWords: (words: string[], prefixes?: string[]) => Promise<{ words: Word[]; longer: Word[] }>;
  /** Returns for each ending longer words that have it, or whose terms have it, shortest first. */
  findWordsByEnding: (endings: string[]) => Promise<Word[]>;
  /** Returns candidates for a spelling correction. */
  findCandidates: (filter: CandidateFilter) => Promise<Word[]>;
  /** Returns the words of terms. */
  findWordsOfTerms: (terms: string[]) => Promise<Word[]>;
  /** Returns the number of chunks that contain each term. */
  countChunks: (terms: string[]) => Promise<Map<string, number>>;
  /** Returns all blocks of postings of terms. */
  readPostings: (terms: string[]) => Promise<Map<string, Block[]>>;
  /** Returns at least the blocks of postings of terms whose ranges include any of the chunks. */
  readPostingsOfChunks: (terms: string[], chunks: number[]) => Promise<Map<string, Block[]>>;
  /** Returns the terms of chunks. Undefined for readers that would have to read all postings of the index. */
  readTermVectors: ((chunks: number[]) => Promise<TermVectors>) | undefined;
  /** Reads data that no reader caches. */
  readUncached: <T>(read: (db: Db) => Promise<T>) => Promise<T>;
  /** Returns chunks with their documents, in any order. @throws {VersionConflictError} */
  readChunks: (chunks: number[]) => Promise<ChunkRecord[]>;
}

/** The terms of some chunks. */
export interface TermVectors {
  terms: ArrayLike<string>;
  /** Number of chunks of the index that contain each term. */
  counts: ArrayLike<number>;
  /** One for each chunk. A reader returns the same object for the same chunk, as long as the chunk is in memory. */
  vectors: TermVector[];
}

/** The terms of a chunk, as indexes into a list of terms, with their weights. */
export interface TermVector {
  length: number;
  terms: ArrayLike<number>;
  weights: ArrayLike<number>;
}

/** The index changed while a search read it outside of a snapshot. */
export class VersionConflictError extends Error {}

/** Maximum number of words that are read for a prefix or an ending. */
export const MAX_LONGER_WORDS = 100;
