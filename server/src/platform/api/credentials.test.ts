import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const [acme, rival] = [await server.createProject('Acme'), await server.createProject('Rival')];

test('a token that is limited to projects finds these without a scope, and no others', async () => {
  const create = async (body: object) =>
    (await call('POST', '/v1/auth/tokens', { token: acme.token, body })).body.token as string;
  const named = { name: 'Own', scopes: ['feedback:read'] };
  const [own, unlimited] = [await create({ ...named, project_ids: [acme.id] }), await create(named)];
  const { body: list } = await call('GET', '/v1/projects', { token: own });
  assert.deepEqual(
    list.data.map(({ id }: Json) => id),
    [acme.id],
  );
  assert.equal((await call('GET', `/v1/projects/${acme.id}`, { token: own })).body.id, acme.id);
  const refusals: [path: string, token: string, code: string][] = [
    [`/v1/projects/${rival.id}`, own, 'auth.not_a_member'],
    [`/v1/projects/${acme.id}/members`, own, 'auth.scope_required'],
    [`/v1/projects/${acme.id}/keys`, own, 'auth.scope_required'],
    [`/v1/waitlist?project_id=${acme.id}`, own, 'auth.scope_required'],
    ['/v1/projects', unlimited, 'auth.scope_required'],
    [`/v1/projects/${acme.id}`, unlimited, 'auth.scope_required'],
  ];
  for (const [path, token, code] of refusals) {
    const { status, body } = await call('GET', path, { token });
    assert.deepEqual([status, body.code], [403, code], path);
  }
});

test('a credential of the other kind is named in the error', async () => {
  const cases: [Call, RegExp][] = [
    [{ token: acme.key }, /^This is an API key, which is sent in X-Project-Key/],
    [{ token: 'pk_unknown' }, /^This is an API key/],
    [{ key: acme.token }, /^This is an access token, which is sent in Authorization/],
    [{ token: 'earshot_pat_unknown' }, /^The access token is unknown/],
    [{ key: 'pk_unknown' }, /^(?!This is)/],
  ];
  for (const [credential, message] of cases) {
    const { status, body } = await call('GET', '/v1/feedback', { ...credential, query: { project_id: acme.id } });
    assert.equal(status, 401);
    assert.match(body.error, message);
  }
});
