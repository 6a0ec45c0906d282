import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

test('entries are found and ranked by the votes of people in a segment', async () => {
  const project = await server.createProject();
  const { id, key, token } = project;
  const asOwner = { token, query: { project_id: id } };
  for (const [user, plan] of Object.entries({ u_1: 'pro', u_2: 'pro', u_3: 'free', u_4: 'free' }))
    await call('PUT', `/v1/people/${user}`, { ...asOwner, body: { email: `${user}@example.com`, attributes: { plan } } });
  const conditions = [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }];
  const body = { name: 'Customers', definition: { match: 'all', conditions } };
  const { body: segment } = await call('POST', '/v1/people/segments', { ...asOwner, body });
  const entries: Record<string, string> = {};
  for (const title of ['Many', 'One', 'Both', 'Down'])
    entries[title] = (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
  const vote = async (title: string, user: string, way = 'upvote') =>
    await call('POST', `/v1/feedback/${entries[title]}/${way}`, {
      key,
      headers: { 'x-user-token': await server.signUser(project, { id: user }) },
    });
  for (const user of ['u_1', 'u_3', 'u_4']) await vote('Many', user);
  for (const user of ['u_1', 'u_2']) await vote('Both', user);
  // A vote on behalf of the address is one of the same person, who votes already.
  await call('POST', `/v1/feedback/${entries.Both}/voters`, { token, body: { email: 'u_1@example.com' } });
  await vote('One', 'u_3');
  await vote('Down', 'u_2', 'downvote');
  await call('POST', `/v1/feedback/${entries.One}/upvote`, { key, visitor: crypto.randomUUID() });
  const list = async (query: object, by: object = { token }) =>
    await call('GET', '/v1/feedback', { ...by, query: { voters_segment: segment.id, ...query } });
  const { body: ranked } = await list({ project_id: id, sort: 'top' });
  assert.deepEqual(
    [ranked.total, ranked.data.map(({ title, segment_vote_count: count }: Json) => [title, count])],
    [
      2,
      [
        ['Both', 2],
        ['Many', 1],
      ],
    ],
  );
  const { body: next } = await list({ project_id: id, sort: 'top', limit: 1 });
  const { body: last } = await list({ project_id: id, sort: 'top', limit: 1, cursor: next.next_cursor });
  assert.deepEqual([next.data[0].title, last.data[0].title, last.next_cursor], ['Both', 'Many', null]);
  const csv = await call('GET', '/v1/feedback/export.csv', { token, query: { project_id: id, voters_segment: segment.id } });
  assert.equal(csv.body.trim().split('\n').length, 3);

  const message = 'voters_segment requires the session token of a member with the scope personal_data:read';
  assert.equal((await list({}, { key })).body.error, message);
  assert.equal((await list({ project_id: id, voters_segment: 'psg_01kaga0zrefb8tqs3yh4kx9m2d' })).status, 400);
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  assert.equal((await list({ project_id: id }, { token: viewer.token })).body.error, message);
});
