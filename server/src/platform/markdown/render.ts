import type { Language } from '@earshot/contract/shared/languages';
import { extendMarkdown } from '@earshot/contract/shared/markdown';
import type { Attributes, IOptions } from 'sanitize-html';
import { loadOnce } from '../async/memoize.ts';
import { commonTexts } from '../html/texts/texts.ts';
import { removeComments } from './comments.ts';
import { highlightCode } from './highlight.ts';
import { loadParser, type RenderContext } from './parser.ts';

const TAGS =
  'h1 h2 h3 h4 h5 h6 p blockquote ul ol li hr br pre code strong em s kbd sub sup a img table thead tbody tr th td'.split(' ');
/** HTML elements that authors use in addition to Markdown. */
const MORE_TAGS =
  'b i u del ins mark small abbr dl dt dd details summary figure figcaption section article div span caption input'.split(' ');
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
  const markdown = new MarkdownIt({ html: false, linkify: true }).use(extendMarkdown).use(removeComments);
  // Anyone can write these texts, and details would hide a part of them.
  return { markdown: markdown.disable('details'), sanitizeHtml };
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
export async function renderEntry(text: string, scope?: string, language: Language = 'en'): Promise<string> {
  const { sanitizeHtml } = await load();
  const parser = await loadParser({ hasHtml: false });
  return await highlightCode(
    sanitizeHtml(
      parser.render(text, { docId: scope, language } satisfies RenderContext),
      buildArticleOptions(commonTexts(language)),
    ),
  );
}

/**
 * Renders Markdown with raw HTML, footnotes, task lists and callouts, or HTML, as safe HTML. Headings keep their ids for links, and code is
 * highlighted.
 */
export async function renderArticle(text: string, type: 'markdown' | 'html', language: Language = 'en'): Promise<string> {
  const { sanitizeHtml } = await load();
  const parser = await loadParser({ hasHtml: true });
  const html = type === 'markdown' ? parser.render(text, { language } satisfies RenderContext) : text;
  return await highlightCode(sanitizeHtml(html, buildArticleOptions(commonTexts(language))));
}

/** A link or an image of rendered HTML that is relative to its page, among them links to footnotes. */
const RELATIVE = / (?:href|src)="(?!https?:|mailto:)/;

/**
 * Returns rendered HTML with absolute links and images, for places other than its page: mails, feeds, webhooks and pages of others.
 * @param pageUrl URL of the page that shows the text
 * @param options `keepsFragments`: links within the text stay, for pages that contain the whole text
 */
export async function resolveUrls(html: string, pageUrl: string, { keepsFragments = false } = {}): Promise<string> {
  if (!RELATIVE.test(html)) return html;
  const { sanitizeHtml } = await load();
  const resolve = (attribute: 'href' | 'src') => (tagName: string, attribs: Attributes) => {
    const { [attribute]: url, ...others } = attribs;
    if (url === undefined || URL.canParse(url) || (keepsFragments && url.startsWith('#'))) return { tagName, attribs };
    return { tagName, attribs: URL.canParse(url, pageUrl) ? { [attribute]: new URL(url, pageUrl).href, ...others } : others };
  };
  // Everything else stays: the HTML is sanitized already.
  return sanitizeHtml(html, {
    ...OPTIONS,
    allowedTags: [...TAGS, ...MORE_TAGS],
    allowedAttributes: false,
    allowedClasses: {},
    transformTags: { a: resolve('href'), img: resolve('src') },
  });
}

/**
 * Replaces the style that Markdown gives to aligned cells by an attribute: a content security policy blocks styles, and an attribute needs
 * no style sheet in feeds, mails and widgets.
 */
const alignCell = (tagName: string, { style = '', align, ...attribs }: Attributes) => {
  const alignment = /text-align:\s*(\w+)/.exec(style)?.[1] ?? align;
  return { tagName, attribs: { ...attribs, ...(alignment !== undefined && ALIGNMENT.test(alignment) && { align: alignment }) } };
};

/** Names the scheme of `//host/path`: mails and feed readers have none. */
const nameScheme = (attribs: Attributes, name: 'href' | 'src'): Attributes => {
  const url = attribs[name];
  return url?.startsWith('//') ? { ...attribs, [name]: `https:${url}` } : attribs;
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
    table: ['dir'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  allowedClasses: { code: [LANGUAGE] },
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...nameScheme(attribs, 'href'), rel: 'noopener noreferrer' } }),
    // Images without a description are decorative.
    img: (tagName, attribs) => ({
      tagName,
      attribs: { ...nameScheme(attribs, 'src'), alt: attribs.alt ?? '', loading: 'lazy' },
    }),
    // The columns have the direction of the text in the table, which may not be that of the text around it.
    table: (tagName) => ({ tagName, attribs: { dir: 'auto' } }),
    th: alignCell,
    td: alignCell,
  },
} satisfies IOptions;

const buildArticleOptions = (t: ReturnType<typeof commonTexts>): IOptions => ({
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
    a: (tagName, attribs) => keepFootnoteId(tagName, { ...nameScheme(attribs, 'href'), rel: 'noopener noreferrer' }),
    li: keepFootnoteId,
    input: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, disabled: '', 'aria-label': 'checked' in attribs ? t.done : t.toDo },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  nonTextTags: ['head', 'script', 'style', 'textarea', 'option', 'noscript', 'template'],
});
