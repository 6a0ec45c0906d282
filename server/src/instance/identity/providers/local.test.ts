import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';
import { createBrowser, isCallback, loginUrl } from '../fixtures/browser.ts';
import { createMemory } from './local-memory.ts';

const server = await sharedTestServer();
const isPage = (url: URL) => url.pathname.startsWith('/sign-in/');
const openPage = async (browser = createBrowser()) => (await browser.follow(loginUrl(server), isPage)).href;

test('the page asks for an address, allows no scripts and is not cached', async () => {
  const browser = createBrowser();
  const page = await openPage(browser);
  assert.match(page, /^http:\/\/127\.0\.0\.1:\d+\/sign-in\//);
  const response = await browser.visit(page);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
  assert.match(await response.text(), /<input id="email" name="email" inputmode="email"/);
});

test('an invalid address is escaped and asked for again', async () => {
  const browser = createBrowser();
  const page = await openPage(browser);
  for (const email of ['', 'ada', '"><script>alert(1)</script>']) {
    const response = await browser.visit(page, { email });
    assert.equal(response.status, 400);
    const html = await response.text();
    assert.match(html, /role="alert">Enter a valid email address\.</);
    assert.equal(html.includes('<script>'), false);
  }
  const accepted = await browser.visit(page, { email: ' Ada@Example.com ' });
  assert.ok(isCallback(await browser.follow(accepted.headers.get('location') ?? '', isCallback)));
});

test('the address of a page of this instance signs in without the page, the address of another website does not', async () => {
  const browser = createBrowser();
  const login = loginUrl(server, { login_hint: 'Ada@Example.com' });
  assert.ok(isCallback(await browser.follow(login, isCallback)));
  const invalid = await browser.follow(loginUrl(server, { login_hint: 'ada@localhost' }), isPage);
  const response = await browser.visit(invalid.href);
  assert.equal(response.status, 400);
  assert.match(await response.text(), /value="ada@localhost"/);
  for (const site of ['cross-site', 'none']) {
    const { headers } = await fetch(login, { redirect: 'manual', headers: { 'sec-fetch-site': site } });
    assert.equal(new URL(headers.get('location') ?? '').searchParams.get('login_hint'), null, site);
  }
});

test('the form works once, in its own browser, and rejects large bodies', async () => {
  const browser = createBrowser();
  const page = await openPage(browser);
  const refused = async (answer: Promise<Response>) => {
    const response = await answer;
    assert.equal(response.status, 400);
    assert.match(await response.text(), /This sign-in has expired\. Go back to Earshot and begin again\./);
  };
  await refused(createBrowser().visit(page));
  await refused(createBrowser().visit(page, { email: 'ada@example.com' }));
  await refused(browser.visit(page, { email: 'x'.repeat(5000) }));
  const accepted = await browser.visit(page, { email: 'ada@example.com' });
  await browser.follow(accepted.headers.get('location') ?? '', isCallback);
  await refused(browser.visit(page, { email: 'grace@example.com' }));
});

test('stored state ends with its expiry, its grant, or its removal', async () => {
  let time = 1_000_000;
  const memory = createMemory(() => time);
  const [codes, sessions] = [memory('AuthorizationCode'), memory('Session')];
  await codes.upsert('a', { grantId: 'g', uid: 'u' }, 10);
  await sessions.upsert('a', { uid: 's' }, 20);
  await codes.upsert('b', { grantId: 'h' }, 20);
  assert.deepEqual(await codes.find('a'), { grantId: 'g', uid: 'u' });
  assert.deepEqual(await sessions.findByUid('s'), { uid: 's' });
  assert.equal(await sessions.findByUid('u'), undefined, 'of another kind');
  await codes.consume('a');
  assert.equal((await codes.find('a'))?.consumed, 1000);

  await codes.revokeByGrantId('g');
  assert.equal(await codes.find('a'), undefined);
  assert.ok(await codes.find('b'));
  time += 20_000;
  assert.equal(await codes.find('b'), undefined);
  assert.equal(await sessions.find('a'), undefined);
  await sessions.upsert('c', {});
  await sessions.destroy('c');
  assert.equal(await sessions.find('c'), undefined);
});
