/** Elements with the content of a page, best first. */
const CONTENT_ELEMENTS = ['article', 'main', 'body'] as const;
/** Elements around the content of a page, and those that are not displayed. */
const OTHER_ELEMENTS = new Set(['nav', 'footer', 'aside', 'script', 'style', 'noscript', 'form', 'template']);

interface Range {
  start: number;
  end: number;
}

/**
 * Returns the title of an HTML page and its content: its only article, its main part or its body, without navigation and scripts. Does not
 * build a tree, whose depth would be limited by the stack.
 */
export async function readPage(html: string): Promise<{ title?: string; body: string }> {
  const { Parser } = await import('htmlparser2');
  const contents: Record<string, Range[]> = {};
  const others: Range[] = [];
  const depths: Record<string, number> = {};
  const starts: Record<string, number> = {};
  let title = '';
  let inTitle = false;
  const parser = new Parser({
    onopentag: (name) => {
      inTitle ||= name === 'title' && !title;
      const key = OTHER_ELEMENTS.has(name) ? 'other' : name;
      depths[key] = (depths[key] ?? 0) + 1;
      if (depths[key] === 1) starts[key] = key === 'other' ? parser.startIndex : parser.endIndex + 1;
    },
    ontext: (text) => {
      if (inTitle) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') inTitle = false;
      const isOther = OTHER_ELEMENTS.has(name);
      const key = isOther ? 'other' : name;
      depths[key] = (depths[key] ?? 1) - 1;
      if (depths[key] > 0) return;
      const range = { start: starts[key] ?? 0, end: isOther ? parser.endIndex + 1 : parser.startIndex };
      if (isOther) others.push(range);
      else if ((CONTENT_ELEMENTS as readonly string[]).includes(name)) (contents[name] ??= []).push(range);
    },
  });
  parser.write(html);
  parser.end();
  const { article = [], main = [], body = [] } = contents;
  const { start, end } = (article.length === 1 ? article[0] : undefined) ?? main[0] ?? body[0] ?? { start: 0, end: html.length };
  let content = '';
  let position = start;
  for (const other of others) {
    if (other.end <= position || other.start >= end) continue;
    content += html.slice(position, Math.max(position, other.start));
    position = Math.min(other.end, end);
  }
  content = (content + html.slice(position, end)).trim();
  const named = title.replaceAll(/\s+/g, ' ').trim();
  // Otherwise, the title is the heading.
  return { ...(named && !/<h1\b/i.test(content) && { title: named }), body: content };
}
