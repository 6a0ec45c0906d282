import type { ContentType } from '@earshot/contract/services/knowledge-base/values';
import { loadParser } from '../../../platform/markdown/parser.ts';

/** A heading, paragraph, code block or table of a document. */
export interface Piece {
  /** `text` may be split at sentences; `preformatted` (code, tables) only at lines. A heading has its level, 1 to 6. */
  kind: 'text' | 'preformatted' | { level: number };
  /** Readable text without markup. */
  text: string;
  /** UTF-16 offset in the source. */
  start: number;
  end: number;
  /** Anchor in the source, for links. */
  anchor?: string;
}

export interface Parsed {
  pieces: Piece[];
  /** Title from front matter, the title element or a heading. */
  title?: string;
  /** Category and position in front matter. */
  front?: { category: string | undefined; position: number | undefined };
}

/** Parses a document. Accepts any text: invalid Markdown or HTML is treated as words. */
export async function parseDocument(content: string, type: ContentType): Promise<Parsed> {
  const { pieces, title, front } = await PARSERS[type](content);
  const [first] = pieces;
  const heading =
    pieces.find(({ kind }) => typeof kind === 'object' && kind.level === 1) ??
    (typeof first?.kind === 'object' ? first : undefined);
  return { front, pieces: pieces.filter(({ text }) => text).map(demoteLongHeading), title: title || heading?.text };
}

/** UTF-16 units. Longer headings are treated as text. */
const MAX_HEADING_UNITS = 500;
const demoteLongHeading = (piece: Piece): Piece =>
  typeof piece.kind === 'object' && piece.text.length > MAX_HEADING_UNITS ? { ...piece, kind: 'text' } : piece;

const PARSERS: Record<ContentType, (content: string) => Parsed | Promise<Parsed>> = {
  markdown: parseMarkdown,
  html: parseHtml,
  text: (content) => ({ pieces: splitParagraphs(content) }),
};

/** Positions that are stored. */
const MAX_POSITION = 1_000_000;

/** Returns a place within a category. Site generators also accept other numbers, which are ignored. */
export function parsePosition(value: unknown): number | undefined {
  const position = typeof value === 'string' ? Number(value) : value;
  return typeof position === 'number' && Number.isInteger(position) && Math.abs(position) <= MAX_POSITION ? position : undefined;
}

const splitParagraphs = (text: string): Piece[] =>
  Array.from(text.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/g)).map(({ 0: paragraph, index }) => ({
    kind: 'text',
    text: paragraph.trimEnd(),
    start: index,
    end: index + paragraph.trimEnd().length,
  }));

// YAML front matter as site generators use it. Only its title, category and position are read.
export const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const FRONT_CATEGORY = /^category:[ \t]*(["']?)(.+?)\1[ \t]*$/m;
const FRONT_POSITION = /^sidebar_position:[ \t]*(-?\d+)[ \t]*$/m;
const FRONT_TITLE = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m;

async function parseMarkdown(content: string): Promise<Parsed> {
  const [front = '', fields = ''] = FRONT_MATTER.exec(content) ?? [];
  const body = content.slice(front.length);
  const lines = findLineStarts(body);
  const at = (line: number) => front.length + (lines[line] ?? body.length);
  const tokens = (await loadParser({ hasHtml: true })).parse(body, {});
  const pieces: Piece[] = [];
  let table: { start: number; end: number; rows: string[][] } | undefined;
  let heading = 0;
  for (const token of tokens) {
    const [start, end] = token.map ? [at(token.map[0]), at(token.map[1])] : [0, 0];
    switch (token.type) {
      case 'heading_open':
        heading = Number(token.tag.slice(1));
        break;
      case 'heading_close':
        heading = 0;
        break;
      case 'table_open':
        table = { start, end, rows: [] };
        break;
      case 'tr_open':
        table?.rows.push([]);
        break;
      case 'table_close':
        if (table) pieces.push({ kind: 'preformatted', text: formatTable(table.rows), start: table.start, end: table.end });
        table = undefined;
        break;
      case 'inline': {
        const text = formatInline(token.children ?? []);
        if (table) table.rows.at(-1)?.push(text);
        else pieces.push({ kind: heading ? { level: heading } : 'text', text, start, end });
        break;
      }
      case 'fence':
      case 'code_block':
        pieces.push({ kind: 'preformatted', text: token.content.trimEnd(), start, end });
        break;
      case 'html_block':
        for (const piece of (await parseHtml(token.content)).pieces) pieces.push({ ...piece, start, end });
        break;
    }
  }
  // The parser moves footnotes to the end.
  pieces.sort((a, b) => a.start - b.start);
  const placement = {
    category: FRONT_CATEGORY.exec(fields)?.[2]?.trim() || undefined,
    position: parsePosition(FRONT_POSITION.exec(fields)?.[1]),
  };
  return { pieces, title: FRONT_TITLE.exec(fields)?.[2], front: placement };
}

interface Inline {
  type: string;
  content: string;
  children: Inline[] | null;
}

const formatInline = (tokens: Inline[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      if (type === 'image') return formatInline(children ?? []);
      return type === 'html_inline' ? '' : content;
    })
    .join('')
    .trim();

const formatTable = (rows: string[][]) =>
  rows
    .map((cells) => cells.join(' | ').trim())
    .filter(Boolean)
    .join('\n');

function findLineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g)).map(({ 0: end, index }) => index + end.length)];
}

