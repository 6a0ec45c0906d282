import { escapeHtml } from '../../html/escape.ts';
import { tokensOf } from '../index/tokenizer.ts';

const LENGTH = 200;
const MOST = 2;

interface Range {
  start: number;
  end: number;
  word: string;
}

/** The places of a passage that show best why it was found, as HTML: what was found stands in `<mark>`, all else is escaped. */
export function snippetsOf(content: string, words: ReadonlySet<string>): string[] {
  const found: Range[] = tokensOf(content).filter(({ word }) => words.has(word));
  const windows = found
    .map((first, place) => windowFrom(found, place, first))
    .toSorted((a, b) => b.words - a.words || a.start - b.start);
  const chosen: { start: number; end: number }[] = [];
  for (const window of windows) {
    const [start, end] = around(content, window);
    if (chosen.length < MOST && !chosen.some((other) => start < other.end && other.start < end)) chosen.push({ start, end });
  }
  if (!chosen.length && content) chosen.push({ start: 0, end: around(content, { start: 0, end: 0 })[1] });
  return chosen.map(({ start, end }) => render(content, start, end, found));
}

/** From one found word on, as many as fit. */
function windowFrom(found: Range[], place: number, first: Range) {
  const words = new Set([first.word]);
  let { end } = first;
  for (let at = place + 1; at < found.length && (found[at] as Range).end - first.start <= LENGTH; at++) {
    words.add((found[at] as Range).word);
    ({ end } = found[at] as Range);
  }
  return { start: first.start, end, words: words.size };
}

/** As long as a snippet is, with whole words at its ends where there are spaces. */
function around(content: string, { start, end }: { start: number; end: number }): [start: number, end: number] {
  const spare = Math.max(0, LENGTH - (end - start));
  let from = Math.max(0, start - Math.floor(spare / 3));
  if (from > 0) {
    const space = content.slice(from, start).search(/\s/);
    from = space < 0 ? wholeCharacter(content, from) : from + space + 1;
  }
  let to = Math.min(content.length, Math.max(end, from + LENGTH));
  if (to < content.length) {
    const space = /\s\S*$/.exec(content.slice(end, to))?.index;
    to = space === undefined ? wholeCharacter(content, to) : end + space;
  }
  return [from, to];
}

const wholeCharacter = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at);

function render(content: string, start: number, end: number, found: Range[]): string {
  let html = start > 0 ? '…' : '';
  let place = start;
  let marked = false;
  for (const range of found) {
    if (range.end <= place || range.start < start || range.end > end) continue;
    if (range.start > place || !marked) {
      if (marked) html += '</mark>';
      html += `${escapeHtml(content.slice(place, Math.max(place, range.start)))}<mark>`;
      place = Math.max(place, range.start);
    }
    html += escapeHtml(content.slice(place, range.end));
    marked = true;
    place = range.end;
  }
  if (marked) html += '</mark>';
  return `${html}${escapeHtml(content.slice(place, end))}${end < content.length ? '…' : ''}`.trim();
}
