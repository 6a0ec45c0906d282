import { truncate } from '@earshot/contract/shared/text';
import { memoize } from '../../../platform/async/memoize.ts';
import { CLICK_IDS, type ClickId } from './sources/click-ids.ts';

/** Parameters that identify a click or an email, and thereby a person, according to the documentation of the services that add them. */
const TRACKING_PARAMETERS = new Set([
  ...CLICK_IDS.keys(),
  ...`_ga _gl _openstat __hssc __hstc __hsfp hsctatracking wickedid s_cid _kx trk_contact`.split(' '),
]);

export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type Utm = Partial<Record<(typeof UTM)[number], string>>;

export interface PageUrl {
  /** In lower case, without `www.`; empty for a path. */
  hostname: string;
  path: string;
  /** Query without tracking and campaign parameters, and without the question mark. */
  query: string;
  utm: Utm;
  /** Value of `ref` or `source`, which some sites add to links. It is a source only if it names a known one. */
  ref?: string | undefined;
  /** Facts of the click id; its value is not kept. */
  clickId?: ClickId | undefined;
}

export const NO_PAGE: PageUrl = { hostname: '', path: '', query: '', utm: {} };

/** Parses an http(s) URL or a path. Returns null for other texts. */
export const parsePage = memoize((text: string): PageUrl | null => {
  const isPath = text.startsWith('/') && !text.startsWith('//');
  // The base is for paths, and for URLs without a scheme: `//example.com/`.
  const url = URL.parse(text, text.startsWith('/') ? 'http://path.invalid' : undefined);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  const utm: Utm = {};
  const names = new Set(url.searchParams.keys());
  const values = new Map([...url.searchParams].map(([name, value]) => [normalizeName(name), truncate(value.trim(), 200)]));
  for (const name of UTM) utm[name] = values.get(name) || undefined;
  const clickId = names.size ? findClickId([...names]) : undefined;
  for (const name of names)
    if (TRACKING_PARAMETERS.has(name.toLowerCase()) || normalizeName(name).startsWith('utm_')) url.searchParams.delete(name);
  return {
    hostname: isPath ? '' : toHostname(url),
    path: normalizePath(url.pathname),
    query: url.searchParams.toString(),
    utm,
    ref: values.get('ref') || values.get('source') || undefined,
    clickId,
  };
});

/** Returns the name of a parameter as written by most: in lower case, and without the rest of an `&` that was escaped for HTML twice. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/^amp;/, '');

function findClickId(parameters: string[]): ClickId | undefined {
  const lower = new Set(parameters.map((name) => name.toLowerCase()));
  for (const [name, clickId] of CLICK_IDS) if (lower.has(name)) return clickId;
  return undefined;
}

export const toHostname = (url: URL) => url.hostname.replace(/^www\./, '').replace(/\.$/, '');

/**
 * Returns the stored form of a path: `/caf%C3%A9/` and `/caf%c3%a9` are `/café`. Trailing slashes are removed. Reserved characters stay
 * escaped (RFC 3986, 2.2), with escapes in upper case. The stored form of a stored path is the path itself, so that a value of a report
 * can be used as a filter.
 */
function normalizePath(pathname: string): string {
  const path = decodeEscapes(pathname);
  // A regular expression for the slashes takes quadratic time for slashes elsewhere.
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Decodes the percent-encoded characters of a path that are not reserved. */
function decodeEscapes(text: string): string {
  return (
    text
      .replaceAll(/%(?![\da-f]{2})/gi, '%25')
      .replaceAll(/(?:%[\da-f]{2})+/gi, decodeRun)
      // A percent sign stays escaped if it would form an escape with the next two characters.
      .replaceAll(/%25(?![\dA-Fa-f]{2})/g, '%')
  );
}

function decodeRun(escapes: string): string {
  const upper = escapes.toUpperCase();
  try {
    // Control characters and backslashes stay escaped: URL parsers would remove or replace them.
    return decodeURI(upper.replaceAll('%25', '%2525')).replaceAll(/[\p{Cc}\\]/gu, encodeURIComponent);
  } catch {
    return upper;
  }
}

/** Returns the stored form of a path or of the path of a full URL. `*` is a wildcard and not escaped. Other texts are returned unchanged. */
export const normalizePagePath = memoize((text: string): string => {
  if (/^https?:\/\//i.test(text)) return normalizePath(URL.parse(text)?.pathname ?? text);
  // URL parsers remove trailing spaces, which stored paths may contain.
  const spaced = text.replaceAll(' ', '%20');
  if (text.startsWith('*')) return normalizePath(URL.parse(`http://path.invalid/${spaced}`)?.pathname.slice(1) ?? text);
  if (text.startsWith('/')) return normalizePath(URL.parse(`http://path.invalid${spaced}`)?.pathname ?? text);
  return text;
});

/**
 * Expands a pattern with wildcards (`*`) to patterns for stored paths. A stored path represents the path with and without a trailing
 * slash: therefore `/docs/*` includes `/docs`.
 */
export const expandPagePattern = memoize((pattern: string): string[] => {
  const normalized = normalizePagePath(pattern).replaceAll(/\*+/g, '*');
  const [parent] = /^.*[^*/](?=\/\*$)/.exec(normalized) ?? [];
  return parent === undefined ? [normalized] : [normalized, parent];
});

/** Returns the stored form of a part of a path. */
export const normalizePathPart = memoize((text: string) =>
  /^https?:\/\//i.test(text) ? normalizePagePath(text) : decodeEscapes(text),
);

/** Returns the stored form of a host or of the host of a full URL. `*` is a wildcard. */
export const normalizeHost = memoize((text: string): string => {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  return url ? toHostname(url) : text.toLowerCase().replace(/^www\./, '');
});

/** Returns whether a text matches a pattern in which `*` matches any characters. Case-sensitive. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let position = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** Returns whether a host, as stored, matches a host or URL in which `*` matches any characters. */
export const matchesHost = (pattern: string, hostname: string): boolean => matchesPattern(normalizeHost(pattern), hostname);
