const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Returns whether a URL's host always refers to this machine. */
export const isLoopbackHost = (hostname: string) => LOOPBACK.has(hostname);

/**
 * Validates the URL that receives the one-time code: a page of this instance, or a program on the user's machine (RFC 8252, 7.3:
 * any port). Other URLs would leak codes.
 * @returns the absolute URL, or undefined when it is not allowed
 */
export function parseReturnTo(text: string, publicUrl: string): URL | undefined {
  const { origin } = new URL(publicUrl);
  // URL parsers remove control characters and treat backslashes as slashes, so browsers may interpret such URLs differently.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !/^(?:\/(?!\/)|https?:\/\/)/i.test(text) || !URL.canParse(text, origin))
    return undefined;
  const url = new URL(text, origin);
  if (url.username || url.password || url.hash) return undefined;
  const isOurs = url.origin === origin;
  return isOurs || (url.protocol === 'http:' && isLoopbackHost(url.hostname)) ? url : undefined;
}

/**
 * Returns the same path at the public URL when the browser uses another loopback name of this machine. Storage of `localhost` is
 * not available on `127.0.0.1`, which the provider redirects to.
 */
export function canonicalUrl(publicUrl: string, host: string | undefined, path: string): string | undefined {
  const canonical = new URL(publicUrl);
  if (!host || !URL.canParse(`${canonical.protocol}//${host}`)) return undefined;
  const requested = new URL(`${canonical.protocol}//${host}`);
  const isSameMachine =
    isLoopbackHost(canonical.hostname) && isLoopbackHost(requested.hostname) && canonical.port === requested.port;
  return isSameMachine && canonical.hostname !== requested.hostname ? canonical.origin + path : undefined;
}
