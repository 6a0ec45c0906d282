import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createVisitor } from '../end-users/fixtures/visitor.ts';
import { createPeople } from './fixtures/people.ts';

// Searches of the knowledge base belong to a person only if they prove who searches.

const server = await sharedTestServer();
const { call, signUser } = server;
const project = await createPeople(server);
const { id, key, slug, token, query, put } = project;
const { body: index } = await call('POST', '/v1/indexes', { token, query, body: { name: 'Help' } });
await call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { title: 'Export data', content: 'Export as CSV' } });

// The same user id in another project is another person.
const other = await server.createProject();
const { body: theirs } = await call('POST', '/v1/indexes', {
  token: other.token,
  query: { project_id: other.id },
  body: { name: 'Help' },
});
await call('POST', `/v1/indexes/${theirs.id}/search`, {
  key: other.key,
  headers: { 'x-user-token': await signUser(other, { id: 'u_1' }) },
  body: { query: 'in another project' },
});
// Forwards the search.
await call('GET', `/v1/indexes/${theirs.id}/insights`, { token: other.token });

const search = async (text: string, headers: Record<string, string> = {}, credential: object = { key }) => {
  const { status } = await call('POST', `/v1/indexes/${index.id}/search`, { ...credential, headers, body: { query: text } });
  assert.equal(status, 200);
};
const byToken = { 'x-user-token': await signUser(project, { id: 'u_1' }) };
await search('export data', byToken);
await call('POST', `/v1/indexes/${index.id}/search`, {
  key,
  headers: byToken,
  body: { query: 'not recorded', track: false },
});
await search('teleportation', byToken);
await search('anonymous');
await search('forged', { 'x-user-token': `${byToken['x-user-token']}x` });
await search('by the team', {}, { token });
await search('by another', { 'x-user-token': await signUser(project, { id: 'u_2' }) });

const visitor = createVisitor(server.url);
await visitor.visit(`/p/${slug}/help?q=before`);
const signedIn = await visitor.visit(
  `/p/${slug}/sso?token=${encodeURIComponent(byToken['x-user-token'])}&return_to=/p/${slug}/help`,
);
assert.equal(signedIn.status, 303);
await visitor.visit(`/p/${slug}/help?q=on+the+page`);
const inWidget = (site: string, text: string) =>
  fetch(new URL(`/v1/indexes/${index.id}/search`, server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-project-key': key,
      'sec-fetch-site': site,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ query: text }),
  });
await inWidget('same-origin', 'in the widget');
await inWidget('cross-site', 'on another site');

const { body: person } = await put('u_1', {});
const read = async (more: object = {}): Promise<Json[]> =>
  (await call('GET', `/v1/people/${person.id}/timeline`, { token, query: { kind: 'search', ...more } })).body.data;
const found = await until(async () => {
  // Forwards the searches.
  await call('GET', `/v1/indexes/${index.id}/insights`, { token });
  const entries = await read();
  return entries.length >= 4 && entries;
});

test('the timeline has the searches with which a person proved who they are, and no others', () => {
  assert.deepEqual(
    found.map(({ title, text, proven, id: about }: Json) => [title, text, proven, about]),
    [
      ['in the widget', '0', true, null],
      ['on the page', '0', true, null],
      ['teleportation', '0', true, null],
      ['export data', '1', true, null],
    ],
  );
});

test('pages of searches continue without gaps and repetitions', async () => {
  const seen: Json[] = [];
  let before: string | undefined;
  do {
    const { body } = await call('GET', `/v1/people/${person.id}/timeline`, {
      token,
      query: { kind: 'search', limit: 1, ...(before && { before }) },
    });
    seen.push(...body.data);
    before = body.next_before ?? undefined;
  } while (before);
  assert.deepEqual(seen, found);
});

test('searches are exported and erased with their person; those of others remain', async () => {
  const { body: exported } = await call('POST', `/v1/projects/${id}/people/export`, { token, body: { user_id: 'u_1' } });
  assert.deepEqual(
    exported.searches.map(({ query: text, results }: Json) => [text, results]),
    [
      ['export data', 1],
      ['teleportation', 0],
      ['on the page', 0],
      ['in the widget', 0],
    ],
  );
  const { body } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { user_id: 'u_1' } });
  assert.equal(body.erased.searches, 4);
  const { body: after } = await call('POST', `/v1/projects/${id}/people/export`, { token, body: { user_id: 'u_1' } });
  assert.deepEqual(after.searches, []);
  const { body: ofAnother } = await call('POST', `/v1/projects/${id}/people/export`, { token, body: { user_id: 'u_2' } });
  assert.deepEqual(
    ofAnother.searches.map(({ query: text }: Json) => text),
    ['by another'],
  );
});
