import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Call, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const { id: projectId, key, token } = await server.createProject();

const submit = async (): Promise<string> => (await call('POST', '/v1/feedback', { key, body: { title: 'Export' } })).body.id;
const add = (id: string, body: unknown, by: Call = { key }) => call('POST', `/v1/feedback/${id}/comments`, { ...by, body });
const list = (id: string, by: Call = { key }) => call('GET', `/v1/feedback/${id}/comments`, by);
const change = (id: string, comment: string, body: unknown) =>
  call('PATCH', `/v1/feedback/${id}/comments/${comment}`, { token, body });
const remove = (id: string, comment: string) => call('DELETE', `/v1/feedback/${id}/comments/${comment}`, { token });
const formatCount = async (id: string) => (await call('GET', `/v1/feedback/${id}`, { key })).body.comment_count;
const bodies = ({ body }: Awaited<ReturnType<typeof list>>) => body.data.map((comment: { body: string }) => comment.body);

test('visitors comment with or without a name', async () => {
  const id = await submit();
  const { status, body } = await add(id, { body: '  We **need** this.\n', author_name: 'Ada' }, { key, visitor: randomUUID() });
  assert.equal(status, 201);
  const { id: commentId, created_at, updated_at, ...rest } = body;
  assert.match(commentId, /^cmt_/);
  assert.equal(updated_at, created_at);
  assert.deepEqual(rest, {
    project_id: projectId,
    feedback_id: id,
    body: 'We **need** this.',
    content: 'We **need** this.',
    internal: false,
    private: false,
    author_name: 'Ada',
    author_avatar_url: null,
    author_role: 'visitor',
  });
  assert.equal((await add(id, { body: 'Me too' })).body.author_name, null);
  assert.equal(await formatCount(id), 2);
});

test('team members comment under their own name', async () => {
  const id = await submit();
  const { body } = await add(id, { body: 'We are on it', author_name: 'Someone else' }, { token });
  assert.equal(body.author_role, 'team');
  assert.equal(body.author_name, null, 'neither what the body says nor any part of the address');
});

test('lists comments in chronological order, in pages', async () => {
  const id = await submit();
  for (let n = 1; n <= 5; n++) await add(id, { body: `Comment ${n}` });
  assert.deepEqual(bodies(await list(id)), ['Comment 1', 'Comment 2', 'Comment 3', 'Comment 4', 'Comment 5']);
  const page = await list(id, { key, query: { page: 2, limit: 2 } });
  assert.deepEqual(bodies(page), ['Comment 3', 'Comment 4']);
  assert.deepEqual([page.body.total, page.body.page, page.body.limit], [5, 2, 2]);
  assert.equal((await list(id, { key, query: { limit: 101 } })).status, 400);
});

describe('internal notes', () => {
  test('are neither visible to API keys nor counted', async () => {
    const id = await submit();
    await add(id, { body: 'Public' });
    const { status, body } = await add(id, { body: 'Big customer', internal: true }, { token });
    assert.deepEqual([status, body.internal], [201, true]);
    assert.deepEqual(bodies(await list(id)), ['Public']);
    assert.equal((await list(id)).body.total, 1);
    assert.deepEqual(bodies(await list(id, { token })), ['Public', 'Big customer']);
    assert.equal(await formatCount(id), 1);
    assert.equal((await call('GET', `/v1/feedback/${id}`, { token })).body.comment_count, 1);
  });

  test('cannot be created with an API key', async () => {
    const { status, body } = await add(await submit(), { body: 'Psst', internal: true });
    assert.deepEqual([status, body.error], [400, 'internal must be false: only project members can write internal notes']);
  });

  test('can become public and vice versa, which updates the count', async () => {
    const id = await submit();
    const { body: note } = await add(id, { body: 'Note', internal: true }, { token });
    assert.equal((await change(id, note.id, { internal: false })).body.internal, false);
    assert.deepEqual([bodies(await list(id)), await formatCount(id)], [['Note'], 1]);
    await change(id, note.id, { internal: true });
    assert.deepEqual([bodies(await list(id)), await formatCount(id)], [[], 0]);
  });
});

test('comments can be changed, hidden and shown again', async () => {
  const id = await submit();
  const { body: comment } = await add(id, { body: 'Typo' });
  const changed = await change(id, comment.id, { body: 'No typo' });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.body, 'No typo');
  assert.ok(changed.body.updated_at > comment.updated_at);
  await change(id, comment.id, { visibility: 'private' });
  assert.deepEqual([bodies(await list(id)), await formatCount(id)], [[], 0]);
  assert.equal((await list(id, { token })).body.data[0].visibility, 'private');
  await change(id, comment.id, { visibility: 'public' });
  assert.deepEqual([bodies(await list(id)), await formatCount(id)], [['No typo'], 1]);
});

