import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { pino } from 'pino';
import { openClickHouse } from '../clickhouse/clickhouse.ts';
import { sql } from '../clickhouse/sql.ts';
import { readConfig } from '../config/config.ts';
import { parseMemory, planMemory } from './memory.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';

const MIB = 1024 * 1024;
const root = mkdtempSync(join(tmpdir(), 'earshot-memory-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('sizes have a unit, which is a power of 1024', () => {
  for (const [text, mb] of [
    ['1GB', 1024],
    ['1.5 GB', 1536],
    ['2GiB', 2048],
    ['512m', 512],
  ] as const)
    assert.equal(parseMemory(text), mb * MIB, text);
  for (const text of ['2', '1TB', '511MB', '-1GB', 'GB', '1 GB and more'])
    assert.throws(() => parseMemory(text), /must be a size/);
});

test('caps grow with the memory, and heaps, caches and engines fit into it', () => {
  const plans = ['512MB', '1GB', '2GB', '8GB', '64GB'].map((size) => ({
    size,
    bytes: parseMemory(size),
    plan: planMemory(parseMemory(size)),
  }));
  let previous = 0;
  for (const { size, bytes, plan } of plans) {
    // Shared buffers and the main heap grow when they are used; ClickHouse and the heaps of threads return memory.
    const held =
      Number.parseInt(plan.postgres.shared_buffers ?? '', 10) * MIB + (plan.heapMb ?? 0) * MIB + plan.clickhouse.maxBytes;
    assert.ok(held < bytes * 0.85, `${size}: ${held / MIB} MB`);
    assert.ok(held > previous);
    previous = held;
  }
});

test('the embedded PostgreSQL starts with the caps of 1 GB', async () => {
  const { memory } = readConfig({ EARSHOT_MEMORY: '1GB' });
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: join(root, 'postgres'), log, settings: memory.postgres });
  const client = new Client(postgres.connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; value: string }>(
      "SELECT name, current_setting(name) AS value FROM pg_settings WHERE name IN ('shared_buffers', 'work_mem', 'maintenance_work_mem', 'effective_cache_size', 'max_connections') ORDER BY name",
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ name, value }) => [name, value])), {
      effective_cache_size: '512MB',
      maintenance_work_mem: '64MB',
      max_connections: '100',
      shared_buffers: '64MB',
      work_mem: '4MB',
    });
  } finally {
    await client.end();
    await postgres.stop();
  }
});

test('the embedded ClickHouse has the caps of 1 GB, and refuses a query that needs more', async () => {
  const clickhouse = await openClickHouse(readConfig({ EARSHOT_MEMORY: '1GB', EARSHOT_DATA_DIR: join(root, 'clickhouse') }));
  try {
    const rows = await clickhouse.query<{ name: string; value: string }>(
      sql`SELECT name, value FROM system.server_settings WHERE name IN ('max_server_memory_usage', 'mark_cache_size', 'index_mark_cache_size', 'primary_index_cache_size')`,
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ name, value }) => [name, Math.round(Number(value) / MIB)])), {
      max_server_memory_usage: 358,
      mark_cache_size: 32,
      index_mark_cache_size: 16,
      primary_index_cache_size: 32,
    });
    const [groups] = await clickhouse.query<{ value: string }>(
      sql`SELECT getSetting('max_bytes_before_external_group_by') AS value`,
    );
    assert.equal(Number(groups?.value), 128 * MIB);
    await assert.rejects(clickhouse.query(sql`SELECT length(groupArray(number)) FROM numbers(200000000)`), /memory limit/i);
    assert.deepEqual(await clickhouse.query(sql`SELECT 1 AS one`), [{ one: 1 }], 'later queries work');
  } finally {
    await clickhouse.close();
  }
});

test('the heap of Node.js is limited, also those of its threads', () => {
  const print = 'v8.getHeapStatistics().heap_size_limit / 1024 / 1024';
  const program = `
    const { Worker } = require('node:worker_threads');
    const { limitNextThreads } = require('${new URL('./memory.ts', import.meta.url).pathname}');
    const before = ${print};
    limitNextThreads(128);
    new Worker("require('node:worker_threads').parentPort.postMessage(${print.replace('v8', "require('node:v8')")})", { eval: true })
      .on('message', (inThread) => console.log(JSON.stringify([Math.round(before), Math.round(inThread), process.argv[1]])));`;
  const run = (env: Record<string, string>, ...options: string[]) => {
    const preload = new URL('./heap-limit.ts', import.meta.url).href;
    const { stdout, stderr } = spawnSync(process.execPath, [...options, '--import', preload, '-e', program, 'argument'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    return JSON.parse(stdout) as [number, number, string];
  };
  const [main, thread, argument] = run({ EARSHOT_MEMORY: '1GB' }, '--max-semi-space-size=8');
  // With the young generation of 24 MB.
  assert.deepEqual([main, argument], [280, 'argument']);
  assert.ok(thread < 160, String(thread));
  assert.ok(run({})[0] > 500, 'no limit without the variable');
  assert.equal(
    run({ EARSHOT_MEMORY: '1GB' }, '--max-old-space-size=300', '--max-semi-space-size=8')[0],
    324,
    'the operator’s option wins',
  );
  assert.ok(run({ EARSHOT_MEMORY: 'much' })[0] > 500, 'the server reports the invalid value');
});

test('a server without the preloaded module warns of the missing limit of the heap', () => {
  const main = new URL('../../main.ts', import.meta.url).pathname;
  const env = { PATH: process.env.PATH, EARSHOT_MEMORY: '1GB', DATABASE_URL: 'postgres://127.0.0.1:9/none' };
  const { stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  assert.match(stdout, /EARSHOT_MEMORY does not limit the heap/);
  assert.match(stderr, /PostgreSQL can’t be reached/);
});
