import { isLoopbackHost } from '../return-to.ts';

/** Schemes of well-known apps, which are no domain names. */
const APP_SCHEMES = new Set(
  'claude cursor goose jetbrains raycast vscode vscode-insiders vscodium warp windsurf zed'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

/** Private-use schemes that begin with a domain name of the app in reverse order, such as `com.example.app` (RFC 8252, 7.1). */
const DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/**
 * Returns whether an app may register a redirect URI: a website with HTTPS, a program on a loopback address, or a private-use scheme
 * (RFC 8252, 7). Other schemes are refused, because browsers and operating systems run, display or send what some of them contain, and
 * add new ones. Fragments would hide the parameters of the response, and user information would disguise the host.
 */
export function isAllowedRedirectUri(text: string): boolean {
  // URL parsers remove control characters and treat backslashes as slashes, so browsers may interpret such URLs differently.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\#]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return isLoopbackHost(hostname);
  return APP_SCHEMES.has(protocol) || DOMAIN_SCHEME.test(protocol);
}

/**
 * Returns whether a requested redirect URI is a registered one. They must be identical, except for the port of a loopback address,
 * which the operating system chooses for each request (RFC 8252, 7.3).
 */
export function isRegisteredRedirectUri(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  const anyPort = withoutLoopbackPort(requested);
  return anyPort !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === anyPort);
}

function withoutLoopbackPort(text: string): string | undefined {
  if (!isAllowedRedirectUri(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
}

/** Returns the host of a website, or null for a program on the user's machine. */
export function hostOfRedirectUri(text: string): string | null {
  const { protocol, host, hostname } = new URL(text);
  return protocol === 'https:' && !isLoopbackHost(hostname) ? host : null;
}

/** Returns whether a redirect URI leads to a program that listens on a loopback address. */
export const isLoopbackRedirectUri = (text: string): boolean => isLoopbackHost(new URL(text).hostname);

/** Adds the parameters of an authorization response to a redirect URI, whose query is kept as it is. */
export function withParameters(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const defined = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(defined).toString()}`;
}
