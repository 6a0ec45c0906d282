import { isIP } from 'node:net';

/**
 * Returns the host name of a `Host` header as DNS compares names: lower case, without the port and the root's trailing dot.
 * `X-Forwarded-Host` is never read: it may come from the client, so a proxy has to pass `Host` on.
 */
export const parseHost = (header: string | undefined): string =>
  (header ?? '').replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();

/**
 * Returns a function that tells whether a host belongs to the instance itself: the host of its public URL, the one that it listens
 * on, an IP address, or a loopback name (RFC 6761, 6.3). No project may have one of them as its domain.
 */
export function createOwnHosts({ publicUrl, listenHost }: { publicUrl: string | undefined; listenHost: string }) {
  const publicHost = publicUrl === undefined ? undefined : parseHost(new URL(publicUrl).host);
  const own = new Set([publicHost, listenHost.toLowerCase()]);
  return {
    /** Whether a host is the public URL's, as a name that others can reach. */
    isPublic: (host: string): boolean => host === publicHost && !isLocal(host),
    isOwn: (host: string): boolean => own.has(host) || isLocal(host),
  };
}

const isLocal = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;

export type OwnHosts = ReturnType<typeof createOwnHosts>;
