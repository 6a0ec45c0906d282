import type { FastifyReply, FastifyRequest } from 'fastify';
import { REFRESH_S } from './tokens.ts';

/** Where pages keep their refresh token: no script reads it, no other site sends it, no other path gets it. */
const COOKIE = 'earshot_refresh';
const ATTRIBUTES = { path: '/v1/auth/token', httpOnly: true, sameSite: 'strict' } as const;

/** A page that is reloaded while it waits for its next tokens never gets them, and comes again with the cookie that it used. */
export const LOST_ANSWER_S = 30;

/** Moves the refresh token of an answer into the cookie. */
export function keepRefreshToken<T extends { refresh_token: string }>(
  reply: FastifyReply,
  { refresh_token: token, ...answer }: T,
  { secure }: { secure: boolean },
): Omit<T, 'refresh_token'> {
  void reply.setCookie(COOKIE, token, { ...ATTRIBUTES, secure, maxAge: REFRESH_S });
  return answer;
}

/** What the cookie bears, when one of our own pages asks: another port of this host counts as the same site, and must not use it. */
export function keptRefreshToken({ headers, cookies }: FastifyRequest): string | undefined {
  const from = headers['sec-fetch-site'];
  return from === undefined || from === 'same-origin' ? cookies[COOKIE] : undefined;
}

export function forgetRefreshToken(reply: FastifyReply): void {
  void reply.clearCookie(COOKIE, ATTRIBUTES);
}
