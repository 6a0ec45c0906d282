// Measures hybrid searches next to full-text searches of the same index, and the speed of embedding. Arguments are numbers of chunks.
// Runs in the process, so that a PostgreSQL with pgvector and an empty database can be measured as well: `DATABASE_URL=… npm run -w bench
// meaning -- 10000 100000`. The model is synthetic and responds immediately: a vector is the sum of one direction per word.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '@earshot/server/platform/config/config';
import { createJobQueue } from '@earshot/server/platform/jobs/queue';
import { type NewDocument, saveDocuments } from '@earshot/server/services/knowledge-base/documents/documents';
import { createEmbeddingJobs } from '@earshot/server/services/knowledge-base/semantic/embedding-jobs';
import { createEmbedder } from '@earshot/server/services/knowledge-base/semantic/embedder';
import { createIndex } from '@earshot/server/services/knowledge-base/indexes';
import { createIndexReaders } from '@earshot/server/services/knowledge-base/search/open-index';
import { search } from '@earshot/server/services/knowledge-base/search/search';
import { createStemmer } from '@earshot/server/services/knowledge-base/index/stemmer';
import { migrate } from '@earshot/server/platform/postgres/migrate';
import { EVERYONE } from '@earshot/server/instance/end-users/readers';
import { createProject } from '@earshot/server/instance/projects/projects';
import { openDatabase } from '@earshot/server/platform/postgres/connections';
import { createGenerator } from '@earshot/server/instance/demo/random';
import { printTable, measureTimes, withFolder } from './measure.ts';
import { buildDocuments, buildQuery } from './texts.ts';

const DIMENSIONS = 768;
const BATCH = 2_000;
const QUERIES = 200;
const QUERY_WORDS = 5;

const sizes = process.argv.slice(2).map(Number);
const directions = new Map<string, Float32Array>();

await withFolder(async (folder) => {
  const model = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(model, 'listening');
  await using cleanups = new AsyncDisposableStack();
  cleanups.defer(() => void model.close());
  await measure(folder, `http://127.0.0.1:${(model.address() as AddressInfo).port}`, cleanups);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = JSON.parse(await text(request)) as { input: string[] };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ data: input.map((one, index) => ({ index, embedding: embed(one) })) }));
}

async function measure(folder: string, url: string, cleanups: AsyncDisposableStack): Promise<void> {
  const log = pino({ level: 'warn' });
  const { DATABASE_URL } = process.env;
  const config = readConfig({
    EARSHOT_DATA_DIR: folder,
    EARSHOT_EMBEDDINGS_URL: url,
    EARSHOT_EMBEDDINGS_MODEL: 'words',
    ...(DATABASE_URL && { DATABASE_URL, CLICKHOUSE_URL: 'http://127.0.0.1' }),
  });
  const {
    db,
    pools: { requests: pool },
  } = await openDatabase(config, log, cleanups);
  await migrate(db);
  const jobs = createJobQueue(db, log);
  const embedding = await createEmbeddingJobs({ db, jobs, embedder: createEmbedder(config, log) });
  await jobs.start();
  cleanups.defer(jobs.stop);
  const words = { db, stem: createStemmer(), readers: createIndexReaders(), embedding: undefined };
  const both = { ...words, embedding };
  const project = await createProject(db, { name: 'Meaning' });
  const rows = [['chunks', 'pgvector', 'embedded per second', 'p50 ms', 'p95 ms', 'full-text p50', 'p95']];
  for (const size of sizes.length ? sizes : [10_000, 100_000]) {
    const index = await createIndex(both, project, { name: `${size} chunks`, mode: 'hybrid' });
    const began = performance.now();
    for (let start = 0; start < size; start += BATCH)
      await saveDocuments(both, index, buildDocuments(Math.min(BATCH, size - start)), (document) => document as NewDocument);
    for (let isDone = false; !isDone; await sleep(500)) {
      const { rows: counts } = await pool.query<{ embedded: number; waiting: number }>(
        `SELECT (SELECT count(*)::int FROM knowledge_embeddings WHERE index_id = $1) AS embedded,
          (SELECT count(*)::int FROM pgboss.job WHERE name = 'knowledge-base.embed' AND state < 'completed') AS waiting`,
        [index.id],
      );
      isDone = counts[0]?.embedded === size && !counts[0].waiting;
    }
    const perSecond = size / ((performance.now() - began) / 1_000);
    const ask = (deps: typeof both | typeof words) => async () => {
      const asked = { query: buildQuery(QUERY_WORDS), limit: 10, page: 1, highlight: true, reader: EVERYONE };
      await search(deps, project, [index.id], asked);
    };
    const at = (sorted: number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
    await measureTimes(QUERIES / 4, 1, ask(both));
    const times = await measureTimes(QUERIES, 1, ask(both));
    const alone = await measureTimes(QUERIES, 1, ask(words));
    rows.push([
      String(size),
      embedding?.hasPgvector ? 'yes' : 'no',
      perSecond.toFixed(0),
      ...[times, alone].flatMap((sorted) => [at(sorted, 0.5), at(sorted, 0.95)]),
    ]);
  }
  printTable(rows);
}

/** Returns the sum of the directions of all words. A word always has the same direction. */
function embed(given: string): number[] {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of given.split(/\W+/)) {
    const direction = toDirection(word);
    for (let axis = 0; axis < DIMENSIONS; axis++) sum[axis] = (sum[axis] ?? 0) + (direction[axis] ?? 0);
  }
  return Array.from(sum);
}

function toDirection(word: string): Float32Array {
  let direction = directions.get(word);
  if (!direction) {
    const random = createGenerator(Buffer.from(word).reduce((seed, byte) => Math.imul(seed, 31) + byte, 7));
    directions.set(word, (direction = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)));
  }
  return direction;
}
