import type { ContentType } from '@earshot/contract/knowledge-base';

/** A piece of a document, in its order. */
export interface Piece {
  /** A heading by its level, 1 to 6; a text, which may be cut at sentences; code and tables, which are kept whole. */
  kind: 'text' | 'whole' | { level: number };
  /** What people read of it. */
  text: string;
  /** Where it stands in the source, in UTF-16 units. */
  start: number;
  end: number;
  /** The name that the source gives this place, for links. */
  anchor?: string;
}

export interface Parsed {
  pieces: Piece[];
  /** The title that the document gives itself. */
  title?: string;
}

/** Reads a document. Any text is one: what is no Markdown or HTML is words. */
export async function parse(content: string, type: ContentType): Promise<Parsed> {
  const { pieces, title } = await READERS[type](content);
  const [first] = pieces;
  const heading =
    pieces.find(({ kind }) => typeof kind === 'object' && kind.level === 1) ??
    (typeof first?.kind === 'object' ? first : undefined);
  return { pieces: pieces.filter(({ text }) => text).map(shortHeading), title: title || heading?.text };
}

/** Nobody writes a heading as long as a text. */
const LONGEST_HEADING = 500;
const shortHeading = (piece: Piece): Piece =>
  piece.text.length > LONGEST_HEADING ? { ...piece, kind: piece.kind === 'whole' ? 'whole' : 'text' } : piece;

const READERS: Record<ContentType, (content: string) => Parsed | Promise<Parsed>> = {
  markdown: readMarkdown,
  html: readHtml,
  text: (content) => ({ pieces: paragraphsOf(content, 0) }),
};

const paragraphsOf = (text: string, offset: number): Piece[] =>
  Array.from(text.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/g)).map(({ 0: paragraph, index }) => ({
    kind: 'text',
    text: paragraph.trimEnd(),
    start: offset + index,
    end: offset + index + paragraph.trimEnd().length,
  }));

// YAML at the head of a file, as site generators have it. Its title is all that is asked of it.
export const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const FRONT_TITLE = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m;

async function readMarkdown(content: string): Promise<Parsed> {
  const { default: MarkdownIt } = await import('markdown-it');
  const [front = '', fields = ''] = FRONT_MATTER.exec(content) ?? [];
  const body = content.slice(front.length);
  const lines = lineStarts(body);
  const at = (line: number) => front.length + (lines[line] ?? body.length);
  const tokens = new MarkdownIt({ html: true, linkify: false }).parse(body, {});
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
        if (table) pieces.push({ kind: 'whole', text: tableText(table.rows), start: table.start, end: table.end });
        table = undefined;
        break;
      case 'inline': {
        const text = inlineText(token.children ?? []);
        if (table) table.rows.at(-1)?.push(text);
        else pieces.push({ kind: heading ? { level: heading } : 'text', text, start, end });
        break;
      }
      case 'fence':
      case 'code_block':
        pieces.push({ kind: 'whole', text: token.content.trimEnd(), start, end });
        break;
      case 'html_block':
        for (const piece of (await readHtml(token.content)).pieces) pieces.push({ ...piece, start, end });
        break;
    }
  }
  return { pieces, title: FRONT_TITLE.exec(fields)?.[2] };
}

interface Inline {
  type: string;
  content: string;
  children: Inline[] | null;
}

const inlineText = (tokens: Inline[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      if (type === 'image') return inlineText(children ?? []);
      return type === 'html_inline' ? '' : content;
    })
    .join('')
    .trim();

const tableText = (rows: string[][]) =>
  rows
    .map((cells) => cells.join(' | ').trim())
    .filter(Boolean)
    .join('\n');

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g)).map(({ 0: end, index }) => index + end.length)];
}

/** Elements that end the text before them, and hold one of their own. */
const BLOCKS = new Set(
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol option p pre section summary table td th title tr ul'.split(
    ' ',
  ),
);
/** Elements whose text nobody reads. */
const SILENT = new Set(['head', 'iframe', 'noscript', 'object', 'script', 'select', 'style', 'svg', 'template', 'textarea']);
const WHOLE = new Set(['pre', 'table']);

async function readHtml(content: string): Promise<Parsed> {
  const { Parser } = await import('htmlparser2');
  const pieces: Piece[] = [];
  let title: string | undefined;
  let [silent, whole, text, begin] = [0, 0, '', -1];
  let anchor: string | undefined;
  let inTitle = false;
  let heading = 0;

  const end = (place: number) => {
    const found = whole ? text.replaceAll(/^\n+|\s+$/g, '') : text.replaceAll(/\s+/g, ' ').trim();
    if (found && inTitle) title ??= found.replaceAll(/\s+/g, ' ');
    else if (found)
      pieces.push({
        kind: heading ? { level: heading } : whole ? 'whole' : 'text',
        text: found,
        start: Math.max(begin, 0),
        end: place,
        ...(heading && anchor && { anchor }),
      });
    [text, begin] = ['', -1];
  };

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (SILENT.has(name)) silent++;
      if (name === 'title') silent = 0;
      if (whole) {
        // A row of a table is a line of it.
        if (name === 'tr' || name === 'br') text += '\n';
        if ((name === 'td' || name === 'th') && !/(^|\n)$/.test(text)) text += ' | ';
      } else if (BLOCKS.has(name)) end(parser.startIndex);
      if (WHOLE.has(name)) whole++;
      if (name === 'title') inTitle = true;
      if (/^h[1-6]$/.test(name)) {
        heading = Number(name[1]);
        anchor = undefined;
      }
      // Generators put the name on the heading, or on a link in it.
      if (heading && (attributes.id || attributes.name)) anchor ??= attributes.id || attributes.name;
      if (name === 'img' && attributes.alt) add(` ${attributes.alt} `);
    },
    ontext: (words) => add(words),
    onclosetag: (name) => {
      if (!whole || (WHOLE.has(name) && whole === 1)) if (BLOCKS.has(name)) end(parser.endIndex + 1);
      if (WHOLE.has(name)) whole = Math.max(0, whole - 1);
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      if (name === 'title') inTitle = false;
      if (/^h[1-6]$/.test(name)) heading = 0;
    },
  });
  function add(words: string): void {
    if (silent && !inTitle) return;
    if (begin < 0 && words.trim()) begin = parser.startIndex;
    text += words;
  }
  parser.write(content);
  parser.end();
  end(content.length);
  return { pieces, title };
}
