import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

const markdown = new MarkdownIt({ html: false, linkify: true });

const TAGS = 'h1 h2 h3 h4 h5 h6 p blockquote ul ol li hr br pre code strong em s a img table thead tbody tr th td'.split(' ');
const LANGUAGE = /^language-[\w+#-]+$/;

/** HTML of Markdown (CommonMark, tables, strikethrough, bare links), safe to put in a page: what could run was never let in, and is taken out. */
export function renderMarkdown(text: string): string {
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
