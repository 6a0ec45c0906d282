import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Project as StoredProject, findProject } from '../../../instance/projects/store.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { untilBlocked } from '../../../testing/until.ts';
import { lockIndex } from '../index/indexes-store.ts';
import { createStemmer } from '../index/stemmer.ts';
import { createArticleImporter } from './importer.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function open() {
  const project = await server.createProject('Acme');
  const { id, token, key } = project;
  const projectId = parseId('prj', id) as string;
  const createIndex = async (name: string) =>
    (await call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name } })).body.id as string;
  const importer = createArticleImporter({ db, stem: createStemmer(), embedding: undefined });
  const context = (importId: string | null = null) => ({
    project: stored,
    actor: { id: newId(), is_service_account: false, name: null },
    importId,
    notify: false,
  });
  const stored = (await findProject(db, projectId)) as StoredProject;
  const describe = (results: Json[]) =>
    results.map(({ outcome, fields, code }) => outcome ?? (fields ? `${fields[0].path} ${fields[0].code}` : code)).join(', ');
  return {
    ...project,
    projectId,
    index: await createIndex('Help'),
    createIndex,
    send: (index: string, documents: object[]) =>
      call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents } }),
    get: async (index: string, external_id: string) =>
      (await call('GET', `/v1/indexes/${index}/documents`, { token, query: { external_id } })).body.data[0],
    find: async (index: string, query: string) =>
      (await call('POST', `/v1/indexes/${index}/search`, { key, body: { query } })).body.total as number,
    plan: async (records: object[]) => describe(await importer.plan(db, context(), records as never[])),
    save: async (records: object[], importId: string | null = null) =>
      describe(await transact(db, (tx) => importer.save(tx, context(importId), records as never[]))),
    undo: (importId: string, limit: number) => transact(db, (tx) => importer.undo(tx, projectId, importId, limit)),
  };
}

test('documents of a batch keep their dates', async () => {
  const { index, send, get } = await open();
  const dates = { created_at: '2020-02-29T00:00:00.000Z', updated_at: '2021-01-01T00:00:00.000Z' };
  const { body } = await send(index, [
    { external_id: 'a', content: '# Lions', ...dates },
    { external_id: 'b', content: '# Tigers', updated_at: '2021-01-01T00:00:00.000Z' },
    { external_id: 'c', content: '# No', created_at: '2022-01-01T00:00:00.000Z', updated_at: '2021-01-01T00:00:00.000Z' },
    { external_id: 'd', content: '# No', created_at: '9999-01-01T00:00:00.000Z' },
    { external_id: 'e', content: '# No', updated_at: '0000-01-01T00:00:00.000Z' },
    { external_id: 'f', content: '# No', created_at: 'yesterday' },
  ]);
  assert.deepEqual(
    body.results.map(({ document, fields }: Json) =>
      document ? [document.created_at, document.updated_at] : `${fields[0].path} ${fields[0].code}`,
    ),
    [
      [dates.created_at, dates.updated_at],
      [dates.updated_at, dates.updated_at],
      'updated_at too_small',
      'created_at too_large',
      'updated_at too_small',
      'created_at format',
    ],
  );
  await send(index, [{ external_id: 'a', content: '# Cats' }]);
  const { created_at, updated_at } = await get(index, 'a');
  assert.equal(created_at, dates.created_at);
  assert.ok(updated_at > dates.updated_at);
});

test('articles are planned, created, unchanged, replaced, and refused one by one', async () => {
  const project = await open();
  const other = await open();
  const second = await project.createIndex('Second');
  const article = (external_id: string, more: object = {}) => ({
    index_id: project.index,
    external_id,
    content: `# ${external_id}\n\nAbout ${external_id}.`,
    metadata: { b: 1, a: 2 },
    created_at: '2020-02-29T00:00:00.000Z',
    ...more,
  });
  const records = [
    article('lions'),
    article('lions', { index_id: second }),
    article('tigers', { updated_at: '2021-01-01T00:00:00.000Z' }),
  ];
  assert.equal(await project.plan(records), 'created, created, created');
  assert.equal(await project.find(project.index, 'lions'), 0);
  assert.equal(await project.save(records), 'created, created, created');
  assert.equal(await project.save(records), 'unchanged, unchanged, unchanged');
  assert.equal(
    await project.plan([
      article('lions', { content: '# Lions' }),
      article('tigers', { metadata: {} }),
      article('tigers'),
      article('x', { index_id: other.index }),
      article('y', { index_id: 'help' }),
      article('z', { content: '' }),
      article('big', { content: 'x'.repeat(1024 * 1024 + 1) }),
    ]),
    'updated, updated, external_id duplicate, index_id not_found, index_id not_found, content required, content too_long',
  );
  assert.equal(
    await project.save([article('lions', { created_at: '2019-01-01T00:00:00.000Z' }), article('tigers')]),
    'updated, unchanged',
  );
  assert.equal((await project.get(project.index, 'lions')).created_at, '2019-01-01T00:00:00.000Z');
  assert.equal(await project.find(project.index, 'lions'), 1);
});

test('an import that waits for an index holds no later one, so that imports do not block each other', async () => {
  const { projectId, index, createIndex, save, find } = await open();
  const later = await createIndex('Later');
  const { saving } = await transact(db, async (tx) => {
    await lockIndex(tx, projectId, parseId('idx', index) ?? '');
    const request = save([later, index].map((index_id) => ({ index_id, content: '# Lions' })));
    await untilBlocked(db);
    await sql`SELECT FROM knowledge_indexes WHERE id = ${parseId('idx', later)} FOR UPDATE NOWAIT`.execute(tx);
    return { saving: request };
  });
  assert.equal(await saving, 'created, created');
  assert.deepEqual([await find(index, 'lions'), await find(later, 'lions')], [1, 1]);
});

test('undo removes the articles of an import with their index entries, in steps', async () => {
  const project = await open();
  const second = await project.createIndex('Second');
  await project.send(project.index, [{ external_id: 'kept', content: '# Lions' }]);
  const article = (external_id: string, index_id: string) => ({
    index_id,
    external_id,
    content: `# Lions\n\nAnd ${external_id}.`,
  });
  const importId = newId();
  const records = [
    article('kept', project.index),
    article('one', project.index),
    article('two', second),
    article('three', second),
  ];
  assert.equal(await project.save(records, importId), 'updated, created, created, created');
  await project.send(second, [{ external_id: 'two', content: '# Lions and others' }]);
  assert.deepEqual(
    [await project.undo(importId, 2), await project.undo(importId, 2), await project.undo(importId, 2)],
    [2, 1, 0],
  );
  assert.deepEqual([await project.find(project.index, 'lions'), await project.find(second, 'lions')], [1, 0]);
  const { rows } = await sql<Json>`
    SELECT document_count, chunk_count, word_count::int, (SELECT count(*)::int FROM knowledge_postings WHERE index_id = i.id) AS postings
    FROM knowledge_indexes i WHERE id = ${parseId('idx', second)}`.execute(db);
  assert.deepEqual(rows, [{ document_count: 0, chunk_count: 0, word_count: 0, postings: 0 }]);
});
