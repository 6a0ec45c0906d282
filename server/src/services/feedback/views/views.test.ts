import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** Creates a project of Ada with Lin as a member, and functions that list, create, change and delete views as one of them. */
async function createTeam() {
  const { id, key, token: ada } = await server.createProject('Views');
  const member = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token: ada, body: { email: member.email, role: 'member' } });
  const { user_id } = (await call('GET', `/v1/projects/${id}/members`, { token: ada })).body.data[1];
  const query = { project_id: id };
  const list = async (token: string): Promise<Json[]> => (await call('GET', '/v1/feedback/views', { token, query })).body.data;
  return {
    id,
    key,
    ada,
    lin: member.token,
    linId: user_id as string,
    linEmail: member.email,
    list,
    names: async (token: string) => (await list(token)).map(({ name }) => name),
    create: (token: string, body: object) => call('POST', '/v1/feedback/views', { token, query, body }),
    change: (token: string, view: string, body: object) => call('PATCH', `/v1/feedback/views/${view}`, { token, body }),
    remove: (token: string, view: string) => call('DELETE', `/v1/feedback/views/${view}`, { token }),
  };
}

test('a view keeps filters, sort order and columns', async () => {
  const { id, ada, create, change, list } = await createTeam();
  const given = {
    name: 'Triage',
    shared: true,
    filters: {
      status: ['new', 'under_review'],
      tag_not: ['internal'],
      assignee: ['me', 'none'],
      q: 'export',
      max_age_days: 30,
    },
    sort: 'top',
    columns: ['status', 'tags', 'assignee_id', 'due_on'],
  };
  const { status, body } = await create(ada, given);
  const { id: view, created_at, updated_at, ...kept } = body;
  assert.equal(status, 201);
  assert.match(view, /^view_/);
  assert.deepEqual(kept, { project_id: id, ...given });
  assert.ok(Date.parse(created_at) <= Date.parse(updated_at));

  const { body: changed } = await change(ada, view, { name: 'To triage', filters: {}, columns: [] });
  assert.deepEqual([changed.name, changed.filters, changed.sort, changed.columns], ['To triage', {}, 'top', []]);
  assert.deepEqual(await list(ada), [changed]);

  const { body: plain } = await create(ada, { name: 'All' });
  assert.deepEqual([plain.shared, plain.filters, plain.sort], [false, {}, 'newest']);
  assert.ok(plain.columns.includes('status') && plain.columns.includes('tags'));
});

test('a view accepts only known filters', async () => {
  const { ada, create } = await createTeam();
  for (const [filters, message] of [
    [{ color: 'red' }, 'filters.color is not a known field'],
    [{ status: ['unknown'] }, /^filters\.status\[0\] must be one of new/],
    [{ assignee: ['Ada'] }, 'filters.assignee[0] must be the id of a member, me, or none'],
    [{ status: 'new' }, /^filters\.status must be an array/],
    [{ created_since: 'soon' }, 'filters.created_since must be a date and time in ISO 8601'],
  ] as const) {
    const { status, body } = await create(ada, { name: 'Wrong', filters });
    assert.equal(status, 400);
    if (typeof message === 'string') assert.equal(body.error, message);
    else assert.match(body.error, message);
  }
});

test('personal views are visible to their owner, shared views belong to the team', async () => {
  const { ada, lin, create, change, remove, names } = await createTeam();
  const { body: personal } = await create(ada, { name: 'Mine' });
  const { body: shared } = await create(lin, { name: 'Ours', shared: true });
  assert.deepEqual([await names(ada), await names(lin)], [['Mine', 'Ours'], ['Ours']]);
  for (const refused of [await change(lin, personal.id, { name: 'Taken' }), await remove(lin, personal.id)])
    assert.deepEqual([refused.status, refused.body.code], [404, 'feedback.view_not_found']);

  // Others can change shared views, and make them their own.
  assert.equal((await change(ada, shared.id, { name: 'Of the team' })).body.name, 'Of the team');
  assert.equal((await change(ada, shared.id, { shared: false })).body.shared, false);
  assert.deepEqual([await names(ada), await names(lin)], [['Mine', 'Of the team'], []]);
  assert.equal((await change(ada, personal.id, { shared: true })).body.shared, true);
  assert.deepEqual(await names(lin), ['Mine']);
  assert.deepEqual((await remove(lin, personal.id)).body, { ok: true });
  assert.deepEqual(await names(ada), ['Of the team']);
});

