import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

const DAY_MS = 24 * 60 * 60_000;

async function projectWithKeys() {
  const project = await server.createProject();
  const { id, token } = project;
  return {
    ...project,
    rotate: (body: object = {}, headers = {}) => call('POST', `/v1/projects/${id}/keys/rotate`, { token, body, headers }),
    keys: async () =>
      (await call('GET', `/v1/projects/${id}/keys`, { token })).body.data as { key: string; expires_at: string | null }[],
    current: async () => (await call('GET', `/v1/projects/${id}`, { token })).body.api_key,
  };
}

const works = async (key: string) => (await call('GET', '/v1/feedback', { key })).status;

test('a project starts with one key that does not expire', async () => {
  const { key, keys } = await projectWithKeys();
  const [first, ...rest] = await keys();
  assert.deepEqual([first?.key, first?.expires_at, rest], [key, null, []]);
});

test('after a rotation the previous key works for a day', async () => {
  const { key, rotate, keys, current } = await projectWithKeys();
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
  assert.deepEqual([await works(key), await works(data[0].key), await works(await current())], [401, 401, 200]);
  assert.deepEqual(await keys(), body.data);
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
