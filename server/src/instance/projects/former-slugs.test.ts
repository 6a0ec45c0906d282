import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { getByHost } from '../../testing/by-host.ts';
import { sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;

async function setUp() {
  const { id, token, slug } = await server.createProject();
  const rename = (to: string) => call('PATCH', `/v1/projects/${id}`, { token, body: { slug: to } });
  return { id, token, slug, rename };
}

async function visit(path: string, init: RequestInit = {}) {
  const { status, headers } = await fetch(server.url + path, { redirect: 'manual', ...init });
  return { status, to: headers.get('location') };
}

test('former slugs of a project redirect on pages, feeds and the API', async () => {
  const { slug, rename } = await setUp();
  const [second, third] = [unique('second'), unique('third')];
  await rename(second);
  await rename(third);
  for (const former of [slug, second])
    for (const [before, after] of [
      ['/p/', ''],
      ['/p/', '/feedback?sort=new&q=%2F'],
      ['/p/', '/changelog/some-entry'],
      ['/p/', '/no-such-page'],
      ['/p/', '/sitemap.xml'],
      ['/v1/changelog/by-project/', '/feed.atom'],
      ['/v1/changelog/by-project/', '/feed.json?a=b'],
      ['/v1/feedback/by-project/', ''],
    ])
      for (const accept of ['text/html', '*/*'])
        assert.deepEqual(
          await visit(`${before}${former}${after}`, { headers: { accept } }),
          { status: 308, to: `${before}${third}${after}` },
          `${before}${former}${after}`,
        );
  assert.equal((await fetch(`${server.url}/v1/changelog/by-project/${slug}/feed.atom`)).status, 200, 'follows');
});

test('forms and requests keep their method and body', async () => {
  const { slug, rename } = await setUp();
  const renamed = unique('renamed');
  await rename(renamed);
  const headers = { 'content-type': 'application/json' };
  const path = `/v1/testimonials/by-project/`;
  const body = JSON.stringify({ author_name: 'Ada', content: 'Good', rating: 5, consent: { text: 'Yes', version: '1' } });
  assert.deepEqual(await visit(path + slug, { method: 'POST', headers, body }), { status: 308, to: path + renamed });
  assert.equal((await fetch(server.url + path + slug, { method: 'POST', headers, body })).status, 201);
  const form = { method: 'POST', body: new URLSearchParams({ email: 'ada@example.com' }) };
  assert.equal((await fetch(`${server.url}/p/${slug}/changelog`, form)).status, 200);
});

test('a slug that another project takes leads to this project alone', async () => {
  const [first, other] = [await setUp(), await setUp()];
  await first.rename(unique('first'));
  await other.rename(first.slug);
  assert.equal((await visit(`/p/${first.slug}`)).status, 200);
  const moved = unique('other');
  await other.rename(moved);
  assert.deepEqual(await visit(`/p/${first.slug}`), { status: 308, to: `/p/${moved}` });
  const { body: created } = await call('POST', '/v1/projects', { token: first.token, body: { name: 'New', slug: first.slug } });
  assert.equal((await visit(`/p/${first.slug}`)).status, 200);
  await call('DELETE', `/v1/projects/${created.id}`, { token: first.token, query: { confirm: first.slug } });
  assert.equal((await visit(`/p/${first.slug}`)).status, 404, 'not to the project that had it before');
  await call('DELETE', `/v1/projects/${other.id}`, { token: other.token, query: { confirm: moved } });
  for (const slug of [other.slug, moved]) assert.equal((await visit(`/p/${slug}`)).status, 404);
});

test('custom domains keep their URLs', async () => {
  const { id, rename } = await setUp();
  const domain = `${unique('feedback')}.customer.example`;
  await sql`
    INSERT INTO project_domains (project_id, domain, state, checked_at, verified_at)
    VALUES (${parseId('prj', id)}, ${domain}, 'verified', now(), now())`.execute(server.db);
  await rename(unique('renamed'));
  // The server reads the domains after the notification of a change.
  const { text } = await until(async () => {
    const response = await getByHost(server.url, domain, '/feedback');
    return response.status === 200 && response;
  });
  assert.match(text, new RegExp(`<link rel="canonical" href="https://${domain}/feedback">`));
});
