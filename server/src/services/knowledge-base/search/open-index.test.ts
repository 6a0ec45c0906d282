import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseId } from '../../../platform/ids.ts';
import { sharedTestServer } from '../../../testing/server.ts';
import { ENGLISH, GERMAN, JAPANESE } from '../fixtures/help-center.ts';
import { findIndex, type Index } from '../index/indexes-store.ts';
import { GERMAN_COMPOUNDS } from '../fixtures/languages.ts';
import { createSearchCache } from './cache.ts';
import { search } from './search.ts';
import { createTableReader } from './table-reader.ts';
import { EVERYONE } from '../../../instance/end-users/readers.ts';
import { createStemmer } from '../index/stemmer.ts';
import { loadMemoryIndex, createMemoryReader } from './memory-reader.ts';

const server = await sharedTestServer();
const { id: project, token, key } = await server.createProject();
const projectId = parseId('prj', project) as string;

async function createIndex(name: string, documents: object[], fields: object = {}): Promise<string> {
  const { body } = await server.call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name, ...fields } });
  await save(body.id, documents);
  return body.id;
}
const save = (index: string, documents: object[]) =>
  server.call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents } });

const QUERIES = [
  'password',
  'how do I export my data?',
  'exprot',
  'recieve an invioce',
  'singlesign',
  'auth',
  'a',
  'payement fialed adapter-static v2.3.1',
  '"single sign-on"',
  'export -csv',
  'money back',
  'ERR_4021',
  // Long enough for relevance feedback.
  'how can people of my team change their password and email',
  'wie kann ich meine Rechnung nach der Kündigung herunterladen',
  '検索',
  'Erstattung Beauftragter Verwaltung',
  'Rechnungsversand kündig',
  'there is nothing of this kind zzzzzz',
  '?!',
];

test('a memory reader and a table reader return the same results', async () => {
  const id = await createIndex(
    'In memory',
    [...ENGLISH, ...JAPANESE, ...GERMAN, ...GERMAN_COMPOUNDS].map(({ content, name }, position) => ({
      content,
      metadata: { name, even: position % 2 === 0 },
    })),
    { synonyms: [['money back', 'refund']], language: 'de' },
  );
  const index = (await findIndex(server.db, projectId, parseId('idx', id) as string)) as Index;
  const memoryIndex = await loadMemoryIndex(server.db, index);
  assert.ok(memoryIndex);
  const deps = { db: server.db, stem: createStemmer(), embedding: undefined };
  const cache = createSearchCache(1024 * 1024);
  const fromMemory = { ...deps, readers: { open: () => createMemoryReader(server.db, index, memoryIndex, cache) } };
  const fromTables = { ...deps, readers: { open: () => createTableReader(server.db, index, createSearchCache(1)) } };
  // Reads in advance what the other table reader, without a cache, reads step by step.
  const prefetched = { ...deps, readers: { open: () => createTableReader(server.db, index, createSearchCache(1024 * 1024)) } };
  let found = 0;
  for (const query of QUERIES)
    for (const options of [{}, { page: 2 }, { filter: { even: true } }, { explain: true }]) {
      const asked = { query, limit: 5, page: 1, highlight: true, reader: EVERYONE, ...options };
      const [expected, ...others] = await Promise.all(
        // The second search from memory reads chunks from the cache.
        [fromTables, fromMemory, fromMemory, prefetched].map((some) => search(some, projectId, [index.id], asked)),
      );
      for (const other of others) assert.deepEqual(other, expected, JSON.stringify(asked));
      found += expected?.total ?? 0;
    }
  assert.ok(found > 100, 'queries have results to compare');
  assert.equal(await loadMemoryIndex(server.db, { ...index, version: 'another' }), undefined);
});

test('a search of tables takes at most three statements', async () => {
  const id = await createIndex(
    'In tables',
    ENGLISH.map(({ content }) => ({ content })),
  );
  let statements = 0;
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const cache = createSearchCache(1024 * 1024);
  const deps = {
    db,
    stem: createStemmer(),
    embedding: undefined,
    readers: { open: (from: typeof db, index: Index) => createTableReader(from, index, cache) },
  };
  const count = async (query: string) => {
    statements = 0;
    const asked = { query, limit: 5, page: 1, highlight: true, reader: EVERYONE };
    assert.ok((await search(deps, projectId, [parseId('idx', id) as string], asked)).total);
    return statements;
  };
  await count('how do I change the password of a team?');
  // The index and the chunks. All entries of these words are in the cache.
  assert.equal(await count('change the team password?'), 2);
  // Also the entries: no search was for a title of these words.
  assert.equal(await count('change a password?'), 3);
  // Removes the other entries.
  cache.set('other', undefined, 1024 * 1024 - 1_000);
  assert.equal(await count('password of a team?'), 3);
});

test('finds changes at once, even in an index that is in memory', async () => {
  const index = await createIndex('Changing', [{ external_id: 'a', content: 'always version 0' }]);
  for (let version = 1; version <= 6; version++) {
    await save(index, [{ external_id: 'a', content: `always version ${version}`, metadata: { version } }]);
    for (let times = 0; times < 25; times++) {
      const { body } = await server.call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'always' } });
      assert.deepEqual(
        body.results.map(({ chunk_content, metadata }: Record<string, unknown>) => [chunk_content, metadata]),
        [[`always version ${version}`, { version }]],
      );
    }
  }
});
