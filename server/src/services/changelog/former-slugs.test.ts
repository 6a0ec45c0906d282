import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project with a changelog, and its pages as visitors get them. */
async function setUp() {
  const { id, key, token, slug } = await server.createProject();
  const query = { project_id: id };
  return {
    id,
    slug,
    create: async (body: object) =>
      (await call('POST', '/v1/changelog', { token, query, body: { published: true, ...body } })).body.id as string,
    update: (entry: string, body: object) => call('PATCH', `/v1/changelog/${entry}`, { token, body }),
    remove: (entry: string) => call('DELETE', `/v1/changelog/${entry}`, { token }),
    find: async (entrySlug: string) => (await call('GET', `/v1/changelog/${entrySlug}`, { key })).body,
    visit: async (path: string) => {
      const { status, headers } = await fetch(`${server.url}/p/${slug}/changelog/${path}`, { redirect: 'manual' });
      // Browsers would keep a redirect after the former slug has another entry.
      if (status === 301) assert.equal(headers.get('cache-control'), 'no-cache');
      return { status, to: headers.get('location')?.replace(`/p/${slug}/changelog/`, '') };
    },
  };
}

test('former slugs of an entry redirect to its page, with the query, and name the entry in the API', async () => {
  const { create, update, find, visit } = await setUp();
  const entry = await create({ title: 'Dark mode' });
  for (const slug of ['dark-theme', 'themes', 'looks']) await update(entry, { slug });
  for (const former of ['dark-mode', 'dark-theme', 'themes']) {
    assert.deepEqual(await visit(former), { status: 301, to: 'looks' }, former);
    assert.deepEqual(await visit(`${former}?utm_source=mail&a=%3F`), { status: 301, to: 'looks?utm_source=mail&a=%3F' });
    assert.deepEqual(await visit(`${former}/image.png?v=1`), { status: 301, to: 'looks/image.png?v=1' });
    assert.deepEqual([(await find(former)).id, (await find(former)).slug], [entry, 'looks']);
  }
  assert.deepEqual(await visit('looks'), { status: 200, to: undefined });
  await update(entry, { slug: 'dark-mode' });
  assert.deepEqual(await visit('dark-mode'), { status: 200, to: undefined }, 'no redirect to itself');
  assert.deepEqual(await visit('looks'), { status: 301, to: 'dark-mode' });
});

test('a slug that another entry takes leads to this entry alone', async () => {
  const { create, update, remove, find, visit } = await setUp();
  const first = await create({ title: 'Export' });
  await update(first, { slug: 'csv-export' });
  const second = await create({ title: 'Other', slug: 'export' });
  assert.equal((await find('export')).id, second);
  assert.equal((await visit('export')).status, 200);
  await update(second, { slug: 'pdf-export' });
  assert.deepEqual(await visit('export'), { status: 301, to: 'pdf-export' });
  const third = await create({ title: 'Draft', published: false });
  await update(third, { slug: 'export' });
  assert.equal((await visit('export')).status, 404, 'a draft is not public');
  await remove(third);
  assert.equal((await visit('export')).status, 404);
});

test('former slugs of drafts, deleted entries and other projects lead nowhere', async () => {
  const [acme, other] = [await setUp(), await setUp()];
  const entry = await acme.create({ title: 'Launch' });
  await acme.update(entry, { slug: 'go' });
  await other.create({ title: 'Go' });
  assert.equal((await other.visit('launch')).status, 404);
  assert.equal((await other.find('launch')).code, 'changelog.not_found');
  await acme.update(entry, { published: false });
  assert.equal((await acme.visit('launch')).status, 404);
  assert.equal((await acme.find('launch')).code, 'changelog.not_found');
  await acme.update(entry, { published: true });
  assert.equal((await acme.visit('launch')).status, 301);
  await acme.remove(entry);
  for (const slug of ['launch', 'go']) assert.equal((await acme.visit(slug)).status, 404);
  const { rows } = await sql`
    SELECT FROM changelog_former_slugs WHERE project_id = ${parseId('prj', acme.id)}`.execute(server.db);
  assert.equal(rows.length, 0);
  for (const strange of ['%00', 'LAUNCH', 'a'.repeat(300)]) assert.equal((await acme.visit(strange)).status, 404, strange);
});

test('titles without Latin letters have a slug with their date', async () => {
  const { id, token } = await server.createProject();
  for (const title of ['更新日志', '🎉🎉', 'Обновление', 'C']) {
    const { body } = await call('POST', '/v1/changelog', { token, query: { project_id: id }, body: { title, published: true } });
    assert.match(body.slug, /^entry-\d{4}-\d\d-\d\d(?:-\w{6})?$/, title);
    assert.equal((await fetch(body.url)).status, 200);
  }
});
