import type { Db } from '../../postgres/database.ts';
import type { Index } from '../index/indexes-store.ts';
import type { Block } from '../index/postings.ts';
import type { Found } from './passages-store.ts';
import type { Alike, Word } from '../index/vocabulary-store.ts';

/** What one search reads of an index. All of it is as it was at one moment, or else `passages`, which comes last, throws. */
export interface IndexReader {
  index: Index;
  /** What is known of these words; and longer words that begin with one of the prefixes, the shortest of each first. */
  words: (words: string[], prefixes?: string[]) => Promise<{ words: Word[]; longer: Word[] }>;
  /** Longer words that end with one of these, or whose terms do, the shortest of each first. */
  endingWith: (endings: string[]) => Promise<Word[]>;
  /** Words that end or begin alike, and are about as long. */
  alike: (alike: Alike) => Promise<Word[]>;
  /** The words that terms stand for, as they are in texts. */
  wordsOfTerms: (terms: string[]) => Promise<Word[]>;
  /** In how many passages each of these terms is. */
  counts: (terms: string[]) => Promise<Map<string, number>>;
  /** All postings of these terms, block by block. */
  postings: (terms: string[]) => Promise<Map<string, Block[]>>;
  /** Blocks of these terms in which the passages are, if they have the term; or all of a term. */
  postingsOf: (terms: string[], passages: number[]) => Promise<Map<string, Block[]>>;
  /** The terms of each of these passages. Undefined for readers that would have to read all postings of the index. */
  termsOf: ((passages: number[]) => Promise<TermVectors>) | undefined;
  /** What no reader keeps. */
  other: <T>(read: (db: Db) => Promise<T>) => Promise<T>;
  /** Passages with their documents, in no order. @throws {ChangedMeanwhile} */
  passages: (passages: number[]) => Promise<Found[]>;
}

/** The terms of some passages. */
export interface TermVectors {
  terms: ArrayLike<string>;
  /** Number of passages of the index that have a term. */
  counts: ArrayLike<number>;
  /** One for each passage. A reader returns the same object for the same passage, as long as it has it in memory. */
  vectors: TermVector[];
}

/** The terms of a passage, as indexes of a list of terms, with their weights. */
export interface TermVector {
  length: number;
  terms: ArrayLike<number>;
  weights: ArrayLike<number>;
}

/** An index became another while it was read, outside of a snapshot. */
export class ChangedMeanwhile extends Error {}

/** Maximum number of words that are read by one prefix, or by one ending. */
export const MOST_LONGER = 100;
