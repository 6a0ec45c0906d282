// Global setup of tests (scripts/tests): starts one PostgreSQL and one ClickHouse for all test files, with a migrated
// template database, and a server that files share. Each other test server has its own copy of the template.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { createJobQueue } from '../platform/jobs/queue.ts';
import type { ClickHouseFront } from './clickhouse-front.ts';
import { CLUSTER } from './clickhouse-shards.ts';
import { stopSchedules } from './jobs.ts';
import { forgetAnswers } from './operations.ts';
import { checkStatements, throwRejected } from './tenancy/check-statements.ts';
import { createDatabase, createPool } from '../platform/postgres/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { migrate } from '../platform/postgres/migrate.ts';

/** Number of shards of the tests (`npm run test:cluster`); 0 without a cluster. */
const TEST_SHARDS = Number(process.env.EARSHOT_TEST_SHARDS ?? 0);
/** `EARSHOT_CLICKHOUSE_CLUSTER` of test servers. */
export const TEST_CLUSTER = TEST_SHARDS ? CLUSTER : undefined;

/** Maximum time for a graceful end of the shared server, in milliseconds. A statement that waits for a lock would keep it forever. */
const MAX_END_MS = 60_000;

const log = pino({ level: 'warn' });
let postgres: EmbeddedPostgres | undefined;
let clickhouse: ClickHouseFront | undefined;
let dataDir: string | undefined;
/** See `shared-server.ts`. */
let sharedServer: ChildProcessByStdio<Writable, Readable, null> | undefined;

