import assert from 'node:assert/strict';
import { EVERYONE } from '../../../instance/end-users/readers.ts';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { planDefaultMemory } from '../../../platform/memory/memory.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import type { Index } from '../index/indexes-store.ts';
import { createStemmer } from '../index/stemmer.ts';
import { createSearchCache } from './cache.ts';
import { type PreparedRequest, runSearch, type SearchRequest } from './pipeline.ts';
import { tokenizeQuery } from './query.ts';
import { createSearchThreads, type SearchThreads } from './search-threads.ts';
import { createTableReader } from './table-reader.ts';

const server = await startTestServer({ EARSHOT_SEARCH_THREADS: '2' });
const { db } = server;
const { id: project, token, key } = await server.createProject();
const projectId = parseId('prj', project) as string;
const { rows: databases } = await sql<{ database: string }>`SELECT current_database() AS database`.execute(db);
const limits = planDefaultMemory().search;
const connection = { ...JSON.parse(process.env.EARSHOT_TEST_POSTGRES ?? ''), ...databases[0] };

// Starts the thread of the event log, which is not one of the search threads.
await server.call('POST', '/v1/analytics/events', { key, body: { url: '/' } });
await server.call('GET', '/v1/analytics/overview', { token, query: { project_id: project } });
/** Threads that have started since the last test began. */
let workers: Worker[] = [];
/** Reasons of failed threads since the last test began. */
let failures: unknown[] = [];
process.on('worker', (worker) => workers.push(worker));

async function withThreads(count: number, work: (threads: SearchThreads) => Promise<void>): Promise<void> {
  workers = [];
  failures = [];
  const threads = createSearchThreads({ connection, count, limits, log: { warn: (details) => failures.push(details) } });
  try {
    await work(threads);
  } finally {
    await threads.close();
  }
}

let indexes = 0;
async function createIndex(language: string, documents: object[]): Promise<string> {
  const { body } = await server.call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name: `Index ${indexes++}`, language, synonyms: [['money back', 'refund']] },
  });
  await save(body.id, documents);
  return body.id;
}
const save = (index: string, documents: object[]) =>
  server.call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents } });

const prepare = (index: string, request: Partial<SearchRequest> & { query: string }): PreparedRequest => ({
  limit: 5,
  page: 1,
  highlight: true,
  reader: EVERYONE,
  ...request,
  projectId,
  indexIds: [parseId('idx', index) as string],
  tokenized: tokenizeQuery(request.query),
  queryVector: undefined,
  hasPgvector: false,
});

/** Searches on the main thread, without a cache. */
const stem = createStemmer();
const readers = { open: (from: typeof db, index: Index) => createTableReader(from, index, createSearchCache(1)) };
const searchHere = (request: PreparedRequest) => runSearch({ db, stem, readers }, request);

const WORDS =
  'export exports exporting invoices payment password refund team member e-mail adapter-static ERR_4021 v2.3.1 Rechnung Erstattung Rückerstattung kündigen 検索機能 データ the of and'; // cspell:disable-line
const word = fc.constantFrom(...WORDS.split(' '));
const words = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((list) => list.join(' '));
const documents = fc.array(
  fc.record(
    {
      content: words(60),
      title: words(4),
      external_id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      metadata: fc.record({ even: fc.boolean() }),
    },
    { requiredKeys: ['content', 'metadata'] },
  ),
  { minLength: 1, maxLength: 40 },
);
const query = fc.oneof(
  words(9),
  words(2).map((text) => `"${text}"`),
  fc.tuple(word, word).map(([wanted, excluded]) => `${wanted} -${excluded}`),
  word.map((text) => text.slice(0, 3)),
  // Two letters swapped.
  fc.tuple(word, word).map(([first, second]) => `${first} ${second.replace(/(...)(.)(.)/u, '$1$3$2')}`),
);
const request = fc
  .tuple(query, fc.constantFrom({}, { page: 2 }, { filter: { even: true } }, { explain: true }, { highlight: false }))
  .map(([text, options]) => ({ query: text, ...options }));

