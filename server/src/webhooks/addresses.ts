import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// All of IPv6 that is given to anyone lies in here (RFC 4291, 2.4); what is special within it ipaddr.js knows.
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Public by its range, and special to the machines of a cloud: the platform of Azure, with its DNS and metadata. */
const PLATFORMS = [ipaddr.parseCIDR('168.63.129.16/32')];

export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Networks of a comma-separated list of addresses and networks. @throws when one of them is neither */
export const parseNetworks = (list: string): Network[] =>
  list.split(',').map((text) => {
    const network = text.trim();
    if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
    if (!ipaddr.isValid(network)) throw new Error('must be a list of addresses and networks');
    const address = ipaddr.process(network);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });

/** Where webhooks may be sent. */
export interface AllowedAddresses {
  /** Into private networks and to this machine too. */
  allowPrivate: boolean;
  /** Never to these, public or not. */
  denied: Network[];
}

/**
 * Whether an address is one of the public internet: not private, loopback, link-local (and so no cloud's metadata), or otherwise
 * special.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || isWithin(parsed, PLATFORMS)) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** @throws {RefusedAddress} */
function checkAddress(host: string, address: string, { allowPrivate, denied }: AllowedAddresses): void {
  if (!allowPrivate && !isPublicAddress(address))
    throw new RefusedAddress(
      `${host} is not a public address: webhooks are not sent into private networks (EARSHOT_WEBHOOK_ALLOW_PRIVATE allows it)`,
    );
  if (ipaddr.isValid(address) && formsOf(address).some((form) => isWithin(form, denied)))
    throw new RefusedAddress(`${host} is in a network that EARSHOT_WEBHOOK_DENY excludes from webhooks`);
}

/** @throws {RefusedAddress} for the host of a URL that is an address, of which a socket asks no lookup */
export const checkHost = (host: string, allowed: AllowedAddresses): void => {
  if (isIP(host)) checkAddress(host, host, allowed);
};

/** An address, and the IPv4 address that it leads to where it is one of NAT64 (RFC 6052) or 6to4 (RFC 3056). */
function formsOf(address: string): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const parsed = ipaddr.process(address);
  const at = { rfc6052: 12, '6to4': 2 }[parsed.range() as string];
  return at === undefined ? [parsed] : [parsed, ipaddr.fromByteArray(parsed.toByteArray().slice(at, at + 4))];
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: Network[]): boolean =>
  networks.some((network) => network[0].kind() === address.kind() && address.match(network));

export class RefusedAddress extends Error {}

type Resolve = (host: string, options: { all: true }, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/** A `lookup` for sockets that knows allowed addresses only. The socket connects to what was checked here: nothing is looked up again. */
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
