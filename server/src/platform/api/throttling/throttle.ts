import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress, toNetwork } from '../../client/address.ts';
import { HttpError } from '../errors.ts';
import { ThrottleStore } from './throttle-store.ts';

// Requests per minute of one client address on one project. An office of a hundred people behind one address stays far below.
const WINDOW_MS = 60_000;
const READS = 6_000;

/** A limit shared by all routes with the same name. */
interface Allowance {
  max: number;
  /** Ignores the project of the request. */
  isOfAddressAlone?: boolean;
}

/** Limits by name. Routes without a declaration have the one for reads or writes. */
export const LIMITS = {
  read: { max: READS },
  write: { max: 1_200 },
  /** Pages send many events each, and a server may send the events of all its visitors from one address. */
  frequent: { max: 60_000 },
  /** Imports of historic events in batches. At 500 events each, this is more than a machine can process in addition to live events. */
  importing: { max: 600 },
  /** For POST requests that only read, such as a search on each keystroke. */
  reading: { max: READS },
  /**
   * Stricter limit for operations that verify secrets or are expensive: sign-in, tokens, device codes. Counted by client address only;
   * otherwise a client with many project keys would have many times the limit.
   */
  sensitive: { max: 120, isOfAddressAlone: true },
  /** Registrations of apps, which anyone may send and which are stored for days. A service may register apps of many users. */
  registering: { max: 30, isOfAddressAlone: true },
} satisfies Record<string, Allowance>;

export type Limit = keyof typeof LIMITS;

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: Limit;
  }
}

/**
 * Throttles by client address and project, and sensitive operations by address only. `projectOfKey` returns the project of a key
 * without a database query. Unknown keys share one allowance, so that invented keys do not get a new one.
 * Routes must not set their own limit in `config.rateLimit`: the plugin counts each such route separately, even with the same
 * `groupId`.
 */
export async function throttle(app: FastifyInstance, projectOfKey: (key: string) => string | undefined): Promise<void> {
  await app.register(rateLimit, {
    hook: 'onRequest',
    timeWindow: WINDOW_MS,
    store: ThrottleStore,
    max: (request) => LIMITS[chooseLimit(request)].max,
    keyGenerator: (request) => {
      const name = chooseLimit(request);
      const allowance: Allowance = LIMITS[name];
      if (allowance.isOfAddressAlone) return `${name} ${toNetwork(clientAddress(request))}`;
      const key = request.headers['x-project-key'] ?? (request.query as { key?: unknown }).key;
      const project = typeof key === 'string' ? projectOfKey(key) : undefined;
      return `${name} ${toNetwork(clientAddress(request))} ${project ?? ''}`;
    },
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError('request.rate_limited', { message: `Too many requests; try again in ${Math.ceil(ttl / 1000)} seconds` }),
  });
}

/** Returns the name of the limit of a request. */
const chooseLimit = (request: FastifyRequest): Limit => request.routeOptions.config.limit ?? (isRead(request) ? 'read' : 'write');

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
