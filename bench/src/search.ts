// Measures searches over an index of 1,000, 100,000 or 1,000,000 chunks, short and long queries, on 1 and 16 connections, next to a bare
// node:http server; the delay of the event loop of the main thread meanwhile; and the speed of indexing and the size on disk. Arguments are sizes: `npm run -w bench search -- 1000 100000`. The
// vocabulary has 120,000 words with the frequencies of a natural language (Zipf's law). More than 100,000 documents are inserted with the
// server's own functions, several thousand per statement.
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { readConfig } from '@earshot/server/platform/config/config';
import { parseId } from '@earshot/server/platform/ids';
import { type NewDocument, saveDocuments } from '@earshot/server/services/knowledge-base/documents/documents';
import { createIndexReaders } from '@earshot/server/services/knowledge-base/search/open-index';
import { createStemmer } from '@earshot/server/services/knowledge-base/index/stemmer';
import { openDatabase } from '@earshot/server/platform/postgres/connections';
import { freePort } from '@earshot/server/testing/process';
import { createToken, printLine, printTable, startEarshot, startYardstick, measureTimes, withFolder } from './measure.ts';
import { readMetrics } from './metrics.ts';
import { buildDocuments, buildQuery } from './texts.ts';

const BATCH = 100;
const LARGE_BATCH = 4_000;
const MAX_OVER_HTTP = 100_000;
const QUERIES = 200;
const LENGTHS = { short: 3, long: 12 };
const CONNECTIONS = [1, 16];
const AIMS: Record<number, number> = { 1_000: 5, 100_000: 30, 1_000_000: 100 };

const sizes = process.argv.slice(2).map(Number);

await withFolder(async (folder) => {
  const yardstick = await startYardstick();
  const rows = [
    ['chunks', 'query', 'connections', 'searches/s', 'p50 ms', 'p95 ms', 'aim', 'event loop p99 ms', 'node:http p50', 'found'],
  ];
  try {
    for (const size of sizes.length ? sizes : [1_000, 100_000]) await measure(folder, size, yardstick.url, rows);
    printTable(rows);
  } finally {
    await yardstick.stop();
  }
});

async function measure(folder: string, size: number, yardstick: string, rows: string[][]): Promise<void> {
  const metricsPort = await freePort();
  const start = () => startEarshot(folder, { EARSHOT_METRICS_PORT: String(metricsPort) });
  let earshot = await start();
  try {
    const token = createToken({ EARSHOT_DATA_DIR: folder });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${earshot.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    };
    const { data } = await call('GET', '/v1/projects');
    const { id } = await call('POST', `/v1/indexes?project_id=${data[0].id}`, { name: `${size} chunks`, language: 'en' });
    const began = performance.now();
    if (size > MAX_OVER_HTTP) {
      await earshot.end('SIGTERM');
      await fill(folder, { project_id: parseId('prj', data[0].id) ?? '', id: parseId('idx', id) ?? '' }, size);
      earshot = await start();
    } else
      for (let saved = 0; saved < size; saved += BATCH)
        await call('POST', `/v1/indexes/${id}/documents/batch`, { documents: buildDocuments(Math.min(BATCH, size - saved)) });
    const seconds = (performance.now() - began) / 1_000;
    printLine(`${size} chunks: ${(size / seconds).toFixed(0)} per second indexed; ${await sizeOnDisk(folder, size)}`);
    for (const [name, length] of Object.entries(LENGTHS))
      for (const connections of CONNECTIONS) {
        let found = 0;
        const ask = async () => {
          // With the API key, like end users.
          const response = await fetch(`${earshot.url}/v1/indexes/${id}/search`, {
            method: 'POST',
            headers: { 'x-project-key': data[0].api_key, 'content-type': 'application/json' },
            body: JSON.stringify({ query: `${buildQuery(length)}.`, track: false }),
          });
          if (!response.ok) throw new Error(await response.text());
          found += ((await response.json()) as { total: number }).total;
        };
        await measureTimes(QUERIES / 4, connections, ask);
        found = 0;
        await readMetrics(metricsPort);
        const searchesBegan = performance.now();
        const times = await measureTimes(QUERIES, connections, ask);
        const perSecond = (1_000 * times.length) / (performance.now() - searchesBegan);
        const { eventLoopMs } = await readMetrics(metricsPort);
        const bare = await measureTimes(QUERIES, connections, async () => void (await (await fetch(yardstick)).text()));
        const at = (sorted: number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
        rows.push([
          String(size),
          `${length} words, ${name}`,
          String(connections),
          perSecond.toFixed(0),
          at(times, 0.5),
          at(times, 0.95),
          String(AIMS[size] ?? ''),
          eventLoopMs.toFixed(0),
          at(bare, 0.5),
          (found / QUERIES).toFixed(0),
        ]);
      }
  } finally {
    await earshot.end('SIGTERM');
  }
}

async function fill(folder: string, index: { project_id: string; id: string }, size: number): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  const { db } = await openDatabase(readConfig({ EARSHOT_DATA_DIR: folder }), pino({ level: 'warn' }), cleanups);
  const deps = { db, stem: createStemmer(), readers: createIndexReaders(), embedding: undefined };
  for (let start = 0; start < size; start += LARGE_BATCH)
    await saveDocuments(deps, index, buildDocuments(Math.min(LARGE_BATCH, size - start)), (document) => document as NewDocument);
}

async function sizeOnDisk(folder: string, chunks: number): Promise<string> {
  // The socket is in the folder of the cluster.
  const db = new pg.Client({ host: join(folder, 'postgres'), user: 'earshot', database: 'earshot' });
  await db.connect();
  const { rows } = await db.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE relkind = 'r' AND relname LIKE 'knowledge%' ORDER BY 2 DESC LIMIT 4`,
  );
  await db.end();
  return rows
    .map(({ name, bytes }) => `${name} ${(Number(bytes) / chunks).toFixed(0)}`)
    .join(', ')
    .concat(' bytes per chunk');
}
