import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { readUserAgent } from './devices.ts';
import type { Geolocation } from './geolocation.ts';

/** Returns one form for all notations of an IP address, so that they identify the same visitor. Other texts are returned unchanged. */
export function normalizeAddress(text: string): string {
  if (isIPv4(text) || !isIPv6(text)) return text;
  return ipaddr.process(text).toString();
}

/** Returns browser, system and country of the client of a request, for the list of sessions. Null for what is unknown. */
export function describeClient({ headers, ip }: FastifyRequest, geolocation: Geolocation) {
  const { browser, os } = readUserAgent(headers['user-agent'] ?? '');
  const { country } = geolocation.locate(normalizeAddress(ip), headers);
  return { browser: browser || null, os: os || null, country: country || null };
}
