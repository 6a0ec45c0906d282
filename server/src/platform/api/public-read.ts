import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { coalesce } from '../async/coalesce.ts';
import type { Db } from '../postgres/database.ts';
import type { Reads } from '../postgres/replica.ts';
import { mayHaveWritten } from './own-writes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Rendered {
  body: string;
  etag: string;
}

const share = coalesce<Rendered>();

/**
 * Answers a read that many clients request at the same time. Clients share one query and one rendering, but only one that started
 * after their request: each sees all writes that were acknowledged before. Adds an `ETag` and supports `If-None-Match`.
 * `variant` is everything that the answer depends on in addition to the URL,
 * and `vary` names the headers of it, after a comma. With a `type` other than JSON, `read` returns text.
 */
export async function publicRead(
  request: FastifyRequest,
  reply: FastifyReply,
  { variant, type = JSON_TYPE, vary = '' }: { variant: string; type?: string; vary?: string },
  read: () => Promise<unknown>,
): Promise<FastifyReply> {
  const render = async (): Promise<Rendered> => {
    const answer = await read();
    const body = type === JSON_TYPE ? (reply.code(200).serialize(answer) as string) : String(answer);
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
  };
  const { body, etag } = await share(`${variant} ${request.url}`, render);
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', `Authorization, X-Project-Key, X-User-Token, X-Visitor-Id${vary}`);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply
    .code(200)
    .type(type)
    .serializer((text: string) => text)
    .send(body);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Source of reads that may be slightly stale: a replica, or the primary. */
    reads: Reads;
  }
}

/** Reads a list from the replica, unless the client may have written to it. */
export function readList<T>(request: FastifyRequest, read: (db: Db) => Promise<T>): Promise<T> {
  const { reads } = request.server;
  return mayHaveWritten(request) ? read(reads.primary) : reads.run(read);
}

/** Answers like `publicRead` from the replica, unless the client may have written to the list. */
export function publicList(
  request: FastifyRequest,
  reply: FastifyReply,
  { variant, ...options }: { variant: string; type?: string; vary?: string },
  read: (db: Db) => Promise<unknown>,
): Promise<FastifyReply> {
  // Clients who wrote something must not share the answer of the replica.
  const source = mayHaveWritten(request) ? 'current' : 'list';
  return publicRead(request, reply, { variant: `${source} ${variant}`, ...options }, () => readList(request, read));
}

/** Compares an `If-None-Match` header with an `ETag` weakly: the header is a list or `*` (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
