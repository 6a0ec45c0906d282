import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { COLLECTIONS } from './fixtures/collections.ts';

const server = await sharedTestServer();
const { call } = server;
const project = await server.createProject();
const { id: projectId, key, token, slug } = project;
const query = { project_id: projectId };

const ids = new Map<string, { id: string; path: string }>();
for (const [name, articles] of Object.entries(COLLECTIONS)) {
  const { body: index } = await call('POST', '/v1/indexes', { token, query, body: { name } });
  const path = `/v1/indexes/${index.id}/documents`;
  const documents = articles.map(({ content }) => ({ content }));
  const { body } = await call('POST', `${path}/batch`, { token, body: { documents } });
  for (const { document } of body.results) ids.set(document.title, { id: document.id, path });
}
const find = (title: string) => {
  const found = ids.get(title);
  assert.ok(found, title);
  return found;
};
const read = async (title: string, by: object = { key }): Promise<Json> => {
  const { id, path } = find(title);
  return (await call('GET', `${path}/${id}`, { ...by, query: { related: 'true' } })).body;
};
const relatedTo = async (title: string, by?: object) => (await read(title, by)).related.map((one: Json) => one.title as string);

const TITLE = 'Connect Slack';
const update = (title: string, body: object) => call('PATCH', `${find(title).path}/${find(title).id}`, { token, body });

test('finds related articles of all collections, and never those that are not for the reader', async () => {
  const related = await relatedTo(TITLE);
  assert.ok(related.includes('Connect Google Calendar'), String(related));
  for (const title of ids.keys()) {
    const found = await relatedTo(title);
    assert.ok(found.length <= 5 && new Set(found).size === found.length && !found.includes(title), `${title}: ${String(found)}`);
  }
  const page = await (await fetch(`${server.url}/p/${slug}/help/connect-slack`)).text();
  const listed = /<nav class="related".*?<\/nav>/s.exec(page)?.[0] ?? '';
  assert.deepEqual(
    [...listed.matchAll(/<a href="[^"]*\/help\/[^"]+">([^<]+)<\/a>/g)].map(([, title]) => title),
    related,
  );

  await update('Connect Google Calendar', { status: 'draft' });
  assert.ok(!(await relatedTo(TITLE)).includes('Connect Google Calendar'), 'a draft');
  await update('Connect Google Calendar', { status: 'published', audience: 'signed_in' });
  assert.ok(!(await relatedTo(TITLE)).includes('Connect Google Calendar'), 'an article for others');
  const headers = { 'x-user-token': await server.signUser(project, { id: 'u_1' }) };
  assert.ok((await relatedTo(TITLE, { key, headers })).includes('Connect Google Calendar'));
  assert.equal((await read('Webhooks')).related_ids, undefined);
  const { id, path } = find(TITLE);
  assert.equal((await call('GET', `${path}/${id}`, { key })).body.related, undefined);
});

test('the team chooses related articles in order, or none', async () => {
  const chosen = ['Webhooks', 'Connect Google Calendar', 'Set up taxes'];
  const choose = (given: string[] | null) => update(TITLE, { related_ids: given });
  assert.equal((await choose(chosen.map((title) => find(title).id))).status, 200);
  assert.deepEqual(
    (await read(TITLE, { token })).related_ids,
    chosen.map((title) => find(title).id),
  );
  assert.deepEqual(await relatedTo(TITLE, { token }), chosen);
  assert.deepEqual(await relatedTo(TITLE), ['Webhooks', 'Set up taxes'], 'without the article for others');
  await update('Webhooks', { status: 'archived' });
  assert.deepEqual(await relatedTo(TITLE, { token }), chosen.slice(1));
  await choose([]);
  assert.deepEqual(await relatedTo(TITLE), []);
  assert.equal((await choose(null)).status, 200);
  assert.ok((await relatedTo(TITLE)).length > 0);
  for (const [given, field] of [
    [[find(TITLE).id], 'related_ids[0]'],
    [[find('Set up taxes').id, 'doc_01kaga0zrefb8tqs3yh4kx9m2d'], 'related_ids[1]'],
  ] as const) {
    const { status, body } = await choose([...given]);
    assert.deepEqual([status, body.fields[0].path], [400, field]);
  }
  assert.equal((await choose([...ids.values()].slice(0, 6).map(({ id }) => id))).status, 400);
});
