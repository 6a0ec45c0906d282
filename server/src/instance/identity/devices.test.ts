import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { sharedTestServer } from '../../testing/server.ts';
import { sessionOf, signedIn } from './fixtures/browser.ts';

const server = await sharedTestServer();
const { access_token: token } = await signedIn(server, 'ada@example.com');

const begin = async (body: object = {}) => (await server.call('POST', '/v1/auth/device', { body })).body;
const decide = (user_code: string, allow: boolean, by = token) =>
  server.call('POST', '/v1/auth/device/decide', { token: by, body: { user_code, allow } });
const poll = async (device_code: string) => {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return (await server.call('POST', '/v1/auth/token', { body: { grant_type, device_code } })).body;
};

test('a device gets tokens once after approval', async () => {
  const device = await begin({ client_id: 'earshot-cli' });
  assert.match(device.user_code, /^[B-Z]{4}-[B-Z]{4}$/);
  assert.equal(device.verification_uri, `${server.url}/device`);
  assert.equal(device.verification_uri_complete, `${server.url}/device?user_code=${device.user_code}`);
  assert.deepEqual([device.expires_in, device.interval], [900, 5]);
  assert.equal((await poll(device.device_code)).error, 'authorization_pending');

  const waiting = await server.call('GET', '/v1/auth/device', { token, query: { user_code: device.user_code } });
  assert.equal(waiting.body.client_id, 'earshot-cli');
  assert.deepEqual((await decide(device.user_code, true)).body, { ok: true });
  const tokens = await poll(device.device_code);
  assert.equal((await sessionOf(server, tokens.access_token)).body.user.email, 'ada@example.com');
  assert.equal((await poll(device.device_code)).error, 'invalid_grant', 'a device code is good for one use');
});

test('polling too fast returns slow_down', async () => {
  const device = await begin();
  assert.equal((await poll(device.device_code)).error, 'authorization_pending');
  assert.equal((await poll(device.device_code)).error, 'slow_down');
  await sql`
    UPDATE device_authorizations SET polled_at = now() - interval '11 seconds'
    WHERE user_code = ${device.user_code}`.execute(server.db);
  assert.equal((await poll(device.device_code)).error, 'authorization_pending');
});

test('a denied device gets access_denied', async () => {
  const device = await begin();
  assert.equal((await decide(device.user_code, false)).status, 200);
  assert.equal((await poll(device.device_code)).error, 'access_denied');
  assert.equal((await decide(device.user_code, true)).status, 404, 'a decision is final');
});

test('an undecided device gets expired_token', async () => {
  const device = await begin();
  await sql`UPDATE device_authorizations SET expires_at = now() WHERE user_code = ${device.user_code}`.execute(server.db);
  assert.equal((await poll(device.device_code)).error, 'expired_token');
  assert.equal((await decide(device.user_code, true)).status, 404);
});

test('user codes are accepted in any case, with or without hyphen; unknown ones return 404', async () => {
  const device = await begin();
  const typed = device.user_code.toLowerCase().replace('-', ' ');
  assert.equal((await server.call('GET', '/v1/auth/device', { token, query: { user_code: typed } })).status, 200);
  const unknown = await server.call('GET', '/v1/auth/device', { token, query: { user_code: 'BBBB-BBBB' } });
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'The user code is unknown, expired or already used']);
  assert.equal((await server.call('GET', '/v1/auth/device', { token })).body.error, 'user_code is required');
});

test('personal tokens cannot approve devices', async () => {
  const device = await begin();
  const { token: personal } = await server.signIn();
  assert.equal((await decide(device.user_code, true, personal)).status, 403);
  assert.equal((await poll(device.device_code)).error, 'authorization_pending');
});

test('device authorization accepts forms (RFC 8628)', async () => {
  const { status, body } = await server.call('POST', '/v1/auth/device', {
    body: 'client_id=earshot-cli&scope=',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(status, 200);
  assert.ok(body.device_code);
  const bad = await server.call('POST', '/v1/auth/device', { body: { client_id: 'x'.repeat(101) } });
  assert.deepEqual([bad.status, bad.body.error], [400, 'client_id must be a string of at most 100 characters']);
});

test('of ten concurrent polls, one gets tokens', async () => {
  const device = await begin();
  await decide(device.user_code, true);
  const answers = await Promise.all(Array.from({ length: 10 }, () => poll(device.device_code)));
  assert.equal(answers.filter((body) => body.access_token).length, 1);
  for (const body of answers) if (!body.access_token) assert.deepEqual(body, { error: 'invalid_grant', code: 'auth.oauth' });
});

test('of two concurrent decisions, one counts', async () => {
  const device = await begin();
  const answers = await Promise.all([true, false, true, false].map((allow) => decide(device.user_code, allow)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404],
  );
});

test('device tokens belong to the approving user and have regular lifetimes', async () => {
  const { access_token: grace } = await signedIn(server, 'grace@example.com');
  const device = await begin();
  await decide(device.user_code, true, grace);
  const tokens = await poll(device.device_code);
  assert.deepEqual(Object.keys(tokens).toSorted(), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
  const session = await sessionOf(server, tokens.access_token);
  assert.deepEqual([session.body.user.email, session.body.kind], ['grace@example.com', 'access']);
});
