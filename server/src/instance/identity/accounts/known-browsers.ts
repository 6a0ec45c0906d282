import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatId, parseId } from '../../../platform/ids.ts';

/** Cookie that tells in which browser a user has signed in. It gives no access. */
const COOKIE = 'earshot_known_browser';
const MAX_AGE_S = 365 * 86_400;

/**
 * Remembers in a signed cookie that a user has signed in with a browser, so that mailed codes for this browser have an allowance that
 * other people cannot use up.
 */
export function createKnownBrowsers(secret: Buffer, isSecure: () => boolean) {
  const sign = (id: string) => createHmac('sha256', secret).update(`known browser ${id}`).digest();
  return {
    remember: (reply: FastifyReply, userId: string): void => {
      const id = formatId('usr', userId);
      void reply.setCookie(COOKIE, `${id}.${sign(id).toString('base64url')}`, {
        path: '/v1/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure(),
        maxAge: MAX_AGE_S,
      });
    },
    /** Returns the id of the user who signed in last with the browser of a request. */
    find: ({ cookies }: FastifyRequest): string | undefined => {
      const [id = '', signature = ''] = cookies[COOKIE]?.split('.') ?? [];
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(id)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? parseId('usr', id) : undefined;
    },
  };
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
