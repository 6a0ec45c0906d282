import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { sharedTestServer } from '../../../testing/server.ts';
import { clusterSearches } from '../fixtures/unanswered-searches.ts';

const server = await sharedTestServer();
const { call } = server;

/** Creates a project with an index, in which articles can be written and changed. */
async function setUp() {
  const { id, key, token, slug } = await server.createProject();
  const onProject = { token, query: { project_id: id } };
  const { body: index } = await call('POST', '/v1/indexes', { ...onProject, body: { name: 'Help' } });
  const path = `/v1/indexes/${index.id}/documents`;
  const visit = async (page: string) => {
    const response = await fetch(`${server.url}/p/${slug}${page}`, { redirect: 'manual' });
    return {
      status: response.status,
      to: response.headers.get('location')?.replace(`/p/${slug}`, ''),
      text: await response.text(),
    };
  };
  return {
    id,
    key,
    token,
    slug,
    index,
    path,
    onProject,
    visit,
    write: async (body: object) => (await call('POST', path, { token, body })).body,
    update: (document: string, body: object) => call('PATCH', `${path}/${document}`, { token, body }),
    read: async (document: string) => (await call('GET', `${path}/${document}`, { token })).body,
    search: async (query: string, by: object = { key }) =>
      (await call('POST', `/v1/indexes/${index.id}/search`, { ...by, body: { query, track: false } })).body,
    count: async () => (await call('GET', `/v1/indexes/${index.id}`, { token })).body.document_count as number,
  };
}

test('an article is written, published, changed, taken back, archived and restored', async () => {
  const { write, update, read, search, count, visit } = await setUp();
  const { id, slug, status, published_at, chunks_created } = await write({ content: '', title: 'Expo', status: 'draft' });
  assert.deepEqual([slug, status, published_at, chunks_created], ['expo', 'draft', null, 0]);
  assert.equal((await update(id, { status: 'published' })).body.code, 'validation');
  const draft = (await update(id, { title: 'Exports', content: 'Every list has a button.' })).body;
  assert.deepEqual(
    [draft.slug, draft.status, draft.chunks_created],
    ['exports', 'draft', 0],
    'the slug follows the title of a draft',
  );
  assert.deepEqual([(await search('button')).total, await count()], [0, 0]);

  const published = (await update(id, { status: 'published' })).body;
  assert.deepEqual([published.status, published.chunks_created, await count()], ['published', 1, 1]);
  assert.ok(Date.now() - Date.parse(published.published_at) < 60_000);
  assert.deepEqual([(await search('button')).total, (await visit('/help/exports')).status], [1, 200]);

  // Pending changes are not public.
  const pending = { title: 'Imports', content: 'Every list has a lever.' };
  assert.equal((await update(id, { pending_changes: pending })).body.has_pending_changes, true);
  const { title, pending_changes, content, updated_at } = await read(id);
  assert.deepEqual(
    [title, content, updated_at, pending_changes.title, pending_changes.content],
    ['Exports', 'Every list has a button.', published.updated_at, ...Object.values(pending)],
  );
  assert.deepEqual([(await search('lever')).total, (await search('button')).total], [0, 1]);
  assert.ok(!(await visit('/help/exports')).text.includes('lever'));
  assert.equal((await update(id, { pending_changes: null })).body.has_pending_changes, false);
  await update(id, { pending_changes: pending });
  const changed = (await update(id, { status: 'published' })).body;
  assert.deepEqual([changed.title, changed.has_pending_changes, changed.slug], ['Imports', false, 'exports']);
  assert.deepEqual([(await search('lever')).total, (await search('button')).total, await count()], [1, 0, 1]);
  assert.equal(
    (await update(id, { pending_changes: { title: changed.title, content: pending.content } })).body.has_pending_changes,
    false,
  );

  // A document that is no longer published takes its pending changes.
  await update(id, { pending_changes: { title: 'Levers', content: 'Pull.' } });
  const back = (await update(id, { status: 'draft' })).body;
  assert.deepEqual([back.title, back.has_pending_changes, back.published_at], ['Levers', false, published.published_at]);
  assert.deepEqual([(await read(id)).content, (await search('pull')).total, await count()], ['Pull.', 0, 0]);
  assert.equal((await update(id, { title: 'Ropes' })).body.slug, 'exports', 'a slug that was public stays');
  for (const [state, expected] of [
    ['archived', 404],
    ['draft', 404],
    ['published', 200],
  ] as const) {
    assert.equal((await update(id, { status: state })).body.status, state);
    assert.equal((await visit('/help/exports')).status, expected, state);
  }
  assert.equal((await search('pull')).results[0].title, 'Ropes');
});

test('a replaced document keeps its state, its slug and its pending changes', async () => {
  const { write, update, read, search, token, path } = await setUp();
  const sync = (body: object) => write({ external_id: 'a.md', ...body });
  const { id } = await sync({ content: '# Alpha', status: 'draft' });
  assert.deepEqual([(await sync({ content: '# Beta' })).status, (await search('beta')).total], ['draft', 0]);
  const { slug } = await sync({ content: '# Beta', status: 'published' });
  assert.deepEqual([slug, (await search('beta')).total], ['alpha', 1]);
  await update(id, { pending_changes: { title: 'Gamma', content: 'Gamma' } });
  assert.equal((await sync({ content: '# Delta' })).has_pending_changes, true);
  assert.equal((await read(id)).pending_changes.title, 'Gamma');
  assert.equal((await sync({ content: '# Delta', status: 'archived' })).has_pending_changes, false);
  assert.equal((await search('delta')).total, 0);
  // Other documents of a batch are stored.
  await write({ content: '# Epsilon', slug: 'epsilon' });
  const { results } = (
    await call('POST', `${path}/batch`, {
      token,
      body: {
        documents: [
          { content: 'One', slug: 'epsilon' },
          { content: 'Two', slug: 'two' },
          { content: 'Three', slug: 'two' },
          { content: 'Epsilon' },
          { content: '# Epsilon', external_id: 'a.md', slug: 'alpha' },
        ],
      },
    })
  ).body;
  assert.deepEqual(
    results.map(
      ({ code, document }: { code?: string; document?: { slug: string } }) => code ?? document?.slug.replace(/-\w{6}$/, ''),
    ),
    ['documents.slug_taken', 'two', 'documents.slug_taken', 'epsilon', 'alpha'],
  );
});