test('threads return the same results as the main thread, also right after changes', async () => {
  let found = 0;
  await withThreads(2, (threads) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('en', 'de', 'ja'),
        documents,
        documents,
        fc.array(request, { minLength: 10, maxLength: 20 }),
        async (language, before, after, requests) => {
          const index = await createIndex(language, before);
          for (const changes of [[], after, before.slice(0, 3)]) {
            if (changes.length) await save(index, changes);
            const prepared = requests.map((some) => prepare(index, some));
            const expected = await Promise.all(prepared.map(searchHere));
            // Twice: the second time, each thread has postings that the other one has read.
            for (const searches of [prepared, prepared.toReversed()]) {
              const responses = await Promise.all(searches.map(threads.search));
              assert.deepEqual(responses, searches === prepared ? expected : expected.toReversed());
            }
            found += expected.reduce((sum, { total }) => sum + total, 0);
          }
        },
      ),
      { numRuns: IS_LONG ? 60 : 3, seed: randomSeed(1) },
    ),
  );
  assert.equal(workers.length, 2);
  assert.deepEqual(failures, []);
  // The three cases of the short version can be small.
  assert.ok(found > (IS_LONG ? 100 : 0), 'queries have results to compare');
});

test('another thread repeats the searches of a thread that fails', async () => {
  const index = await createIndex('en', [{ content: 'export your data' }]);
  const prepared = prepare(index, { query: 'export' });
  await withThreads(2, async (threads) => {
    const responses = Promise.all(Array.from({ length: 20 }, () => threads.search(prepared)));
    await until(() => workers.length === 2);
    await workers[0]?.terminate();
    const expected = await searchHere(prepared);
    assert.deepEqual(
      await responses,
      Array.from({ length: 20 }, () => expected),
    );
    await workers[1]?.terminate();
    assert.deepEqual(await threads.search(prepared), expected);
  });
});

test('a search answers 503 when threads fail repeatedly, and later searches succeed', async () => {
  const index = await createIndex('en', [{ content: 'export your data' }]);
  const prepared = prepare(index, { query: 'export' });
  await withThreads(1, async (threads) => {
    const fail = (worker: Worker) => void worker.terminate();
    process.on('worker', fail);
    try {
      await assert.rejects(threads.search(prepared), { code: 'indexes.search_unavailable', statusCode: 503 });
      assert.equal(workers.length, 2);
    } finally {
      process.off('worker', fail);
    }
    assert.equal((await threads.search(prepared)).total, 1);
  });
});

test('errors keep their codes', async () => {
  const missing = prepare(await createIndex('en', []), { query: 'export' });
  await withThreads(1, async (threads) => {
    const other = { ...missing, indexIds: ['01900000-0000-7000-8000-000000000000'] };
    await assert.rejects(threads.search(other), { code: 'indexes.not_found', statusCode: 404 });
    // Class 08 of the codes of PostgreSQL and codes of sockets mean that the database is unavailable, which a response states.
    const invalid = { ...missing, indexIds: ['no id'] };
    await assert.rejects(threads.search(invalid), { code: '22P02' });
  });
});

test('threads end without a trace when the server stops', async () => {
  const prepared = prepare(await createIndex('en', [{ content: 'export' }]), { query: 'export' });
  const threads = createSearchThreads({ connection, count: 1, limits, log: { warn: () => {} } });
  workers = [];
  await threads.search(prepared);
  const connections = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'earshot search' AND datname = current_database()`.execute(
      db,
    );
    return rows[0]?.count;
  };
  assert.ok(await connections());
  const running = assert.rejects(threads.search(prepared), { code: 'server.stopping' });
  const ended = once(workers[0] as Worker, 'exit');
  await threads.close();
  assert.deepEqual(await ended, [0], 'the thread ends by itself');
  await running;
  await until(async () => (await connections()) === 0);
  await assert.rejects(threads.search(prepared), { code: 'server.stopping' });
});

test('large indexes are searched in threads, small indexes are not', async () => {
  const index = await createIndex('en', [{ content: 'export your data' }]);
  const find = () => server.call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'export' } });
  workers = [];
  assert.equal((await find()).body.total, 1);
  assert.equal(workers.length, 0);
  const resize = (chunks: number) =>
    sql`UPDATE knowledge_indexes SET chunk_count = ${chunks} WHERE id = ${parseId('idx', index)}`.execute(db);
  await resize(10_000);
  // The size is known from the last search.
  await find();
  const { body, status } = await find();
  assert.deepEqual([status, body.total, workers.length], [200, 1, 1]);
  await find();
  assert.equal(workers.length, 1);
});
