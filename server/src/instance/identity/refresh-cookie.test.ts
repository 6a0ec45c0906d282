import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { sharedTestServer } from '../../testing/server.ts';
import { sessionOf, signedIn, signInLocally } from './fixtures/browser.ts';

const server = await sharedTestServer();
const ADA = 'ada@cookies.example';

/** Signs in like the dashboard. Returns the access token and the cookie. */
async function signInOnPage(email: string) {
  const { code, verifier } = await signInLocally(server, email);
  const answer = await server.call('POST', '/v1/auth/token', {
    body: { grant_type: 'authorization_code', code, code_verifier: verifier, refresh_cookie: true },
  });
  return { ...answer, token: answer.body.access_token as string, cookie: cookieOf(answer.headers) };
}

const cookieOf = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.startsWith('earshot_refresh=')) ?? '';

const refresh = (cookie: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  server.call('POST', '/v1/auth/token', {
    body: { grant_type: 'refresh_token' },
    headers: { ...headers, cookie: cookie.replace(/;.*/, '') },
  });

const passSeconds = (seconds: number) =>
  sql`
    UPDATE tokens SET used_at = used_at - make_interval(secs => ${seconds})
    WHERE user_id = (SELECT id FROM users WHERE email = ${ADA})`.execute(server.db);

const statusOf = async (token: string) => (await sessionOf(server, token)).status;

test('pages get their refresh token in an HttpOnly, same-site cookie with a path', async () => {
  const { status, body, cookie } = await signInOnPage(ADA);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in']);
  assert.match(cookie, /; Max-Age=2592000; Path=\/v1\/auth\/token; HttpOnly; SameSite=Strict$/);
});

test('the cookie can be exchanged once; late reuse ends the sign-in', async () => {
  const first = await signInOnPage(ADA);
  const next = await refresh(first.cookie);
  assert.equal(next.status, 200);
  assert.equal(next.body.refresh_token, undefined);
  assert.notEqual(cookieOf(next.headers), first.cookie);
  assert.equal(await statusOf(next.body.access_token), 200);

  await passSeconds(31);
  const again = await refresh(first.cookie);
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
  assert.match(cookieOf(again.headers), /^earshot_refresh=; .*Expires=Thu, 01 Jan 1970/, 'the browser forgets it');
  assert.equal(await statusOf(next.body.access_token), 401);
  assert.equal((await refresh(cookieOf(next.headers))).status, 400);
});

test('a request that is repeated with the next token has one effect', async () => {
  const first = await signInOnPage('repeats@cookies.example');
  const next = await refresh(first.cookie);
  const create = (token: string, key = 'key-1') =>
    server.call('POST', '/v1/projects', { token, body: { name: 'Repeated' }, headers: { 'idempotency-key': key } });
  const created = await create(first.token);
  const repeated = await create(next.body.access_token);
  assert.deepEqual([created.status, repeated.status], [201, 201]);
  assert.equal(repeated.body.id, created.body.id);
  // The keys of a user are unknown to others.
  const other = await signInOnPage('others@cookies.example');
  assert.notEqual((await create(other.token)).body.id, created.body.id);
});

test('a page reloaded during a refresh gets new tokens', async () => {
  const { cookie } = await signInOnPage(ADA);
  const lost = await refresh(cookie);
  await passSeconds(25);
  const found = await refresh(cookie);
  assert.equal(found.status, 200);
  for (const { body, headers } of [lost, found]) {
    assert.equal(await statusOf(body.access_token), 200);
    assert.equal((await refresh(cookieOf(headers))).status, 200, 'whichever of them the browser kept');
  }
  await passSeconds(6);
  assert.equal((await refresh(cookie)).status, 400, 'counted from its first use');
});

test('other origins cannot use the cookie', async () => {
  const { cookie } = await signInOnPage(ADA);
  for (const from of ['same-site', 'cross-site', 'none'])
    assert.equal((await refresh(cookie, { 'sec-fetch-site': from })).body.error, 'invalid_request', from);
  assert.equal((await refresh('')).body.error, 'invalid_request');
  assert.equal((await refresh(cookie)).status, 200, 'none of them used it up');
});

test('signing out ends this sign-in, or all of them, but no personal tokens', async () => {
  const [here, there] = [await signInOnPage('grace@cookies.example'), await signedIn(server, 'grace@cookies.example')];
  const other = await signInOnPage(ADA);
  const { body: personal } = await server.call('POST', '/v1/auth/tokens', { token: there.access_token, body: { name: 'CI' } });

  const unclear = await server.call('DELETE', '/v1/auth/session?everywhere=perhaps', { token: here.token });
  assert.deepEqual([unclear.status, unclear.body.error], [400, 'everywhere must be true or false']);
  const out = await server.call('DELETE', '/v1/auth/session', { token: here.token });
  assert.deepEqual([out.status, out.body], [200, { ok: true }]);
  assert.match(cookieOf(out.headers), /^earshot_refresh=;/);
  assert.equal(await statusOf(here.token), 401);
  assert.equal((await refresh(here.cookie)).status, 400);
  assert.equal(await statusOf(there.access_token), 200);

  const again = await signInOnPage('grace@cookies.example');
  assert.equal((await server.call('DELETE', '/v1/auth/session?everywhere=true', { token: again.token })).status, 200);
  for (const token of [again.token, there.access_token]) assert.equal(await statusOf(token), 401);
  assert.equal(await statusOf(personal.token), 200);
  assert.equal(await statusOf(other.token), 200, 'other people stay');

  await server.call('DELETE', '/v1/auth/session', { token: personal.token });
  assert.equal(await statusOf(personal.token), 401, 'a personal token ends by itself');
});

test('a sign-in brings the language of the account, and removes that of another account', async () => {
  const signInWith = async (email: string, language: string | null) => {
    const { token, cookie } = await signInOnPage(email);
    await server.call('PATCH', '/v1/auth/profile', { token, body: { language } });
    return cookie.replace(/;.*/, '');
  };
  const refreshIn = async (cookie: string, known: string) => {
    const { headers } = await server.call('POST', '/v1/auth/token', {
      body: { grant_type: 'refresh_token' },
      headers: { 'sec-fetch-site': 'same-origin', cookie: `${cookie}; earshot_language=${known}` },
    });
    return {
      cookie: cookieOf(headers).replace(/;.*/, ''),
      language: headers.getSetCookie().find((line) => line.startsWith('earshot_language=')),
    };
  };
  const japanese = await refreshIn(await signInWith('lea@cookies.example', 'ja'), 'de');
  assert.match(japanese.language ?? '', /^earshot_language=ja; Max-Age=31536000; Path=\/; SameSite=Lax$/);
  assert.equal((await refreshIn(japanese.cookie, 'ja')).language, undefined);
  const automatic = await refreshIn(await signInWith('mia@cookies.example', null), 'ja');
  assert.match(automatic.language ?? '', /^earshot_language=; Max-Age=0; Path=\//);
});
