import type { FastifyRequest } from 'fastify';

/** Returns the value of a cookie, as it was sent, without @fastify/cookie. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pair = headers.cookie?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
