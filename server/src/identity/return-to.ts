const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a URL's host is this machine, whatever name servers say. */
export const isLoopbackHost = (hostname: string) => LOOPBACK.has(hostname);

/**
 * Where a sign-in may send the browser with its one-time code: a page of this instance, or a program on the person's own machine
 * (RFC 8252, 7.3: any port). Everything else would hand codes to strangers.
 * @returns the absolute URL, or undefined when it is not allowed
 */
export function parseReturnTo(text: string, publicUrl: string): URL | undefined {
  const { origin } = new URL(publicUrl);
  // Parsers drop control characters and take a backslash for a slash: what a check reads is then not what a browser follows.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !/^(?:\/(?!\/)|https?:\/\/)/i.test(text) || !URL.canParse(text, origin))
    return undefined;
  const url = new URL(text, origin);
  if (url.username || url.password || url.hash) return undefined;
  const isOurs = url.origin === origin;
  return isOurs || (url.protocol === 'http:' && isLoopbackHost(url.hostname)) ? url : undefined;
}

/**
 * The same path under the public URL, when the browser calls this machine by another of its names: what a page on `localhost` keeps
 * is not seen on `127.0.0.1`, where the provider sends the browser back.
 */
export function canonicalUrl(publicUrl: string, host: string | undefined, path: string): string | undefined {
  const wanted = new URL(publicUrl);
  if (!host || !URL.canParse(`${wanted.protocol}//${host}`)) return undefined;
  const asked = new URL(`${wanted.protocol}//${host}`);
  const isSameMachine = isLoopbackHost(wanted.hostname) && isLoopbackHost(asked.hostname) && wanted.port === asked.port;
  return isSameMachine && wanted.hostname !== asked.hostname ? wanted.origin + path : undefined;
}
