import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { formatId } from '../ids.ts';
import { startTestServer } from '../testing/server.ts';
import { sessionOf, signedIn } from './fixtures/browser.ts';

const server = await startTestServer();
const { access_token: token } = await signedIn(server, 'ada@example.com');
const DAY_MS = 86_400_000;

const create = (body: object, by = token, headers: Record<string, string> = {}) =>
  server.call('POST', '/v1/auth/tokens', { token: by, body, headers });
const daysUntil = (date: string) => Math.round((Date.parse(date) - Date.now()) / DAY_MS);

test('personal tokens are shown once, authenticate, are listed without secret, and can be revoked', async () => {
  const { status, body: made } = await create({ name: 'CI' });
  assert.equal(status, 201);
  assert.match(made.token, /^earshot_pat_[0-9A-Za-z]{43}$/);
  assert.equal(daysUntil(made.expires_at), 90);
  const session = await sessionOf(server, made.token);
  assert.deepEqual([session.body.user.email, session.body.kind], ['ada@example.com', 'personal']);

  const { body: list } = await server.call('GET', '/v1/auth/tokens', { token });
  assert.equal(list.total, 1);
  assert.deepEqual([list.data[0].id, list.data[0].name], [made.id, 'CI']);
  assert.ok(list.data[0].last_used_at);
  assert.equal(JSON.stringify(list).includes(made.token), false);

  const remove = () => server.call('DELETE', `/v1/auth/tokens/${made.id}`, { token });
  assert.deepEqual((await remove()).body, { ok: true });
  assert.equal((await sessionOf(server, made.token)).status, 401);
  assert.equal((await remove()).status, 404);
});

test('lists tokens in pages', async () => {
  const page = (query: Record<string, number>) => server.call('GET', '/v1/auth/tokens', { token, query });
  assert.deepEqual([(await page({ limit: 1 })).body.limit, (await page({ page: 99 })).body.data], [1, []]);
  assert.equal((await page({ page: 0 })).body.error, 'page must be an integer from 1 to 1,000,000');
});

test('tokens of other users are inaccessible', async () => {
  const { body: made } = await create({ name: 'Mine' });
  const { token: other } = await server.signIn();
  assert.equal((await server.call('DELETE', `/v1/auth/tokens/${made.id}`, { token: other })).status, 404);
  assert.equal((await sessionOf(server, made.token)).status, 200);
});

test('a repeated request creates one token, and shows its secret the first time only', async () => {
  const headers = { 'idempotency-key': 'a-key-of-this-test' };
  const first = await create({ name: 'Once' }, token, headers);
  const second = await create({ name: 'Once' }, token, headers);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(second.body, { ...first.body, token: null });
  assert.equal((await create({ name: 'Another' }, token, headers)).status, 409);
});

test('a token created with a token expires no later', async () => {
  const { body: parent } = await create({ name: 'Short', expires_in_days: 2 });
  const { body: child } = await create({ name: 'Child', expires_in_days: 300 }, parent.token);
  assert.equal(child.expires_at, parent.expires_at);
});

test('rejects values out of range, and expired tokens', async () => {
  const cases: [object, string][] = [
    [{}, 'name is required'],
    [{ name: ' ' }, 'name is required'],
    [{ name: 'x'.repeat(101) }, 'name must be a string of 1 to 100 characters'],
    [{ name: 'x', expires_in_days: 0 }, 'expires_in_days must be an integer from 1 to 365'],
    [{ name: 'x', expires_in_days: 366 }, 'expires_in_days must be an integer from 1 to 365'],
    [{ name: 'x', scope: 'all' }, 'scope is not a known field'],
  ];
  for (const [body, error] of cases) {
    const answer = await create(body);
    assert.deepEqual([answer.status, answer.body.error], [400, error]);
  }
  const { body: made } = await create({ name: 'Old' });
  await sql`UPDATE tokens SET expires_at = now() WHERE name = 'Old'`.execute(server.db);
  assert.equal((await sessionOf(server, made.token)).status, 401);
});

test('concurrent requests with one key create one token, and one response has the secret', async () => {
  const { body: before } = await server.call('GET', '/v1/auth/tokens', { token });
  const headers = { 'idempotency-key': 'a-race-of-this-test' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Race' }, token, headers)));
  for (const { status } of answers) assert.equal(status, 201);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal(answers.filter(({ body }) => body.token !== null).length, 1);
  assert.equal((await server.call('GET', '/v1/auth/tokens', { token })).body.total, before.total + 1);
});

test('lists active personal tokens only, newest first', async () => {
  const { access_token: other } = await signedIn(server, 'pages@example.com');
  for (const name of ['one', 'two', 'three']) await create({ name }, other);
  await create({ name: 'ended' }, other);
  await sql`UPDATE tokens SET expires_at = now() WHERE name = 'ended'`.execute(server.db);
  const pages = [];
  for (const page of [1, 2, 3])
    pages.push((await server.call('GET', '/v1/auth/tokens', { token: other, query: { page, limit: 2 } })).body);
  assert.deepEqual(
    pages.map(({ data, total }) => [data.map(({ name }: { name: string }) => name), total]),
    [
      [['three', 'two'], 3],
      [['one'], 3],
      [[], 3],
    ],
  );
});

test('access tokens cannot be deleted as personal tokens', async () => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM tokens WHERE kind = 'access'`.execute(server.db);
  assert.ok(rows.length);
  for (const { id } of rows)
    assert.equal((await server.call('DELETE', `/v1/auth/tokens/${formatId('tok', id)}`, { token })).status, 404);
});
