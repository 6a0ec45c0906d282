import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startEmbeddingsServer } from '../../../testing/models/embeddings-server.ts';
import { runJobs } from '../../../testing/jobs.ts';
import { sharedTestServer, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const model = await startEmbeddingsServer([
  ['refund', 'money', 'reimbursement', 'cancel'],
  ['password', 'login', 'locked', 'credentials'],
  ['invoice', 'bill', 'receipt'],
  ['theme', 'dark', 'colours', 'night'],
]);
const server = await startTestServer({
  EARSHOT_EMBEDDINGS_URL: model.url,
  EARSHOT_EMBEDDINGS_MODEL: 'ideas',
  EARSHOT_EMBEDDINGS_KEY: 'secret',
});
const { id: project, token, key } = await server.createProject();
const call = server.call;

const ARTICLES = [
  { title: 'Refunds', content: 'We give a refund within thirty days.' },
  { title: 'Password', content: 'Choose a new password by the link.' },
  { title: 'Invoices', content: 'Each invoice has a number.' },
  { title: 'Appearance', content: 'Choose the dark theme.' },
];
const search = async (index: string, query: string, options: object = {}) => {
  const { status, body } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query, ...options } });
  assert.equal(status, 200);
  return body;
};
const titlesIn = ({ results }: { results: { title: string }[] }) => results.map(({ title }) => title);

async function createIndex(body: object): Promise<string> {
  return (await call('POST', '/v1/indexes', { token, query: { project_id: project }, body })).body.id;
}
const add = (index: string, documents: object[]) =>
  call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents } });
const embedded = (count: number, name: string) =>
  until(async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM knowledge_embeddings JOIN knowledge_indexes AS i ON i.id = index_id WHERE i.name = ${name}`.execute(
      server.db,
    );
    return rows[0]?.count === count;
  });

test('searches a hybrid index by meaning', async () => {
  const index = await createIndex({ name: 'Later' });
  await add(index, ARTICLES);
  assert.deepEqual(titlesIn(await search(index, 'reimbursement')), [], 'a lexical search does not find it');
  const { body } = await call('PATCH', `/v1/indexes/${index}`, { token, body: { mode: 'hybrid' } });
  assert.equal(body.mode, 'hybrid');
  await embedded(4, 'Later');
  assert.deepEqual([model.requests[0]?.model, model.requests[0]?.authorization], ['ideas', 'Bearer secret']);
  assert.ok(model.requests[0]?.input[0]?.startsWith('Refunds\n'), 'a chunk is embedded with its title');

  const found = await search(index, 'reimbursement');
  assert.deepEqual([found.mode, titlesIn(found)[0]], ['hybrid', 'Refunds']);
  assert.equal(titlesIn(await search(index, 'night colours'))[0], 'Appearance');
  const both = await search(index, 'invoice number');
  assert.equal(titlesIn(both)[0], 'Invoices');
  assert.equal(new Set(titlesIn(both)).size, titlesIn(both).length, 'each document is returned once');
  assert.deepEqual(titlesIn(await search(index, '"invoice"')), ['Invoices'], 'phrases require exact words');
  assert.ok(!titlesIn(await search(index, 'money -days')).includes('Refunds'));
});

test('embeds documents that are added or replaced later, and deletes embeddings with documents', async () => {
  const index = await createIndex({ name: 'Hybrid', mode: 'hybrid' });
  await add(index, [{ ...ARTICLES[0], external_id: 'a', metadata: { part: 1 } }]);
  await embedded(1, 'Hybrid');
  await add(index, [{ ...ARTICLES[1], external_id: 'a', metadata: { part: 2 } }, ...ARTICLES.slice(2)]);
  await embedded(3, 'Hybrid');
  assert.equal(titlesIn(await search(index, 'credentials'))[0], 'Password');
  assert.deepEqual(titlesIn(await search(index, 'credentials', { filter: { part: 2 } })), ['Password']);
  const { body } = await call('GET', `/v1/indexes/${index}/documents`, { key, query: { external_id: 'a' } });
  await call('DELETE', `/v1/indexes/${index}/documents/${body.data[0].id}`, { token });
  assert.ok(!titlesIn(await search(index, 'credentials')).includes('Password'));
});

test('searches are lexical while the model is unavailable, and new documents are embedded afterwards', async () => {
  const index = await createIndex({ name: 'Away', mode: 'hybrid' });
  model.isUnavailable = true;
  await add(index, ARTICLES);
  const found = await search(index, 'refund');
  assert.deepEqual([found.mode, titlesIn(found)], ['lexical', ['Refunds']]);
  model.isUnavailable = false;
  await runJobs(server.db, 'knowledge-base.embed');
  await embedded(4, 'Away');
});

test('rejects hybrid mode without a model', async () => {
  const plain = await sharedTestServer();
  const { id, token: owner } = await plain.createProject();
  const { status, body } = await plain.call('POST', '/v1/indexes', {
    token: owner,
    query: { project_id: id },
    body: { name: 'Hybrid', mode: 'hybrid' },
  });
  assert.deepEqual([status, body.error], [400, 'mode must be lexical: hybrid search requires EARSHOT_EMBEDDINGS_URL']);
});
