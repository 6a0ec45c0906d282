import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;
const { id: projectId, slug, key, token } = await server.createProject();
const query = { project_id: projectId };

for (const [email, lang] of [
  ['de@example.com', 'de'],
  ['en@example.com', 'en'],
] as const)
  await call('POST', `/p/${slug}/changelog`, { query: { lang }, body: { email } });
await sql`
  INSERT INTO changelog_subscribers (project_id, email) VALUES (${parseId('prj', projectId)}, 'unknown@example.com')`.execute(
  server.db,
);
await sql`UPDATE changelog_subscribers SET confirmed_at = now() WHERE project_id = ${parseId('prj', projectId)}`.execute(
  server.db,
);
const create = async (title: string, audience: object = {}): Promise<Json> =>
  (await call('POST', '/v1/changelog', { token, query, body: { title, published: true, ...audience } })).body;
const billing = await create('Billing', { pages: ['/billing/*', '/invoices', '/caf%C3%A9', '/menü/*'] });
const german = await create('German', { languages: ['de'] });
await create('Both', { pages: ['/a_b%*'], languages: ['de', 'fr'] });
await create('All');

const titles = ({ body }: Json): string[] => body.data.map(({ title }: Json) => title).toSorted();

for (const [reader, expected] of [
  [{}, ['All']],
  [{ path: '/billing/1' }, ['All', 'Billing']],
  [{ path: '/invoices' }, ['All', 'Billing']],
  [{ path: '/billing' }, ['All', 'Billing']],
  [{ path: '/billings' }, ['All']],
  [{ path: '/café' }, ['All', 'Billing']],
  [{ path: '/men%C3%BC/1' }, ['All', 'Billing']],
  [{ language: 'de-AT' }, ['All', 'German']],
  [{ language: 'DE', path: '/a_b%c' }, ['All', 'Both', 'German']],
  [{ language: 'fr', path: '/axbyc' }, ['All']],
] as const)
  test(`a reader sees the entries for page and language: ${JSON.stringify(reader)}`, async () => {
    const list = await call('GET', '/v1/changelog', { key, query: reader });
    assert.deepEqual([titles(list), list.body.total], [expected, expected.length]);
  });

test('members see all entries, unless they ask for those of a reader', async () => {
  const list = async (more: object) => titles(await call('GET', '/v1/changelog', { token, query: { ...query, ...more } }));
  assert.deepEqual(await list({}), ['All', 'Billing', 'Both', 'German']);
  assert.deepEqual(await list({ language: 'de' }), ['All', 'German']);
  const csv = await call('GET', '/v1/changelog/export.csv', { token, query: { ...query, path: '/invoices' } });
  assert.match(String(csv.body), /Billing/);
  assert.doesNotMatch(String(csv.body), /German/);
});

test('pages, feeds and emails follow the same rule, and links to an entry work everywhere', async () => {
  const feeds = `/v1/changelog/by-project/${slug}/feed`;
  for (const [path, sees] of [
    [`/p/${slug}/changelog?lang=de`, true],
    [`/p/${slug}/changelog`, false],
    [`/p/${slug}?lang=de`, true],
    [`/p/${slug}`, false],
    [`${feeds}.atom?language=de`, true],
    [`${feeds}.atom`, false],
    [`${feeds}.json?language=de-CH`, true],
    [`${feeds}.json?language=fr`, false],
  ] as const) {
    const text = JSON.stringify((await call('GET', path)).body);
    assert.deepEqual([text.includes('All'), text.includes('German'), text.includes('Billing')], [true, sees, false], path);
  }
  const feed = await fetch(`${server.url}${feeds}.json?language=de`);
  assert.equal(((await feed.json()) as Json).feed_url, `${server.url}${feeds}.json?language=de`);
  assert.equal((await call('GET', `/p/${slug}/changelog/${billing.slug}`)).status, 200);
  const { body: entry } = await call('GET', `/v1/changelog/${german.id}`, { key });
  assert.deepEqual([entry.title, 'languages' in entry], ['German', false]);

  for (const [{ id }, people] of [
    [german, 1],
    [billing, 0],
  ] as const)
    assert.equal((await call('GET', `/v1/changelog/${id}/audience`, { token })).body.people, people);
  const recipients = async (title: string): Promise<string[]> =>
    (await call('GET', `/v1/projects/${projectId}/mails`, { token, query: { limit: 100 } })).body.data
      .filter(({ subject }: Json) => subject.startsWith(title))
      .map(({ recipient }: Json) => recipient)
      .toSorted();
  await until(async () => (await recipients('All')).length && (await recipients('German')).length);
  assert.deepEqual(await recipients('All'), ['de@example.com', 'en@example.com', 'unknown@example.com']);
  assert.deepEqual(await recipients('German'), ['de@example.com']);
  assert.deepEqual(await recipients('Billing'), []);
});

test('paths and languages are checked', async () => {
  for (const [body, path] of [
    [{ pages: ['billing'] }, 'pages[0]'],
    [{ languages: ['de-AT'] }, 'languages[0]'],
    [{ languages: ['de', 'de'] }, 'languages'],
  ] as const)
    assert.equal((await call('PATCH', `/v1/changelog/${german.id}`, { token, body })).body.fields[0].path, path);
  const { body } = await call('PATCH', `/v1/changelog/${german.id}`, { token, body: { languages: [], pages: ['/x'] } });
  assert.deepEqual([body.languages, body.pages], [[], ['/x']]);
});
