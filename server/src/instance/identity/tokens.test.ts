import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { sharedTestServer } from '../../testing/server.ts';
import { findTablesWith } from '../../testing/tables.ts';
import { sessionOf, signedIn, signInLocally } from './fixtures/browser.ts';

const server = await sharedTestServer();

const refresh = (token: string) =>
  server.call('POST', '/v1/auth/token', { body: { grant_type: 'refresh_token', refresh_token: token } });
const statusOf = async (token: string) => (await sessionOf(server, token)).status;

test('a refresh token can be exchanged once', async () => {
  const first = await signedIn(server, 'ada@example.com');
  const { status, body: second } = await refresh(first.refresh_token);
  assert.equal(status, 200);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal(await statusOf(second.access_token), 200);
  assert.equal(await statusOf(first.access_token), 200, 'the access token goes on until it ends');
});

test('reuse of a refresh token ends all tokens of the sign-in', async () => {
  const first = await signedIn(server, 'ada@example.com');
  const other = await signedIn(server, 'ada@example.com');
  const { body: second } = await refresh(first.refresh_token);
  const again = await refresh(first.refresh_token);
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
  assert.equal((await refresh(second.refresh_token)).status, 400);
  for (const token of [first.access_token, second.access_token]) assert.equal(await statusOf(token), 401);
  assert.equal(await statusOf(other.access_token), 200, 'another sign-in of the same person goes on');
});

test('of ten concurrent uses of a refresh token at most one succeeds, and the sign-in ends', async () => {
  const first = await signedIn(server, 'ada@example.com');
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refresh_token)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const token of [first.access_token, won[0]?.body.access_token]) assert.equal(await statusOf(token), 401);
  assert.equal((await refresh(won[0]?.body.refresh_token)).status, 400);
});

test('access tokens expire after an hour, refresh tokens after 30 days', async () => {
  const tokens = await signedIn(server, 'late@example.com');
  const { rows } = await sql<{ kind: string; hours: number }>`
    UPDATE tokens SET expires_at = now() FROM users u WHERE u.id = user_id AND u.email = 'late@example.com'
    RETURNING kind, round(extract(epoch FROM old.expires_at - tokens.created_at) / 3600)::int AS hours`.execute(server.db);
  assert.deepEqual(Object.fromEntries(rows.map(({ kind, hours }) => [kind, hours])), { access: 1, refresh: 30 * 24 });
  const { status, headers } = await sessionOf(server, tokens.access_token);
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer /);
  assert.equal((await refresh(tokens.refresh_token)).status, 400);
});

const revoke = (token: string) => server.call('POST', '/v1/auth/revoke', { body: { token } });

test('revoking an access token ends it, revoking a refresh token ends the sign-in', async () => {
  const tokens = await signedIn(server, 'ada@example.com');
  const { body: next } = await refresh(tokens.refresh_token);
  assert.deepEqual((await revoke(tokens.access_token)).body, { ok: true });
  assert.equal(await statusOf(tokens.access_token), 401);
  assert.equal(await statusOf(next.access_token), 200);
  assert.equal((await revoke(next.refresh_token)).status, 200);
  assert.equal(await statusOf(next.access_token), 401);
  assert.equal((await refresh(next.refresh_token)).status, 400);
  assert.equal((await revoke('never heard of')).status, 200, 'RFC 7009: an unknown token is no error');
});

test('tokens can be revoked with a form, including personal tokens', async () => {
  const { access_token: token } = await signedIn(server, 'ada@example.com');
  const { body: personal } = await server.call('POST', '/v1/auth/tokens', { token, body: { name: 'CI' } });
  const { status, body } = await server.call('POST', '/v1/auth/revoke', {
    body: `token=${personal.token}&token_type_hint=refresh_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual([status, body], [200, { ok: true }]);
  assert.equal(await statusOf(personal.token), 401);
  assert.equal(await statusOf(token), 200);
});

test('revoking a used refresh token ends its sign-in', async () => {
  const first = await signedIn(server, 'ada@example.com');
  const { body: second } = await refresh(first.refresh_token);
  assert.equal((await revoke(first.refresh_token)).status, 200);
  assert.equal(await statusOf(second.access_token), 401);
});

test('refresh tokens do not authenticate, and access tokens do not refresh', async () => {
  const tokens = await signedIn(server, 'ada@example.com');
  assert.equal(await statusOf(tokens.refresh_token), 401);
  assert.equal((await refresh(tokens.access_token)).status, 400);
});

test('the token endpoint returns standard error codes, for forms too', async () => {
  const cases: [object, string][] = [
    [{}, 'invalid_request'],
    [{ grant_type: 7 }, 'invalid_request'],
    [{ grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'x', code_verifier: 'y' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
    [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }, 'invalid_request'],
    [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' }, 'invalid_grant'],
  ];
  for (const [body, error] of cases) {
    const form = new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answers = [await server.call('POST', '/v1/auth/token', { body })];
    if (!('grant_type' in body) || typeof body.grant_type === 'string')
      answers.push(await server.call('POST', '/v1/auth/token', { body: form.toString(), headers }));
    for (const answer of answers) {
      assert.deepEqual([answer.status, answer.body.error], [400, error], JSON.stringify(body));
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  }
});

test('an unreadable body returns invalid_request', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answers = [
    await server.call('POST', '/v1/auth/token'),
    await server.call('POST', '/v1/auth/token', { body: '{' }),
    await server.call('POST', '/v1/auth/token', { body: 'null' }),
    await server.call('POST', '/v1/auth/token', { body: [] }),
    await server.call('POST', '/v1/auth/token', { body: '{"__proto__":{}}' }),
    await server.call('POST', '/v1/auth/token', { body: { grant_type: 'refresh_token', refresh_token: 'a\u0000b' } }),
    await server.call('POST', '/v1/auth/token', { body: 'grant_type=refresh_token&refresh_token=%00', headers: form }),
    await server.call('POST', '/v1/auth/token', { body: 'grant_type=refresh_token&grant_type=refresh_token', headers: form }),
  ];
  for (const { status, body } of answers) assert.deepEqual([status, body.error], [400, 'invalid_request']);
});

test('tokens can be refreshed with a form or JSON', async () => {
  const { refresh_token: token } = await signedIn(server, 'ada@example.com');
  const { status, body } = await server.call('POST', '/v1/auth/token', {
    body: `grant_type=refresh_token&client_id=earshot-cli&refresh_token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(status, 200);
  assert.equal(await statusOf(body.access_token), 200);
});

test('the database contains no plain tokens and codes', async () => {
  const tokens = await signedIn(server, 'secret@example.com');
  const { code } = await signInLocally(server, 'secret@example.com');
  const { body: device } = await server.call('POST', '/v1/auth/device', { body: {} });
  const { body: personal } = await server.call('POST', '/v1/auth/tokens', {
    token: tokens.access_token,
    headers: { 'idempotency-key': 'once' },
    body: { name: 'CI' },
  });
  const secrets = [tokens.access_token, tokens.refresh_token, code, device.device_code, personal.token];
  for (const secret of secrets) assert.equal(typeof secret, 'string');
  const stored = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
  assert.deepEqual(await findTablesWith(server.db, ...stored), []);
});
