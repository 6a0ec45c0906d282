import { unescapeHtml } from '../html/escape.ts';

const CODE = /<pre><code class="language-([\w+#-]+)">([\s\S]*?)<\/code><\/pre>/g;
/** UTF-16 units of code that are highlighted in a document, because each takes up to a microsecond. */
const MAX_LENGTH = 20_000;

/**
 * Highlights code blocks of sanitized HTML that name their language: tokens become `<span>` elements with the classes of highlight.js.
 * Code in unknown languages stays as it is.
 */
export async function highlightCode(html: string): Promise<string> {
  if (html.search(CODE) < 0) return html;
  // Loaded on first use: its 37 most common languages take 10 MB of memory.
  const { default: hljs } = await import('highlight.js/lib/common');
  let rest = MAX_LENGTH;
  return html.replaceAll(CODE, (block, language: string, escaped: string) => {
    const code = unescapeHtml(escaped);
    rest -= code.length;
    if (rest < 0 || !hljs.getLanguage(language)) return block;
    const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
    return `<pre><code class="language-${language}">${value}</code></pre>`;
  });
}
