import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import type { Identity } from '../identity/identity.ts';
import { canonicalUrl } from '../identity/return-to.ts';

const PAGES = { '/': 'home.html', '/device': 'device.html' };
const ASSETS = {
  '/favicon.ico': 'favicon.svg',
  '/pages/pages.css': 'pages.css',
  '/pages/session.js': 'session.js',
  '/pages/home.js': 'home.js',
  '/pages/device.js': 'device.js',
};
const TYPES: Record<string, string> = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** The pages that the service needs for itself: first steps, and the decision on a device. Plain HTML and modules, no build. */
export const pageRoutes: FastifyPluginAsync<{ identity: Identity }> = async (app, { identity }) => {
  for (const [path, file] of Object.entries(PAGES)) {
    const html = read(file);
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const elsewhere = canonicalUrl(identity.publicUrl(), request.headers.host, request.url);
      if (elsewhere) return reply.redirect(elsewhere);
      return reply
        .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
        .type(typeOf(file))
        .send(html);
    });
  }
  for (const [path, file] of Object.entries(ASSETS)) {
    const content = read(file);
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply
        .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-cache' })
        .type(typeOf(file))
        .send(content),
    );
  }
};

const read = (file: string) => readFileSync(new URL(`static/${file}`, import.meta.url), 'utf8');
const typeOf = (file: string) => `${TYPES[file.split('.')[1] ?? '']}; charset=utf-8`;
