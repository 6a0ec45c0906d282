import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project's changelog, with what the tests do to it. */
async function changelog() {
  const { id, key, token, slug } = await server.createProject('Acme');
  const query = { project_id: id };
  return {
    id,
    key,
    token,
    slug,
    create: (body: object) => call('POST', '/v1/changelog', { token, query, body }),
    update: (entry: string, body: object) => call('PATCH', `/v1/changelog/${entry}`, { token, body }),
    list: (filter: Record<string, string | number> = {}) => call('GET', '/v1/changelog', { key, query: filter }),
    listAll: (filter: Record<string, string | number> = {}) =>
      call('GET', '/v1/changelog', { token, query: { ...query, ...filter } }),
    titles: ({ body }: Json) => body.data.map(({ title }: Json) => title) as string[],
  };
}

test('entries are drafts until published, and visible to the team only', async () => {
  const { id, key, token, slug, create, update, list, listAll, titles } = await changelog();
  const { status, body } = await create({
    title: 'Export as CSV',
    content: 'Every list has a **download** now.',
    version: '2.3.1',
    type: 'improvement',
    tags: ['reports'],
  });
  assert.equal(status, 201);
  const { id: entry, created_at, updated_at, ...rest } = body;
  assert.match(entry, /^cl_[0-9a-z]{26}$/);
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    project_id: id,
    title: 'Export as CSV',
    slug: 'export-as-csv',
    content: 'Every list has a **download** now.',
    content_html: '<p>Every list has a <strong>download</strong> now.</p>\n',
    version: '2.3.1',
    type: 'improvement',
    tags: ['reports'],
    image_url: null,
    image_alt: '',
    announcement: null,
    announcement_ends_at: null,
    reactions: { like: 0, love: 0, celebrate: 0 },
    view_count: 0,
    status: 'draft',
    published: false,
    published_at: null,
    scheduled_at: null,
    segment_id: null,
    pages: [],
    languages: [],
    success: null,
    window_days: 7,
    external_id: null,
    feedback_ids: [],
    url: `${server.url}/p/${slug}/changelog/export-as-csv`,
  });
  assert.equal((await list()).body.total, 0);
  assert.equal((await call('GET', `/v1/changelog/${entry}`, { key })).status, 404);
  assert.equal((await call('GET', '/v1/changelog/export-as-csv', { key })).status, 404);
  assert.deepEqual(titles(await listAll()), ['Export as CSV']);
  assert.equal((await call('GET', `/v1/changelog/${entry}`, { token })).body.status, 'draft');
  assert.equal((await call('GET', '/v1/changelog/export-as-csv', { token, query: { project_id: id } })).body.id, entry);

  const published = await update(entry, { published: true });
  assert.equal(published.status, 200);
  assert.deepEqual([published.body.status, published.body.published], ['published', true]);
  assert.ok(Date.now() - Date.parse(published.body.published_at) < 60_000);
  assert.deepEqual(titles(await list()), ['Export as CSV']);
  // Ids in other systems and views are for the team.
  const {
    external_id: _externalId,
    segment_id: _segmentId,
    pages: _pages,
    languages: _languages,
    success: _success,
    window_days: _windowDays,
    view_count: _views,
    ...forPublic
  } = published.body;
  assert.deepEqual((await call('GET', '/v1/changelog/export-as-csv', { key })).body, forPublic);
  assert.deepEqual((await call('GET', `/v1/changelog/${entry}`, { key })).body, forPublic);
  // Publishing again is no news.
  assert.equal((await update(entry, { published: true })).body.published_at, published.body.published_at);

  const edited = await update(entry, { content: '*Soon*', version: null });
  assert.deepEqual(
    [edited.body.content_html, edited.body.version, edited.body.status],
    ['<p><em>Soon</em></p>\n', null, 'published'],
  );

  const etag = (await call('GET', `/v1/changelog/${entry}`, { key })).headers.get('etag') ?? '';
  assert.equal((await call('GET', `/v1/changelog/${entry}`, { key, headers: { 'if-none-match': etag } })).status, 304);
  const unnamed = await call('GET', '/v1/changelog/export-as-csv', { token });
  assert.deepEqual([unnamed.status, unnamed.body.error], [400, 'project_id or the X-Project-Key header is required']);

  const back = await update(entry, { published: false });
  assert.deepEqual([back.body.status, back.body.published_at], ['draft', null]);
  assert.equal((await list()).body.total, 0);

  assert.deepEqual((await call('DELETE', `/v1/changelog/${entry}`, { token })).body, { ok: true });
  assert.equal((await call('DELETE', `/v1/changelog/${entry}`, { token })).status, 404);
  assert.equal((await listAll()).body.total, 0);
});

test('slugs derive from titles, are unique in a project, and can be set', async () => {
  const { create, update } = await changelog();
  assert.equal((await create({ title: 'Über-Export: 50 % schneller!' })).body.slug, 'uber-export-50-schneller');
  const again = await create({ title: 'Über Export 50 schneller' });
  assert.match(again.body.slug, /^uber-export-50-schneller-[a-z0-9]{6}$/);
  const chosen = await create({ title: 'Fast', slug: 'very-fast' });
  assert.equal(chosen.body.slug, 'very-fast');
  for (const answer of [await create({ title: 'Other', slug: 'very-fast' }), await update(again.body.id, { slug: 'very-fast' })])
    assert.deepEqual([answer.status, answer.body.error], [409, 'slug is already taken']);
  assert.equal((await (await changelog()).create({ title: 'Fast', slug: 'very-fast' })).status, 201);
});

