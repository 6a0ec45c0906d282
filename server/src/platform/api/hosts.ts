import { isIP } from 'node:net';

/**
 * Returns the host name of a `Host` header in canonical form: lower case, without port and trailing dot. `X-Forwarded-Host` is
 * ignored because clients can set it; proxies must forward `Host`.
 */
export const parseHost = (header: string | undefined): string =>
  (header ?? '').replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();

/**
 * Returns functions that recognize the hosts of the instance itself: the host of its public URL, the host that it listens on, IP
 * addresses, and loopback names (RFC 6761, 6.3). Projects cannot use them as custom domains.
 */
export function createOwnHosts({ publicUrl, listenHost }: { publicUrl: string | undefined; listenHost: string }) {
  const publicHost = publicUrl === undefined ? undefined : parseHost(new URL(publicUrl).host);
  const own = new Set([publicHost, listenHost.toLowerCase()]);
  return {
    /** Returns whether a host is the public URL's, as a name that other machines can resolve. */
    isPublic: (host: string): boolean => host === publicHost && !isLocal(host),
    isOwn: (host: string): boolean => own.has(host) || isLocal(host),
  };
}

const isLocal = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;

export type OwnHosts = ReturnType<typeof createOwnHosts>;
