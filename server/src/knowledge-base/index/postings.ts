// Which passages have a term, as a row of bytes a block: for each passage its number, as the difference to the one before, then how
// much the term weighs in it, and how long it is. Ordered by number.

/** A term in a passage. */
export interface Posting {
  /** Names the passage in its index: the number of its document, and its place there. */
  passage: number;
  /** How often the term is there, titles and headings counted more than once; at most 255. */
  weight: number;
  /** Of the passage, in tokens. */
  length: number;
}

/** A passage that a search found. */
export interface Hit {
  passage: number;
  score: number;
}

/** Passages of one document. */
const PLACES = 4096;
/** Lengths are kept in steps of so many tokens: a byte is enough for what a passage may have. */
const LENGTH_STEP = 4;
const MOST = 255;
/** Of a block, in bytes. A row stays below 2 kB, where PostgreSQL would put it elsewhere. */
const BLOCK_SIZE = 1_600;
/** Of a posting, in bytes. */
const MAX_WORD_LENGTH = 10;

export const MOST_PLACES = PLACES - 1;
export const passageNumber = (document: number, place: number) => document * PLACES + place;
export const documentOf = (passage: number) => Math.floor(passage / PLACES);
export const placeOf = (passage: number) => passage % PLACES;

/** Returns a length as postings store it, in tokens. */
export const roundLength = (length: number) => Math.min(MOST, Math.ceil(length / LENGTH_STEP)) * LENGTH_STEP;

/** A block of postings, with its first passage and its last. */
export interface Block {
  first: number;
  last: number;
  count: number;
  bytes: Buffer;
}

/** In how many passages the term of these blocks is. */
export const countOfBlocks = (blocks: Block[]): number => blocks.reduce((total, { count }) => total + count, 0);

/** Postings as blocks that are not too long. The first may go on with a block that is there, of which it knows the end. */
export function encode(postings: Posting[], begun: { last: number; size: number } = { last: 0, size: 0 }): Block[] {
  const blocks: Block[] = [];
  const bytes = new Uint8Array(BLOCK_SIZE + MAX_WORD_LENGTH);
  let { last, size: used } = begun;
  for (let begin = 0; begin < postings.length; [last, used] = [0, 0]) {
    let [size, place] = [0, begin];
    for (; place < postings.length && used + size < BLOCK_SIZE; place++) {
      const { passage, weight, length } = postings[place] as Posting;
      // 7 bits a byte, the lowest first. Bit operators would cut at 32.
      let rest = passage - last;
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes[size++] = (rest % 128) + 128;
      bytes[size++] = rest;
      bytes[size++] = Math.min(MOST, weight);
      bytes[size++] = roundLength(length) / LENGTH_STEP;
      last = passage;
    }
    const first = (postings[begin] as Posting).passage;
    blocks.push({ first, last, count: place - begin, bytes: Buffer.from(bytes.subarray(0, size)) });
    begin = place;
  }
  return blocks;
}

export const isFull = (size: number) => size >= BLOCK_SIZE;

/** Calls `visit` for each posting of a block, in order. */
export function visitPostings(bytes: Uint8Array, visit: (passage: number, weight: number, length: number) => void): void {
  let passage = 0;
  for (let place = 0; place < bytes.length;) {
    let unit = 1;
    let byte = bytes[place++] as number;
    for (; byte > 127; byte = bytes[place++] as number) {
      passage += (byte - 128) * unit;
      unit *= 128;
    }
    passage += byte * unit;
    visit(passage, bytes[place++] as number, (bytes[place++] as number) * LENGTH_STEP);
  }
}

export function decode(bytes: Uint8Array): Posting[] {
  const postings: Posting[] = [];
  visitPostings(bytes, (passage, weight, length) => postings.push({ passage, weight, length }));
  return postings;
}
