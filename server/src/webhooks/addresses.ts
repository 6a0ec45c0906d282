import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';

// All of IPv6 that is given to anyone lies in here (RFC 4291, 2.4); what is special within it ipaddr.js knows.
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether an address is one of the public internet: not private, loopback, link-local (and so no cloud's metadata), or otherwise special. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

export class RefusedAddress extends Error {
  constructor(host: string) {
    super(
      `${host} is not a public address: webhooks are not sent into private networks (EARSHOT_WEBHOOK_ALLOW_PRIVATE allows it)`,
    );
  }
}

type Resolve = (host: string, options: { all: true }, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/** A `lookup` for sockets that knows public addresses only. The socket connects to what was checked here: nothing is looked up again. */
export function createPublicLookup(resolve: Resolve = lookup) {
  return (
    host: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new Error(`${host} has no address`), '');
      else if (!addresses.every(({ address }) => isPublicAddress(address))) done(new RefusedAddress(host), '');
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
