import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../testing/database.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

test('rebuilds an index of another analysis version at the next start', async () => {
  const database = await createTestDatabase();
  after(database.drop);
  const before = await startTestServer({ DATABASE_URL: database.url });
  const { id: project, token, key } = await before.createProject();
  const { body: index } = await before.call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name: 'Help' },
  });
  const path = `/v1/indexes/${index.id}`;
  const titles = ['Refunds', 'Passwords', 'Invoices'];
  for (const title of titles)
    await before.call('POST', `${path}/documents`, { token, body: { title, content: `All about ${title.toLowerCase()}.` } });
  const expected = (await before.call('POST', `${path}/search`, { key, body: { query: 'refund' } })).body.results;
  assert.equal(expected.length, 1);

  // The state of an index of other rules, with other terms and counts.
  await sql`UPDATE knowledge_postings SET term = 'other ' || term`.execute(before.db);
  await sql`UPDATE knowledge_vocabulary SET word = 'other ' || word, term = 'other ' || term`.execute(before.db);
  await sql`UPDATE knowledge_indexes SET analysis_version = '0/18', word_count = 1`.execute(before.db);
  assert.deepEqual((await before.call('POST', `${path}/search`, { key, body: { query: 'refund' } })).body.results, []);

  const later = await startTestServer({ DATABASE_URL: database.url });
  const search = async () => (await later.call('POST', `${path}/search`, { key, body: { query: 'refund' } })).body.results;
  // The scores are the same as before.
  await until(async () => isDeepStrictEqual(await search(), expected));

  // Deleting the documents removes all terms: no old terms remain.
  const { body: documents } = await later.call('GET', `${path}/documents`, { key });
  for (const { id } of documents.data) await later.call('DELETE', `${path}/documents/${id}`, { token });
  const { rows } = await sql`SELECT term FROM knowledge_postings UNION ALL SELECT term FROM knowledge_vocabulary`.execute(
    later.db,
  );
  assert.deepEqual(rows, []);
});
