import { createHmac } from 'node:crypto';
import { toNetwork } from './address.ts';

/** Networks of anonymous people: the smallest IPv4 network on the internet, because one owner has all of its addresses. */
const IPV4_BITS = 24;

/** Returns the current day (UTC), as in `2026-05-01`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Returns the day, and a keyed hash of the network of an address. The hash is different for each topic and day, so that hashes do not show
 * which topics a network has in common.
 */
export function hashNetwork(secret: Buffer, topic: string, address: string): { day: string; network: Buffer } {
  const day = today();
  const network = toNetwork(address, { ipv4Bits: IPV4_BITS });
  return { day, network: createHmac('sha256', secret).update(`${day} ${topic} ${network}`).digest() };
}
