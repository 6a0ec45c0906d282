import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { id: projectId, key, token } = await server.createProject();
const submit = async (body: object = {}) =>
  (await server.call('POST', '/v1/feedback', { key, body: { title: 'Export as CSV', ...body } })).body;
const change = (id: string, body: unknown) => server.call('PATCH', `/v1/feedback/${id}`, { token, body });
const byKey = (id: string) => server.call('GET', `/v1/feedback/${id}`, { key });
const historyOf = async (id: string, query = {}) =>
  (await server.call('GET', `/v1/feedback/${id}/history`, { token, query })).body;
const list = async (query: Record<string, string>) => (await server.call('GET', '/v1/feedback', { key, query })).body;

const STATUSES = ['new', 'under_review', 'planned', 'in_progress', 'done', 'declined'];

test('every status can follow every other', async () => {
  const { id } = await submit();
  for (const from of STATUSES)
    for (const to of STATUSES) {
      await change(id, { status: from });
      const { status, body } = await change(id, { status: to });
      assert.deepEqual([status, body.status], [200, to], `${from} → ${to}`);
    }
  assert.equal((await byKey(id)).body.status, 'declined');
});

test('entries move between lists with their status', async () => {
  const { id } = await submit({ title: 'Mover' });
  const ids = async (status: string) => (await list({ status, q: 'mover' })).data.map((entry: Json) => entry.id);
  for (const status of STATUSES) {
    await change(id, { status });
    for (const other of STATUSES) assert.deepEqual(await ids(other), other === status ? [id] : [], `${status}, seen in ${other}`);
  }
});

test('the status duplicate is set by merging only', async () => {
  const { id } = await submit();
  const { status, body } = await change(id, { status: 'duplicate' });
  assert.deepEqual([status, body.error], [400, `status must be one of ${STATUSES.join(', ')}`]);
});

test('fields can be changed separately or together, without changing others', async () => {
  const entry = await submit({ description: 'As it was', tags: ['one'] });
  const changes = [
    { title: 'Export as XLSX' },
    { description: '' },
    { type: 'bug' },
    { tags: ['two', 'three'] },
    { tags: [] },
    { visibility: 'private' },
    { pinned: true },
    { status: 'planned', pinned: false, visibility: 'public', description: 'All at once' },
  ];
  let expected = (await server.call('GET', `/v1/feedback/${entry.id}`, { token })).body;
  for (const body of changes) {
    const answer = await change(entry.id, body);
    assert.equal(answer.status, 200);
    expected = { ...expected, ...body, updated_at: answer.body.updated_at };
    expected.content = expected.description;
    expected.status_name = answer.body.status === 'planned' ? 'Planned' : 'New';
    assert.deepEqual(answer.body, expected);
    assert.ok(answer.body.updated_at >= entry.updated_at);
  }
  assert.deepEqual((await server.call('GET', `/v1/feedback/${entry.id}`, { token })).body, expected);
});

test('changed texts match their new words and no longer their old ones', async () => {
  const { id } = await submit({ title: 'Kangaroo', tags: ['before'] });
  await change(id, { title: 'Wallaby', tags: ['after'] });
  assert.equal((await list({ q: 'wallaby' })).total, 1);
  assert.equal((await list({ tag: 'after' })).total, 1);
  assert.equal((await list({ q: 'kangaroo' })).total, 0);
  assert.equal((await list({ tag: 'before' })).total, 0);
});

