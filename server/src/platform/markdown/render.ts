import type { Attributes, IOptions } from 'sanitize-html';
import { loadOnce } from '../async/memoize.ts';
import { removeComments } from './comments.ts';
import { highlightCode } from './highlight.ts';
import { loadParser } from './parser.ts';

const TAGS = 'h1 h2 h3 h4 h5 h6 p blockquote ul ol li hr br pre code strong em s a img table thead tbody tr th td'.split(' ');
/** HTML elements that authors use in addition to Markdown. */
const MORE_TAGS =
  'b i u del ins sub sup kbd mark small abbr dl dt dd details summary figure figcaption section article div span caption input'.split(
    ' ',
  );
const LANGUAGE = /^language-[\w+#-]+$/;
const CALLOUT = /^callout-(?:note|tip|important|warning|caution)$/;
/** Ids that the parser gives to footnotes and their references. */
const FOOTNOTE_ID = /^fn(?:ref)?(?:-[\da-z-]+-)?\d+(?::\d+)?$/;
const ALIGNMENT = /^(?:left|center|right)$/;

/** Loaded on first use: both libraries take 30 MB of memory. */
const load = loadOnce(async () => {
  const [{ default: MarkdownIt }, { default: sanitizeHtml }] = await Promise.all([
    import('markdown-it'),
    import('sanitize-html'),
  ]);
  return { markdown: new MarkdownIt({ html: false, linkify: true }).use(removeComments), sanitizeHtml };
});

/**
 * Renders Markdown (CommonMark, tables, strikethrough, bare links) as safe HTML. Raw HTML is not parsed, and the result is
 * sanitized.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const { markdown, sanitizeHtml } = await load();
  return sanitizeHtml(markdown.render(text), OPTIONS);
}

/**
 * Renders Markdown with footnotes, task lists and callouts as safe HTML with highlighted code. Raw HTML is not parsed.
 * @param scope keeps ids of footnotes apart from those of other texts on the page: letters, digits and hyphens
 */
export async function renderEntry(text: string, scope?: string): Promise<string> {
  const { sanitizeHtml } = await load();
  const parser = await loadParser({ hasHtml: false });
  return await highlightCode(sanitizeHtml(parser.render(text, { docId: scope }), ARTICLE_OPTIONS));
}

/**
 * Renders Markdown with raw HTML, footnotes, task lists and callouts, or HTML, as safe HTML. Headings keep their ids for links, and code is
 * highlighted.
 */
export async function renderArticle(text: string, type: 'markdown' | 'html'): Promise<string> {
  const { sanitizeHtml } = await load();
  const html = type === 'markdown' ? (await loadParser({ hasHtml: true })).render(text) : text;
  return await highlightCode(sanitizeHtml(html, ARTICLE_OPTIONS));
}

/**
 * Replaces the style that Markdown gives to aligned cells by an attribute: a content security policy blocks styles, and an attribute needs
 * no style sheet in feeds, mails and widgets.
 */
const alignCell = (tagName: string, { style = '', align, ...attribs }: Attributes) => {
  const alignment = /text-align:\s*(\w+)/.exec(style)?.[1] ?? align;
  return { tagName, attribs: { ...attribs, ...(alignment !== undefined && ALIGNMENT.test(alignment) && { align: alignment }) } };
};

/** Removes the id of an element that is not a part of a footnote. */
const keepFootnoteId = (tagName: string, { id, ...attribs }: Attributes) => ({
  tagName,
  attribs: { ...attribs, ...(id !== undefined && FOOTNOTE_ID.test(id) && { id }) },
});

const OPTIONS = {
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
    code: ['class'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  allowedClasses: { code: [LANGUAGE] },
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
    // Images without a description are decorative.
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' } }),
    th: alignCell,
    td: alignCell,
  },
} satisfies IOptions;

const ARTICLE_OPTIONS: IOptions = {
  ...OPTIONS,
  allowedTags: [...TAGS, ...MORE_TAGS],
  allowedAttributes: {
    ...OPTIONS.allowedAttributes,
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, ['id']])),
    a: [...OPTIONS.allowedAttributes.a, 'id', 'aria-label'],
    li: ['id'],
    input: ['type', 'aria-label', 'disabled', 'checked'],
  },
  allowedClasses: {
    ...OPTIONS.allowedClasses,
    div: ['callout', CALLOUT],
    p: ['callout-title'],
    li: ['task'],
    section: ['footnotes'],
  },
  transformTags: {
    ...OPTIONS.transformTags,
    a: (tagName, attribs) => keepFootnoteId(tagName, { ...attribs, rel: 'noopener noreferrer' }),
    li: keepFootnoteId,
    input: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, disabled: '', 'aria-label': 'checked' in attribs ? 'Done' : 'To do' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  nonTextTags: ['head', 'script', 'style', 'textarea', 'option', 'noscript', 'template'],
};