test('personal views end with the membership', async () => {
  const { id, ada, lin, linId, linEmail, create, names } = await createTeam();
  await create(lin, { name: 'Of Lin' });
  await create(lin, { name: 'Of the team', shared: true });
  await call('DELETE', `/v1/projects/${id}/members/${linId}`, { token: ada });
  await call('POST', `/v1/projects/${id}/members`, { token: ada, body: { email: linEmail, role: 'member' } });
  assert.deepEqual(await names(lin), ['Of the team']);
});

test('viewers read views, and service accounts share what they create', async () => {
  const { id, ada, create, change } = await createTeam();
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token: ada, body: { email: viewer.email, role: 'viewer' } });
  const { body: shared } = await create(ada, { name: 'Ours', shared: true });
  assert.equal((await create(viewer.token, { name: 'Mine' })).body.code, 'auth.role_required');
  assert.equal((await change(viewer.token, shared.id, { name: 'Mine' })).body.code, 'auth.role_required');
  const { body: account } = await call('POST', `/v1/projects/${id}/service-accounts`, {
    token: ada,
    body: { name: 'Pipeline', scopes: ['feedback:write'] },
  });
  const { status, body } = await create(account.token, { name: 'Mine' });
  assert.deepEqual([status, body.fields[0].path], [400, 'shared']);
  assert.equal((await create(account.token, { name: 'Ours too', shared: true })).status, 201);
});

test('lists the tags in use, the most used first', async () => {
  const { id, key, ada } = await createTeam();
  const submit = async (title: string, tags: string[]) =>
    (await call('POST', '/v1/feedback', { key, body: { title, tags } })).body.id;
  const merged = await submit('One', ['export', 'rare']);
  const target = await submit('Two', ['export', 'api']);
  await submit('Three', ['export', 'api']);
  await call('POST', `/v1/feedback/${merged}/merge`, { token: ada, body: { into: target } });
  const { body } = await call('GET', '/v1/feedback/tags', { token: ada, query: { project_id: id } });
  assert.deepEqual(body.data, [
    { name: 'api', feedback_count: 2 },
    { name: 'export', feedback_count: 2 },
  ]);
});

test('counts the entries of several filters, and finds those without an answer of the team', async () => {
  const { id, key, ada, lin, linId } = await createTeam();
  const query = { project_id: id };
  const submit = async (title: string) => (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
  const [noted, answered, asked] = [await submit('Noted'), await submit('Answered'), await submit('Asked')];
  const comment = (entry: string, by: object, more: object = {}) =>
    call('POST', `/v1/feedback/${entry}/comments`, { ...by, body: { body: 'Soon', ...more } });
  await comment(noted, { token: ada }, { internal: true });
  await comment(answered, { token: ada });
  await comment(asked, { key });
  await call('PATCH', `/v1/feedback/${asked}`, { token: ada, body: { assignee_id: linId, status: 'planned' } });

  const list = (credential: object, more: object) => call('GET', '/v1/feedback', { ...credential, query: { ...query, ...more } });
  const titles = async (isAnswered: boolean) =>
    (await list({ token: ada }, { answered: String(isAnswered) })).body.data.map(({ title }: Json) => title);
  assert.deepEqual([await titles(false), await titles(true)], [['Asked', 'Noted'], ['Answered']]);
  const refused = await call('GET', '/v1/feedback', { key, query: { answered: 'false' } });
  assert.deepEqual([refused.status, refused.body.error], [400, 'answered requires a session token']);

  const filters = [{}, { status: ['new'] }, { assignee: ['me'] }, { answered: false }, { score: 'deleted' }, { q: 'answered' }];
  const count = (token: string) => call('POST', '/v1/feedback/counts', { token, query, body: { filters } });
  assert.deepEqual((await count(ada)).body, { totals: [3, 2, 0, 2, null, 1] });
  assert.deepEqual((await count(lin)).body, { totals: [3, 2, 1, 2, null, 1] });
  const nowhere = { token: ada, query: { project_id: 'prj_00000000000000000000000000' }, body: { filters } };
  assert.equal((await call('POST', '/v1/feedback/counts', nowhere)).body.code, 'projects.not_found');
});
