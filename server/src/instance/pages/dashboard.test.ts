import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { dashboardRoutes } from './dashboard.ts';

const server = await sharedTestServer();
const { call } = server;

test('dashboard routes serve one page with its own scripts only, without framing and indexing', async () => {
  const nonces = new Set<string>();
  for (const path of [
    '/',
    '/sign-in?to=%2F',
    '/device',
    '/account',
    '/projects/acme/feedback/fb_1',
    '/share/3Yx1mKpYyqk4ExJ0Z8oVhV',
  ]) {
    const { status, headers, body } = await call('GET', path);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
    const policy = headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.ok(body.includes(nonce) && !body.includes('__NONCE__'));
    assert.deepEqual([headers.get('cache-control'), headers.get('x-robots-tag')], ['no-store', 'noindex']);
    assert.deepEqual([headers.get('referrer-policy'), headers.get('cross-origin-opener-policy')], ['no-referrer', 'same-origin']);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 6, 'a nonce is good for one page');
});

test('scripts are cached permanently, and unknown files return 404', async () => {
  const { body } = await call('GET', '/');
  const [, script = ''] = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(body) ?? [];
  const found = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } });
  assert.deepEqual([found.status, found.headers.get('cache-control')], [200, 'public, max-age=31536000, immutable']);
  assert.equal(found.headers.get('content-encoding'), 'br');
  assert.equal((await call('GET', '/dashboard/assets/none.js')).status, 404);
  assert.equal((await call('GET', '/dashboard/../package.json')).status, 404);
});

test('the page is in the language of the account, else of the browser, else English', async () => {
  const pageIn = async (headers: Record<string, string>) => {
    const { body, headers: answered } = await call('GET', '/account', { headers });
    assert.equal(answered.get('vary'), 'accept-language, cookie');
    return /<html lang="(\w+)"(?: dir="(\w+)")?>/.exec(body)?.slice(1);
  };
  for (const [headers, expected] of [
    [{}, ['en', undefined]],
    [{ 'accept-language': 'nl, de-AT;q=0.8, en;q=0.5' }, ['de', undefined]],
    [{ 'accept-language': 'nl' }, ['en', undefined]],
    [{ 'accept-language': 'ar-EG' }, ['ar', 'rtl']],
    [{ 'accept-language': 'de', cookie: 'earshot_language=es' }, ['es', undefined]],
    [{ 'accept-language': 'de', cookie: 'earshot_language=tlh' }, ['de', undefined]],
  ] as const)
    assert.deepEqual(await pageIn(headers), expected, JSON.stringify(headers));
});

test('scripts of a language import its texts, and all others from the common folder', async () => {
  const { body } = await call('GET', '/', { headers: { 'accept-language': 'de' } });
  const scripts = [...body.matchAll(/(?:src|href)="(\/dashboard\/de-[0-9a-f]{8}\/assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  );
  const contents = await Promise.all(
    scripts.map(async (path) => {
      const found = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
      assert.deepEqual([found.status, found.headers.get('cache-control')], [200, 'public, max-age=31536000, immutable'], path);
      return await found.text();
    }),
  );
  const all = contents.join();
  assert.ok(all.includes('Speichern') && !all.includes('`Discard changes`'));
  assert.ok(scripts.length > 10);
});

test('addresses where nobody can sign in are logged once each, and ten at most', async () => {
  const lines: Json[] = [];
  const app = Fastify({ loggerInstance: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }) });
  await app.register(dashboardRoutes, { identity: { publicUrl: () => 'https://earshot.acme.example' } });
  const visit = async (host: string, protocol?: string) => {
    const headers = { host, ...(protocol && { 'x-forwarded-proto': protocol }) };
    assert.equal((await app.inject({ url: '/', headers })).statusCode, 200);
  };
  const reported = () => lines.map(({ host, protocol }) => [host, protocol]);
  for (const protocol of [undefined, 'https', 'http', 'http']) await visit('earshot.acme.example', protocol);
  await visit('other.example', 'https');
  assert.deepEqual(reported(), [
    ['earshot.acme.example', 'http'],
    ['other.example', 'https'],
  ]);
  for (let number = 0; number < 12; number++) await visit(`${number}.example`);
  assert.equal(lines.length, 10);
});
