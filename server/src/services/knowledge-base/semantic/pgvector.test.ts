// Tests with pgvector, which the embedded PostgreSQL lacks: PostgreSQL 18 with pgvector, compiled to WebAssembly. It has a single
// connection. Therefore the knowledge base is composed as in server.ts, without HTTP.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { createJobQueue } from '../../../platform/jobs/queue.ts';
import { createDatabase } from '../../../platform/postgres/database.ts';
import { migrate } from '../../../platform/postgres/migrate.ts';
import { createProject } from '../../../instance/projects/projects.ts';
import { IS_LONG } from '../../../testing/long.ts';
import { startEmbeddingsServer } from '../../../testing/models/embeddings-server.ts';
import { until } from '../../../testing/until.ts';
import { type NewDocument, saveDocuments } from '../documents/documents.ts';
import { createEmbedder } from './embedder.ts';
import { createEmbeddingJobs } from './embedding-jobs.ts';
import { createIndex, deleteIndex, updateIndex } from '../indexes.ts';
import type { Index } from '../index/indexes-store.ts';
import { createIndexReaders } from '../search/open-index.ts';
import { MAX_CHUNKS_WITHOUT_GRAPH } from './pgvector-store.ts';
import { EVERYONE } from '../../../instance/end-users/readers.ts';
import { search } from '../search/search.ts';
import { createStemmer } from '../index/stemmer.ts';
import { refreshStatistics } from '../index/vocabulary-store.ts';

/** A graph needs some thousand chunks: the planner scans fewer faster. */
const CHUNKS_WITHOUT_GRAPH = IS_LONG ? MAX_CHUNKS_WITHOUT_GRAPH : 5_000;
const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'indigo', 'violet', 'black', 'white', 'grey', 'brown', 'pink'];
const model = await startEmbeddingsServer([['refund', 'money', 'reimbursement'], ...COLORS.map((color) => [color])]);
const log = pino({ level: 'error' });
const pglite = await PGlite.create({ extensions: { vector } });
const db = createDatabase(poolOf(pglite));
await migrate(db);
const jobs = createJobQueue(db, log);
const embedder = createEmbedder(
  { EARSHOT_EMBEDDINGS_URL: model.url, EARSHOT_EMBEDDINGS_MODEL: 'ideas', EARSHOT_EMBEDDINGS_KEY: undefined },
  log,
);
const embedding = await createEmbeddingJobs({ db, jobs, embedder, maxChunksWithoutGraph: CHUNKS_WITHOUT_GRAPH });
await jobs.start();
after(async () => {
  await jobs.stop();
  await db.destroy();
});
/** The single session as a pool of node-postgres. Statements wait for earlier statements and for other transactions. */
function poolOf(engine: PGlite): pg.Pool {
  let turn = Promise.resolve();
  const connect = () => {
    let end: (() => void) | undefined;
    const query = async (text: string, values: unknown[]) => {
      if (!end) {
        const before = turn;
        const { promise, resolve } = Promise.withResolvers<void>();
        turn = promise;
        await before;
        end = resolve;
      }
      try {
        // A text without values may contain several statements.
        const result = values.length ? await engine.query(text, values) : (await engine.exec(text)).at(-1);
        return { command: 'UPDATE', rows: result?.rows ?? [], rowCount: result?.affectedRows ?? 0 };
      } finally {
        if (!engine.isInTransaction()) {
          end();
          end = undefined;
        }
      }
    };
    return Promise.resolve({ query, release: () => {} });
  };
  return { connect, end: () => engine.close() } as unknown as pg.Pool;
}

const deps = { db, stem: createStemmer(), readers: createIndexReaders(), embedding };
const project = await createProject(db, { name: 'Nearest' });

async function titlesOf(index: Index, query: string): Promise<string[]> {
  const { mode, results } = await search(deps, project, [index.id], {
    query,
    limit: 10,
    page: 1,
    highlight: false,
    reader: EVERYONE,
  });
  assert.equal(mode, 'hybrid');
  return results.map(({ title }) => title);
}

const isEmbedded = async (index: Index) =>
  (
    await sql<{ is: boolean }>`
    SELECT count(*) = (SELECT count(*) FROM knowledge_chunks WHERE index_id = ${index.id}) AS is
    FROM knowledge_embeddings WHERE index_id = ${index.id}`.execute(db)
  ).rows[0]?.is;

