import type { Env } from 'markdown-it';
import { type Flavor, parseMarkdown, getTokenizer } from './parse.ts';
import { serializeMarkdown } from './serialize.ts';

/** Why the rich text view would change a text. */
export type Loss = 'front-matter' | 'references' | 'other';

const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;
const INLINE = new Set(['a', 'em', 'strong', 's', 'code']);
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the meaning of rendered HTML in a form that can be compared: `<em><strong>` and `<strong><em>` are equal, and so are spaces and
 * line breaks outside of preformatted text.
 */
export function normalizeHtml(html: string): string {
  const marks: string[] = [];
  let preformatted = 0;
  const parts: string[] = [];
  for (const [token] of html.replaceAll('<p></p>', '').matchAll(/<[^>]*>|[^<]+/g)) {
    const [, slash, tag = ''] = /^<(\/?)([a-z0-9]+)/i.exec(token) ?? [];
    if (tag === 'pre') preformatted += slash ? -1 : 1;
    if (INLINE.has(tag) && !preformatted) {
      if (slash) marks.pop();
      else marks.push(token);
    } else if (tag || preformatted) parts.push(token);
    else {
      const of = marks.toSorted().join('');
      // A space has no emphasis.
      parts.push(...token.split(/\s+/).flatMap((word, at) => [...(at ? [' '] : []), ...(word ? [of + word] : [])]));
    }
  }
  return (
    parts
      .join('\0')
      .replaceAll(/(?:\0? \0?)+/g, ' ')
      // At the end of a block, a space may be within or after raw HTML.
      .replaceAll(/[ \0]+(?=<\/)/g, '')
      .replaceAll(/ ?(\0?<\/?(?:p|h\d|ul|ol|li|blockquote|div|section|table|thead|tbody|tr|th|td|pre|hr|br)[ >/]) ?/g, '$1')
      .trim()
  );
}

const findWords = (markdown: string) => new Set(markdown.toLowerCase().match(WORD) ?? []);

/** Returns why a text would change in meaning or lose words in the rich text view, or undefined when it would not. */
export function findLoss(markdown: string, flavor: Flavor): Loss | undefined {
  if (flavor === 'article' && FRONT_MATTER.test(markdown)) return 'front-matter';
  const md = getTokenizer(flavor);
  let result: string;
  try {
    result = serializeMarkdown(parseMarkdown(markdown, flavor));
  } catch {
    return 'other';
  }
  const env: Env = {};
  md.parse(markdown, env);
  const isEqual = normalizeHtml(md.render(markdown)) === normalizeHtml(md.render(result));
  // Words that readers don't see: comments, unused footnotes, names of references.
  if (isEqual && findWords(markdown).isSubsetOf(findWords(result))) return undefined;
  return Object.keys(env.references ?? {}).length ? 'references' : 'other';
}
