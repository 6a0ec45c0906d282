import { findLanguage, type Language } from '@earshot/contract/shared/languages';
import type { FastifyRequest } from 'fastify';
import { readCookie } from '../client/cookies.ts';
import { parseLanguages } from './accept-language.ts';

type Headers = Pick<FastifyRequest, 'method' | 'url' | 'headers'>;

/** Cookie with the language that a reader chose on a page. */
const COOKIE = 'page_language';
const YEAR_S = 31_536_000;

/** Returns the language in the URL of a page (`?lang=`), or undefined. */
export function findUrlLanguage({ url }: { url: string }): Language | undefined {
  const query = /\?(.*)$/s.exec(url)?.[1];
  return query === undefined ? undefined : findLanguage(new URLSearchParams(query).get('lang') ?? undefined);
}

/** Returns whether a request comes from a page of the same site. */
const isOfSameSite = ({ referer, host, 'sec-fetch-site': site }: Headers['headers']): boolean =>
  site === 'same-origin' || (referer !== undefined && URL.canParse(referer) && new URL(referer).host === host);

/** Returns the language in the URL of the page whose form was sent, or undefined. */
const findFormLanguage = ({ method, headers }: Headers): Language | undefined =>
  method === 'POST' && headers.referer !== undefined && isOfSameSite(headers)
    ? findUrlLanguage({ url: headers.referer })
    : undefined;

/** Returns the language that a reader chose: in the URL of the page or of the form, or before on another page. */
export const findChosenLanguage = (request: Headers): Language | undefined =>
  findUrlLanguage(request) ?? findFormLanguage(request) ?? findLanguage(readCookie(request, COOKIE));

/** Returns the languages of a reader, best first: the chosen one, and those of the browser. */
export const listLanguages = (request: Headers): string[] => [
  ...new Set([findChosenLanguage(request) ?? [], parseLanguages(request.headers['accept-language'])].flat()),
];

/** Returns the best language of a reader. Undefined if the request names none that Earshot has. */
export const findReaderLanguage = (request: Headers): Language | undefined =>
  listLanguages(request)
    .map(findLanguage)
    .find((language) => language !== undefined);

/** Returns the language of a page: the best one of the reader, or that of the project. */
export const chooseLanguage = (request: Headers, fallback: Language): Language => findReaderLanguage(request) ?? fallback;

/**
 * Returns the language of the URL of a page, or of its form, that links to further pages must name: of a reader without a cookie, whose browser
 * prefers another language. Undefined if these pages have the language without it.
 */
export function findLinkLanguage(request: Headers, fallback: Language): Language | undefined {
  const language = findUrlLanguage(request) ?? findFormLanguage(request);
  return language === chooseLanguage({ method: 'GET', url: '', headers: request.headers }, fallback) ? undefined : language;
}

/**
 * Returns the cookie that keeps the language of the URL, if a reader chose it on a page of the same site. Links of search engines, of other
 * sites, and of pages whose URL names the same language set none.
 */
export function buildLanguageCookie({ url, headers }: Pick<Headers, 'url' | 'headers'>, path: string): string | undefined {
  const language = findUrlLanguage({ url });
  const before = headers.referer === undefined ? undefined : findUrlLanguage({ url: headers.referer });
  return language && language !== before && isOfSameSite(headers)
    ? `${COOKIE}=${language}; Path=${path}; Max-Age=${YEAR_S}; SameSite=Lax; HttpOnly`
    : undefined;
}
