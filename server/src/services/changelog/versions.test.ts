import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project with the requests of a release job. */
async function project() {
  const { id, key, token } = await server.createProject();
  const by = { token, query: { project_id: id } };
  return {
    key,
    by,
    save: (version: string, body: object) =>
      call('PUT', `/v1/changelog/by-version/${encodeURIComponent(version)}`, { ...by, body }),
    create: async (body: object) => (await call('POST', '/v1/changelog', { ...by, body })).body,
    list: async () => (await call('GET', '/v1/changelog', by)).body,
  };
}

test('a release job that runs again updates the entry of its version', async () => {
  const { save, list } = await project();
  const first = await save('2.3.1', { title: 'Version 2.3.1', content: 'CSV export', type: 'fix', tags: ['reports'] });
  assert.equal(first.status, 200);
  assert.deepEqual([first.body.version, first.body.type, first.body.status], ['2.3.1', 'fix', 'draft']);
  const again = await save('2.3.1', { title: 'CSV export', published: true });
  assert.deepEqual([again.status, again.body.id, again.body.title], [200, first.body.id, 'CSV export']);
  assert.deepEqual(
    [again.body.type, again.body.tags, again.body.content, again.body.published],
    ['fix', ['reports'], 'CSV export', true],
    'omitted fields keep their values',
  );
  assert.equal((await save('v2/beta 1', { title: 'Beta' })).body.version, 'v2/beta 1');
  assert.equal((await list()).total, 2);
});

test('a release job that publishes again changes the published entry', async () => {
  const { save, by } = await project();
  const first = await save('2.3.1', { title: 'Version 2.3.1', content: 'CSV export', published: true });
  const again = await save('2.3.1', { title: 'CSV export', content: 'Reports as CSV', tags: ['reports'], published: true });
  assert.deepEqual(
    [again.status, again.body.title, again.body.content, again.body.tags, again.body.published_at],
    [200, 'CSV export', 'Reports as CSV', ['reports'], first.body.published_at],
  );
  const { body } = await call('GET', `/v1/changelog/${first.body.id}/versions`, { token: by.token });
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['CSV export', 'Version 2.3.1'],
  );
});

test('concurrent jobs of a version create one entry', async () => {
  const { save, list } = await project();
  const answers = await Promise.all(Array.from({ length: 8 }, () => save('3.0.0', { title: 'Version 3' })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal((await list()).total, 1);
});

test('a version of several entries is a conflict, and names no entry of another project', async () => {
  const [acme, other] = [await project(), await project()];
  await other.create({ title: 'Theirs', version: '1.0.0' });
  for (const title of ['One', 'Two']) await acme.create({ title, version: '1.0.0' });
  const { status, body } = await acme.save('1.0.0', { title: 'Three' });
  assert.deepEqual([status, body.code], [409, 'changelog.version_ambiguous']);
  assert.equal((await other.list()).data[0].title, 'Theirs');
});

test('refuses a missing title, an unknown field, a version in the body, and an unusable version', async () => {
  const { save } = await project();
  const paths = async (version: string, body: object) => {
    const answer = await save(version, body);
    return [answer.status, answer.body.fields?.map(({ path }: { path: string }) => path)];
  };
  assert.deepEqual(await paths('1.0.0', {}), [400, ['title']]);
  assert.deepEqual(await paths('1.0.0', { title: 'One', version: '2.0.0' }), [400, ['version']]);
  assert.deepEqual(await paths('x'.repeat(51), { title: 'One' }), [400, ['version']]);
  assert.deepEqual(await paths('1\0', { title: 'One' }), [400, ['version']]);
  const published = { title: 'One', slug: 'one', published: true };
  assert.equal((await save('1.0.0', published)).status, 200);
  assert.equal((await save('2.0.0', { title: 'Two', slug: 'one' })).body.code, 'changelog.slug_taken');
  const scheduled = { title: 'One', scheduled_at: new Date(Date.now() + 60_000).toISOString() };
  assert.equal((await save('1.0.0', scheduled)).body.code, 'changelog.published');
});

test('a slug names an entry wherever its id does', async () => {
  const { create, by, key } = await project();
  const { id } = await create({ title: 'Export', slug: 'export' });
  const { query, token } = by;
  const path = '/v1/changelog/export';
  assert.equal((await call('GET', path, by)).body.id, id);
  assert.equal((await call('GET', `${path}/audience`, by)).body.people, 0);
  assert.equal((await call('PATCH', path, { ...by, body: { tags: ['csv'] } })).body.id, id);
  assert.equal((await call('PATCH', path, { token, key, body: { title: 'CSV' } })).body.title, 'CSV');
  const unnamed = await call('PATCH', path, { token, body: { title: 'CSV' } });
  assert.deepEqual([unnamed.status, unnamed.body.fields[0].path], [400, 'project_id']);
  assert.equal((await call('GET', path, { key })).status, 404, 'drafts are hidden from API keys');
  const other = await project();
  assert.equal((await call('DELETE', path, other.by)).status, 404);
  assert.equal((await call('DELETE', path, { token: other.by.token, query })).status, 403);
  assert.deepEqual((await call('DELETE', path, by)).body, { ok: true });
  assert.equal((await call('DELETE', path, by)).status, 404);
});
