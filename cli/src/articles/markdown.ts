import { parse, postprocess, preprocess } from 'micromark';
import { decodeString } from 'micromark-util-decode-string';

/** The destination of a link or an image in Markdown, or in HTML within Markdown. */
export interface Destination {
  /** Destination without escapes and character references. */
  target: string;
  /** UTF-16 offsets of the destination in the text. */
  start: number;
  end: number;
  /** Line in the text, from 1. */
  line: number;
  isHtml: boolean;
}

export interface ParsedMarkdown {
  destinations: Destination[];
  /** Text of the first heading of level 1, otherwise of the first heading. */
  title?: string;
}

interface Heading {
  level: number;
  text: string;
}

const DESTINATIONS = new Set<string>(['resourceDestinationString', 'definitionDestinationString']);
const TEXTS = new Set<string>(['data', 'codeTextData', 'characterEscapeValue', 'characterReference', 'autolinkProtocol']);
/** Tokens whose text is not displayed. */
const HIDDEN = new Set<string>(['resource', 'reference']);
const TAG = /<(?:a|img)\b[^>]*>/gi;
const ATTRIBUTE = /(?<=\s(?:href|src)\s*=\s*)(?:"[^"]*"|'[^']*')/gi;

/** Finds links, images and the title of a text in Markdown. Code is left out. */
export function parseMarkdown(text: string): ParsedMarkdown {
  const events = postprocess(
    parse()
      .document()
      .write(preprocess()(text, undefined, true)),
  );
  const destinations: Destination[] = [];
  const headings: Heading[] = [];
  let heading: Heading | undefined;
  let hidden = 0;
  for (const [kind, { type, start, end }] of events) {
    const source = () => text.slice(start.offset, end.offset);
    if (HIDDEN.has(type)) hidden += kind === 'enter' ? 1 : -1;
    if (type === 'atxHeading' || type === 'setextHeading') {
      if (kind === 'enter') heading = { level: 2, text: '' };
      else if (heading) headings.push(heading);
      if (kind === 'exit') heading = undefined;
    }
    if (kind !== 'enter') continue;
    if (DESTINATIONS.has(type))
      destinations.push({
        target: decodeString(source()),
        start: start.offset,
        end: end.offset,
        line: start.line,
        isHtml: false,
      });
    if (type === 'htmlText' || type === 'htmlFlow')
      destinations.push(...findInHtml(source()).map((found) => move(found, start.offset, start.line)));
    if (!heading) continue;
    if (type === 'atxHeadingSequence' && !heading.text) heading.level = end.offset - start.offset;
    if (type === 'setextHeadingLineSequence') heading.level = source().startsWith('=') ? 1 : 2;
    if (type === 'lineEnding') heading.text += ' ';
    if (TEXTS.has(type) && !hidden) heading.text += type === 'characterReference' ? decodeString(source()) : source();
  }
  const texts = headings.map(({ level, text: title }) => ({ level, title: title.trim() })).filter(({ title }) => title);
  return { destinations, title: (texts.find(({ level }) => level === 1) ?? texts[0])?.title };
}

function findInHtml(html: string): Destination[] {
  if (html.startsWith('<!--')) return [];
  return Array.from(html.matchAll(TAG)).flatMap((tag) =>
    Array.from(tag[0].matchAll(ATTRIBUTE)).map((value) => {
      const start = tag.index + value.index + 1;
      const quoted = value[0].slice(1, -1);
      const line = html.slice(0, start).split('\n').length;
      return { target: decodeString(quoted), start, end: start + quoted.length, line, isHtml: true };
    }),
  );
}

const move = (found: Destination, offset: number, line: number): Destination => ({
  ...found,
  start: found.start + offset,
  end: found.end + offset,
  line: found.line + line - 1,
});

/** Replaces destinations for which `replace` returns a URL. */
export function replaceDestinations(
  text: string,
  destinations: Destination[],
  replace: (destination: Destination) => string | undefined,
): string {
  let result = '';
  let position = 0;
  for (const destination of destinations) {
    const url = replace(destination);
    if (url === undefined) continue;
    result += text.slice(position, destination.start) + (destination.isHtml ? escapeAttribute(url) : escapeUrl(url));
    position = destination.end;
  }
  return result + text.slice(position);
}

const escapeUrl = (url: string) => url.replaceAll(/[\\&()<>]/g, String.raw`\$&`).replaceAll(' ', '%20');
const escapeAttribute = (url: string) =>
  url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');
