import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config/config.ts';
import { parseAddress, unmap } from '../outbound/addresses.ts';

/** Prefix of an IPv4 address on a socket that accepts both kinds of addresses. */
const MAPPED = '::ffff:';

/**
 * Returns one form for all notations of an IP address: with a port, in brackets or quotes, with a zone, or IPv4-mapped, as proxies write
 * them in `X-Forwarded-For` (and RFC 7239, 6). Returns undefined for other text, such as `unknown` or `_hidden`.
 */
export function readAddress(text: string): string | undefined {
  // Nearly all addresses. Parsing them takes 4 % of the main thread's time for an event.
  const mapped = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  if (isIPv4(mapped)) return mapped;
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare;
  const parsed = parseAddress(host);
  return parsed && unmap(parsed).toString();
}

/**
 * Returns the address of the client of a request, in one form for all notations. If a trusted proxy names something else, that is the
 * address of the connection. Everything that identifies or limits clients by address must use this function.
 */
export const clientAddress = ({ ip, socket }: FastifyRequest): string =>
  readAddress(ip) ?? readAddress(socket.remoteAddress ?? '') ?? '';

/** Returns whether the trusted proxies of a request name its client by an address, and not by a text such as `unknown`. */
export const namesClient = ({ ip }: FastifyRequest): boolean => readAddress(ip) !== undefined;

/** Returns the rule by which Fastify trusts proxies: a number of proxies, or their addresses and networks in any notation. */
export function createProxyTrust(setting: Config['EARSHOT_TRUST_PROXY']) {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address: string, hop: number) => hop < setting;
  const isTrusted = proxyAddr.compile(setting);
  return (address: string, hop: number) => isTrusted(readAddress(address) ?? address, hop);
}

/** Returns the /64 prefix of an IPv6 address, which belongs to one subscriber, or the prefix of an IPv4 address, by default all of it. */
export function toNetwork(address: string, { ipv4Bits = 32 }: { ipv4Bits?: 24 | 32 } = {}): string {
  const parsed = parseAddress(address);
  if (parsed?.kind() !== 'ipv6') return ipv4Bits === 32 ? address : address.replace(/\.\d+$/, '.0/24');
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}
