import { MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import type { Mark, Node } from 'prosemirror-model';
import { schema } from './schema.ts';
import type { Sources } from './sources.ts';

/** Ends the line of the last block, and leaves no blank line before the next one. */
function joinNext(state: MarkdownSerializerState): void {
  state.ensureNewLine();
  state.closeBlock(undefined as unknown as Node);
}

const OTHER_MARKERS: Record<string, string> = { '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' };

/** Returns another marker than that of a list directly before, because both would become one list. */
function chooseMarker(node: Node, parent: Node, index: number): string {
  const { marker } = node.attrs as { marker: string };
  const before = index > 0 ? parent.child(index - 1) : undefined;
  if (before?.type !== node.type) return marker;
  return chooseMarker(before, parent, index - 1) === marker ? (OTHER_MARKERS[marker] ?? marker) : marker;
}

function writeList(state: MarkdownSerializerState, list: Node, bulletOf: (index: number) => string): void {
  const { tight } = list.attrs as { tight: boolean };
  list.forEach((item, _, at) => {
    const bullet = bulletOf(at);
    const { checked } = item.attrs as { checked: boolean | null };
    const box = checked === null ? '' : checked ? '[x] ' : '[ ] ';
    state.wrapBlock(' '.repeat(bullet.length), bullet + box, list, () =>
      item.forEach((child, __, index) => {
        if (index > 0 && tight) joinNext(state);
        state.render(child, item, index);
      }),
    );
    if (tight && at < list.childCount - 1) joinNext(state);
  });
}

/** Escapes characters that would be Markdown, HTML or an entity. */
function escapeText(text: string, isLineStart: boolean): string {
  const escaped = text
    .replaceAll(/\\(?=[!-/:-@[-`{-~]|$)|[`[\]]|\*(?!(?<=\s\*)\s)|~(?=~)|(?<=~)~/g, '\\$&')
    .replaceAll(/(?<!\w)_|_(?!\w)/g, '\\_')
    .replaceAll(/<(?=[a-z/!?])/gi, '\\<')
    .replaceAll(/&(?=#?\w+;)/g, '\\&');
  if (!isLineStart) return escaped;
  return escaped
    .replace(/^[ \t]+/, '')
    .replace(/^(?:[-+>=|:]|#{1,6}(?=\s|$)|~{3})/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** Addresses in text that readers see as links. Their characters are not escaped, because the link would end there. */
const ADDRESS = /\b(https?:\/\/[^\s<>]*[^\s<>.,:;!?'"()[\]*_~])/;

function writeText(state: MarkdownSerializerState, node: Node, parent: Node, index: number): void {
  const before = index > 0 ? parent.child(index - 1) : undefined;
  const isInCell = parent.type.spec.tableRole !== undefined;
  const isFirst = !isInCell && parent.type.name !== 'heading' && (!before || before.type === schema.nodes.hard_break);
  const escaped = (node.text ?? '')
    .split(ADDRESS)
    .map((part, at) => {
      if (at % 2 === 0) return escapeText(part, isFirst && at === 0);
      return /[*_`~\\[\]]/.test(part) ? `<${part}>` : part;
    })
    .join('');
  // A heading can end with number signs, which are not part of it.
  const isHeadingEnd = parent.type.name === 'heading' && index === parent.childCount - 1;
  state.text(isHeadingEnd ? escaped.replace(/(^|\s)(#+\s*)$/, '$1\\$2') : escaped, false);
}

const writeUrl = (url: string) =>
  /[\s<>]/.test(url) || !url ? `<${url.replaceAll(/[<>]/g, '\\$&')}>` : url.replaceAll(/[()]/g, '\\$&');
const writeTitle = (title: string) => (title ? ` "${title.replaceAll(/["\\]/g, '\\$&')}"` : '');

/** True if the link is the address that it shows, so that the address alone is a link. */
function isAddressOnly(link: Mark, parent: Node, index: number): boolean {
  const { href, title } = link.attrs as { href: string; title: string };
  const content = index < parent.childCount ? parent.child(index) : undefined;
  const next = index + 1 < parent.childCount ? parent.child(index + 1) : undefined;
  return (
    !title &&
    /^https?:\/\/[^\s<>]+$/.test(href) &&
    content?.text === href &&
    content.marks.at(-1) === link &&
    !(next && link.isInSet(next.marks))
  );
}

function writeTable(state: MarkdownSerializerState, table: Node): void {
  const writeRow = (cells: string[]) => {
    state.write(`| ${cells.join(' | ')} |`);
    state.ensureNewLine();
  };
  table.forEach((row, _, at) => {
    const cells = row.children.map((cell) => {
      const paragraph = schema.nodes.paragraph.create(null, cell.content);
      // Every pipe within a cell is escaped, also in code.
      return serializer
        .serialize(schema.nodes.doc.create(null, [paragraph]))
        .trim()
        .replaceAll(/\\?\|/g, '\\|');
    });
    writeRow(cells);
    if (at > 0) return;
    const rules: Record<string, string> = { left: ':--', center: ':-:', right: '--:' };
    writeRow(row.children.map(({ attrs }) => rules[attrs.align as string] ?? '---'));
  });
  state.closeBlock(table);
}

const fenceFor = (text: string) =>
  '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`{3,}/g)).map(([ticks]) => ticks.length + 1)));

/** Returns the delimiter of inline code, which must not be in the code. */
function backticksFor(text: string): { open: string; close: string } {
  const lengths = new Set(Array.from(text.matchAll(/`+/g)).map(([ticks]) => ticks.length));
  let length = 1;
  while (lengths.has(length)) length++;
  const space = /^`|`$|^ .* $/.test(text) && text.trim() ? ' ' : '';
  return { open: '`'.repeat(length) + space, close: space + '`'.repeat(length) };
}

const textAt = (parent: Node, index: number) => (index >= 0 && index < parent.childCount ? (parent.child(index).text ?? '') : '');

/** Within a link that is written as its address. */
let isInAddress = false;

/** Sources of the document that is being written. */
let keptSources: Sources | undefined;

type Write = (state: MarkdownSerializerState, node: Node, parent: Node, index: number) => void;

/** Returns a writer of blocks that writes an unchanged block of the document as it was. */
const keep =
  (write: Write): Write =>
  (state, node, parent, index) => {
    const source = parent.type === schema.nodes.doc ? keptSources?.(node) : undefined;
    const { marker } = node.attrs as { marker?: string };
    if (source === undefined || (marker && chooseMarker(node, parent, index) !== marker))
      return write(state, node, parent, index);
    state.text(source, false);
    state.closeBlock(node);
  };

const blocks: Record<string, Write> = {
  paragraph: (state, node) => {
    state.renderInline(node);
    state.closeBlock(node);
  },
  heading: (state, node) => {
    state.write(`${'#'.repeat(node.attrs.level as number)} `);
    state.renderInline(node, false);
    state.closeBlock(node);
  },
  blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
  callout: (state, node) =>
    state.wrapBlock('> ', null, node, () => {
      const { type, title } = node.attrs as { type: string; title: string };
      state.write(`[!${type.toUpperCase()}]${title && ` ${title}`}`);
      state.ensureNewLine();
      // Another block must not continue the first line.
      if (node.firstChild?.type !== schema.nodes.paragraph) {
        state.write();
        state.ensureNewLine();
      }
      state.renderContent(node);
    }),
  code_block: (state, node) => {
    const fence = fenceFor(node.textContent);
    state.write(`${fence}${node.attrs.params}\n`);
    if (node.textContent) {
      state.text(node.textContent, false);
      state.write('\n');
    }
    state.write(fence);
    state.closeBlock(node);
  },
  horizontal_rule: (state, node, parent, index) => {
    // At the start, hyphens would begin front matter; after a line of a list, they would make a heading.
    state.write(parent.type === schema.nodes.list_item || index === 0 ? '***' : '---');
    state.closeBlock(node);
  },
  bullet_list: (state, node, parent, index) => {
    const marker = chooseMarker(node, parent, index);
    writeList(state, node, () => `${marker} `);
  },
  ordered_list: (state, node, parent, index) => {
    const marker = chooseMarker(node, parent, index);
    writeList(state, node, (at) => `${(node.attrs.order as number) + at}${marker} `);
  },
  list_item: (state, node) => state.renderContent(node),
  table: writeTable,
  html_block: (state, node) => {
    state.text(node.attrs.html as string, false);
    state.closeBlock(node);
  },
  footnote: (state, node) => state.wrapBlock('    ', `[^${node.attrs.label}]: `, node, () => state.renderContent(node)),
};

const serializer = new MarkdownSerializer(
  {
    ...Object.fromEntries(Object.entries(blocks).map(([name, write]) => [name, keep(write)])),
    text: (state, node, parent, index) => {
      if (isInAddress) state.text(node.text ?? '', false);
      else writeText(state, node, parent, index);
    },
    image: (state, { attrs }) => {
      const { src, alt, title } = attrs as Record<'src' | 'alt' | 'title', string>;
      state.write(`![${escapeText(alt, false)}](${writeUrl(src)}${writeTitle(title)})`);
    },
    hard_break: (state, node, parent, index) => {
      const isLast = parent.children.slice(index + 1).every(({ type }) => type === node.type);
      if (isLast) return;
      state.write(parent.type === schema.nodes.heading ? ' ' : '\\\n');
    },
    footnote_ref: (state, { attrs }) => state.write(`[^${attrs.label}]`),
    html_inline: (state, { attrs }) => state.text(attrs.html as string, false),
  },
  {
    link: {
      open: (_state, mark, parent, index) => {
        isInAddress = isAddressOnly(mark, parent, index);
        return isInAddress ? '<' : '[';
      },
      close: (_state, { attrs: { href, title } }) => {
        const wasAddress = isInAddress;
        isInAddress = false;
        return wasAddress ? '>' : `](${writeUrl(href as string)}${writeTitle(title as string)})`;
      },
      mixable: true,
    },
    em: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
    strong: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    code: {
      open: (_state, _mark, parent, index) => backticksFor(textAt(parent, index)).open,
      close: (_state, _mark, parent, index) => backticksFor(textAt(parent, index - 1)).close,
      escape: false,
    },
  },
);

/** Returns the Markdown text of a document. Blocks with a source that were not edited stay as they are. */
export function serializeMarkdown(document: Node, sources?: Sources): string {
  keptSources = sources;
  try {
    return serializer.serialize(document);
  } finally {
    keptSources = undefined;
  }
}
