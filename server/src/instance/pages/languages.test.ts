import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from '@earshot/contract/shared/languages';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const SOURCES = join(import.meta.dirname, '../..');
const server = await sharedTestServer();
const { call } = server;
const { id, slug, key, token } = await server.createProject('Acme');
const entry: string = (await call('POST', '/v1/feedback', { key, body: { title: 'تصدير' } })).body.id;

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/p/${slug}${path}`, { headers: { accept: 'text/html', ...headers } });
  const text = await response.text();
  const [, language, direction] = /<html lang="(\w+)" dir="(\w+)">/.exec(text) ?? [];
  return { status: response.status, headers: response.headers, text, language, direction };
}

const mails = async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[];
const mailTo = (email: string): Promise<Json> => until(async () => (await mails()).find(({ recipient }) => recipient === email));

type Texts = Record<string, unknown>;

/** Groups of texts. */
const GROUPS = new Set([
  'mail',
  'mails',
  'own',
  'notices',
  'report',
  'account',
  'invitation',
  'notifications',
  'sample',
  'testMail',
]);

/** Returns the names of texts. Groups whose texts are chosen by a value, such as a status, are one text. */
const listNames = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    GROUPS.has(name) && typeof text === 'object' ? [name, ...listNames(text as Texts)] : [name],
  );

describe('texts', () => {
  for (const file of globSync('**/texts/en.ts', { cwd: SOURCES })) {
    const folder = dirname(file);
    test(`${dirname(folder)}: no language lacks a text, and no text lacks a use`, async () => {
      const load = async (language: string) =>
        ((await import(pathToFileURL(join(SOURCES, folder, `${language}.ts`)).href)) as Record<string, Texts>)[language] ?? {};
      const names = listNames(await load('en'));
      for (const language of LANGUAGES) assert.deepEqual(listNames(await load(language)), names, language);
      // Texts of the platform are for all services.
      const users = folder.startsWith('platform') ? '**/*.ts' : join(dirname(folder), '**/*.ts');
      const code = globSync(users, { cwd: SOURCES })
        .filter((path) => !path.endsWith('.test.ts') && basename(dirname(path)) !== 'texts')
        .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
        .join('\n');
      assert.deepEqual(
        names.filter((name) => !new RegExp(`(?:[.]|[{,:]\\s*)${name}\\b`).test(code)),
        [],
      );
    });
  }
});

test('the language of a page is that of its URL, else the choice of the reader, else of the browser, else of the project', async () => {
  const german = await get('/feedback', { 'accept-language': 'sv, de-AT;q=0.9, en;q=0.5' });
  assert.deepEqual([german.language, german.direction], ['de', 'ltr']);
  assert.match(german.text, /Wünsche und Fehlermeldungen zu Acme\./);
  assert.match(german.headers.get('vary') ?? '', /Accept-Language, Cookie/);
  const cookie = 'page_language=ja';
  assert.equal((await get('/feedback', { 'accept-language': 'de', cookie })).language, 'ja');
  assert.equal((await get('/feedback?lang=fr', { 'accept-language': 'de', cookie })).language, 'fr');
  assert.equal((await get('/feedback?lang=xx', { 'accept-language': 'nl' })).language, 'en');
  const settings = { pages: { language: 'pt' } };
  const other = await server.createProject('Outra');
  await call('PATCH', `/v1/projects/${other.id}`, { token: other.token, body: { settings } });
  const page = await fetch(`${server.url}/p/${other.slug}/roadmap`, { headers: { 'accept-language': 'nl' } });
  assert.match(await page.text(), /<html lang="pt" dir="ltr">/);
});

test('only a choice on a page of the site is kept in a cookie', async () => {
  const choose = async (headers: Record<string, string>, path = '/roadmap?lang=es') =>
    (await get(path, headers)).headers.get('set-cookie');
  assert.match((await choose({ 'sec-fetch-site': 'same-origin' })) ?? '', /^page_language=es; Path=\/p\/[\w-]+; /);
  assert.match((await choose({ referer: `${server.url}/p/${slug}` })) ?? '', /^page_language=es/);
  assert.equal(await choose({ 'sec-fetch-site': 'cross-site', referer: 'https://search.example/' }), null);
  assert.equal(await choose({ 'sec-fetch-site': 'same-origin' }, '/roadmap'), null);
});

test('links keep the language of the URL for readers who have it by no other means', async () => {
  const links = async (path: string, headers: Record<string, string>) =>
    [...(await get(path, headers)).text.matchAll(/<a [^>]*href="(\/p\/[^"]*)"/g)].flatMap(([, href]) => href ?? []);
  const english = { 'accept-language': 'en' };
  const found = await links('/feedback?lang=ja', english);
  assert.ok(
    found.includes(`/p/${slug}/roadmap?lang=ja`) && found.includes(`/p/${slug}/feedback/${entry}?lang=ja`),
    String(found),
  );
  assert.deepEqual(
    found.filter((href) => !href.includes('lang=')),
    [],
  );
  for (const headers of [{ 'accept-language': 'ja' }, { ...english, cookie: 'page_language=ja' }])
    assert.ok((await links('/feedback?lang=ja', headers)).includes(`/p/${slug}/roadmap`), JSON.stringify(headers));
  const next = { referer: `${server.url}/p/${slug}/feedback?lang=ja`, 'sec-fetch-site': 'same-origin' };
  assert.equal((await get('/roadmap?lang=ja', next)).headers.get('set-cookie'), null, 'a link is no choice');
  const account = `/p/${slug}/account?lang=ja`;
  const redirect = await fetch(`${server.url}${account}`, { headers: english, redirect: 'manual' });
  assert.equal(
    redirect.headers.get('location'),
    `/p/${slug}/sign-in?return_to=${encodeURIComponent(account)}&lang=ja`,
    'redirects do as well',
  );
});

test('a page names its URL in each language, and the one for other languages', async () => {
  const { text } = await get('/changelog?lang=de');
  const own = text.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">/g);
  const url = `${server.url}/p/${slug}/changelog`;
  assert.deepEqual(Object.fromEntries([...own].map(([, language, href]) => [language, href])), {
    ...Object.fromEntries(LANGUAGES.map((language) => [language, language === 'en' ? url : `${url}?lang=${language}`])),
    'x-default': url,
  });
  assert.ok(text.includes(`<link rel="canonical" href="${url}?lang=de">`));
  assert.ok((await get('/changelog?lang=en')).text.includes(`<link rel="canonical" href="${url}">`));
  assert.match(text, /<nav class="languages" aria-label="Sprache">.*<span lang="de" aria-current="true">Deutsch<\/span>/);
});

test('a change of the language keeps the rest of the address, and forms keep the language', async () => {
  const { text } = await get('/waitlist?ref=abc&lang=fr&lang=ja');
  assert.ok(text.includes(`href="/p/${slug}/waitlist?ref=abc&amp;lang=de"`), text);
  assert.match((await get('/feedback?lang=fr')).text, /<form class="filter"[^>]*><input type="hidden" name="lang" value="fr">/);
  assert.doesNotMatch((await get('/feedback')).text, /name="lang"/);
  const send = async (referer: string) => {
    const headers = { accept: 'text/html', 'accept-language': 'en', referer };
    const body = new URLSearchParams({ email: 'not an address' });
    return await (await fetch(`${server.url}/p/${slug}/changelog`, { method: 'POST', body, headers })).text();
  };
  assert.match(await send(`${server.url}/p/${slug}/changelog?lang=fr`), /<html lang="fr"/);
  assert.match(await send('https://elsewhere.example/?lang=fr'), /<html lang="en"/);
});

test('every section has pages in all languages', async () => {
  for (const language of LANGUAGES)
    for (const path of ['', '/feedback', `/feedback/${entry}`, '/roadmap', '/changelog', '/testimonials', '/waitlist', '/help']) {
      const page = await get(`${path}?lang=${language}`);
      assert.deepEqual([page.status, page.language], [200, language], path);
      assert.equal(page.direction, language === 'ar' ? 'rtl' : 'ltr');
      assert.doesNotMatch(page.text, /undefined|\[object|\{name\}|#(?= vote)/, `${path} ${language}`);
    }
  const missing = await get('/nothing', { 'accept-language': 'ja' });
  assert.deepEqual([missing.status, missing.language], [404, 'ja']);
  assert.match(missing.text, /ページが見つかりません/);
});

test('an email that a reader asked for, and the page of its link, are in the language of the reader', async () => {
  const body = new URLSearchParams({ email: 'ada@example.com' });
  const asked = await fetch(`${server.url}/p/${slug}/changelog`, { method: 'POST', body, headers: { 'accept-language': 'ja' } });
  assert.match(await asked.text(), /メールアドレスを確認してください/);
  const mail = await mailTo('ada@example.com');
  assert.equal(mail.subject, 'Acmeの新着情報の購読を確認してください');
  assert.match(mail.html, /<html lang="ja" dir="ltr">/);
  const link = /http\S+\?token=\S+/.exec(mail.text)?.[0] ?? '';
  const page = await fetch(link, { headers: { accept: 'text/html', 'accept-language': 'de' } });
  assert.match(await page.text(), /<html lang="ja"[\s\S]*<button>確認する<\/button>/);
});

test('a confirmation by the API continues in the language of the email', async () => {
  const { key: own, id: other, token: owner } = await server.createProject('Atlas');
  const settings = { pages: { language: 'fr' }, waitlist: { double_opt_in: true } };
  await call('PATCH', `/v1/projects/${other}`, { token: owner, body: { settings } });
  await call('POST', '/v1/waitlist', { key: own, body: { email: 'eve@example.com' } });
  const list = async () => (await call('GET', `/v1/projects/${other}/mails`, { token: owner })).body.data as Json[];
  const asked: Json = await until(async () => (await list())[0]);
  const link = new URL(/http\S+confirm\?token=\S+/.exec(asked.text)?.[0] ?? '');
  link.searchParams.delete('lang');
  assert.equal((await fetch(link, { method: 'POST' })).status, 200);
  const welcome: Json = await until(async () => (await list()).find(({ subject }) => subject !== asked.subject));
  assert.match(welcome.html, /<html lang="fr"/);
  const exported = await call('POST', `/v1/projects/${other}/people/export`, {
    token: owner,
    body: { email: 'eve@example.com' },
  });
  assert.equal(exported.body.waitlist_entries[0].language, null, 'that of the project, which may change');
});

test('emails without a known language are in that of the project', async () => {
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { language: 'de' } } } });
  await call('POST', '/v1/waitlist', { key, body: { email: 'grace@example.com' } });
  const mail = await mailTo('grace@example.com');
  assert.equal(mail.subject, 'Du stehst auf der Warteliste von Acme');
  assert.match(mail.text, /Du bist Nummer 1 in der Warteliste von Acme\./);
  assert.match(mail.text, /Warteliste verlassen: http\S+&lang=de/);
  const body = new URLSearchParams({ email: 'hopper@example.com' });
  await fetch(`${server.url}/p/${slug}/changelog`, { method: 'POST', body, headers: { 'accept-language': 'en' } });
  assert.match((await mailTo('hopper@example.com')).text, /http\S+confirm\?token=\S+&lang=en/);
});
