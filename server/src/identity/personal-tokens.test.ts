import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer } from '../testing/server.ts';
import { sessionOf, signedIn } from './fixtures/browser.ts';

const server = await startTestServer();
const { access_token: token } = await signedIn(server, 'ada@example.com');
const DAY_MS = 86_400_000;

const create = (body: object, by = token, headers: Record<string, string> = {}) =>
  server.call('POST', '/v1/auth/tokens', { token: by, body, headers });
const daysUntil = (date: string) => Math.round((Date.parse(date) - Date.now()) / DAY_MS);

test('a personal token is shown once, works, is listed without its text, and ends when it is revoked', async () => {
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

test('tokens are listed by page', async () => {
  const page = (query: Record<string, number>) => server.call('GET', '/v1/auth/tokens', { token, query });
  assert.deepEqual([(await page({ limit: 1 })).body.limit, (await page({ page: 99 })).body.data], [1, []]);
  assert.equal((await page({ page: 0 })).body.error, 'page must be an integer from 1 to 1,000,000');
});

test('a token is its owner’s alone', async () => {
  const { body: made } = await create({ name: 'Mine' });
  const { token: other } = await server.signIn();
  assert.equal((await server.call('DELETE', `/v1/auth/tokens/${made.id}`, { token: other })).status, 404);
  assert.equal((await sessionOf(server, made.token)).status, 200);
});

test('a request that is repeated makes one token, and shows its text the first time only', async () => {
  const headers = { 'idempotency-key': 'a-key-of-this-test' };
  const first = await create({ name: 'Once' }, token, headers);
  const second = await create({ name: 'Once' }, token, headers);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(second.body, { ...first.body, token: null });
  assert.equal((await create({ name: 'Another' }, token, headers)).status, 409);
});

test('a token of a token ends no later than that one', async () => {
  const { body: parent } = await create({ name: 'Short', expires_in_days: 2 });
  const { body: child } = await create({ name: 'Child', expires_in_days: 300 }, parent.token);
  assert.equal(child.expires_at, parent.expires_at);
});

test('bounds are refused by name, and an expired token signs nobody in', async () => {
  const cases: [object, string][] = [
    [{}, 'name is required'],
    [{ name: ' ' }, 'name is required'],
    [{ name: 'x'.repeat(101) }, 'name must be a text of 1 to 100 characters'],
    [{ name: 'x', expires_in_days: 0 }, 'expires_in_days must be an integer from 1 to 365'],
    [{ name: 'x', expires_in_days: 366 }, 'expires_in_days must be an integer from 1 to 365'],
    [{ name: 'x', scope: 'all' }, 'scope is not a field of this request'],
  ];
  for (const [body, error] of cases) {
    const answer = await create(body);
    assert.deepEqual([answer.status, answer.body.error], [400, error]);
  }
  const { body: made } = await create({ name: 'Old' });
  await sql`UPDATE tokens SET expires_at = now() WHERE name = 'Old'`.execute(server.db);
  assert.equal((await sessionOf(server, made.token)).status, 401);
});
