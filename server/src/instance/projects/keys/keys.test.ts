import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

const DAY_MS = 24 * 60 * 60_000;

async function projectWithKeys() {
  const project = await server.createProject();
  const { id, token } = project;
  return {
    ...project,
    rotate: (body: object = {}, headers = {}) => call('POST', `/v1/projects/${id}/keys/rotate`, { token, body, headers }),
    keys: async () => (await call('GET', `/v1/projects/${id}/keys`, { token })).body.data as Json[],
    add: (body: object) => call('POST', `/v1/projects/${id}/keys`, { token, body }),
    edit: (keyId: string, body: object) => call('PATCH', `/v1/projects/${id}/keys/${keyId}`, { token, body }),
    revoke: (keyId: string) => call('DELETE', `/v1/projects/${id}/keys/${keyId}`, { token }),
    current: async () => (await call('GET', `/v1/projects/${id}`, { token })).body.api_key,
  };
}

const works = async (key: string) => (await call('GET', '/v1/feedback', { key })).status;

test('a project starts with one key that does not expire', async () => {
  const { key, keys } = await projectWithKeys();
  const [first, ...rest] = await keys();
  assert.deepEqual([first?.key, first?.name, first?.is_default, first?.expires_at, rest], [key, 'Default', true, null, []]);
});

test('after a rotation the previous key works for a day, and keys of other projects without an end', async () => {
  const { key, rotate, keys, current } = await projectWithKeys();
  const other = await projectWithKeys();
  const others = await other.keys();
  assert.equal(await works(key), 200);
  const { status, body } = await rotate();
  assert.equal(status, 201);
  const [fresh, old] = body.data;
  assert.match(fresh.key, /^pk_[0-9A-Za-z]{32}$/);
  assert.equal(fresh.expires_at, null);
  assert.equal(old.key, key);
  assert.ok(Math.abs(Date.parse(old.expires_at) - Date.now() - DAY_MS) < 60_000);
  assert.deepEqual(await keys(), body.data);
  assert.equal(await current(), fresh.key);
  assert.deepEqual([await works(key), await works(fresh.key)], [200, 200]);
  assert.deepEqual(await other.keys(), others);
});

test('a second rotation does not extend the first key', async () => {
  const { rotate } = await projectWithKeys();
  const first = (await rotate()).body.data[1];
  const { data } = (await rotate()).body;
  assert.equal(data.length, 3);
  assert.equal(data.find(({ key }: { key: string }) => key === first.key).expires_at, first.expires_at);
});

test('revoke_now ends previous keys immediately, including cached ones', async () => {
  const { key, rotate, keys, current } = await projectWithKeys();
  const { data } = (await rotate()).body;
  assert.deepEqual([await works(key), await works(data[0].key)], [200, 200]);
  const { body } = await rotate({ revoke_now: true });
  assert.equal(body.total, 1);
  assert.deepEqual(await keys(), body.data);
  assert.deepEqual([await works(key), await works(data[0].key), await works(await current())], [401, 401, 200]);
});

test('revoke_now works with an Idempotency-Key, and a repetition rotates nothing', async () => {
  const { key, rotate, current } = await projectWithKeys();
  assert.equal(await works(key), 200);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await rotate({ revoke_now: true }, headers);
  assert.equal(await works(key), 401);
  const second = await rotate({ revoke_now: true }, headers);
  assert.deepEqual(second.body, first.body);
  assert.equal(await current(), first.body.data[0].key);
});

test('expired keys stop working and are not listed', async () => {
  const { key, rotate, keys } = await projectWithKeys();
  await rotate();
  await sql`UPDATE project_keys SET expires_at = now() - interval '1 second' WHERE key = ${key}`.execute(server.db);
  assert.equal(await works(key), 401);
  assert.equal((await keys()).length, 1);
});

test('concurrent rotations leave one current key', async () => {
  const { rotate, keys } = await projectWithKeys();
  for (const { status } of await Promise.all(Array.from({ length: 8 }, () => rotate()))) assert.equal(status, 201);
  const all = await keys();
  assert.equal(all.length, 9);
  assert.equal(all.filter(({ expires_at: end }) => end === null).length, 1);
});

test('invalid requests rotate nothing', async () => {
  const { rotate, keys } = await projectWithKeys();
  assert.equal((await rotate({ revoke_now: 'yes' })).body.error, 'revoke_now must be true or false');
  assert.equal((await rotate({ revoke: true })).body.error, 'revoke is not a known field');
  assert.equal((await keys()).length, 1);
});

test('viewers see API keys; rotation and identity secrets require the role admin', async () => {
  const { id, token, rotate } = await projectWithKeys();
  const people = await Promise.all(['viewer', 'member', 'admin'].map(async (role) => ({ role, ...(await server.signIn()) })));
  for (const { email, role } of people) await call('POST', `/v1/projects/${id}/members`, { token, body: { email, role } });
  for (const { role, token: own } of people) {
    const ask = async (method: string, path: string, body?: object) =>
      (await call(method, `/v1/projects/${id}${path}`, { token: own, body })).status;
    const isAdmin = role === 'admin';
    assert.equal(await ask('GET', '/keys'), 200);
    assert.equal(await ask('GET', '/identity-secrets'), isAdmin ? 200 : 403, role);
    for (const path of ['/keys/rotate', '/identity-secrets/rotate'])
      assert.equal(await ask('POST', path, {}), isAdmin ? 201 : 403, role);
  }
  assert.equal((await rotate()).status, 201);
});

