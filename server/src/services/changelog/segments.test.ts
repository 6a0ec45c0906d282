import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createPeople } from '../../instance/directory/fixtures/people.ts';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;
const acme = await createPeople(server);
const { id: projectId, slug, key, token, query, put } = acme;

await put('u_in', { email: 'in@example.com', attributes: { plan: 'beta' } });
await put('u_out', { email: 'out@example.com', attributes: { plan: 'free' } });
const create = async (path: string, body: object): Promise<Json> => (await call('POST', path, { token, query, body })).body;
const beta = await create('/v1/people/segments', {
  name: 'Beta',
  definition: { match: 'all', conditions: [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'beta' }] },
});
for (const email of ['in@example.com', 'out@example.com'])
  await call('POST', '/v1/changelog/subscribe', { key, body: { email } });
await sql`UPDATE changelog_subscribers SET confirmed_at = now() WHERE project_id = ${parseId('prj', projectId)}`.execute(
  server.db,
);
const open = await create('/v1/changelog', { title: 'For everyone', published: true });
const limited = await create('/v1/changelog', {
  title: 'For beta testers',
  published: true,
  segment_id: beta.id,
  version: '9.9',
  announcement: 'popup',
});

const signed = async (user: string) => ({ 'x-user-token': await server.signUser(acme, { id: user }) });
const INSIDER = await signed('u_in');
const OUTSIDERS: Record<string, Record<string, string>> = {
  nobody: {},
  'another user': await signed('u_out'),
  'an unknown user': await signed('u_unknown'),
  'an invalid token': { 'x-user-token': 'invalid' },
};

/** Everything outside of the dashboard in which an entry could be. */
const SURFACES: Record<string, (headers: Record<string, string>) => Promise<Json>> = {
  list: (headers) => call('GET', '/v1/changelog', { key, headers }),
  search: (headers) => call('GET', '/v1/changelog', { key, headers, query: { q: 'beta' } }),
  announcements: (headers) => call('GET', '/v1/changelog', { key, headers, query: { announced: 'true' } }),
  entry: (headers) => call('GET', `/v1/changelog/${limited.id}`, { key, headers }),
  'entry by slug': (headers) => call('GET', `/v1/changelog/${limited.slug}`, { key, headers }),
  page: (headers) => call('GET', `/p/${slug}/changelog`, { headers }),
  'page of the entry': (headers) => call('GET', `/p/${slug}/changelog/${limited.slug}`, { headers }),
};
/** Surfaces without a person. */
const FOR_ALL = {
  Atom: `/v1/changelog/by-project/${slug}/feed.atom`,
  'JSON Feed': `/v1/changelog/by-project/${slug}/feed.json`,
  'front page': `/p/${slug}`,
  sitemap: `/p/${slug}/sitemap.xml`,
};
const contains = ({ body, status }: Json) => status < 400 && /For beta testers|for-beta-testers/.test(JSON.stringify(body));

for (const [surface, read] of Object.entries(SURFACES)) {
  test(`an entry for a segment is on no surface of others: ${surface}`, async () => {
    assert.ok(contains(await read(INSIDER)), 'insider');
    for (const [who, headers] of Object.entries(OUTSIDERS)) assert.ok(!contains(await read(headers)), who);
    // Readers at the same time share answers, but not with each other.
    const answers = await Promise.all([read(INSIDER), read({}), read(INSIDER), read({})]);
    assert.deepEqual(answers.map(contains), [true, false, true, false]);
  });
}

for (const [surface, path] of Object.entries(FOR_ALL)) {
  test(`an entry for a segment is not in what everyone reads: ${surface}`, async () => {
    const answer = await call('GET', path, { headers: INSIDER });
    assert.equal(answer.status, 200);
    assert.ok(!contains(answer));
    assert.match(JSON.stringify(answer.body), /for-everyone|For everyone/);
  });
}

test('former slugs of an entry redirect those who may read the entry', async () => {
  const entry = await create('/v1/changelog', { title: 'Moved', published: true });
  await call('PATCH', `/v1/changelog/${entry.id}`, { token, body: { slug: 'renamed-in-secret', segment_id: beta.id } });
  const locate = async (path: string, headers: Record<string, string>): Promise<[number, string | undefined]> => {
    const answer = await fetch(`${server.url}/p/${slug}/changelog/${path}`, { redirect: 'manual', headers });
    return [answer.status, answer.headers.get('location')?.split('/changelog/')[1]];
  };
  assert.deepEqual(await locate('moved', INSIDER), [301, 'renamed-in-secret']);
  for (const [who, headers] of Object.entries(OUTSIDERS))
    for (const path of ['moved', 'moved/image.png']) {
      const [status, to] = await locate(path, headers);
      assert.deepEqual([status >= 400, to], [true, undefined], `${who}: ${path}`);
    }
  await call('DELETE', `/v1/changelog/${entry.id}`, { token });
});

test('subscribers receive an entry for a segment if they are in it', async () => {
  const { body } = await call('GET', `/v1/changelog/${limited.id}/audience`, { token });
  assert.deepEqual([body.subscribers, body.people], [1, 1]);
  const recipientsOf = async (title: string): Promise<string[]> => {
    const { body: kept } = await call('GET', `/v1/projects/${projectId}/mails`, { token, query: { limit: 100 } });
    return kept.data
      .filter((mail: Json) => mail.subject.startsWith(title))
      .map((mail: Json) => mail.recipient)
      .toSorted();
  };
  // All mails about an entry are queued together.
  await until(async () => (await recipientsOf('For everyone')).length && (await recipientsOf('For beta testers')).length);
  assert.deepEqual(await recipientsOf('For everyone'), ['in@example.com', 'out@example.com']);
  assert.deepEqual(await recipientsOf('For beta testers'), ['in@example.com']);
});

test('people lose an entry when they leave the segment, or when it is for everyone they find it', async () => {
  const entry = await create('/v1/changelog', { title: 'Short beta', published: true, segment_id: beta.id });
  const sees = async (headers: Record<string, string>) =>
    (await call('GET', `/v1/changelog/${entry.id}`, { key, headers })).status === 200;
  await put('u_in', { attributes: { plan: 'free' } });
  assert.equal(await sees(INSIDER), false);
  await put('u_in', { attributes: { plan: 'beta' } });
  assert.equal(await sees(INSIDER), true);
  const update = async (body: object) => (await call('PATCH', `/v1/changelog/${entry.id}`, { token, body })).body;
  assert.equal((await update({ title: 'Beta' })).segment_id, beta.id, 'other changes keep the segment');
  assert.equal((await update({ segment_id: null })).segment_id, null);
  assert.equal(await sees({}), true);
});

test('unknown segments are refused, and those of entries cannot be deleted', async () => {
  const patch = (segment: string) => call('PATCH', `/v1/changelog/${open.id}`, { token, body: { segment_id: segment } });
  for (const segment of ['psg_01kaga0zrefb8tqs3yh4kx9m2d', 'segment']) {
    const { status, body } = await patch(segment);
    assert.deepEqual([status, body.fields[0].path], [400, 'segment_id'], segment);
  }
  const other = await server.createProject();
  const { body: foreign } = await call('POST', '/v1/people/segments', {
    token: other.token,
    query: { project_id: other.id },
    body: { name: 'Foreign', definition: { match: 'all', conditions: [{ kind: 'vote' }] } },
  });
  assert.equal((await patch(foreign.id)).body.fields[0].code, 'not_found');
  const { status, body } = await call('DELETE', `/v1/people/segments/${beta.id}`, { token });
  assert.deepEqual([status, body.code], [409, 'people.segment_in_use']);
});
