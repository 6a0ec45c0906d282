import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../client/cookies.ts';

/** Cookie with the language of the account, for pages that are loaded without a session. Scripts reload the page when it changes. */
const COOKIE = 'earshot_language';
const YEAR_S = 31_536_000;

export const keptLanguage = (request: FastifyRequest): string | undefined => readCookie(request, COOKIE);

/** Stores the language of an account in the browser, or removes that of another account. */
export function keepLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, secure }: { language: Language | null; secure: boolean },
): void {
  if ((keptLanguage(request) ?? null) === language) return;
  const age = language === null ? 0 : YEAR_S;
  reply.header('set-cookie', `${COOKIE}=${language ?? ''}; Max-Age=${age}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`);
}
