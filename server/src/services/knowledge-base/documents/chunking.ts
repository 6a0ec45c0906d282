import { MAX_POSITION } from '../index/postings.ts';
import { countWords } from '../../../platform/text/tokenizer.ts';
import type { Piece } from './parsing.ts';

/** A part of a document that is found on its own: a section, or a readable part of a long section. */
export interface Chunk {
  content: string;
  /** Headings above the chunk, from the highest level. */
  headings: string[];
  /** Anchor of the section in links; empty before the first heading. */
  anchor: string;
  /** UTF-16 offset in the content of the document. */
  start: number;
  end: number;
  /** Words. */
  length: number;
}

/**
 * Lengths of chunks in words. Sections shorter than `section` are combined with the next one, chunks longer than `max` are split. Code
 * and tables may have up to `preformatted`.
 */
const LENGTHS = { section: 30, min: 200, max: 400, preformatted: 2_000 };

interface MeasuredPiece extends Piece {
  /** Words. */
  length: number;
}

/** Splits a document at its headings, and long sections at paragraphs, then sentences. Code and tables are not split. */
export function splitIntoChunks(pieces: Piece[], title: string): Chunk[] {
  const measured = pieces.flatMap(splitLongPiece);
  const total = measured.reduce((sum, { length }) => sum + length, 0);
  // Very long documents have longer chunks, because the number of chunks of a document is limited.
  const minLength = Math.max(LENGTHS.min, Math.ceil(total / (MAX_POSITION / 4)));
  const maxLength = minLength * 2;
  const minSection = Math.max(LENGTHS.section, Math.ceil(total / (MAX_POSITION / 4)));

  const chunks: Chunk[] = [];
  const createAnchor = createAnchors();
  const path: (string | undefined)[] = [];
  let current: MeasuredPiece[] = [];
  let length = 0;
  let section = { headings: [] as string[], anchor: '' };
  /** Section in which the current chunk begins. */
  let origin = section;
  /** Heading that has no text yet. */
  let emptyHeading: MeasuredPiece | undefined;

  const addPiece = (piece: MeasuredPiece) => {
    current.push(piece);
    length += piece.length;
  };
  const endChunk = () => {
    const [first, last] = [current[0], current.at(-1)];
    if (first && last) {
      const content = current.map(({ text }) => text).join('\n\n');
      chunks.push({ ...origin, content, start: first.start, end: last.end, length });
    }
    [current, length, origin] = [[], 0, section];
  };

  for (const piece of measured) {
    if (typeof piece.kind === 'object') {
      // Headings without text, and headings within a chunk of several short sections, are content.
      if (emptyHeading && findLevel(emptyHeading) >= piece.kind.level) addPiece(emptyHeading);
      if (length >= minSection) endChunk();
      path.length = piece.kind.level - 1;
      path[piece.kind.level - 1] = piece.text;
      const headings = path.filter((heading): heading is string => heading !== undefined && heading !== title);
      section = {
        headings,
        anchor: piece.kind.level === 1 && piece.text === title ? (piece.anchor ?? '') : createAnchor(piece),
      };
      if (!current.length) origin = section;
      emptyHeading = piece;
    } else {
      if (emptyHeading && current.length) addPiece(emptyHeading);
      emptyHeading = undefined;
      if (length >= minLength || (current.length && length + piece.length > maxLength)) endChunk();
      addPiece(piece);
    }
  }
  if (emptyHeading) addPiece(emptyHeading);
  endChunk();
  return chunks;
}

const findLevel = ({ kind }: Piece) => (typeof kind === 'object' ? kind.level : 0);

/** Splits a piece that is too long: text at sentences, code and tables at lines. */
function splitLongPiece(piece: Piece): MeasuredPiece[] {
  const length = countWords(piece.text);
  const maxLength = piece.kind === 'preformatted' ? LENGTHS.preformatted : LENGTHS.max;
  if (typeof piece.kind === 'object' || (length <= maxLength && piece.text.length <= MAX_PIECE_UNITS))
    return [{ ...piece, length }];
  const parts =
    piece.kind === 'preformatted'
      ? piece.text.split(/(?<=\n)/)
      : Array.from(new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(piece.text), ({ segment }) => segment);
  const result: MeasuredPiece[] = [];
  for (const part of parts.flatMap(splitLongSentence)) {
    const partLength = countWords(part);
    const last = result.at(-1);
    if (last && last.length + partLength <= maxLength * 0.75 && last.text.length + part.length <= MAX_PIECE_UNITS) {
      last.text += part;
      last.length += partLength;
    } else result.push({ ...piece, text: part, length: partLength });
  }
  return result.map((part) => ({ ...part, text: part.text.trim() })).filter(({ text }) => text);
}

/** UTF-16 units. An image that is encoded as text is a single word as long as a book. */
const MAX_PIECE_UNITS = 20_000;
const MAX_SENTENCE_UNITS = 2_000;

/** Splits a very long sentence between characters. */
const splitLongSentence = (text: string): string[] =>
  text.length <= MAX_SENTENCE_UNITS
    ? [text]
    : (text.match(new RegExp(`.{1,${MAX_SENTENCE_UNITS}}(?:\\s|$)|.{1,${MAX_SENTENCE_UNITS}}`, 'gsu')) ?? []);

/** Returns a function that creates the anchors of a document as GitHub does: lower case with hyphens, and numbered repetitions. */
export function createAnchors() {
  const used = new Map<string, number>();
  return ({ text, anchor }: Pick<Piece, 'text' | 'anchor'>): string => {
    if (anchor) return anchor;
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return times ? `${slug}-${times}` : slug;
  };
}
