import { memoize } from '../../memoize.ts';
import { CLICK_IDS, type ClickId } from './sources/click-ids.ts';

// Names that say which click or mail somebody came by, and so who they are. From the documentation of the services that append them.
const TRACKING = new Set([
  ...CLICK_IDS.keys(),
  ...`_ga _gl _openstat __hssc __hstc __hsfp hsctatracking wickedid s_cid _kx trk_contact`.split(' '),
]);

export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type Utm = Partial<Record<(typeof UTM)[number], string>>;

export interface PageUrl {
  /** Lower-case, without `www.`; empty when the URL has none. */
  hostname: string;
  path: string;
  /** What is left of the query, without its question mark. */
  query: string;
  utm: Utm;
  /** The service that marked the click, without the mark. */
  clickId?: ClickId | undefined;
}

export const NO_PAGE: PageUrl = { hostname: '', path: '', query: '', utm: {} };

/** The page of a URL, or of a path; null when it is neither. */
export const parsePage = memoize((text: string): PageUrl | null => {
  const isPath = text.startsWith('/') && !text.startsWith('//');
  const url = URL.parse(text, isPath ? 'http://path.invalid' : undefined);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  const utm: Utm = {};
  for (const name of UTM) utm[name] = url.searchParams.get(name)?.trim().slice(0, 200) || undefined;
  const names = new Set(url.searchParams.keys());
  const clickId = names.size ? findClickId([...names]) : undefined;
  for (const name of names) if (TRACKING.has(name.toLowerCase()) || name.startsWith('utm_')) url.searchParams.delete(name);
  return {
    hostname: isPath ? '' : hostnameOf(url),
    path: normalizePath(url.pathname),
    query: url.searchParams.toString(),
    utm,
    clickId,
  };
});

function findClickId(parameters: string[]): ClickId | undefined {
  const lower = new Set(parameters.map((name) => name.toLowerCase()));
  for (const [name, clickId] of CLICK_IDS) if (lower.has(name)) return clickId;
  return undefined;
}

export const hostnameOf = (url: URL) => url.hostname.replace(/^www\./, '').replace(/\.$/, '');

/**
 * Returns the stored form of a path: `/caf%C3%A9/` and `/caf%c3%a9` are `/café`. Trailing slashes are removed. Reserved characters stay
 * escaped (RFC 3986, 2.2), with escapes in upper case. The stored form of a stored path is the path itself, so that a value of a report
 * can be used as a filter.
 */
function normalizePath(pathname: string): string {
  return decodeEscapes(pathname).replace(/(?<=.)\/+$/, '');
}

/** Decodes the percent-encoded characters of a path that have no meaning of their own. */
function decodeEscapes(text: string): string {
  return (
    text
      .replaceAll(/%(?![\da-f]{2})/gi, '%25')
      .replaceAll(/(?:%[\da-f]{2})+/gi, decodeRun)
      // A percent sign stays escaped where it would make an escape of the next two characters.
      .replaceAll(/%25(?![\dA-Fa-f]{2})/g, '%')
  );
}

function decodeRun(escapes: string): string {
  const upper = escapes.toUpperCase();
  try {
    // URL parsers remove control characters and read a backslash as a slash.
    return decodeURI(upper.replaceAll('%25', '%2525')).replaceAll(/[\p{Cc}\\]/gu, encodeURIComponent);
  } catch {
    return upper;
  }
}

/** Returns a path that somebody wrote, or the path of a full URL, in its stored form. `*` stays `*`; text that is neither stays as it is. */
export const normalizePagePath = memoize((text: string): string => {
  if (/^https?:\/\//i.test(text)) return normalizePath(URL.parse(text)?.pathname ?? text);
  // URL parsers remove spaces at the end; stored paths may have some.
  const spaced = text.replaceAll(' ', '%20');
  if (text.startsWith('*')) return normalizePath(URL.parse(`http://path.invalid/${spaced}`)?.pathname.slice(1) ?? text);
  if (text.startsWith('/')) return normalizePath(URL.parse(`http://path.invalid${spaced}`)?.pathname ?? text);
  return text;
});

/**
 * Returns the patterns that stored paths are compared with for a pattern that somebody wrote, in which `*` stands for anything. A stored
 * path stands for itself with and without a trailing slash: therefore `/docs/*` includes `/docs`.
 */
export const pagePatterns = memoize((pattern: string): string[] => {
  const normalized = normalizePagePath(pattern).replaceAll(/\*+/g, '*');
  const [parent] = /^.*[^*/](?=\/\*$)/.exec(normalized) ?? [];
  return parent === undefined ? [normalized] : [normalized, parent];
});

/** Returns part of a path, as somebody wrote it, the way it stands in stored paths. */
export const normalizePathPart = memoize((text: string) =>
  /^https?:\/\//i.test(text) ? normalizePagePath(text) : decodeEscapes(text),
);

/** Returns a host that somebody wrote, or the host of a full URL, in its stored form. `*` stays `*`. */
export const normalizeHost = memoize((text: string): string => {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  return url ? hostnameOf(url) : text.toLowerCase().replace(/^www\./, '');
});

/** Whether a text fits a pattern in which `*` stands for anything. Cases count. */
export function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let place = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, place);
    if (found < 0 || found + part.length > end) return false;
    place = found + part.length;
  }
  return true;
}