test('deleted comments disappear', async () => {
  const id = await submit();
  const { body: comment } = await add(id, { body: 'Spam' });
  assert.deepEqual((await remove(id, comment.id)).body, { ok: true });
  assert.deepEqual([bodies(await list(id, { token })), await formatCount(id)], [[], 0]);
  assert.equal((await remove(id, comment.id)).status, 404);
  assert.equal((await change(id, comment.id, { body: 'Back' })).status, 404);
});

test('comments are accessible through their own entry only, and unknown ids return 404', async () => {
  const [id, other] = [await submit(), await submit()];
  const { body: comment } = await add(id, { body: 'Mine' });
  for (const [entry, wrong] of [
    [other, comment.id],
    [id, 'cmt_00000000000000000000000000'],
    [id, id],
    [id, 'x'],
  ] as const) {
    assert.equal((await change(entry, wrong, { body: 'x' })).status, 404);
    assert.equal((await remove(entry, wrong)).status, 404);
  }
  for (const by of [{ key }, { token }]) {
    assert.equal((await list('fb_00000000000000000000000000', by)).status, 404);
    assert.equal((await add('fb_00000000000000000000000000', { body: 'x' }, by)).status, 404);
  }
});

describe('invalid input returns 400 with the field', () => {
  const cases: [method: 'add' | 'change', body: object, error: string][] = [
    ['add', {}, 'body is required'],
    ['add', { body: '  ' }, 'body is required'],
    ['add', { body: 'x'.repeat(10_001) }, 'body must be a string of 1 to 10,000 characters'],
    ['add', { body: 'x', author_name: 'x'.repeat(101) }, 'author_name must be a string of at most 100 characters'],
    ['add', { body: 'x', author_role: 'team' }, 'author_role is not a known field'],
    ['add', { body: 'x', internal: 'yes' }, 'internal must be true or false'],
    ['change', {}, 'The request body must have at least one field'],
    ['change', { body: '' }, 'body is required'],
    ['change', { visibility: 'hidden' }, 'visibility must be one of public, pending, private'],
    ['change', { author_name: 'Ada' }, 'author_name is not a known field'],
  ];
  for (const [method, given, error] of cases)
    test(`${method} ${JSON.stringify(given).slice(0, 50)}: ${error}`, async () => {
      const id = await submit();
      const { body: comment } = await add(id, { body: 'Fine' });
      const { status, body } = await (method === 'add' ? add(id, given) : change(id, comment.id, given));
      assert.deepEqual([status, body.error], [400, error]);
      const { data } = (await list(id)).body;
      assert.deepEqual(data, [comment]);
    });
});

test('merged entries accept no comments', async () => {
  const [id, into] = [await submit(), await submit()];
  await call('POST', `/v1/feedback/${id}/merge`, { token, body: { into } });
  for (const by of [{ key }, { token }]) {
    const { status, body } = await add(id, { body: 'Too late' }, by);
    assert.deepEqual([status, body.error], [409, `The feedback entry was merged into ${into}`]);
  }
  for (const entry of [id, into]) assert.equal((await list(entry, { token })).body.total, 0);
});

test('an Idempotency-Key creates one comment', async () => {
  const id = await submit();
  const by = { key, headers: { 'idempotency-key': 'comment-1' } };
  const first = await add(id, { body: 'Once' }, by);
  const second = await add(id, { body: 'Once' }, by);
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await add(id, { body: 'Twice' }, by)).status, 409);
  assert.equal(await formatCount(id), 1);
});

test('concurrent comments are all counted', async () => {
  const id = await submit();
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(id, { body: `Comment ${n}` }, n % 2 ? { key } : { token })));
  assert.deepEqual([await formatCount(id), (await list(id)).body.total], [20, 20]);
});

test('returns safe HTML on request', async () => {
  const text = '**Bold** <script>alert(1)</script> [link](javascript:alert(2)) [help](/help) [top](#top)';
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export', description: text } });
  await add(entry.id, { body: text });
  for (const by of [{ key }, { token }]) {
    const { body: found } = await call('GET', `/v1/feedback/${entry.id}`, { ...by, query: { html: 'true' } });
    const { body: comments } = await call('GET', `/v1/feedback/${entry.id}/comments`, { ...by, query: { html: 'true' } });
    for (const html of [found.description_html, comments.data[0].body_html]) {
      assert.match(html, /^<p><strong>Bold<\/strong>/);
      assert.doesNotMatch(html, /<script|href="javascript/);
      assert.match(html, /href="http[^"]*\/help".* href="#top"/);
    }
    assert.equal(found.description, text);
  }
  assert.ok(!('description_html' in (await call('GET', `/v1/feedback/${entry.id}`, { key })).body));
  assert.ok(!('body_html' in (await list(entry.id)).body.data[0]));
  for (const path of ['', '/comments']) {
    const unclear = await call('GET', `/v1/feedback/${entry.id}${path}`, { key, query: { html: 'perhaps' } });
    assert.deepEqual([unclear.status, unclear.body.error], [400, 'html must be true or false']);
  }
});
