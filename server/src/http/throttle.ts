import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

// A minute of one client address on one project. An office of a hundred people behind one address stays far below.
const WINDOW_MS = 60_000;
const READS = 6_000;
const WRITES = 1_200;

/** A limit that all routes with this allowance share, in place of the one of reads or writes. */
interface Allowance {
  name: string;
  max: number;
  /** Whatever project a request names. */
  isOfAddressAlone?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    allowance?: Allowance;
  }
}

const allow = (allowance: Allowance) => ({ allowance });

/** Events come by the dozen for each page; a server may send those of all its visitors from one address. */
export const FREQUENT = allow({ name: 'frequent', max: 60_000 });

/** Imports of history by the batch. At 500 events each, more than a machine counts at the side of what happens now. */
export const IMPORTING = allow({ name: 'importing', max: 600 });

/** A read that is a POST: a search for each letter that is typed, say. */
export const READING = allow({ name: 'reading', max: READS });

/**
 * A tighter limit for operations that guess at secrets or cost much: sign-in, tokens, device codes. By client address alone: with
 * a project key beside each request, whoever has many keys would have as many times the limit.
 */
export const SENSITIVE = allow({ name: 'sensitive', max: 120, isOfAddressAlone: true });

/**
 * Throttles by client address and project, sensitive operations by address alone. `projectOfKey` says which project a key names
 * without asking the database: keys that are not known yet share one allowance, so that inventing keys gives no new one.
 *
 * No route has a `config.rateLimit` with a limit of its own: the plugin counts each such route apart, even those of one `groupId`.
 */
export async function throttle(app: FastifyInstance, projectOfKey: (key: string) => string | undefined): Promise<void> {
  await app.register(rateLimit, {
    hook: 'onRequest',
    timeWindow: WINDOW_MS,
    cache: 50_000,
    max: (request) => allowanceOf(request).max,
    keyGenerator: (request) => {
      const { name, isOfAddressAlone } = allowanceOf(request);
      if (isOfAddressAlone) return `${name} ${networkOf(request.ip)}`;
      const key = request.headers['x-project-key'] ?? (request.query as { key?: unknown }).key;
      const project = typeof key === 'string' ? projectOfKey(key) : undefined;
      return `${name} ${networkOf(request.ip)} ${project ?? ''}`;
    },
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError('request.rate_limited', { message: `Too many requests; try again in ${Math.ceil(ttl / 1000)} seconds` }),
  });
}

const READ: Allowance = { name: 'read', max: READS };
const WRITE: Allowance = { name: 'write', max: WRITES };

const allowanceOf = (request: FastifyRequest): Allowance =>
  request.routeOptions.config.allowance ?? (isRead(request) ? READ : WRITE);

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** An IPv4 address, or the /64 of an IPv6 one: the part that one subscriber holds. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':');
}
