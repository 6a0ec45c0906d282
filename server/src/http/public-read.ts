import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Rendered {
  body: string;
  etag: string;
}

/** A running read, and the next one for callers that arrived meanwhile. */
interface Run {
  current: Promise<Rendered>;
  next?: Promise<Rendered>;
}

const runs = new Map<string, Run>();

/**
 * Answers a read that many clients request at the same time. Clients share one query and one rendering, but only one that started
 * after their request: each sees all writes that were acknowledged before. Adds an `ETag` and supports `If-None-Match`.
 * | With a `type` other than JSON, `read` returns text. `audience` is the cache key in addition to the URL: everything that the
 * answer depends on.
 */
export async function publicRead(
  request: FastifyRequest,
  reply: FastifyReply,
  audience: string,
  read: () => Promise<unknown>,
  type = JSON_TYPE,
): Promise<FastifyReply> {
  const render = async (): Promise<Rendered> => {
    const answer = await read();
    const body = type === JSON_TYPE ? (reply.code(200).serialize(answer) as string) : String(answer);
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
  };
  const { body, etag } = await shared(`${audience} ${request.url}`, render);
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

function shared(key: string, render: () => Promise<Rendered>): Promise<Rendered> {
  const run = runs.get(key);
  if (!run) return begin(key, render);
  run.next ??= run.current.then(
    () => begin(key, render),
    () => begin(key, render),
  );
  return run.next;
}

function begin(key: string, render: () => Promise<Rendered>): Promise<Rendered> {
  const run: Run = { current: render() };
  runs.set(key, run);
  const end = () => {
    if (!run.next && runs.get(key) === run) runs.delete(key);
  };
  run.current.then(end, end);
  return run.current;
}

/** Weak comparison with a list or `*` (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
