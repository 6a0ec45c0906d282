import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

test('builds the search terms of all tables again at the first start with new rules', async () => {
  const database = await createTestDatabase();
  after(database.drop);
  const before = await startTestServer({ DATABASE_URL: database.url });
  const { id: project, key, token } = await before.createProject();
  const bySession = { token, query: { project_id: project } };
  // More than one batch.
  for (let at = 0; at < 5; at++) {
    const feedback = await before.call('POST', '/v1/feedback', { key, body: { title: `Node.js ${at}`, tags: ['e-mail'] } });
    assert.equal(feedback.status, 201);
  }
  await sql`
    INSERT INTO feedback_entries (project_id, id, number, type, title, tags, visibility, search, trend, created_at, updated_at)
    SELECT project_id, gen_random_uuid(), 1000 + n, type, title, tags, visibility, search, trend, created_at, updated_at
    FROM feedback_entries, generate_series(1, 450) AS n WHERE title = 'Node.js 0'`.execute(before.db);
  await before.call('POST', '/v1/changelog', {
    ...bySession,
    body: { title: 'C++ client', content: 'Ships 🎉', version: '1.2.3' },
  });
  await before.call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com', name: 'Kapı' } });

  // The state of an earlier version, with other terms.
  const tables = ['feedback_entries', 'changelog_entries', 'waitlist_entries'];
  const readTerms = async (db: typeof before.db) =>
    await Promise.all(
      tables.map(
        async (table) =>
          (await sql<{ search: string }>`SELECT search::text FROM ${sql.table(table)} ORDER BY project_id, id`.execute(db)).rows,
      ),
    );
  const expected = await readTerms(before.db);
  for (const table of tables) await sql`UPDATE ${sql.table(table)} SET search = ''`.execute(before.db);
  await sql`UPDATE search_versions SET version = 0`.execute(before.db);
  const search = async (server: typeof before, path: string, q: string) =>
    (await server.call('GET', path, { token, query: { project_id: project, q } })).body;
  assert.equal((await search(before, '/v1/feedback', 'nodejs')).total, 0);

  const later = await startTestServer({ DATABASE_URL: database.url });
  await until(async () => JSON.stringify(await readTerms(later.db)) === JSON.stringify(expected));
  for (const [path, q, total] of [
    ['/v1/feedback', 'nodejs', 455],
    ['/v1/changelog', 'c++', 1],
    ['/v1/changelog', '🎉', 1],
    ['/v1/waitlist', 'KAPI', 1],
  ] as const)
    assert.equal((await search(later, path, q)).total, total, q);
  const { rows } = await sql<{ version: number }>`SELECT DISTINCT version FROM search_versions`.execute(later.db);
  assert.equal(rows.length, 1);
  assert.ok((rows[0]?.version ?? 0) > 0);
});
