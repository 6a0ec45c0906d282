import type { FastifyRequest } from 'fastify';
import { clientAddress } from './address.ts';
import { readUserAgent } from './devices.ts';
import type { Geolocation } from './geolocation.ts';

/** Returns browser, system and country of the client of a request, for the list of sessions. Null for what is unknown. */
export function describeClient(request: FastifyRequest, geolocation: Geolocation) {
  const { browser, os } = readUserAgent(request.headers['user-agent'] ?? '');
  return { browser: browser || null, os: os || null, country: locateCountry(request, geolocation) };
}

/** Returns the country of a request as ISO 3166-1 code, or null. */
export const locateCountry = (request: FastifyRequest, geolocation: Geolocation): string | null =>
  geolocation.locate(clientAddress(request), request.headers).country || null;
