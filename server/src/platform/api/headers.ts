import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

const EXPOSED_HEADERS = [
  'ETag',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'WWW-Authenticate',
  'Location',
  'X-As-Of',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ');
const DAY_S = 86_400;

/** Value of `Cache-Control` for a URL whose content never changes. */
export const PERMANENT_CACHE = 'public, max-age=31536000, immutable';

/**
 * Announces deprecated operations in every response: since when (RFC 9745), until when (RFC 8594), and what replaces them. Must be called
 * before the routes are registered.
 */
export function announceDeprecations(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { deprecated } = route.config ?? {};
    if (!deprecated) return;
    const headers = {
      deprecation: `@${Date.parse(deprecated.since) / 1000}`,
      sunset: new Date(deprecated.sunset).toUTCString(),
      link: `<${deprecated.successor}>; rel="successor-version"`,
    };
    route.onRequest = [
      (_request, reply, done) => {
        void reply.headers(headers);
        done();
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes with `If-Match` (RFC 9110, 13.1.1), except `*`: ETags identify responses, which depend on their reader, and not versions of
 * a resource. A write that ignored the condition would overwrite changes that its sender has not seen. Other refusals take precedence.
 */
export function refuseConditions(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { 'if-match': condition = '*' } = request.headers;
    const isRefused = !READING.has(request.method) && condition.trim() !== '*';
    done(isRefused ? new HttpError('request.if_match_unsupported') : undefined);
  });
}

/** Sets the headers of every response. */
export const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', EXPOSED_HEADERS);

/** Sets request ids, CORS for all origins (without cookies), and headers against content sniffing. */
export async function setHeaders(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done();
  });
  // In a separate scope: the plugin answers preflight requests and runs for no other request. It allows the headers that a browser asks
  // for, because pages add their own to every request, such as those of tracing, and no header is trusted for its origin.
  await app.register(async (scope) => {
    await scope.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      maxAge: DAY_S,
      strictPreflight: false,
    });
  });
}

// Node draws these from a pool. `randomBytes` would take a fifth of the time of a small request.
export const newRequestId = () => `req_${randomUUID()}`;