export async function globalSetup(): Promise<void> {
  forgetAnswers();
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'));
  // The data ends with the run. Waiting for the disk makes a database from the template ten times slower. Every ten seconds, as in the product,
  // workers would look for changed tables in each database.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '60s' };
  postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query('CREATE DATABASE template');
  const pool = createPool({ ...postgres.connection, database: 'template' }, () => {});
  const db = createDatabase(pool);
  await migrate(db);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'project_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  process.env.EARSHOT_TEST_TENANT_TABLES = tables.map(({ name }) => name).join(' ');
  const jobs = createJobQueue(db, log);
  await jobs.start();
  await jobs.stop();
  await stopSchedules(db);
  await pool.end();
  await admin.end();
  // Test files import this module as well, and must not load the engine.
  const { startClickHouseFront } = await import('./clickhouse-front.ts');
  clickhouse = await startClickHouseFront({ shards: TEST_SHARDS });
  // Test files run in processes of their own, which load the same modules.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/earshot/compile', import.meta.url));
  process.env.EARSHOT_TEST_CLICKHOUSE = clickhouse.url;
  process.env.EARSHOT_TEST_POSTGRES = JSON.stringify(postgres.connection);
  const script = fileURLToPath(new URL('shared-server.ts', import.meta.url));
  sharedServer = spawn(process.execPath, ['--max-semi-space-size=64', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await Promise.race([once(sharedServer.stdout, 'data'), once(sharedServer.stdout, 'end')])) as [Buffer?];
  if (!line) throw new Error('The server that test files share did not start');
  process.env.EARSHOT_TEST_SERVER = line.toString().trim();
  const { databaseUrl } = JSON.parse(process.env.EARSHOT_TEST_SERVER) as { databaseUrl: string };
  await copyQueues(databaseUrl, { ...postgres.connection, database: 'template' });
}

/** Copies the job queues of the shared server to the template database, so that other servers need not create them. */
async function copyQueues(fromUrl: string, to: pg.ClientConfig): Promise<void> {
  const [source, target] = [new pg.Client(fromUrl), new pg.Client(to)];
  await Promise.all([source.connect(), target.connect()]);
  for (const table of ['pgboss.queue', 'pgboss.schedule']) {
    const { rows } = await source.query<{ all: string }>(`SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t`);
    await target.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`, [
      rows[0]?.all,
    ]);
  }
  await Promise.all([source.end(), target.end()]);
}

/** Waits until the shared server ends, and kills it after `MAX_END_MS`. */
async function endSharedServer(server: ChildProcess): Promise<void> {
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  if (!isRunning()) return;
  const ended = once(server, 'exit');
  await Promise.race([ended, once(AbortSignal.timeout(MAX_END_MS), 'abort')]);
  if (!isRunning()) return;
  console.error(`The server that test files share did not end within ${MAX_END_MS / 1_000} s, and was killed`);
  server.kill('SIGKILL');
  await ended;
}

/** Returns false if the server that test files share was killed, or has printed an error and failed. */
export async function globalTeardown(): Promise<boolean> {
  sharedServer?.stdin.end();
  if (sharedServer) await endSharedServer(sharedServer);
  await clickhouse?.stop();
  await postgres?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
  return sharedServer?.exitCode === 0;
}

/** Functions that drop the databases that the running test file has created and not dropped, by name. */
const drops = new Map<string, () => Promise<void>>();

/** Drops the databases that the test file leaves, and fails if a statement was rejected. The runner calls it after all hooks of the file. */
export async function dropTestDatabases(): Promise<void> {
  await Promise.all([...drops.values()].map((drop) => drop()));
  throwRejected();
}

/**
 * Creates a PostgreSQL database, migrated or empty, and a ClickHouse database. Returns their `DATABASE_URL` and `CLICKHOUSE_URL`. Both are
 * dropped after the test file; `drop` drops them earlier.
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{
  url: string;
  clickhouseUrl: string;
  drop: () => Promise<void>;
}> {
  const connection = JSON.parse(process.env.EARSHOT_TEST_POSTGRES ?? 'null') as pg.ClientConfig | null;
  const tables = process.env.EARSHOT_TEST_TENANT_TABLES?.split(' ');
  if (!connection || !tables) throw new Error('Run test files with `npm test -- <file>`: they need its databases');
  await checkStatements(tables);
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await runPostgres(connection, `CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template1' : 'template STRATEGY file_copy'}`);
  const drop = async () => {
    drops.delete(name);
    await dropPostgresDatabase(connection, name);
    await dropClickHouseDatabase(name);
  };
  drops.set(name, drop);
  return {
    clickhouseUrl: formatClickhouseUrl(name),
    url: `postgresql://${connection.user}@/${name}?host=${encodeURIComponent(connection.host ?? '')}&port=${connection.port}`,
    drop,
  };
}

const dropPostgresDatabase = (connection: pg.ClientConfig, name: string) =>
  runPostgres(connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

async function runPostgres(connection: pg.ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Drops a ClickHouse database, if a server created it: the engine looks for work in the tables of all databases. */
const dropClickHouseDatabase = (name: string) => runClickHouse(`DROP DATABASE IF EXISTS \`${name}\` SYNC`);

async function runClickHouse(statement: string): Promise<string> {
  const query = new URLSearchParams({ query: statement });
  const response = await fetch(`${process.env.EARSHOT_TEST_CLICKHOUSE}/?${query.toString()}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Drops the databases of an ended process that ran a test file without the runner. */
export async function dropProcessDatabases(pid: number): Promise<void> {
  const connection = JSON.parse(process.env.EARSHOT_TEST_POSTGRES as string) as pg.ClientConfig;
  const found = await runPostgres(connection, `SELECT datname FROM pg_database WHERE starts_with(datname, 'test_${pid}_')`);
  for (const { datname } of found) await dropPostgresDatabase(connection, datname as string);
  const names = await runClickHouse(`SELECT name FROM system.databases WHERE match(name, '^test_${pid}_|_${pid}$') FORMAT TSV`);
  for (const name of names.split('\n').filter(Boolean)) await dropClickHouseDatabase(name);
}

const formatClickhouseUrl = (database: string) => `${process.env.EARSHOT_TEST_CLICKHOUSE}/${database}`;

/** Returns the URL of a ClickHouse database for a PostgreSQL server of the test file. */
export function createClickHouseUrl(name: string): string {
  const unique = `${name}_${process.pid}`;
  drops.set(unique, async () => {
    drops.delete(unique);
    await dropClickHouseDatabase(unique);
  });
  return formatClickhouseUrl(unique);
}

/** Returns the URL of the ClickHouse database of a PostgreSQL database. Servers with the same PostgreSQL share it. */
export const clickhouseUrlFor = (databaseUrl: string) =>
  formatClickhouseUrl(/\/(\w+)\?host=/.exec(databaseUrl)?.[1] ?? 'default');