describe('invalid input returns 400 with the field, and changes nothing', () => {
  const cases: [body: object, error: string][] = [
    [{}, 'The request body must have at least one field'],
    [{ title: '' }, 'title is required'],
    [{ title: '   ' }, 'title is required'],
    [{ title: null }, 'title must be a string of 1 to 200 characters'],
    [{ status: 'open' }, `status must be one of ${STATUSES.join(', ')}`],
    [{ visibility: 'secret' }, 'visibility must be one of public, pending, private'],
    [{ pinned: 'true' }, 'pinned must be true or false'],
    [{ tags: ['a', ' a '] }, 'tags must be an array of at most 20 unique items'],
    [{ title: 'Fine', upvote_count: 1000 }, 'upvote_count is not a known field'],
    [{ title: 'Fine', project_id: 'prj_00000000000000000000000000' }, 'project_id is not a known field'],
    [{ title: 'Fine', merged_into: null }, 'merged_into is not a known field'],
  ];
  for (const [body, error] of cases)
    test(`${JSON.stringify(body)}: ${error}`, async () => {
      const entry = await submit();
      const answer = await change(entry.id, body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
      assert.deepEqual((await byKey(entry.id)).body, entry);
    });
});

test('private entries are hidden from API keys, and reappear with their votes and comments', async () => {
  const { id } = await submit({ title: 'Hidden hedgehog' });
  await server.call('POST', `/v1/feedback/${id}/comments`, { key, body: { body: 'I want it' } });
  await change(id, { visibility: 'private' });
  assert.equal((await byKey(id)).status, 404);
  assert.equal((await list({ q: 'hedgehog' })).total, 0);
  const visitor = '0199a000-0000-7000-8000-000000000001';
  const attempts = [
    server.call('POST', `/v1/feedback/${id}/upvote`, { key, visitor }),
    server.call('DELETE', `/v1/feedback/${id}/downvote`, { key, visitor }),
    server.call('GET', `/v1/feedback/${id}/comments`, { key }),
    server.call('POST', `/v1/feedback/${id}/comments`, { key, body: { body: 'And me' } }),
    server.call('POST', `/v1/feedback/${id}/subscribe`, { key, body: { email: 'ada@example.com' } }),
  ];
  for (const { status } of await Promise.all(attempts)) assert.equal(status, 404);
  await change(id, { visibility: 'public' });
  assert.equal((await byKey(id)).body.comment_count, 1);
});

test('the history lists changes with actor and time, newest first', async () => {
  const { id } = await submit({ tags: ['one'] });
  const { user_id: userId } = (await server.call('GET', `/v1/projects/${projectId}/members`, { token })).body.data[0];
  await change(id, { status: 'planned' });
  await change(id, { title: 'Export as XLSX', tags: ['one'], description: '' });
  await change(id, { status: 'done', pinned: true });
  const { data, total } = await historyOf(id);
  assert.equal(total, 4, 'what stayed the same is no change');
  assert.deepEqual(data.map(({ field, old, new: value }: Json) => `${field}: ${old} → ${value}`).toSorted(), [
    'pinned: false → true',
    'status: new → planned',
    'status: planned → done',
    'title: Export as CSV → Export as XLSX',
  ]);
  assert.deepEqual([data[2].field, data[3].new], ['title', 'planned']);
  for (const item of data) {
    assert.match(item.id, /^hst_/);
    assert.equal(item.actor.id, userId);
    assert.equal(new Date(item.created_at).toISOString(), item.created_at);
  }
  const page = await historyOf(id, { page: 2, limit: 3 });
  assert.deepEqual([page.data, page.page, page.limit], [[data[3]], 2, 3]);
  assert.equal((await server.call('GET', `/v1/feedback/${id}/history`, { token, query: { limit: 0 } })).status, 400);
});

test('unchanged values change nothing, including updated_at', async () => {
  const { id, updated_at } = await submit({ tags: ['one'] });
  const { body } = await change(id, { status: 'new', title: 'Export as CSV', tags: ['one'], pinned: false });
  assert.equal(body.updated_at, updated_at);
  assert.equal((await historyOf(id)).total, 0);
});

test('deleted entries disappear everywhere', async () => {
  const { id } = await submit({ title: 'Deleted dingo' });
  const { total: before } = await list({});
  await server.call('POST', `/v1/feedback/${id}/comments`, { key, body: { body: 'Why?' } });
  const { status, body } = await server.call('DELETE', `/v1/feedback/${id}`, { token });
  assert.deepEqual([status, body], [200, { ok: true }]);
  assert.equal((await list({})).total, before - 1);
  assert.equal((await list({ q: 'dingo' })).total, 0);
  for (const path of [`/v1/feedback/${id}`, `/v1/feedback/${id}/comments`, `/v1/feedback/${id}/history`])
    assert.equal((await server.call('GET', path, { token })).status, 404, path);
  assert.equal((await change(id, { title: 'Back' })).status, 404);
  assert.equal((await server.call('DELETE', `/v1/feedback/${id}`, { token })).status, 404);
});

test('concurrent changes are all applied', async () => {
  const { id } = await submit();
  const bodies = [
    { status: 'planned' },
    { title: 'Export' },
    { type: 'bug' },
    { tags: ['x'] },
    { pinned: true },
    { description: 'y' },
  ];
  const answers = await Promise.all(bodies.map((body) => change(id, body)));
  for (const { status } of answers) assert.equal(status, 200);
  const { body } = await byKey(id);
  for (const expected of bodies) for (const [name, value] of Object.entries(expected)) assert.deepEqual(body[name], value, name);
  assert.equal((await historyOf(id)).total, bodies.length);
});

test('viewers read entries, members change them', async () => {
  const { id } = await submit();
  const viewer = await server.signIn();
  const member = await server.signIn();
  for (const [{ email }, role] of [
    [viewer, 'viewer'],
    [member, 'member'],
  ] as const)
    await server.call('POST', `/v1/projects/${projectId}/members`, { token, body: { email, role } });
  const as = (who: { token: string }, method: string, path: string, body?: object) =>
    server.call(method, `/v1/feedback/${id}${path}`, { token: who.token, body });
  assert.equal((await as(viewer, 'GET', '')).status, 200);
  assert.equal((await as(viewer, 'GET', '/history')).status, 200);
  for (const [method, path, body] of [
    ['PATCH', '', { status: 'done' }],
    ['DELETE', ''],
    ['POST', '/upvote'],
    ['POST', '/comments', { body: 'x' }],
    ['POST', '/merge', { into: id }],
    ['POST', '/unmerge'],
  ] as const) {
    const { status, body: answer } = await as(viewer, method, path, body);
    assert.deepEqual(
      [status, answer.error],
      [403, 'This action requires the role member; your role is viewer'],
      `${method} ${path}`,
    );
  }
  assert.equal((await as(member, 'PATCH', '', { status: 'done' })).status, 200);
  assert.equal((await as(member, 'DELETE', '')).status, 200);
});