test('lists newest first, by type, tag, search and page, and returns 304 when unchanged', async () => {
  const { key, create, list, listAll, titles } = await changelog();
  await create({ title: 'First', type: 'fix', tags: ['Data & files'], published: true });
  await create({ title: 'Second', content: 'Übersicht of reports', published: true });
  await create({ title: 'Third', version: '3.0.0', type: 'breaking', published: true });
  await create({ title: 'Draft' });
  await create({ title: 'Planned', scheduled_at: '2099-01-01T00:00:00Z' });
  assert.deepEqual(titles(await list()), ['Third', 'Second', 'First']);
  assert.deepEqual(titles(await list({ type: 'fix' })), ['First']);
  assert.deepEqual(titles(await list({ tag: 'Data & files' })), ['First']);
  const [newest] = (await list({})).body.data;
  assert.deepEqual(titles(await list({ published_after: newest.published_at })), []);
  assert.deepEqual(
    titles(await list({ published_after: new Date(Date.parse(newest.published_at) - 1).toISOString() })).slice(0, 1),
    [newest.title],
  );
  assert.deepEqual(titles(await list({ q: 'ubersicht rep' })), ['Second']);
  assert.deepEqual(titles(await list({ q: '3.0' })), ['Third']);
  assert.deepEqual(titles(await list({ q: '!!' })), []);
  assert.deepEqual(titles(await list({ page: 2, limit: 2 })), ['First']);
  assert.equal((await list({ page: 2, limit: 2 })).body.total, 3);
  assert.deepEqual(titles(await listAll()), ['Planned', 'Draft', 'Third', 'Second', 'First']);
  assert.deepEqual(titles(await listAll({ status: 'scheduled' })), ['Planned']);
  assert.deepEqual(titles(await listAll({ status: 'draft' })), ['Draft']);
  assert.deepEqual((await list({ status: 'draft' })).body.error, 'status requires a session token');

  const first = await list();
  const etag = first.headers.get('etag') ?? '';
  const again = await call('GET', '/v1/changelog', { key, headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.body], [304, '']);
  await create({ title: 'Fourth', published: true });
  assert.equal((await call('GET', '/v1/changelog', { key, headers: { 'if-none-match': etag } })).status, 200);
});

describe('rejects', async () => {
  const { key, create, update, listAll } = await changelog();
  const { body: foreign } = await call('POST', '/v1/feedback', {
    key: (await server.createProject('Rival')).key,
    body: { title: 'X' },
  });
  const { body: published } = await create({ title: 'Out', published: true });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const cases: [body: object, error: string][] = [
    [{}, 'title is required'],
    [{ title: '  ' }, 'title is required'],
    [{ title: 'x'.repeat(201) }, 'title must be a string of 1 to 200 characters'],
    [{ title: 'A', type: 'news' }, 'type must be one of feature, improvement, fix, breaking'],
    [{ title: 'A', content: 'x'.repeat(50_001) }, 'content must be a string of at most 50,000 characters'],
    [{ title: 'A', scheduled_at: 'tomorrow' }, 'scheduled_at must be a date and time in ISO 8601 or null'],
    [{ title: 'A', scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at must be in the future'],
    [{ title: 'A', scheduled_at: soon, published: true }, 'scheduled_at must be omitted when published is true'],
    [{ title: 'A', feedback_ids: ['fb_1'] }, 'feedback_ids[0] must be the id of a feedback entry of this project'],
    [{ title: 'A', feedback_ids: [foreign.id] }, 'feedback_ids[0] must be the id of a feedback entry of this project'],
    [{ title: 'A', titel: 'B' }, 'titel is not a known field'],
  ];
  for (const [body, error] of cases)
    test(error, async () => {
      const answer = await create(body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
      const { body: list } = await listAll();
      assert.deepEqual([list.total, list.data[0].id], [1, published.id]);
    });

  test('scheduling a published entry, unless it is unpublished', async () => {
    const { status, body } = await update(published.id, { scheduled_at: soon });
    assert.equal(status, 409);
    assert.match(body.error, /set published to false to unpublish or reschedule it/);
    assert.equal((await update(published.id, { scheduled_at: soon, published: false })).body.status, 'scheduled');
  });

  test('creation with an API key', async () => {
    assert.equal((await call('POST', '/v1/changelog', { key, body: { title: 'A' } })).status, 403);
  });

  test('entries of another project', async () => {
    const { status } = await call('GET', `/v1/changelog/${published.id}`, { key: (await server.createProject('Other')).key });
    assert.equal(status, 404);
  });
});

test('an Idempotency-Key creates one entry', async () => {
  const { id, token, listAll } = await changelog();
  const send = () =>
    call('POST', '/v1/changelog', {
      token,
      query: { project_id: id },
      headers: { 'idempotency-key': 'a' },
      body: { title: 'Once' },
    });
  const answers = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.id]),
    answers.map(() => [201, answers[0]?.body.id]),
  );
  assert.equal((await listAll()).body.total, 1);
});

test('entries link to the configured page', async () => {
  const { id, token, create } = await changelog();
  const { body } = await create({ title: 'Fast' });
  await call('PATCH', `/v1/projects/${id}`, {
    token,
    body: { settings: { changelog: { page_url: 'https://acme.example/news?lang=en' } } },
  });
  const { body: after } = await call('GET', `/v1/changelog/${body.id}`, { token });
  assert.equal(after.url, 'https://acme.example/news?lang=en#fast');
});