/** Returns the number of scans of each graph of an index. */
async function countGraphScans(index: Index): Promise<number[]> {
  const { rows } = await sql<{ scans: number }>`
    SELECT idx_scan::int AS scans FROM pg_stat_user_indexes JOIN pg_index USING (indexrelid)
    WHERE indisvalid AND starts_with(indexrelname, ${`knowledge_hnsw_${index.id.replaceAll('-', '')}`})`.execute(db);
  return rows.map(({ scans }) => scans);
}

/** Fills an index with more chunks than are searched without a graph. The bits of its number are the colors of a document. */
async function fillIndex({ project_id, id }: Index): Promise<void> {
  const key = sql`${project_id}::uuid, ${id}::uuid`;
  const count = sql.lit(CHUNKS_WITHOUT_GRAPH + 1);
  await sql`
    INSERT INTO knowledge_documents (project_id, index_id, id, number, title, has_title, content, content_type, chunk_count, created_at, updated_at)
    SELECT ${key}, gen_random_uuid(), number, 'Paint ' || number, true,
      (SELECT string_agg(color, ' ') FROM unnest(${COLORS}::text[]) WITH ORDINALITY AS one (color, position) WHERE number >> (position::int - 1) & 1 = 1),
      'text', 1, now(), now() FROM generate_series(1, ${count}) AS number WHERE number & 4095 > 0`.execute(db);
  await refreshStatistics(db);
  await sql`
    INSERT INTO knowledge_chunks (project_id, index_id, document_number, position, content, headings, anchor, start_offset, end_offset, length)
    SELECT project_id, index_id, number, 0, content, '{}', '', 0, length(content), 6 FROM knowledge_documents WHERE index_id = ${id}`.execute(
    db,
  );
  await sql`
    UPDATE knowledge_indexes SET chunk_count = ${count}, last_document_number = ${count} WHERE id = ${id}`.execute(db);
}

test('ranks by the angle of vectors, as without pgvector', async () => {
  const index = await createIndex(deps, project, { name: 'Small', mode: 'hybrid' });
  await saveDocuments(
    deps,
    index,
    [
      { title: 'Sky', content: 'It is blue, sometimes grey.' },
      { title: 'Refunds', content: 'Money comes back.' },
      { title: 'Sea', content: 'It is blue.' },
    ],
    (document) => document as NewDocument,
  );
  await until(() => isEmbedded(index));
  assert.deepEqual(await titlesOf(index, 'reimbursement'), ['Refunds', 'Sea', 'Sky']);
  assert.deepEqual((await titlesOf(index, 'blue grey')).slice(0, 2), ['Sky', 'Sea']);
  assert.deepEqual(await countGraphScans(index), [], 'a small index has no graph');
});

test(
  'a large index has a graph, which finds the same chunks and later ones, and is dropped with the index',
  { timeout: 400_000 },
  async () => {
    const index = await createIndex(deps, project, { name: 'Large' });
    await fillIndex(index);
    await updateIndex(deps, project, index.id, { mode: 'hybrid' });
    await until(() => isEmbedded(index), 90_000);
    const both = await titlesOf(index, 'red and grey');
    /** Documents with exactly these colors: one in 4,096. */
    const best = IS_LONG ? 4 : 2;
    assert.deepEqual(
      both.slice(0, best).map((title) => Number(title.slice('Paint '.length)) & 4095),
      Array(best).fill(0b10_0000_0001),
      'documents with both colors rank first',
    );
    const [scans = NaN] = await until(async () => (await countGraphScans(index)).length > 0 && countGraphScans(index), 90_000);
    assert.deepEqual((await titlesOf(index, 'red and grey')).slice(0, best), both.slice(0, best));
    await until(async () => ((await countGraphScans(index))[0] ?? NaN) > scans);

    await saveDocuments(deps, index, [{ title: 'Refunds', content: 'Money comes back.' }], (document) => document as NewDocument);
    await until(() => isEmbedded(index));
    assert.equal((await titlesOf(index, 'reimbursement'))[0], 'Refunds');

    await updateIndex(deps, project, index.id, { mode: 'lexical' });
    await until(async () => !(await countGraphScans(index)).length);
    await updateIndex(deps, project, index.id, { mode: 'hybrid' });
    await until(async () => (await countGraphScans(index)).length, 90_000);
    await deleteIndex(deps, project, index.id);
    await until(async () => !(await countGraphScans(index)).length);
  },
);
