import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
/** Returns an attribute of pasted HTML. */
const attribute = (element: { getAttribute: (name: string) => string | null }, name: string) => element.getAttribute(name) ?? '';

/** Returns whether readers may follow an address: the server removes links with other schemes, such as `javascript:`. */
export function isSafeAddress(address: string): boolean {
  // Browsers ignore control characters in addresses.
  // eslint-disable-next-line no-control-regex
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(address.replaceAll(/[\u0000-\u0020]/g, '')) ?? [];
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme.toLowerCase());
}

const TABLES = tableNodes({
  tableGroup: 'block',
  // A cell is one line of Markdown.
  cellContent: '(text | image | footnote_ref | html_inline)*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (element) => element.getAttribute('data-align') ?? element.getAttribute('align'),
      setDOMAttr: (value, attrs) => {
        if (value) attrs['data-align'] = value;
      },
    },
  },
});

const blocks = {
  // Footnotes are at the end, where readers see them.
  doc: { content: 'block+ footnote*' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  callout: {
    attrs: { type: { default: 'note' }, title: { default: '' } },
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [
      {
        tag: 'div[data-callout]',
        getAttrs: (element) => ({ type: attribute(element, 'data-callout'), title: attribute(element, 'data-title') }),
      },
    ],
    toDOM: ({ attrs }) => [
      'div',
      { class: `callout callout-${attrs.type}`, 'data-callout': attrs.type as string, 'data-title': attrs.title as string },
      0,
    ],
  },
  code_block: {
    attrs: { params: { default: '' } },
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (element) => ({ params: attribute(element, 'data-params') }),
      },
    ],
    toDOM: ({ attrs }) => ['pre', { 'data-params': attrs.params as string }, ['code', 0]],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  bullet_list: {
    attrs: { tight: { default: true }, marker: { default: '-' } },
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: ({ attrs }) => ['ul', { class: attrs.tight ? 'tight' : 'loose' }, 0],
  },
  ordered_list: {
    attrs: { tight: { default: true }, marker: { default: '.' }, order: { default: 1 } },
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ order: Number(attribute(element, 'start') || 1) }) }],
    toDOM: ({ attrs }) => ['ol', { class: attrs.tight ? 'tight' : 'loose', start: String(attrs.order) }, 0],
  },
  list_item: {
    /** True for a done task, false for a task to do, null for other items. */
    attrs: { checked: { default: null } },
    content: 'block+',
    defining: true,
    parseDOM: [
      {
        tag: 'li',
        getAttrs: (element) => {
          const checked = element.getAttribute('data-checked');
          return { checked: checked === null ? null : checked === 'true' };
        },
      },
    ],
    toDOM: ({ attrs }) => ['li', attrs.checked === null ? {} : { 'data-checked': String(attrs.checked) }, 0],
  },
  ...TABLES,
  // The columns have the direction of the text in the table.
  table: { ...TABLES.table, toDOM: () => ['table', { dir: 'auto' }, ['tbody', 0]] },
  html_block: {
    attrs: { html: {} },
    group: 'block',
    atom: true,
    toDOM: ({ attrs }) => ['pre', { class: 'raw-html' }, ['code', attrs.html as string]],
  },
  footnote: {
    attrs: { label: {} },
    content: 'block+',
    defining: true,
    isolating: true,
    toDOM: ({ attrs }) => ['div', { class: 'footnote', 'data-label': attrs.label as string }, 0],
  },
} satisfies Record<string, NodeSpec>;

const inline = {
  text: { group: 'inline' },
  image: {
    attrs: { src: {}, alt: { default: '' }, title: { default: '' } },
    inline: true,
    group: 'inline',
    draggable: true,
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (element) =>
          isSafeAddress(attribute(element, 'src')) && {
            src: attribute(element, 'src'),
            alt: attribute(element, 'alt'),
            title: attribute(element, 'title'),
          },
      },
    ],
    toDOM: ({ attrs }) => ['img', attrs],
  },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  footnote_ref: {
    attrs: { label: {} },
    inline: true,
    group: 'inline',
    atom: true,
    toDOM: ({ attrs }) => ['sup', { class: 'footnote-ref' }, `[${attrs.label}]`],
  },
  html_inline: {
    attrs: { html: {} },
    inline: true,
    group: 'inline',
    atom: true,
    toDOM: ({ attrs }) => ['code', { class: 'raw-html' }, attrs.html as string],
  },
} satisfies Record<string, NodeSpec>;

/** The first mark is the outermost. */
const marks = {
  link: {
    attrs: { href: {}, title: { default: '' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) =>
          isSafeAddress(attribute(element, 'href')) && {
            href: attribute(element, 'href'),
            title: attribute(element, 'title'),
          },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.href as string, title: attrs.title as string }, 0],
  },
  em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['em', 0] },
  strong: { parseDOM: [{ tag: 'b' }, { tag: 'strong' }], toDOM: () => ['strong', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
  code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>;

/** Documents of the rich text view: everything that Markdown can express. */
export const schema = new Schema({ nodes: { ...blocks, ...inline }, marks });
