import { unescapeHtml } from '../html/escape.ts';
import { loadParser } from './parser.ts';

/** Destinations of links, images and definitions in Markdown, in angle brackets or with balanced parentheses. */
const INLINE = /(?<=\]\([ \t]*)(?:<[^<>\n]*>|[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)/g;
const DEFINITION = /(?<=^ {0,3}\[[^\]\n]{1,999}\]:[ \t]*)(?:<[^<>\n]*>|\S+)/gm;
const ATTRIBUTE = /(?<=\s(href|src)\s*=\s*)(?:"[^"]*"|'[^']*')/gi;

/** A place of a text where a destination stands. */
interface Occurrence {
  start: number;
  end: number;
  /** Destination without escapes. */
  target: string;
  isImage: boolean;
}

/**
 * Replaces the destinations of links and images for which `replace` returns a URL, which must contain no spaces, quotes, brackets and
 * parentheses. Code is left out.
 */
export async function replaceDestinations(
  text: string,
  type: 'markdown' | 'html',
  replace: (target: string, isImage: boolean) => string | undefined,
): Promise<string> {
  const found = type === 'html' ? findAttributes(text) : await findInMarkdown(text);
  let result = '';
  let position = 0;
  for (const { start, end, target, isImage } of found.toSorted((a, b) => a.start - b.start)) {
    const url = start >= position ? replace(target, isImage) : undefined;
    if (url === undefined) continue;
    result += text.slice(position, start) + url;
    position = end;
  }
  return result + text.slice(position);
}

/** Leaves out what stands around a destination. */
function trim(text: string, start: number): Pick<Occurrence, 'start' | 'end'> & { raw: string } {
  const isEnclosed = /^["'<]/.test(text);
  const raw = isEnclosed ? text.slice(1, -1) : text;
  const from = start + (isEnclosed ? 1 : 0);
  return { raw, start: from, end: from + raw.length };
}

const findAttributes = (text: string): Occurrence[] =>
  Array.from(text.matchAll(ATTRIBUTE), ({ 0: quoted, 1: name = '', index }) => {
    const { raw, ...place } = trim(quoted, index);
    return { ...place, target: unescapeHtml(raw), isImage: name.toLowerCase() === 'src' };
  });

async function findInMarkdown(text: string): Promise<Occurrence[]> {
  const parser = await loadParser({ hasHtml: true });
  // The parser knows what is code, and not where a destination stands.
  const [links, images] = [new Set<string>(), new Set<string>()];
  let html = '';
  for (const token of parser.parse(text, {}).flatMap((block) => [block, ...(block.children ?? [])])) {
    if (token.type === 'link_open') links.add(String(token.attrGet('href')));
    if (token.type === 'image') images.add(String(token.attrGet('src')));
    if (token.type.startsWith('html_')) html += ` ${token.content}`;
  }
  const attributes = new Set(findAttributes(html).map(({ target }) => target));
  const inMarkdown = [...text.matchAll(INLINE), ...text.matchAll(DEFINITION)].flatMap(({ 0: given, index }): Occurrence[] => {
    const { raw, ...place } = trim(given, index);
    const target = parser.utils.unescapeAll(raw);
    const normalized = parser.normalizeLink(target);
    const isImage = images.has(normalized);
    return isImage || links.has(normalized) ? [{ ...place, target, isImage }] : [];
  });
  return [...inMarkdown, ...findAttributes(text).filter(({ target }) => attributes.has(target))];
}
