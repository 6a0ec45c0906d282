import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseId } from '../../platform/ids.ts';
import { type Call, sharedTestServer } from '../../testing/server.ts';
import { digestTables } from '../../testing/tables.ts';

const server = await sharedTestServer();
const { id: projectId, key, token } = await server.createProject();
const submit = (body: unknown, options: Call = {}) => server.call('POST', '/v1/feedback', { key, body, ...options });
const read = async (id: string) => (await server.call('GET', `/v1/feedback/${id}`, { token })).body;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('requires a title only', async () => {
  const { status, body } = await submit({ title: 'Export as CSV' });
  assert.equal(status, 201);
  const { id, created_at, updated_at, ...rest } = body;
  assert.match(id, /^fb_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.match(created_at, ISO);
  assert.equal(updated_at, created_at);
  assert.deepEqual(rest, {
    project_id: projectId,
    board_id: projectId.replace('prj_', 'brd_'),
    type: 'feedback',
    status: 'new',
    title: 'Export as CSV',
    description: '',
    content: '',
    tags: [],
    pinned: false,
    upvote_count: 0,
    downvote_count: 0,
    comment_count: 0,
    fields: {},
    status_name: 'New',
    custom_status: null,
    image_url: null,
    submitter_name: null,
    author_name: null,
    merged_into: null,
    viewer_vote: null,
  });
  assert.deepEqual((await server.call('GET', `/v1/feedback/${id}`, { key })).body, body);
});

test('returns every field; address, metadata and visibility for session tokens only', async () => {
  const given = {
    title: 'Export as CSV',
    type: 'feature',
    description: '**For** the monthly report.',
    image_url: 'https://example.com/screenshot.png?a=1',
    tags: ['reports', 'Büro 7'],
    submitter_name: 'Ada',
    submitter_email: 'ada@example.com',
    metadata: { plan: 'pro', nested: { list: [1, ' two ', null] } },
    from_query: 'download a list',
  };
  const { body } = await submit(given);
  const { submitter_email, metadata, from_query, ...open } = given;
  for (const [name, value] of Object.entries(open)) assert.deepEqual(body[name], value, name);

  const byKey = (await server.call('GET', `/v1/feedback/${body.id}`, { key })).body;
  for (const hidden of ['submitter_email', 'metadata', 'from_query', 'visibility'])
    for (const shown of [body, byKey]) assert.ok(!(hidden in shown), hidden);

  const bySession = await read(body.id);
  assert.equal(bySession.submitter_email, submitter_email);
  assert.deepEqual(bySession.metadata, metadata);
  assert.equal(bySession.from_query, from_query);
  assert.equal(bySession.visibility, 'public');
});

describe('invalid input returns 400 with the field', () => {
  const title = 'Export';
  const cases: [body: object, error: string][] = [
    [{}, 'title is required'],
    [{ title: '' }, 'title is required'],
    [{ title: '  \n ' }, 'title is required'],
    [{ title: null }, 'title must be a string of 1 to 200 characters'],
    [{ title: 7 }, 'title must be a string of 1 to 200 characters'],
    [{ title: 'x'.repeat(201) }, 'title must be a string of 1 to 200 characters'],
    [{ title, description: 'x'.repeat(10_001) }, 'description must be a string of at most 10,000 characters'],
    [{ title, type: 'idea' }, 'type must be one of bug, feature, feedback'],
    [{ title, image_url: 'javascript:alert(1)' }, 'image_url must be an http or https URL of at most 2,048 characters'],
    [{ title, image_url: '/screenshot.png' }, 'image_url must be an http or https URL of at most 2,048 characters'],
    [{ title, tags: 'reports' }, 'tags must be an array of at most 20 unique items'],
    [{ title, tags: [''] }, 'tags[0] is required'],
    [{ title, tags: ['x'.repeat(51)] }, 'tags[0] must be a string of 1 to 50 characters'],
    [{ title, tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }, 'tags must be an array of at most 20 unique items'],
    [{ title, submitter_email: 'ada' }, 'submitter_email must be a valid email address'],
    [{ title, submitter_name: 'x'.repeat(101) }, 'submitter_name must be a string of at most 100 characters'],
    [{ title, metadata: [] }, 'metadata must be an object'],
    [{ title, metadata: { note: 'ü'.repeat(2048) } }, 'metadata must be an object of at most 4 KiB'],
    [{ title, status: 'done' }, 'status is not a known field'],
    [{ title, visibility: 'private' }, 'visibility is not a known field'],
    [{ title, project_id: 'prj_00000000000000000000000000' }, 'project_id is not a known field'],
  ];
  for (const [body, error] of cases)
    test(`${JSON.stringify(body).slice(0, 60)}: ${error}`, async () => {
      const before = await digestTables(server.db, parseId('prj', projectId) as string);
      const answer = await submit(body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
      assert.deepEqual(await digestTables(server.db, parseId('prj', projectId) as string), before);
    });
});

test('trims text, but not strings in metadata', async () => {
  const { body } = await submit({ title: '  Export \n', tags: [' reports '], metadata: { note: ' as it was ' } });
  assert.deepEqual([body.title, body.tags], ['Export', ['reports']]);
  assert.deepEqual((await read(body.id)).metadata, { note: ' as it was ' });
});

test('lengths count user-perceived characters in any script', async () => {
  for (const character of ['x', 'ü', '語', '🦉']) {
    const longest = await submit({ title: character.repeat(200), description: character.repeat(10_000) });
    assert.equal(longest.status, 201, character);
    assert.equal(longest.body.title, character.repeat(200));
    assert.equal((await submit({ title: character.repeat(201) })).status, 400, character);
  }
});

test('stores any text unchanged', async () => {
  for (const title of [`O'Brien"; DROP TABLE users; --`, '<script>alert(1)</script>', '%_\\', 'שלום مرحبا', '👩‍👩‍👧', 'a\u202Eb']) {
    const { body } = await submit({ title, description: title });
    assert.deepEqual([body.title, body.description], [title, title]);
  }
});

test('rejects session tokens', async () => {
  const { status } = await server.call('POST', '/v1/feedback', { token, query: { project_id: projectId }, body: { title: 'x' } });
  assert.equal(status, 403);
});

test('returns 404 for unknown entries, regardless of the form of the id', async () => {
  for (const id of [
    'fb_00000000000000000000000000',
    'fb_',
    'fb_x',
    'prj_01kaga0zrefb8tqs3yh4kx9m2d',
    '%00',
    'x'.repeat(400),
    '1',
  ]) {
    for (const credential of [{ key }, { token }]) {
      const { status, body } = await server.call('GET', `/v1/feedback/${id}`, credential);
      assert.deepEqual([status, body.error], [404, 'Feedback entry not found'], id);
    }
  }
});

describe('with an Idempotency-Key', () => {
  const once = (name: string) => ({ headers: { 'idempotency-key': name } });
  const count = async () => (await server.call('GET', '/v1/feedback', { key })).body.total;

  test('a repeated request returns the same response and creates nothing', async () => {
    const first = await submit({ title: 'Once' }, once('again'));
    const before = await count();
    const second = await submit({ title: 'Once' }, once('again'));
    assert.deepEqual([second.status, second.body], [201, first.body]);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.headers.get('content-type'), first.headers.get('content-type'));
    assert.equal(await count(), before);
  });

  test('a different body returns 409 and creates nothing', async () => {
    await submit({ title: 'One' }, once('two-bodies'));
    const before = await count();
    const { status, body } = await submit({ title: 'Two' }, once('two-bodies'));
    assert.deepEqual([status, body.error], [409, 'Idempotency-Key was already used with a different request body']);
    assert.equal(await count(), before);
  });

  test('a rejected request can be corrected and repeated', async () => {
    assert.equal((await submit({ title: '' }, once('mended'))).status, 400);
    assert.equal((await submit({ title: 'x', metadata: { note: 'x'.repeat(5000) } }, once('mended'))).status, 400);
    assert.equal((await submit({ title: 'Mended' }, once('mended'))).status, 201);
  });

  test('keys of different projects are independent', async () => {
    const other = await server.createProject();
    const mine = await submit({ title: 'Mine' }, once('shared'));
    const theirs = await submit({ title: 'Theirs' }, { ...once('shared'), key: other.key });
    assert.deepEqual([mine.status, theirs.status], [201, 201]);
    assert.notEqual(mine.body.id, theirs.body.id);
  });

  test('an empty, too long or non-ASCII key returns 400', async () => {
    for (const name of ['', 'two words', 'x'.repeat(256), 'ü'])
      assert.equal((await submit({ title: 'x' }, once(name))).status, 400, name);
    assert.equal((await submit({ title: 'x' }, once('x'.repeat(255)))).status, 201);
  });
});

test('concurrent submissions are all stored, each with its own response', async () => {
  const project = await server.createProject();
  const titles = Array.from({ length: 60 }, (_, n) => `Entry ${n}`);
  const answers = await Promise.all(titles.map((title) => submit({ title }, { key: project.key })));
  assert.deepEqual(
    answers.map(({ body }) => body.title),
    titles,
  );
  const { body } = await server.call('GET', '/v1/feedback', { key: project.key, query: { limit: 100 } });
  assert.equal(body.total, 60);
  assert.equal(new Set(body.data.map(({ id }: { id: string }) => id)).size, 60);
});
