import type { IOptions } from 'sanitize-html';

const TAGS = 'h1 h2 h3 h4 h5 h6 p blockquote ul ol li hr br pre code strong em s a img table thead tbody tr th td'.split(' ');
/** HTML elements that authors use in addition to Markdown. */
const MORE_TAGS =
  'b i u del ins sub sup kbd mark small abbr dl dt dd details summary figure figcaption section article div span caption'.split(
    ' ',
  );
const LANGUAGE = /^language-[\w+#-]+$/;

/** Loaded on first use: both libraries take 30 MB of memory. */
async function load() {
  const [{ default: MarkdownIt }, { default: sanitizeHtml }] = await Promise.all([
    import('markdown-it'),
    import('sanitize-html'),
  ]);
  return {
    markdown: new MarkdownIt({ html: false, linkify: true }),
    markdownWithHtml: new MarkdownIt({ html: true, linkify: true }),
    sanitizeHtml,
  };
}
let libraries: ReturnType<typeof load> | undefined;

/**
 * Renders Markdown (CommonMark, tables, strikethrough, bare links) as safe HTML. Raw HTML is not parsed, and the result is
 * sanitized.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const { markdown, sanitizeHtml } = await (libraries ??= load());
  return sanitizeHtml(markdown.render(text), optionsOf(sanitizeHtml, TAGS));
}

/** Renders Markdown with raw HTML, or HTML, as safe HTML. Headings keep their ids for links. */
export async function renderArticle(text: string, type: 'markdown' | 'html'): Promise<string> {
  const { markdownWithHtml, sanitizeHtml } = await (libraries ??= load());
  const html = type === 'markdown' ? markdownWithHtml.render(text) : text;
  return sanitizeHtml(html, {
    ...optionsOf(sanitizeHtml, [...TAGS, ...MORE_TAGS]),
    nonTextTags: ['head', 'script', 'style', 'textarea', 'option', 'noscript', 'template'],
  });
}

const optionsOf = (sanitizeHtml: typeof import('sanitize-html'), allowedTags: string[]): IOptions => ({
  allowedTags,
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
    code: ['class'],
    ol: ['start'],
    th: ['style'],
    td: ['style'],
    ...(allowedTags !== TAGS && Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, ['id']]))),
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  allowedClasses: { code: [LANGUAGE] },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right)$/] } },
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    // Images without a description are decorative.
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' } }),
  },
});
