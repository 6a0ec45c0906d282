import { escapeHtml } from '../../../platform/html/escape.ts';
import { tokenize } from '../../../platform/text/tokenizer.ts';

/** UTF-16 units. */
const SNIPPET_LENGTH = 200;
const MAX_SNIPPETS = 2;

interface Range {
  start: number;
  end: number;
  word: string;
}

/** Returns the parts of a chunk with most of the words, as safe HTML. Matching words are in `<mark>` elements. */
export function buildSnippets(content: string, words: ReadonlySet<string>): string[] {
  const matches: Range[] = tokenize(content).filter(({ word }) => words.has(word));
  const windows = matches
    .map((first, at) => findWindow(matches, at, first))
    .toSorted((a, b) => b.words - a.words || a.start - b.start);
  const chosen: { start: number; end: number }[] = [];
  for (const window of windows) {
    const [start, end] = extendToLength(content, window);
    if (chosen.length < MAX_SNIPPETS && !chosen.some((other) => start < other.end && other.start < end))
      chosen.push({ start, end });
  }
  if (!chosen.length && content) chosen.push({ start: 0, end: extendToLength(content, { start: 0, end: 0 })[1] });
  return chosen.map(({ start, end }) => renderSnippet(content, start, end, matches));
}

/** Returns the range from a match to the last match that fits into a snippet, with the number of distinct words. */
function findWindow(matches: Range[], at: number, first: Range) {
  const words = new Set([first.word]);
  let { end } = first;
  for (let next = at + 1; next < matches.length && (matches[next] as Range).end - first.start <= SNIPPET_LENGTH; next++) {
    words.add((matches[next] as Range).word);
    ({ end } = matches[next] as Range);
  }
  return { start: first.start, end, words: words.size };
}

/** Extends a range to the length of a snippet, with whole words at both ends if there are spaces. */
function extendToLength(content: string, { start, end }: { start: number; end: number }): [start: number, end: number] {
  const spare = Math.max(0, SNIPPET_LENGTH - (end - start));
  let from = Math.max(0, start - Math.floor(spare / 3));
  if (from > 0) {
    const space = content.slice(from, start).search(/\s/);
    from = space < 0 ? skipSurrogate(content, from) : from + space + 1;
  }
  let to = Math.min(content.length, Math.max(end, from + SNIPPET_LENGTH));
  if (to < content.length) {
    const space = /\s\S*$/.exec(content.slice(end, to))?.index;
    to = space === undefined ? skipSurrogate(content, to) : end + space;
  }
  return [from, to];
}

/** Moves an offset within a surrogate pair behind it. */
const skipSurrogate = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at);

/** Blank lines between blocks, such as headings and list items, with the punctuation before them. */
const BETWEEN_BLOCKS = /([.!?:;,…。！？：；，、।؟])?\s*\n\s*\n\s*/g;

/** Renders a text on one line: blocks are separated by a dot, unless punctuation separates them. */
const renderText = (text: string) =>
  escapeHtml(text.replaceAll(BETWEEN_BLOCKS, (_blank, end?: string) => (end ? `${end} ` : ' · ')));

function renderSnippet(content: string, start: number, end: number, matches: Range[]): string {
  let html = start > 0 ? '…' : '';
  let position = start;
  let isMarked = false;
  for (const match of matches) {
    if (match.end <= position || match.start < start || match.end > end) continue;
    if (match.start > position || !isMarked) {
      if (isMarked) html += '</mark>';
      html += `${renderText(content.slice(position, Math.max(position, match.start)))}<mark>`;
      position = Math.max(position, match.start);
    }
    html += escapeHtml(content.slice(position, match.end));
    isMarked = true;
    position = match.end;
  }
  if (isMarked) html += '</mark>';
  return `${html}${renderText(content.slice(position, end))}${end < content.length ? '…' : ''}`.trim();
}
