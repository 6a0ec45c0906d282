import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { coalesce } from '../coalesce.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Rendered {
  body: string;
  etag: string;
}

const share = coalesce<Rendered>();

/**
 * Answers a read that many clients request at the same time. Clients share one query and one rendering, but only one that started
 * after their request: each sees all writes that were acknowledged before. Adds an `ETag` and supports `If-None-Match`.
 * `audience` is everything that the answer depends on in addition to the URL. With a `type` other than JSON, `read` returns text.
 */
export async function publicRead(
  request: FastifyRequest,
  reply: FastifyReply,
  { audience, type = JSON_TYPE }: { audience: string; type?: string },
  read: () => Promise<unknown>,
): Promise<FastifyReply> {
  const render = async (): Promise<Rendered> => {
    const answer = await read();
    const body = type === JSON_TYPE ? (reply.code(200).serialize(answer) as string) : String(answer);
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
  };
  const { body, etag } = await share(`${audience} ${request.url}`, render);
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Authorization, X-Project-Key, X-User-Token, X-Visitor-Id');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply
    .code(200)
    .type(type)
    .serializer((text: string) => text)
    .send(body);
}

/** Weak comparison with a list or `*` (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
