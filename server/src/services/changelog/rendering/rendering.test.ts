import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

const readTitle = ({ content_html: html }: Json) => /callout-title">([^<]*)</.exec(html)?.[1];

test('entries are in the language of the pages, also when it changes', async () => {
  const { id, key, token } = await server.createProject();
  const query = { project_id: id };
  const content = '> [!NOTE]\n> Read[^1]\n\n- [x] Done\n\n[^1]: Small print';
  const create = async (body: object) => (await call('POST', '/v1/changelog', { token, query, body })).body;
  const entry = await create({ title: 'Callouts', content, published: true });
  assert.match(entry.content_html, /<p class="callout-title">Note<\/p>/);
  // More than one batch.
  await sql`
    INSERT INTO changelog_entries (project_id, id, title, slug, content, content_html, type, tags, status, feedback_ids, search, created_at, updated_at)
    SELECT project_id, gen_random_uuid(), title, 'copy-' || n, content, content_html, type, tags, status, feedback_ids, search, created_at, updated_at
    FROM changelog_entries, generate_series(1, 45) AS n WHERE project_id = ${parseId('prj', id)}`.execute(db);
  const translate = (settings: object) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings } });
  assert.equal((await translate({ pages: { language: 'de' } })).status, 200);
  await until(async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int FROM changelog_entries WHERE project_id = ${parseId('prj', id)} AND content_html LIKE '%>Hinweis<%'`.execute(
      db,
    );
    return rows[0]?.count === 46;
  });
  const { body: shown } = await call('GET', `/v1/changelog/${entry.id}`, { key });
  const { content_html: html, ...rest } = shown;
  for (const part of ['>Hinweis<', 'aria-label="Erledigt"', 'aria-label="Zurück zum Text"']) assert.ok(html.includes(part), html);
  const { content_html: _, ...before }: Json = entry;
  assert.deepEqual([rest.content, rest.updated_at], [before.content, before.updated_at]);
});

test('an entry for readers of one language is in this language', async () => {
  const { id, token } = await server.createProject();
  const body = { title: 'Callouts', content: '> [!NOTE]\n> Read', languages: ['es'] };
  const { body: entry } = await call('POST', '/v1/changelog', { token, query: { project_id: id }, body });
  assert.equal(readTitle(entry), 'Nota');
  const change = async (languages: string[]) =>
    readTitle((await call('PATCH', `/v1/changelog/${entry.id}`, { token, body: { languages } })).body);
  assert.equal(await change(['ja']), 'メモ');
  assert.equal(await change(['ja', 'de']), 'Note');
  assert.equal(await change(['nl']), 'Note');
});

test('an entry that is saved while the language changes is in the new one', async () => {
  const { id, token } = await server.createProject();
  const query = { project_id: id };
  const body = { title: 'Callouts', content: '> [!NOTE]\n> Read' };
  const { body: entry } = await call('POST', '/v1/changelog', { token, query, body });
  const records = [{ ...body, external_id: 'old:1' }];
  const saves: [language: string, title: string, save: () => Promise<Json>][] = [
    ['de', 'Hinweis', async () => (await call('POST', '/v1/changelog', { token, query, body })).body],
    [
      'es',
      'Nota',
      async () => (await call('PATCH', `/v1/changelog/${entry.id}`, { token, body: { content: `${body.content} on` } })).body,
    ],
    [
      'ja',
      'メモ',
      async () => {
        await call('POST', '/v1/changelog/batch', { token, query, body: { records } });
        return (await call('GET', '/v1/changelog', { token, query: { ...query, external_id: 'old:1' } })).body.data[0];
      },
    ],
  ];
  for (const [language, title, save] of saves) {
    const changing = await db.startTransaction().execute();
    const { rows } = await sql<{ pid: number }>`
      UPDATE projects SET settings = settings || ${JSON.stringify({ pages: { language } })}::jsonb
      WHERE id = ${parseId('prj', id)} RETURNING pg_backend_pid() AS pid`.execute(changing);
    const saved = save();
    await until(async () => {
      const waiting = await sql`SELECT FROM pg_stat_activity WHERE ${rows[0]?.pid}::int = ANY(pg_blocking_pids(pid))`.execute(db);
      return waiting.rows.length > 0;
    });
    await changing.commit().execute();
    assert.equal(readTitle(await saved), title, language);
  }
});

test('Markdown is previewed in the language of an entry with these languages', async () => {
  const { id, token } = await server.createProject();
  const preview = async (more: object) => {
    const body = { content: '> [!NOTE]\n> Read', ...more };
    return readTitle((await call('POST', '/v1/changelog/preview', { token, query: { project_id: id }, body })).body);
  };
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { language: 'de' } } } });
  assert.equal(await preview({}), 'Hinweis');
  assert.equal(await preview({ languages: ['es'] }), 'Nota');
  assert.equal(await preview({ languages: ['es', 'ja'] }), 'Hinweis');
});
