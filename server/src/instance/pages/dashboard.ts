import { VIDEO_ORIGINS } from '@earshot/contract/services/testimonials/videos';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findLanguage, type Language } from '@earshot/contract/shared/languages';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { PERMANENT_CACHE } from '../../platform/api/headers.ts';
import { parseLanguages } from '../../platform/i18n/accept-language.ts';
import type { Identity } from '../identity/identity.ts';
import { keptLanguage } from '../../platform/i18n/account-language.ts';
import { canonicalUrl } from '../identity/return-to.ts';

const BUILT = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url));
const FAVICON = readFileSync(new URL('favicon.svg', import.meta.url), 'utf8');

/** Paths of the dashboard. Each serves the same page; the browser renders the route. */
const PATHS = [
  '/',
  '/sign-in',
  '/sign-in/account',
  '/setup',
  '/recover',
  '/device',
  '/authorize',
  '/account',
  '/projects/*',
  '/share/*',
];
/** Reports of a shared link in a frame of any website. They act for nobody who is signed in. */
const EMBEDDED_PATH = '/embed/*';

/** Placeholder of the nonce in the page. */
const NONCE = '__NONCE__';

const REVALIDATE = 'no-cache';

/**
 * Images may come from any host, players of testimonials from the hosts of videos, everything else from this server. The nonce is for
 * styles that the component library adds.
 */
const policy = (nonce: string, isEmbedded: boolean) =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src 'self' data: blob: http: https:`,
    `font-src 'self'`,
    `frame-src ${VIDEO_ORIGINS.join(' ')}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors ${isEmbedded ? '*' : `'none'`}`,
  ].join('; ');

/** Clients choose the Host header, and could fill the log. */
const MAX_REPORTED = 10;

/** Returns a function that logs each address at which the dashboard is requested and where nobody can sign in. */
function createAddressReport() {
  const reported = new Set<string>();
  return ({ headers, log }: FastifyRequest, publicUrl: string): void => {
    const { host = '', 'x-forwarded-proto': protocol } = headers;
    const expected = new URL(publicUrl);
    const isExpected = host === expected.host && (protocol === undefined || `${String(protocol)}:` === expected.protocol);
    if (isExpected || reported.has(host) || reported.size >= MAX_REPORTED) return;
    reported.add(host);
    log.warn(
      { host, protocol, public_url: publicUrl },
      'requested at another address: sign-in works at EARSHOT_PUBLIC_URL only; correct it, or pass the header Host in the proxy',
    );
  };
}

/** Folder of the page and the texts of a language: the language and a content hash. */
const LANGUAGE_FOLDER = /^([a-z]{2})-[0-9a-f]{8}$/;

const listLanguageFolders = (): [Language, string][] =>
  readdirSync(BUILT).flatMap((folder): [Language, string][] => {
    const language = findLanguage(LANGUAGE_FOLDER.exec(folder)?.[1]);
    return language ? [[language, folder]] : [];
  });

/** Returns the page in every language. */
const readPages = () =>
  new Map<Language, string>(
    [['en', '.'] as [Language, string], ...listLanguageFolders()].map(([language, folder]) => [
      language,
      readFileSync(`${BUILT}/${folder}/index.html`, 'utf8'),
    ]),
  );

/** Returns the page in the language of the account, or in the best language of the browser. */
function choosePage(pages: Map<Language, string>, request: FastifyRequest): string {
  const known = [keptLanguage(request), ...parseLanguages(request.headers['accept-language']), 'en'].map(findLanguage);
  return known.map((language) => language && pages.get(language)).find((page) => page !== undefined) ?? '';
}

/** Serves the dashboard, built by `dashboard/`. */
export const dashboardRoutes: FastifyPluginAsync<{ identity: Pick<Identity, 'publicUrl'> }> = async (app, { identity }) => {
  if (!existsSync(BUILT)) throw new Error('The dashboard is not built: run `npm run build`');
  const pages = readPages();
  const reportAddress = createAddressReport();
  for (const path of [...PATHS, EMBEDDED_PATH])
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const elsewhere = canonicalUrl(identity.publicUrl(), request.headers.host, request.url);
      if (elsewhere) return reply.redirect(elsewhere);
      reportAddress(request, identity.publicUrl());
      const nonce = randomBytes(16).toString('base64');
      return reply
        .headers({
          'content-security-policy': policy(nonce, path === EMBEDDED_PATH),
          'referrer-policy': 'no-referrer',
          // Isolates the page from its opener and its pop-ups. The sign-in window uses a broadcast channel.
          'cross-origin-opener-policy': 'same-origin',
          'cache-control': 'no-store',
          vary: 'accept-language, cookie',
          // Keeps shared links private.
          'x-robots-tag': 'noindex',
        })
        .type('text/html; charset=utf-8')
        .send(choosePage(pages, request).replaceAll(NONCE, nonce));
    });

  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(FAVICON),
  );

  const files = {
    decorateReply: false,
    index: false as const,
    preCompressed: true,
    cacheControl: false,
    // File names of assets contain a content hash.
    setHeaders: (reply: { header: (name: string, value: string) => unknown }, path: string) =>
      void reply.header('cache-control', path.includes('/assets/') ? PERMANENT_CACHE : REVALIDATE),
  };
  await app.register(fastifyStatic, { ...files, root: BUILT, prefix: '/dashboard/' });
  // Scripts import others by relative paths: texts from the folder of the language, all others from the common one.
  for (const [, folder] of listLanguageFolders())
    await app.register(fastifyStatic, { ...files, root: [`${BUILT}/${folder}`, BUILT], prefix: `/dashboard/${folder}/` });
};
