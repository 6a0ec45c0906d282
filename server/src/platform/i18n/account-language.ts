import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookie with the language of the account, for pages that are loaded without a session. Scripts reload the page when it changes. */
const COOKIE = 'earshot_language';
const YEAR_S = 31_536_000;

export const keptLanguage = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; *)${COOKIE}=(\\w+)`).exec(headers.cookie ?? '')?.[1];

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
