import type { FastifyReply, FastifyRequest } from 'fastify';
import { REFRESH_S } from './tokens.ts';

/** Cookie with the refresh token of pages: unreadable for scripts, and sent only from this site to this path. */
const COOKIE = 'earshot_refresh';
const ATTRIBUTES = { path: '/v1/auth/token', httpOnly: true, sameSite: 'strict' } as const;

/**
 * Seconds in which a used refresh token in the cookie is accepted again: a page that is reloaded during a refresh never receives
 * the new tokens.
 */
export const LOST_RESPONSE_S = 30;

/** Moves the refresh token from the response body to the cookie. */
export function keepRefreshToken<T extends { refresh_token: string }>(
  reply: FastifyReply,
  { refresh_token: token, ...answer }: T,
  { secure }: { secure: boolean },
): Omit<T, 'refresh_token'> {
  void reply.setCookie(COOKIE, token, { ...ATTRIBUTES, secure, maxAge: REFRESH_S });
  return answer;
}

/**
 * Returns the token in the cookie for requests from this origin only. Other ports of the host belong to the same site, but must not
 * use it.
 */
export function keptRefreshToken({ headers, cookies }: FastifyRequest): string | undefined {
  const from = headers['sec-fetch-site'];
  return from === undefined || from === 'same-origin' ? cookies[COOKIE] : undefined;
}

export function forgetRefreshToken(reply: FastifyReply): void {
  void reply.clearCookie(COOKIE, ATTRIBUTES);
}
