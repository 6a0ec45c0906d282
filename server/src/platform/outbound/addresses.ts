import { lookup, type LookupAddress, type LookupOptions, promises } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

// All global IPv6 unicast addresses (RFC 4291, 2.4). ipaddr.js recognizes the special ranges within it.
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Azure's platform address with its DNS and metadata services: in a public range, but special to machines in that cloud. */
const PLATFORMS = [ipaddr.parseCIDR('168.63.129.16/32')];

/** Length of the prefix ::ffff:0:0 of IPv4-mapped addresses. */
const MAPPED_BITS = 96;

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses a comma-separated list of addresses and networks. An IPv4-mapped network becomes the mapped IPv4 network.
 * @throws {Error} with the invalid entry; short and octal spellings of IPv4 are rejected because they are ambiguous
 */
export const parseNetworks = (list: string): Network[] => list.split(',').map((text) => parseNetwork(text.trim()));

/** Parses an address or a network. @throws {Error} as `parseNetworks` */
export function parseNetwork(network: string): Network {
  const [, host = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const parsed = parseAddress(host);
  const bits = parsed?.kind() === 'ipv4' ? 32 : 128;
  const length = Number(prefix ?? bits);
  if (!parsed || length > bits)
    throw new Error(
      `must be a list of addresses and networks such as 203.0.113.7 or 2001:db8::/32, and ${JSON.stringify(network)} is neither`,
    );
  if (parsed.kind() === 'ipv4' || !(parsed as ipaddr.IPv6).isIPv4MappedAddress()) return [parsed, length];
  if (length < MAPPED_BITS)
    throw new Error(
      `must not shorten the prefix of an IPv4-mapped network below ${MAPPED_BITS}: write ${JSON.stringify(network)} as an IPv4 network`,
    );
  return [(parsed as ipaddr.IPv6).toIPv4Address(), length - MAPPED_BITS];
}

/**
 * Returns a canonical address, or undefined for other text. ipaddr.js accepts short spellings of IPv4 (10.1), and reads ::10.0.0.1
 * as ::ffff:10.0.0.1, whereas URLs write IPv6 groups in hexadecimal.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  const [address = ''] = text.split('%');
  return ipaddr.parse(version === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1));
}

/** Returns the IPv4 address of an IPv4-mapped address, and other addresses unchanged. */
export const unmap = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
    ? (address as ipaddr.IPv6).toIPv4Address()
    : address;

/** Rules for targets of requests. */
export interface AllowedAddresses {
  /** Allows private networks and this machine. */
  allowPrivate: boolean;
  /** Denied networks, public or private. */
  denied: Network[];
}

/** Returns the rules of the configuration. */
export const parseAllowedAddresses = ({
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: allowPrivate,
  EARSHOT_WEBHOOK_DENY: denied = [],
}: {
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: boolean;
  EARSHOT_WEBHOOK_DENY?: Network[];
}): AllowedAddresses => ({ allowPrivate, denied });

/**
 * Returns whether an address is public: not private, loopback, link-local (which includes cloud metadata services), or otherwise
 * special.
 */
export function isPublicAddress(address: string): boolean {
  const complete = parseAddress(address);
  if (!complete) return false;
  const parsed = unmap(complete);
  if (parsed.range() !== 'unicast' || isWithin(parsed, PLATFORMS)) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** @throws {RefusedAddressError} */
function checkAddress(host: string, address: string, { allowPrivate, denied }: AllowedAddresses): void {
  if (!allowPrivate && !isPublicAddress(address))
    throw new RefusedAddressError(
      `${host} is not a public address: requests are not sent into private networks (EARSHOT_WEBHOOK_ALLOW_PRIVATE allows it)`,
    );
  const parsed = parseAddress(address);
  if (parsed && listForms(parsed).some((form) => isWithin(form, denied)))
    throw new RefusedAddressError(`${host} is in a network that EARSHOT_WEBHOOK_DENY excludes`);
}

/** Checks the host of a URL that is an address: sockets do no lookup for it. @throws {RefusedAddressError} */
export const checkHost = (host: string, allowed: AllowedAddresses): void => {
  if (isIP(host)) checkAddress(host, host, allowed);
};

/**
 * IPv6 networks whose addresses embed an IPv4 address that a gateway forwards to, with the byte positions of that address. Prefixes
 * in the local-use network of NAT64 may have any length of RFC 6052, 2.2, which skips byte 8.
 */
const EMBEDDINGS: { network: Network; bytes: number[][] }[] = [
  { network: parseNetwork('64:ff9b::/96'), bytes: [[12, 13, 14, 15]] },
  {
    network: parseNetwork('64:ff9b:1::/48'),
    bytes: [
      [6, 7, 9, 10],
      [7, 9, 10, 11],
      [9, 10, 11, 12],
      [12, 13, 14, 15],
    ],
  },
  { network: parseNetwork('2002::/16'), bytes: [[2, 3, 4, 5]] },
  // Deprecated IPv4-compatible addresses (RFC 4291, 2.5.5.1) and IPv4-translated addresses (RFC 2765).
  { network: parseNetwork('::/96'), bytes: [[12, 13, 14, 15]] },
  { network: parseNetwork('::ffff:0:0:0/96'), bytes: [[12, 13, 14, 15]] },
];
// Teredo (RFC 4380) inverts the bits of the client's address.
const TEREDO = parseNetwork('2001::/32');

/** Returns an address as written, without its mapping, and each embedded IPv4 address. */
function listForms(address: ipaddr.IPv4 | ipaddr.IPv6): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const all = address.toByteArray();
  const embedded = EMBEDDINGS.filter(({ network }) => isWithin(address, [network])).flatMap(({ bytes }) =>
    bytes.map((positions) => positions.map((position) => all[position] ?? 0)),
  );
  if (isWithin(address, [TEREDO]))
    embedded.push(
      all.slice(4, 8),
      all.slice(12).map((byte) => byte ^ 0xff),
    );
  return [address, unmap(address), ...embedded.map((bytes) => ipaddr.fromByteArray(bytes))];
}

/** Returns whether an address is in one of the networks. */
export const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: Network[]): boolean =>
  networks.some((network) => network[0].kind() === address.kind() && address.match(network));

