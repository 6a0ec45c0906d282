import { MOST_PLACES } from '../index/postings.ts';
import type { Piece } from './parsing.ts';
import { countWords } from '../index/tokenizer.ts';

/** A part of a document that is found by itself: a section, or so much of it as people read at once. */
export interface Passage {
  content: string;
  /** The headings that it stands below, from the highest. */
  headings: string[];
  /** The name of its section in links; empty before the first one. */
  anchor: string;
  /** Where it stands in the source. */
  start: number;
  end: number;
  /** How long it is, in words. */
  length: number;
}

/** In words. A section shorter than the first goes together with the next; what is longer than the last is cut. */
const LENGTHS = { section: 30, least: 200, most: 400, whole: 2_000 };

interface Sized extends Piece {
  length: number;
}

/** Cuts a document at its headings, and long sections at paragraphs, then sentences. Code and tables stay whole. */
export function cut(pieces: Piece[], title: string): Passage[] {
  const sized = pieces.flatMap(split);
  const total = sized.reduce((sum, { length }) => sum + length, 0);
  // Of the longest documents passages are longer: their numbers are limited.
  const least = Math.max(LENGTHS.least, Math.ceil(total / (MOST_PLACES / 4)));
  const most = least * 2;
  const shortest = Math.max(LENGTHS.section, Math.ceil(total / (MOST_PLACES / 4)));

  const passages: Passage[] = [];
  const anchors = createAnchors();
  const path: (string | undefined)[] = [];
  let current: Sized[] = [];
  let length = 0;
  let section = { headings: [] as string[], anchor: '' };
  let place = section;
  /** The heading that nothing stands below yet. */
  let bare: Sized | undefined;

  const add = (piece: Sized) => {
    current.push(piece);
    length += piece.length;
  };
  const end = () => {
    const [first, last] = [current[0], current.at(-1)];
    if (first && last) {
      const content = current.map(({ text }) => text).join('\n\n');
      passages.push({ ...place, content, start: first.start, end: last.end, length });
    }
    [current, length, place] = [[], 0, section];
  };

  for (const piece of sized) {
    if (typeof piece.kind === 'object') {
      // A heading without a text, or one that a short section goes on with, is text itself.
      if (bare && levelOf(bare) >= piece.kind.level) add(bare);
      if (length >= shortest) end();
      path.length = piece.kind.level - 1;
      path[piece.kind.level - 1] = piece.text;
      const headings = path.filter((heading): heading is string => heading !== undefined && heading !== title);
      section = { headings, anchor: piece.kind.level === 1 && piece.text === title ? (piece.anchor ?? '') : anchors(piece) };
      if (!current.length) place = section;
      bare = piece;
    } else {
      if (bare && current.length) add(bare);
      bare = undefined;
      if (length >= least || (current.length && length + piece.length > most)) end();
      add(piece);
    }
  }
  if (bare) add(bare);
  end();
  return passages;
}

const levelOf = ({ kind }: Piece) => (typeof kind === 'object' ? kind.level : 0);

/** Pieces that are not too long: sentences of a text, lines of what is kept whole. */
function split(piece: Piece): Sized[] {
  const length = countWords(piece.text);
  const most = piece.kind === 'whole' ? LENGTHS.whole : LENGTHS.most;
  if (typeof piece.kind === 'object' || (length <= most && piece.text.length <= LONGEST_TEXT)) return [{ ...piece, length }];
  const parts =
    piece.kind === 'whole'
      ? piece.text.split(/(?<=\n)/)
      : Array.from(new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(piece.text), ({ segment }) => segment);
  const found: Sized[] = [];
  for (const part of parts.flatMap((one) => cutHard(one))) {
    const size = countWords(part);
    const last = found.at(-1);
    if (last && last.length + size <= most * 0.75 && last.text.length + part.length <= LONGEST_TEXT) {
      last.text += part;
      last.length += size;
    } else found.push({ ...piece, text: part, length: size });
  }
  return found.map((part) => ({ ...part, text: part.text.trim() })).filter(({ text }) => text);
}

/** In UTF-16 units. An image written as text is a single word, as long as a book. */
const LONGEST_TEXT = 20_000;
const LONGEST_SENTENCE = 2_000;

/** A sentence that never ends, in pieces; not within a character. */
const cutHard = (text: string): string[] =>
  text.length <= LONGEST_SENTENCE
    ? [text]
    : (text.match(new RegExp(`.{1,${LONGEST_SENTENCE}}(?:\\s|$)|.{1,${LONGEST_SENTENCE}}`, 'gsu')) ?? []);

/** Names for sections as GitHub makes them: the heading in lower case, with hyphens; one that comes again is numbered. */
export function createAnchors() {
  const seen = new Map<string, number>();
  return ({ text, anchor }: Pick<Piece, 'text' | 'anchor'>): string => {
    if (anchor) return anchor;
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times ? `${slug}-${times}` : slug;
  };
}
