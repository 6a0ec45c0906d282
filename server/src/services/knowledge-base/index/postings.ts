// Postings: the chunks that contain a term, stored as blocks of bytes. A posting is the number of the chunk as the difference from the
// previous one, the weight of the term in the chunk, and the length of the chunk. Postings are sorted by chunk number.

/** A term in a chunk. */
export interface Posting {
  /** Number of the chunk in its index; see `toChunkNumber`. */
  chunk: number;
  /** Occurrences of the term in the chunk. Occurrences in titles and headings count more than once. At most 255. */
  weight: number;
  /** Length of the chunk in tokens. */
  length: number;
}

/** A chunk that a search found. */
export interface Hit {
  chunk: number;
  score: number;
}

/** Bits of the position of a chunk in its document. */
export const POSITION_BITS = 12;
const CHUNKS_PER_DOCUMENT = 2 ** POSITION_BITS;
/** Lengths are stored in steps of this many tokens, so that every length fits into a byte. */
const LENGTH_STEP = 4;
const MAX_BYTE = 255;
/** Keeps a row below 2 kB, the size from which PostgreSQL stores values in a separate table. */
const BLOCK_BYTES = 1_600;
const MAX_POSTING_BYTES = 10;
const MIN_POSTING_BYTES = 3;

/** Highest position of a chunk in its document, from 0. */
export const MAX_POSITION = CHUNKS_PER_DOCUMENT - 1;
/** Returns the number that identifies a chunk in its index, from the number of its document and its position there. */
export const toChunkNumber = (document: number, position: number) => document * CHUNKS_PER_DOCUMENT + position;
export const toDocument = (chunk: number) => Math.floor(chunk / CHUNKS_PER_DOCUMENT);
export const toPosition = (chunk: number) => chunk % CHUNKS_PER_DOCUMENT;

/** Returns a length in tokens as postings store it. */
export const roundLength = (length: number) => Math.min(MAX_BYTE, Math.ceil(length / LENGTH_STEP)) * LENGTH_STEP;

/** A block of postings of a term. */
export interface Block {
  /** Lowest chunk number. */
  first: number;
  /** Highest chunk number. */
  last: number;
  count: number;
  bytes: Buffer;
}

/** Returns the number of chunks in blocks of the same term. */
export const countChunks = (blocks: Block[]): number => blocks.reduce((total, { count }) => total + count, 0);

/** Reused for each block, because most blocks are a few bytes. */
const encodingBuffer = new Uint8Array(BLOCK_BYTES + MAX_POSTING_BYTES);

/**
 * Encodes postings as blocks.
 * @param unfinished end of a stored block that has room: the first returned block contains the bytes to append to it
 */
export function encodePostings(postings: Posting[], unfinished: { last: number; size: number } = { last: 0, size: 0 }): Block[] {
  const blocks: Block[] = [];
  const bytes = encodingBuffer;
  let { last, size: used } = unfinished;
  for (let begin = 0; begin < postings.length; [last, used] = [0, 0]) {
    let [size, at] = [0, begin];
    for (; at < postings.length && used + size < BLOCK_BYTES; at++) {
      const { chunk, weight, length } = postings[at] as Posting;
      // Seven bits a byte, lowest first. Bit operators would truncate at 32 bits.
      let rest = chunk - last;
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes[size++] = (rest % 128) + 128;
      bytes[size++] = rest;
      bytes[size++] = Math.min(MAX_BYTE, weight);
      bytes[size++] = roundLength(length) / LENGTH_STEP;
      last = chunk;
    }
    const first = (postings[begin] as Posting).chunk;
    blocks.push({ first, last, count: at - begin, bytes: Buffer.from(bytes.subarray(0, size)) });
    begin = at;
  }
  return blocks;
}

/** Returns whether a block of this many bytes takes no further postings. */
export const isFullBlock = (size: number) => size >= BLOCK_BYTES;

/** Lengths in tokens by the byte that stores them. */
export const LENGTHS = Array.from({ length: MAX_BYTE + 1 }, (_, step) => step * LENGTH_STEP);

/** Maximum number of postings of a block. */
export const MAX_BLOCK_POSTINGS = Math.ceil((BLOCK_BYTES + MAX_POSTING_BYTES) / MIN_POSTING_BYTES);
/** Reused for each block. */
const columns = {
  count: 0,
  weights: new Uint8Array(MAX_BLOCK_POSTINGS),
  /** Indexes into `LENGTHS`. */
  lengths: new Uint8Array(MAX_BLOCK_POSTINGS),
};

/** Decodes a block: the chunks into a list, from an index, and the rest into columns, which the next call overwrites. */
export function decodeColumns(bytes: Uint8Array, chunks: Float64Array, begin: number): Readonly<typeof columns> {
  const { weights, lengths } = columns;
  const { length } = bytes;
  let [chunk, count] = [0, 0];
  for (let at = 0; at < length; count++) {
    let byte = bytes[at++] as number;
    let difference = byte & 127;
    if (byte > 127) {
      byte = bytes[at++] as number;
      difference |= (byte & 127) << 7;
    }
    chunk += difference;
    // Most differences take two bytes. Larger ones may exceed 32 bits.
    for (let unit = 16_384; byte > 127; unit *= 128) {
      byte = bytes[at++] as number;
      chunk += (byte & 127) * unit;
    }
    chunks[begin + count] = chunk;
    weights[count] = bytes[at++] as number;
    lengths[count] = bytes[at++] as number;
  }
  columns.count = count;
  return columns;
}

const visited = new Float64Array(MAX_BLOCK_POSTINGS);

/** Calls `visit` for each posting of a block, in order. `visit` must not decode another block. */
export function visitPostings(bytes: Uint8Array, visit: (chunk: number, weight: number, length: number) => void): void {
  const { count, weights, lengths } = decodeColumns(bytes, visited, 0);
  for (let at = 0; at < count; at++)
    visit(visited[at] as number, weights[at] as number, LENGTHS[lengths[at] as number] as number);
}

export function decodePostings(bytes: Uint8Array): Posting[] {
  const postings: Posting[] = [];
  visitPostings(bytes, (chunk, weight, length) => postings.push({ chunk, weight, length }));
  return postings;
}
