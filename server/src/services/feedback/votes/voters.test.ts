import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const acme = await server.createProject();

test('only the team can list voters, latest first', async () => {
  const { data: secrets } = (await call('GET', `/v1/projects/${acme.id}/identity-secrets`, { token: acme.token })).body;
  const token = await new SignJWT({ name: 'Ünal', email: 'u@example.com' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('u_42:x')
    .setAudience(acme.id)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secrets[0].secret));
  const { id } = (await call('POST', '/v1/feedback', { key: acme.key, body: { title: 'Dark mode' } })).body;
  const castBy = (way: string, headers: Record<string, string>) =>
    call('POST', `/v1/feedback/${id}/${way}`, { key: acme.key, headers });
  await castBy('upvote', { 'x-visitor-id': '0199a000-0000-7000-8000-000000000001' });
  await castBy('upvote', { 'x-user-token': token });
  await castBy('downvote', { 'x-user-token': token });
  await call('POST', `/v1/feedback/${id}/upvote`, { token: acme.token });

  const voters = (query = {}) => call('GET', `/v1/feedback/${id}/voters`, { token: acme.token, query });
  const { body } = await voters();
  assert.equal(body.total, 3);
  const { email } = (await call('GET', '/v1/auth/session', { token: acme.token })).body.user;
  assert.deepEqual(
    body.data.map(({ role, user_id, name, email: address, vote }: Record<string, unknown>) => ({
      role,
      user_id,
      name,
      email: address,
      vote,
    })),
    [
      { role: 'team', user_id: null, name: null, email, vote: 'up' },
      { role: 'user', user_id: 'u_42:x', name: 'Ünal', email: 'u@example.com', vote: 'down' },
      { role: 'visitor', user_id: null, name: null, email: null, vote: 'up' },
    ],
  );
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${acme.id}/members`, { token: acme.token, body: { email: viewer.email, role: 'viewer' } });
  const seen = (await call('GET', `/v1/feedback/${id}/voters`, { token: viewer.token })).body.data;
  assert.deepEqual(
    seen.map(({ user_id, name, email: address, vote }: Record<string, unknown>) => [user_id, name, address, vote]),
    [
      [null, null, null, 'up'],
      [null, null, null, 'down'],
      [null, null, null, 'up'],
    ],
    'viewers see no name, no address, and no id, which may be one',
  );
  const page = await voters({ page: 2, limit: 2 });
  assert.deepEqual([page.body.data.length, page.body.data[0].role], [1, 'visitor']);
  assert.equal((await voters({ limit: 0 })).status, 400);
  assert.equal((await call('GET', `/v1/feedback/${id}/voters`, { key: acme.key })).status, 403);
});
