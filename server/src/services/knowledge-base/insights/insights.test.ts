import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { startReceiver } from '../../../testing/receiver.ts';
import { sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { id: project, token, key } = await server.createProject();
const call = server.call;

async function createIndex(name: string): Promise<string> {
  const { body } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name } });
  return body.id;
}
const search = async (index: string, query: string, options: object = {}) =>
  (await call('POST', `/v1/indexes/${index}/search`, { key, body: { query, ...options } })).body;
const insightsOf = async (index: string) => (await call('GET', `/v1/indexes/${index}/insights`, { token })).body;

test('returns frequent queries, queries without results, and clicked documents', async () => {
  const index = await createIndex('Insights');
  const { body: document } = await call('POST', `/v1/indexes/${index}/documents`, {
    token,
    body: { content: '# Export\n\nAs CSV.', external_id: 'guides/export' },
  });
  const first = await search(index, 'export');
  await search(index, 'Exports!');
  await search(index, 'exporting the', { track: false });
  await search(index, 'the dark mode');
  await search(index, 'dark modes');
  await search(index, 'mail ada@example.com about pink');
  await search(index, '?!');

  const about = (part: string, body: object) =>
    call('POST', `/v1/indexes/${index}/search/${first.query_id}/${part}`, { key, body });
  const [result] = first.results;
  assert.deepEqual([result.document_id, result.external_id], [document.id, 'guides/export']);
  for (const id of [document.id, 'guides/export'])
    assert.deepEqual((await about('click', { document_id: id })).body, { ok: true });
  assert.deepEqual((await about('helpful', { helpful: true, document_id: 'guides/export' })).body, { ok: true });
  const unknown = `/v1/indexes/${index}/search/qry_01kaga0zrefb8tqs3yh4kx9m2d/click`;
  await call('POST', unknown, { key, body: { document_id: document.id } });

  const insights = await insightsOf(index);
  assert.deepEqual([insights.searches, insights.without_results, insights.click_through], [5, 3, 0.2]);
  assert.deepEqual(
    insights.top_queries
      .map(({ query, searches, click_through }: Record<string, unknown>) => [
        String(query).toLowerCase(),
        searches,
        click_through,
      ])
      .slice(0, 2)
      .map(([, ...figures]: unknown[]) => figures)
      .toSorted(),
    [
      [2, 0],
      [2, 0.5],
    ],
  );
  const [missed, other] = insights.missed_queries;
  assert.deepEqual([missed.searches, missed.variants.toSorted()], [2, ['dark modes', 'the dark mode']]);
  assert.equal(other.query, 'mail …@… about pink', 'addresses are masked');
  assert.deepEqual(insights.documents, [{ document_id: document.id, title: 'Export', clicks: 1, helpful: 1, not_helpful: 0 }]);

  await call('POST', `/v1/indexes/${index}/documents`, { token, body: { content: '# Dark mode' } });
  await search(index, 'dark mode');
  assert.equal((await insightsOf(index)).missed_queries.length, 1, 'a query that has results now is not listed');
});

test('counts ratings of documents that were opened without a search', async () => {
  const index = await createIndex('Rated');
  const { body: document } = await call('POST', `/v1/indexes/${index}/documents`, {
    token,
    body: { content: '# Export', external_id: 'guides/export' },
  });
  const rate = (id: string, body: object) => call('POST', `/v1/indexes/${index}/documents/${id}/rating`, { key, body });
  assert.deepEqual((await rate(document.id, { helpful: true })).body, { ok: true });
  for (const helpful of [true, false]) await rate(encodeURIComponent('guides/export'), { helpful });
  const { documents, searches } = await insightsOf(index);
  assert.deepEqual(documents, [{ document_id: document.id, title: 'Export', clicks: 0, helpful: 2, not_helpful: 1 }]);
  assert.equal(searches, 0);
  for (const id of ['unknown', 'doc_01kaga0zrefb8tqs3yh4kx9m2d'])
    assert.equal((await rate(id, { helpful: true })).body.code, 'documents.not_found');
  assert.equal((await rate(document.id, {})).body.fields[0].path, 'helpful');
});

test('rejects clicks and ratings without a valid search or document', async () => {
  const index = await createIndex('Refused');
  const { query_id: query } = await search(index, 'x');
  const click = (path: string, body: object) => call('POST', `/v1/indexes/${path}`, { key, body });
  assert.equal((await click(`${index}/search/nonsense/click`, { document_id: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' })).status, 404);
  for (const id of ['x', 'doc_01kaga0zrefb8tqs3yh4kx9m2d'])
    assert.deepEqual((await click(`${index}/search/${query}/click`, { document_id: id })).body.fields, [
      { path: 'document_id', code: 'not_found', message: 'document_id must be the id or the external_id of a document' },
    ]);
  assert.equal((await click(`${index}/search/nonsense/helpful`, { helpful: true })).body.code, 'searches.not_found');
  assert.equal((await click(`${index}/search/${query}/helpful`, { helpful: 'yes' })).status, 400);
  assert.equal((await call('GET', `/v1/indexes/${index}/insights`, { token, query: { period: '1d' } })).status, 400);
});

test('reports a search without results once an hour, including variants of the query', async () => {
  const receiver = await startReceiver();
  const index = await createIndex('Missed');
  await call('POST', '/v1/webhooks', {
    token,
    query: { project_id: project },
    body: { url: receiver.url, types: ['knowledge_base.searched_without_results'] },
  });
  for (const query of ['holidays in spain', 'Spain holiday', 'SPAIN: holidays?']) await search(index, query);
  await search(index, 'something else');
  const told = async () => {
    await until(() => receiver.received.length > 0);
    return receiver.received.map(({ body }) => JSON.parse(body).data.query);
  };
  await until(() => receiver.received.length >= 2);
  assert.deepEqual(
    (await told()).toSorted((a, b) => a.localeCompare(b)),
    ['holidays in spain', 'something else'],
  );
  const event = JSON.parse(receiver.received[0]?.body ?? '{}');
  assert.deepEqual([event.type, event.data.index_id], ['knowledge_base.searched_without_results', index]);

  await sql`
    UPDATE knowledge_missed_searches SET reported_at = reported_at - interval '61 minutes'
    WHERE project_id = ${parseId('prj', project)}`.execute(server.db);
  await search(index, 'holidays, Spain');
  await until(() => receiver.received.length >= 3);
  assert.equal((await told()).at(-1), 'holidays, Spain');
});
