import type { DomHandler } from 'htmlparser2';

type Node = DomHandler['root']['children'][number];
type Element = Extract<Node, { attribs: object }>;

const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table hr div section article figure figcaption details summary'.split(
    ' ',
  ),
);
const CODE_INDENT = '    ';
/** Narrowest column of a table, in characters. */
const MIN_COLUMN = 3;

/**
 * Returns rendered HTML as text for mail programs and readers that show no HTML: links with their URLs, lists with markers, tables with
 * aligned columns.
 */
export async function toPlainText(html: string): Promise<string> {
  const { parseDocument } = await import('htmlparser2');
  return renderBlocks(parseDocument(html).children).join('\n\n');
}

const isElement = (node: Node): node is Element => 'attribs' in node;
const isBlock = (node: Node): node is Element => isElement(node) && BLOCKS.has(node.name);
const indent = (text: string, first: string, rest = first) =>
  text
    .split('\n')
    .map((line, index) => `${index ? rest : first}${line}`.trimEnd())
    .join('\n');

/** Renders nodes as paragraphs. Text between blocks is a paragraph of its own. */
function renderBlocks(nodes: Node[]): string[] {
  const blocks: string[] = [];
  let inline: Node[] = [];
  const endParagraph = () => {
    blocks.push(renderInline(inline));
    inline = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      inline.push(node);
      continue;
    }
    endParagraph();
    blocks.push(...renderBlock(node));
  }
  endParagraph();
  return blocks.filter(Boolean);
}

function renderBlock(element: Element): string[] {
  const { name, children } = element;
  switch (name) {
    case 'ul':
    case 'ol':
      return [renderList(element)];
    case 'blockquote':
      return [indent(renderBlocks(children).join('\n\n'), '> ')];
    case 'pre':
      return [indent(findText(element).trimEnd(), CODE_INDENT)];
    case 'hr':
      return ['---'];
    case 'table':
      return [renderTable(element)];
    default:
      return renderBlocks(children);
  }
}

function renderList({ name, attribs, children }: Element): string {
  const start = Number(attribs.start ?? 1);
  return children
    .filter((item) => isElement(item))
    .map((item, index) => {
      const marker = name === 'ol' ? `${start + index}. ` : '- ';
      return indent(renderBlocks(item.children).join('\n'), marker, ' '.repeat(marker.length));
    })
    .join('\n');
}

function renderTable(table: Element): string {
  const rows = findAll(table, 'tr').map((row) =>
    row.children.filter((cell) => isElement(cell)).map((cell) => renderInline(cell.children).replaceAll('\n', ' ')),
  );
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(MIN_COLUMN, ...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join(' | ');
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** Renders nodes within a paragraph. Spaces and line breaks of the source are one space. */
const renderInline = (nodes: Node[]): string =>
  nodes
    .map(renderText)
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();

function renderText(node: Node): string {
  if (!isElement(node)) return 'data' in node ? node.data.replaceAll(/\s+/g, ' ') : '';
  const { name, attribs, children } = node;
  switch (name) {
    case 'br':
      return '\n';
    case 'input':
      return 'checked' in attribs ? '[x]' : '[ ]';
    case 'img':
      return [attribs.alt, attribs.src && (attribs.alt ? `(${attribs.src})` : attribs.src)].filter(Boolean).join(' ');
    case 'a':
      return renderLink(children.map(renderText).join(''), attribs);
    default:
      return children.map(renderText).join('');
  }
}

/** Renders a link as its text and URL. A reference to a footnote has no URL, because the footnote is a part of the text. */
function renderLink(text: string, { href, id }: Record<string, string>): string {
  if (href?.includes('#fnref')) return '';
  if (!href || id?.startsWith('fnref')) return text;
  const isUrl = text.trim() === href || text.trim() === href.replace(/^(?:mailto:|https?:\/\/)/, '');
  return isUrl ? text : [text, text.trim() ? `(${href})` : href].join(' ');
}

/** Returns the text of an element with its spaces and line breaks. */
const findText = (node: Node): string =>
  isElement(node) ? node.children.map(findText).join('') : 'data' in node ? node.data : '';

/** Returns the elements with a name, in order. */
const findAll = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) =>
    isElement(child) ? [...(child.name === name ? [child] : []), ...findAll(child, name)] : [],
  );
