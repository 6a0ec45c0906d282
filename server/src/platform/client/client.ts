import type { FastifyRequest } from 'fastify';
import { clientAddress } from './address.ts';
import { readUserAgent } from './devices.ts';
import type { Geolocation } from './geolocation.ts';

/** Returns browser, system and country of the client of a request, for the list of sessions. Null for what is unknown. */
export function describeClient(request: FastifyRequest, geolocation: Geolocation) {
  const { headers } = request;
  const { browser, os } = readUserAgent(headers['user-agent'] ?? '');
  const { country } = geolocation.locate(clientAddress(request), headers);
  return { browser: browser || null, os: os || null, country: country || null };
}
