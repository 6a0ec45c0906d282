import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookie with the language of the account, for pages that are loaded without a session. Scripts reload the page when it changes. */
const COOKIE = 'earshot_language';
const ATTRIBUTES = { path: '/', sameSite: 'lax' } as const;
const YEAR_S = 31_536_000;

/** Stores the language of an account in the browser, or removes that of another account. */
export function keepLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, secure }: { language: Language | null; secure: boolean },
): void {
  const known = request.cookies[COOKIE];
  if (language === null) {
    if (known !== undefined) void reply.clearCookie(COOKIE, ATTRIBUTES);
  } else if (known !== language) void reply.setCookie(COOKIE, language, { ...ATTRIBUTES, secure, maxAge: YEAR_S });
}

export const keptLanguage = ({ cookies }: FastifyRequest): string | undefined => cookies[COOKIE];
