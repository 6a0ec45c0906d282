import type { Site } from '../../platform/html/site.ts';

/**
 * Returns the path at which a visitor continues after signing in: a page of the site, given by its path or its URL, or the page `fallback`.
 * Other targets would make sign-in links lead to foreign sites.
 */
export function parseReturnTo({ base, url }: Pick<Site, 'base' | 'url'>, text: string | undefined, fallback = ''): string {
  const given = text?.startsWith(`${url}/`) || text === url ? base + text.slice(url.length) || '/' : text;
  const home = `${base}${fallback}` || '/';
  // URL parsers remove control characters and treat backslashes as slashes, so browsers may interpret such paths differently.
  // oxlint-disable-next-line no-control-regex
  if (!given || /[\u0000-\u0020\u007f\\]/.test(given) || !/^\/(?!\/)/.test(given)) return home;
  const origin = 'http://site.invalid';
  if (!URL.canParse(given, origin)) return home;
  const { origin: target, pathname, search, hash } = new URL(given, origin);
  const isPage = !/^\/(?:\/|v1\/)/.test(pathname) && (pathname === base || pathname.startsWith(`${base}/`));
  return target === origin && isPage ? pathname + search + hash : home;
}
