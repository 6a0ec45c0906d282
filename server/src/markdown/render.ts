const TAGS = 'h1 h2 h3 h4 h5 h6 p blockquote ul ol li hr br pre code strong em s a img table thead tbody tr th td'.split(' ');
const LANGUAGE = /^language-[\w+#-]+$/;

/** Read when somebody first writes Markdown: the two take 30 MB of memory. */
async function load() {
  const [{ default: MarkdownIt }, { default: sanitizeHtml }] = await Promise.all([
    import('markdown-it'),
    import('sanitize-html'),
  ]);
  return { markdown: new MarkdownIt({ html: false, linkify: true }), sanitizeHtml };
}
let libraries: ReturnType<typeof load> | undefined;

/** HTML of Markdown (CommonMark, tables, strikethrough, bare links), safe to put in a page: what could run was never let in, and is taken out. */
export async function renderMarkdown(text: string): Promise<string> {
  const { markdown, sanitizeHtml } = await (libraries ??= load());
  return sanitizeHtml(markdown.render(text), {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'loading'],
      code: ['class'],
      ol: ['start'],
      th: ['style'],
      td: ['style'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    allowedClasses: { code: [LANGUAGE] },
    allowedStyles: { '*': { 'text-align': [/^(left|center|right)$/] } },
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
      img: sanitizeHtml.simpleTransform('img', { loading: 'lazy' }),
    },
  });
}