export class RefusedAddressError extends Error {}

type Resolve = (host: string, options: { all: true }, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/**
 * A `lookup` function for sockets that returns allowed addresses only. The socket connects to the checked address without another
 * lookup.
 */
export function createCheckedLookup(allowed: AllowedAddresses, resolve: Resolve = lookup) {
  return (
    host: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        done(error ?? new Error(`${host} has no address`), '');
        return;
      }
      try {
        for (const { address } of addresses) checkAddress(host, address, allowed);
      } catch (refusal) {
        done(refusal as Error, '');
        return;
      }
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Time limit of a lookup when a URL is saved. */
const RESOLVE_MS = 2_000;

/**
 * Checks a URL that is saved for later requests, which check the address again. `http` is for targets without a public address, unless
 * `allowHttp` is set. Hosts that cannot be resolved within two seconds may become valid later.
 * @throws {RefusedAddressError}
 */
export async function checkTarget(
  url: string,
  { allowHttp, resolve = resolveAll, ...allowed }: AllowedAddresses & { allowHttp: boolean; resolve?: typeof resolveAll },
): Promise<void> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await resolve(host);
  for (const address of addresses) checkAddress(host, address, allowed);
  const isPrivate = addresses.length ? !addresses.some(isPublicAddress) : allowed.allowPrivate;
  if (protocol !== 'https:' && !isPrivate && !allowHttp)
    throw new RefusedAddressError('https is required, except for private addresses and in test projects');
}

/** Returns the addresses of a host; none when they cannot be found in time. */
async function resolveAll(host: string): Promise<string[]> {
  const found = promises.lookup(host, { all: true }).catch(() => []);
  const addresses = await Promise.race([found, sleep<LookupAddress[]>(RESOLVE_MS, [], { ref: false })]);
  return addresses.map(({ address }) => address);
}
