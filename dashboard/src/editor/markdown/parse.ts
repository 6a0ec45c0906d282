import { extendMarkdown } from '@earshot/contract/shared/markdown';
import MarkdownItParser, { type MarkdownIt, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import callouts from 'markdown-it-github-alerts';
import { MarkdownParser } from 'prosemirror-markdown';
import type { Node } from 'prosemirror-model';
import { schema } from './schema.ts';

/**
 * Markdown as the server renders it: tables, strikethrough, footnotes, task lists and callouts, and in an `article`, unlike an `entry` of
 * the changelog, raw HTML.
 */
export type Flavor = 'entry' | 'article';

const TASK = /^\[([ xX])\]\s+/;

/** Returns the parser of a flavor, with the plugins of the server. */
function createTokenizer(flavor: Flavor): MarkdownIt {
  const md = new MarkdownItParser({ html: flavor === 'article', linkify: true });
  md.use(extendMarkdown).use(footnotes).use(callouts).disable('footnote_inline');
  md.core.ruler.after('inline', 'tasks', ({ tokens }) => markTasks(tokens));
  // Keeps addresses as they were written.
  md.normalizeLink = (url) => url;
  md.normalizeLinkText = (url) => url;
  return md;
}

const tokenizers: Partial<Record<Flavor, MarkdownIt>> = {};
export const getTokenizer = (flavor: Flavor): MarkdownIt => (tokenizers[flavor] ??= createTokenizer(flavor));

/** Moves the box of a task from its text to its list item. */
function markTasks(tokens: Token[]): void {
  for (const [at, { type, children }] of tokens.entries()) {
    const [item, paragraph] = [tokens[at - 2], tokens[at - 1]];
    if (type !== 'inline' || paragraph?.type !== 'paragraph_open' || item?.type !== 'list_item_open') continue;
    const first = children?.[0];
    const box = first?.type === 'text' ? TASK.exec(first.content) : null;
    if (!first || !box) continue;
    first.content = first.content.slice(box[0].length);
    item.attrSet('data-checked', String(box[1] !== ' '));
  }
}

/** Returns false when the items of a list have blank lines between them. */
function isTight(tokens: Token[], at: number): boolean {
  const depth = tokens[at]?.level ?? 0;
  // Paragraphs of the items themselves, not those of nested lists.
  const paragraph = tokens
    .slice(at + 1)
    .find(({ type, level }) => (type === 'paragraph_open' && level === depth + 2) || level <= depth);
  return paragraph?.type !== 'paragraph_open' || paragraph.hidden;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function createParser(flavor: Flavor): MarkdownParser {
  const md = getTokenizer(flavor);
  const listToken = (name: string) => ({
    block: name,
    getAttrs: (token: Token, tokens: Token[], at: number) => ({
      tight: isTight(tokens, at),
      marker: token.markup,
      ...(name === 'ordered_list' && { order: Number(token.attrGet('start') ?? 1) }),
    }),
  });
  const cellToken = (name: string) => ({
    block: name,
    getAttrs: (token: Token) => ({ align: /text-align:\s*(\w+)/.exec(String(token.attrGet('style')))?.[1] ?? null }),
  });
  return new MarkdownParser(schema, md, {
    paragraph: { block: 'paragraph' },
    heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
    blockquote: { block: 'blockquote' },
    alert: {
      block: 'callout',
      getAttrs: ({ meta }) => {
        const { type, title } = meta as { type: string; title: string };
        return { type, title: title === capitalize(type) ? '' : title };
      },
    },
    bullet_list: listToken('bullet_list'),
    ordered_list: listToken('ordered_list'),
    list_item: {
      block: 'list_item',
      getAttrs: (token) => {
        const checked = token.attrGet('data-checked');
        return { checked: checked === null ? null : checked === 'true' };
      },
    },
    code_block: { block: 'code_block', noCloseToken: true },
    fence: { block: 'code_block', noCloseToken: true, getAttrs: ({ info }) => ({ params: info.trim() }) },
    hr: { node: 'horizontal_rule' },
    table: { block: 'table' },
    thead: { ignore: true },
    tbody: { ignore: true },
    tr: { block: 'table_row' },
    th: cellToken('table_header'),
    td: cellToken('table_cell'),
    html_block: { node: 'html_block', noCloseToken: true, getAttrs: ({ content }) => ({ html: content.trimEnd() }) },
    footnote_block: { ignore: true },
    footnote: { block: 'footnote', getAttrs: ({ meta }) => ({ label: (meta as { label: string }).label }) },
    footnote_anchor: { ignore: true, noCloseToken: true },
    footnote_ref: { node: 'footnote_ref', getAttrs: ({ meta }) => ({ label: (meta as { label: string }).label }) },
    image: {
      node: 'image',
      getAttrs: (token) => ({
        src: token.attrGet('src'),
        title: token.attrGet('title') ?? '',
        alt: md.renderer.renderInlineAsText(token.children ?? [], md.options, {}),
      }),
    },
    hardbreak: { node: 'hard_break' },
    html_inline: { node: 'html_inline', noCloseToken: true, getAttrs: ({ content }) => ({ html: content }) },
    em: { mark: 'em' },
    strong: { mark: 'strong' },
    s: { mark: 'strike' },
    link: {
      mark: 'link',
      getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') ?? '' }),
    },
    code_inline: { mark: 'code', noCloseToken: true },
  });
}

const parsers: Partial<Record<Flavor, MarkdownParser>> = {};

/** Returns the document of a Markdown text. Line breaks within a paragraph become spaces, as for readers. */
export const parseMarkdown = (markdown: string, flavor: Flavor): Node =>
  (parsers[flavor] ??= createParser(flavor)).parse(markdown);