test('rotation requires no body', async () => {
  const { id, token } = await server.createProject();
  for (const path of ['keys', 'identity-secrets'])
    assert.equal((await server.call('POST', `/v1/projects/${id}/${path}/rotate`, { token })).status, 201);
});

test('further keys work alone, are revoked alone, and survive the rotation of the default key', async () => {
  const { key, add, revoke, rotate, keys, current } = await projectWithKeys();
  const { status, body: website } = await add({ name: 'Website' });
  assert.deepEqual(
    [status, website.name, website.is_default, website.allowed_origins, website.expires_at, website.last_used_at],
    [201, 'Website', false, [], null, null],
  );
  const { body: app } = await add({ name: 'App' });
  assert.deepEqual([await works(website.key), await works(app.key), await current()], [200, 200, key]);
  assert.equal((await revoke(app.id)).status, 200);
  assert.deepEqual([await works(website.key), await works(app.key), await works(key)], [200, 401, 200]);
  await rotate({ revoke_now: true });
  assert.deepEqual([await works(website.key), await works(key), await works(await current())], [200, 401, 200]);
  assert.deepEqual(
    (await keys()).map(({ name, is_default: isDefault }) => [name, isDefault]),
    [
      ['Default', true],
      ['Website', false],
    ],
  );
  // The name of a revoked key is free.
  assert.equal((await add({ name: 'App' })).status, 201);
});

test('a key is used by web pages of its origins, by pages of this host, and without an origin', async () => {
  const { add, edit } = await projectWithKeys();
  const origins = ['https://example.com', 'https://*.example.org', 'http://localhost:3000'];
  const { body: made } = await add({ name: 'Website', allowed_origins: origins });
  const from = async (origin: string | undefined) => {
    const { status, body } = await call('GET', '/v1/feedback', { key: made.key, ...(origin && { headers: { origin } }) });
    return status === 200 ? 200 : body.code;
  };
  for (const origin of [undefined, ...origins.with(1, 'https://a.b.example.org'), server.url])
    assert.equal(await from(origin), 200, origin);
  const others = ['http://example.com', 'https://example.com.evil.example', 'https://example.org', 'https://evilexample.org'];
  for (const origin of [...others, 'http://localhost:3001', 'http://a.example.org', 'null'])
    assert.equal(await from(origin), 'auth.origin_not_allowed', origin);
  const preflight = await fetch(`${server.url}/v1/feedback`, {
    headers: { 'x-project-key': made.key, origin: 'https://evil.example' },
  });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [403, '*']);
  // A change applies to cached keys.
  assert.equal((await edit(made.id, { allowed_origins: [] })).body.allowed_origins.length, 0);
  assert.equal(await from('https://evil.example'), 200);
});

test('the use of a key is recorded once a minute', async () => {
  const { key, keys, add } = await projectWithKeys();
  await add({ name: 'Unused' });
  await works(key);
  const used = await until(async () => (await keys())[0]?.last_used_at);
  assert.ok(Math.abs(Date.parse(used) - Date.now()) < 60_000);
  await works(key);
  assert.deepEqual(
    (await keys()).map(({ last_used_at: time }) => time),
    [used, null],
  );
  await sql`UPDATE project_keys SET last_used_at = now() - interval '2 minutes' WHERE key = ${key}`.execute(server.db);
  // A change makes the server read the keys of the project again.
  await add({ name: 'Changed' });
  await works(key);
  await until(async () => Date.now() - Date.parse((await keys())[0]?.last_used_at) < 60_000);
});

test('invalid keys are refused', async () => {
  const { add, edit, revoke, keys, rotate } = await projectWithKeys();
  const rival = await projectWithKeys();
  const [first] = await keys();
  const { body: made } = await add({ name: 'Website' });
  const { body: foreign } = await rival.add({ name: 'Foreign' });
  const message = 'must be an origin such as https://example.com, in lower case, without path and standard port';
  type Refusal = [Promise<{ status: number; body: Json }>, number, string, string?];
  const refusals: Refusal[] = [
    [add({ name: 'website' }), 409, 'keys.name_taken'],
    [edit(made.id, { name: 'Default' }), 409, 'keys.name_taken'],
    [edit(foreign.id, { name: 'Mine' }), 404, 'keys.not_found'],
    [revoke(foreign.id), 404, 'keys.not_found'],
    [revoke('key_unknown'), 404, 'keys.not_found'],
    [revoke(first?.id), 409, 'keys.default'],
    [add({ name: 'A', allowed_origins: ['https://example.com:443'] }), 400, 'validation', `allowed_origins[0] ${message}`],
    ...['https://example.com/', 'example.com', 'ftp://example.com', 'https://ex*.example.com', ''].map((origin): Refusal => [
      add({ name: 'A', allowed_origins: [origin] }),
      400,
      'validation',
      `allowed_origins[0] ${message}`,
    ]),
    [edit(made.id, {}), 400, 'validation'],
  ];
  for (const [answer, status, code, error] of refusals) {
    const { status: actual, body } = await answer;
    assert.deepEqual([actual, body.code], [status, code]);
    if (error) assert.equal(body.error, error);
  }
  for (let n = 2; n < 50; n++) assert.equal((await add({ name: `Key ${n}` })).status, 201);
  assert.equal((await add({ name: 'One more' })).body.code, 'keys.limit_reached');
  assert.equal((await rotate()).status, 201);
  // A rotated key that still works counts as well.
  assert.equal((await revoke(made.id)).status, 200);
  assert.equal((await add({ name: 'One more' })).body.code, 'keys.limit_reached');
});