/** Elements that start and end a piece. */
const BLOCK_ELEMENTS = new Set(
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol option p pre section summary table td th title tr ul'.split(
    ' ',
  ),
);
/** Elements whose content is not displayed as text. */
const HIDDEN_ELEMENTS = new Set([
  'head',
  'iframe',
  'noscript',
  'object',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
]);
const PREFORMATTED_ELEMENTS = new Set(['pre', 'table']);

async function parseHtml(content: string): Promise<Parsed> {
  const { Parser } = await import('htmlparser2');
  const pieces: Piece[] = [];
  let title: string | undefined;
  /** Number of open hidden and preformatted elements. */
  let [hidden, preformatted] = [0, 0];
  let [text, begin] = ['', -1];
  let anchor: string | undefined;
  let inTitle = false;
  let heading = 0;

  const endPiece = (offset: number) => {
    const trimmed = preformatted ? text.replace(/^\n+/, '').trimEnd() : text.replaceAll(/\s+/g, ' ').trim();
    if (trimmed && inTitle) title ??= trimmed.replaceAll(/\s+/g, ' ');
    else if (trimmed)
      pieces.push({
        kind: heading ? { level: heading } : preformatted ? 'preformatted' : 'text',
        text: trimmed,
        start: Math.max(begin, 0),
        end: offset,
        ...(heading && anchor && { anchor }),
      });
    [text, begin] = ['', -1];
  };

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (HIDDEN_ELEMENTS.has(name)) hidden++;
      if (name === 'title') hidden = 0;
      if (preformatted) {
        // Each row of a table becomes a line.
        if (name === 'tr' || name === 'br') text += '\n';
        if ((name === 'td' || name === 'th') && !/(^|\n)$/.test(text)) text += ' | ';
      } else if (BLOCK_ELEMENTS.has(name)) endPiece(parser.startIndex);
      if (PREFORMATTED_ELEMENTS.has(name)) preformatted++;
      if (name === 'title') inTitle = true;
      if (/^h[1-6]$/.test(name)) {
        heading = Number(name[1]);
        anchor = undefined;
      }
      // Generators put the anchor on the heading, or on a link in it.
      if (heading && (attributes.id || attributes.name)) anchor ??= attributes.id || attributes.name;
      if (name === 'img' && attributes.alt) addText(` ${attributes.alt} `);
    },
    ontext: addText,
    onclosetag: (name) => {
      const isOutermost = !preformatted || (PREFORMATTED_ELEMENTS.has(name) && preformatted === 1);
      if (isOutermost && BLOCK_ELEMENTS.has(name)) endPiece(parser.endIndex + 1);
      if (PREFORMATTED_ELEMENTS.has(name)) preformatted = Math.max(0, preformatted - 1);
      if (HIDDEN_ELEMENTS.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === 'title') inTitle = false;
      if (/^h[1-6]$/.test(name)) heading = 0;
    },
  });
  function addText(added: string): void {
    if (hidden && !inTitle) return;
    if (begin < 0 && added.trim()) begin = parser.startIndex;
    text += added;
  }
  parser.write(content);
  parser.end();
  endPiece(content.length);
  return { pieces, title };
}
