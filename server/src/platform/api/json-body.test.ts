import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sharedTestServer } from '../../testing/server.ts';

const { call, createProject } = await sharedTestServer();
const { id, key, token } = await createProject();
const query = { project_id: id };

// Beyond 2^53, where JavaScript numbers lose digits. The last two are not.
const METADATA = `{"order":9007199254740993,"negative":-12345678901234567890,"text":"9007199254740993","list":[{"id":18446744073709551615}],
  "ratio":1.12345678901234567890,"safe":9007199254740991}`;
const KEPT = {
  order: '9007199254740993',
  negative: '-12345678901234567890',
  text: '9007199254740993',
  list: [{ id: '18446744073709551615' }],
  ratio: 1.1234567890123457,
  safe: 9007199254740991,
};

test('integers beyond 2^53 keep all digits as strings, in metadata of every resource', async () => {
  const body = (fields: string) => `{${fields},"metadata":${METADATA}}`;
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: body('"title":"Export"') });
  assert.deepEqual((await call('GET', `/v1/feedback/${entry.id}`, { token })).body.metadata, KEPT);

  const { body: place } = await call('POST', '/v1/waitlist', { key, body: body('"email":"ada@example.com"') });
  assert.deepEqual((await call('GET', `/v1/waitlist/${place.id}`, { token })).body.metadata, KEPT);
  const { body: csv } = await call('GET', '/v1/waitlist/export.csv', { token, query });
  const [row] = parse(csv, { columns: true }) as { metadata: string }[];
  assert.deepEqual(JSON.parse(row?.metadata ?? ''), KEPT);

  const { body: index } = await call('POST', '/v1/indexes', { token, query, body: { name: 'Help' } });
  const documents = `{"documents":[${body('"content":"# Export"')}]}`;
  const { body: batch } = await call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: documents });
  const path = `/v1/indexes/${index.id}/documents/${batch.results[0].document.id}`;
  const { body: document } = await call('GET', path, { token });
  assert.deepEqual(document.metadata, KEPT);
});

test('a body that is nested too deep is refused, with and without long integers', async () => {
  for (const inner of ['1', '9007199254740993']) {
    const body = `{"title":"x","metadata":${'{"a":'.repeat(8_000)}${inner}${'}'.repeat(8_000)}}`;
    assert.equal((await call('POST', '/v1/feedback', { key, body })).status, 400);
  }
});

test('a long integer in a numeric field is refused like another value outside of its range', async () => {
  const body = '{"author_name":"Ada","content":"Good","rating":9007199254740993}';
  const { status, body: answer } = await call('POST', '/v1/testimonials', { key, body });
  assert.deepEqual([status, answer.error], [400, 'rating must be an integer from 1 to 5']);
});