test('slugs are unique in the project, and former ones redirect', async () => {
  const { id: project, token, write, update, visit, path } = await setUp();
  const { id, slug } = await write({ content: '# Export your data', external_id: 'export' });
  assert.equal(slug, 'export-your-data');
  const other = await write({ content: '# Export your data' });
  assert.match(other.slug, /^export-your-data-\w{6}$/);
  assert.equal((await write({ content: '# 更新', external_id: 'guides/update.md' })).slug, 'guides-update-md');
  for (const renamed of ['exports', 'csv']) assert.equal((await update(id, { slug: renamed })).body.slug, renamed);
  // Archives contain the former slugs.
  assert.equal((await update(id, { content: 'Every list has a button.' })).body.slug, 'csv');
  const { rows: formerSlugs } = await sql`
    SELECT slug FROM knowledge_former_slugs WHERE project_id = ${parseId('prj', project)} ORDER BY slug`.execute(server.db);
  assert.deepEqual(formerSlugs, [{ slug: 'export-your-data' }, { slug: 'exports' }]);
  for (const former of ['export-your-data', 'exports', id, `${id}/export-your-data`])
    assert.deepEqual(
      [(await visit(`/help/${former}?utm=a`)).status, (await visit(`/help/${former}?utm=a`)).to],
      [301, '/help/csv?utm=a'],
      former,
    );
  for (const missing of ['csv/x', 'CSV', '%00', 'doc_01kaga0zrefb8tqs3yh4kx9m2d'])
    assert.equal((await visit(`/help/${missing}`)).status, 404);

  // A second index of the project shares the slugs.
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name: 'More' } });
  const elsewhere = `/v1/indexes/${index.id}/documents`;
  for (const [method, at, body] of [
    ['POST', path, { content: 'x', slug: 'csv' }],
    ['POST', elsewhere, { content: 'x', slug: 'csv' }],
    ['PUT', `${path}/by-external-id/new`, { content: 'x', slug: 'csv' }],
    ['PATCH', `${path}/${other.id}`, { slug: 'csv' }],
  ] as const) {
    const { status, body: answer } = await call(method, at, { token, body });
    assert.deepEqual([status, answer.code], [409, 'documents.slug_taken'], `${method} ${at}`);
  }
  const draft = await write({ content: 'x', status: 'draft', slug: 'own' });
  assert.equal((await update(draft.id, { slug: 'csv' })).status, 409);
  assert.equal((await update(draft.id, { title: 'Else' })).body.slug, 'own', 'a chosen slug stays');
  // A slug that is given again belongs to its new owner.
  const { body: taker } = await call('POST', elsewhere, { token, body: { content: 'x', slug: 'exports' } });
  assert.equal((await visit('/help/exports')).status, 200);
  await call('DELETE', `${elsewhere}/${taker.id}`, { token });
  assert.equal((await visit('/help/exports')).status, 404);
  await call('DELETE', `${path}/${id}`, { token });
  for (const gone of ['csv', 'export-your-data', id]) assert.equal((await visit(`/help/${gone}`)).status, 404, gone);
});

test('refuses changes that contradict each other', async () => {
  const { write, update } = await setUp();
  const published = await write({ content: '# A' });
  const draft = await write({ content: '# B', status: 'draft' });
  for (const [id, body, status, code] of [
    [published.id, { pending_changes: { title: 'A', content: 'b' }, title: 'C' }, 400, 'validation'],
    [draft.id, { pending_changes: { title: 'A', content: 'b' } }, 400, 'validation'],
    [published.id, { content: '' }, 400, 'validation'],
    [published.id, { pending_changes: { title: 'A', content: 'x'.repeat(1_048_577) } }, 413, 'documents.content_too_large'],
    [published.id, { status: 'public' }, 400, 'validation'],
    [published.id, {}, 400, 'validation'],
    ['doc_01kaga0zrefb8tqs3yh4kx9m2d', { title: 'A' }, 404, 'documents.not_found'],
    ['unknown', { title: 'A' }, 404, 'documents.not_found'],
  ] as const) {
    const answer = await update(id, body);
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body).slice(0, 80));
  }
});

test('a draft leaves the linked searches open until it is published', async () => {
  const { id, key, token, index, write, update } = await setUp();
  const [cluster] = await clusterSearches(server, { id, token, key }, { index: index.id, queries: ['webhooks'] });
  const draft = await write({ content: '# Webhooks', status: 'draft' });
  const link = await call('PATCH', `/v1/search-clusters/${cluster?.id}`, { token, body: { document_id: draft.id } });
  assert.equal(link.body.status, 'linked');
  await update(draft.id, { content: '# Webhooks\n\nMore.' });
  const statusOf = async () => (await call('GET', `/v1/search-clusters/${cluster?.id}`, { token })).body.status;
  assert.equal(await statusOf(), 'linked');
  await update(draft.id, { status: 'published' });
  assert.equal(await statusOf(), 'closed');
});
