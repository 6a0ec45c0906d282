import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** A waitlist on which `a` to `f` are in this order: `b`, `d` and `f` have the plan pro, `c` the plan free, and `f` is unconfirmed. */
async function setUp() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const asOwner = { token, query: { project_id: id } };
  for (const [name, plan] of Object.entries({ b: 'pro', c: 'free', d: 'pro', f: 'pro' }))
    await call('PUT', `/v1/people/u_${name}`, { ...asOwner, body: { email: `${name}@example.com`, attributes: { plan } } });
  const conditions = [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }];
  const definition = { match: 'all', conditions };
  const { body: segment } = await call('POST', '/v1/people/segments', { ...asOwner, body: { name: 'Pro', definition } });
  const join = (name: string) => call('POST', '/v1/waitlist', { key, body: { email: `${name}@Example.com` } });
  for (const name of 'abcde') await join(name);
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist: { double_opt_in: true } } } });
  await join('f');
  const list = (by: object, more: object = {}) =>
    call('GET', '/v1/waitlist', { ...by, query: { project_id: id, segment: segment.id, ...more } });
  const invite = (body: object, by = token) => call('POST', '/v1/waitlist/invite', { ...asOwner, token: by, body });
  return { ...project, segment: segment.id as string, list, invite };
}

const toNames = (entries: Json[]) => entries.map(({ email }) => email.split('@')[0]).join('');

test('waitlist entries are listed, exported and invited by a segment of people, in the order of the line', async () => {
  const { id, token, segment, list, invite } = await setUp();
  const { body: waiting } = await list({ token });
  assert.deepEqual([toNames(waiting.data), waiting.total], ['bd', 2], 'the address of f is not confirmed');
  const csv = await call('GET', '/v1/waitlist/export.csv', { token, query: { project_id: id, segment } });
  assert.equal(toNames(parse(csv.body, { columns: true })), 'bd');

  assert.equal(toNames((await invite({ segment, count: 1 })).body.data), 'b');
  const { body: left } = await list({ token }, { status: 'waiting' });
  assert.deepEqual([toNames(left.data), left.total], ['d', 1]);
  const { body: others } = await invite({ segment });
  assert.deepEqual([toNames(others.data), others.data[0].status], ['d', 'invited']);
  assert.equal((await invite({ segment })).body.total, 0);
  const { body: rest } = await call('GET', '/v1/waitlist', { token, query: { project_id: id, status: 'waiting' } });
  assert.equal(toNames(rest.data), 'acef');
});

test('only members who may read personal data name a segment, and not with ids', async () => {
  const { id, token, segment, list, invite } = await setUp();
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  const refused = await list({ token: viewer.token });
  assert.deepEqual(
    [refused.status, refused.body.error],
    [403, 'segment requires the role member: it is about attributes of people'],
  );
  const scopes = ['waitlist:read', 'waitlist:write'];
  const { body: limited } = await call('POST', '/v1/auth/tokens', { token, body: { name: 'Limited', scopes } });
  for (const answer of [await list({ token: limited.token }), await invite({ segment }, limited.token)])
    assert.deepEqual([answer.status, answer.body.code], [403, 'auth.scope_required']);

  const unknown = 'psg_01kaga0zrefb8tqs3yh4kx9m2d';
  const { body: entries } = await list({ token });
  for (const [body, error] of [
    [{ segment: unknown }, 'segment must be the id of a segment of people'],
    [{ segment, ids: [entries.data[0].id] }, 'segment must not be combined with ids'],
  ] as const)
    assert.deepEqual([(await invite(body)).status, (await invite(body)).body.error], [400, error]);
  const { body: invited } = await call('GET', '/v1/waitlist', { token, query: { project_id: id, status: 'invited' } });
  assert.equal(invited.total, 0);
});
