import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  createUsedDataDir,
  eventually,
  findServers,
  hasConnection,
  query,
  readPid,
  run,
  start,
} from './platform/postgres/fixtures/embedded.ts';
import { createTestDatabase } from './testing/database.ts';
import { type FailPoint, failAt } from './testing/fail-point.ts';
import { IS_LONG, ONLY_LONG } from './testing/long.ts';
import { assertSoonRefused, type ServerProcess, START, startServerProcess } from './testing/process.ts';
import { until } from './testing/until.ts';

const QUIET = { EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'error' };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot process '));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const testDatabase = async () => (await createTestDatabase()).url;

/** Submits entries one after the other until the server stops. Adds those answered with 201 to `acknowledged`. */
async function submitUntilStopped({ url, key }: ServerProcess, acknowledged: Set<string>): Promise<void> {
  for (let n = 0; ; n++) {
    const response = await fetch(`${url}/v1/feedback`, {
      method: 'POST',
      headers: { 'x-project-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Entry ${n}` }),
    }).catch(() => undefined);
    if (!response) return;
    const answer = (await response.json().catch(() => undefined)) as { id: string } | undefined;
    if (response.status === 201 && answer) acknowledged.add(answer.id);
    else return;
  }
}

async function listIds({ url, key }: ServerProcess): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}/v1/feedback?sort=oldest&limit=100&page=${page}`, { headers: { 'x-project-key': key } });
    const { data } = (await response.json()) as { data: { id: string }[] };
    if (!data.length) return ids;
    for (const { id } of data) ids.add(id);
  }
}

/** Fail points at the boundaries of the transaction that stores submissions. */
const MOMENTS = IS_LONG ? (['before', 'before commit', 'after commit'] as const) : (['before commit'] as const);
const FAIL_POINTS: FailPoint[] = MOMENTS.map((moment) => ({
  statement: 'INSERT INTO feedback_entries',
  moment,
  occurrence: 30,
}));
/** Number of kills at random moments, in the long version. */
const RANDOM_KILLS = IS_LONG ? 20 : 0;

test('a killed server loses no submission that was answered with 201', { timeout: 180_000 }, async (t) => {
  const env = { ...QUIET, ...(IS_LONG ? { EARSHOT_DATA_DIR: await temporaryFolder() } : { DATABASE_URL: await testDatabase() }) };
  const acknowledged = new Set<string>();
  for (const point of FAIL_POINTS) {
    const server = await startServerProcess(env, failAt(point));
    const ended = once(server.child, 'exit');
    await Promise.all(Array.from({ length: 4 }, () => submitUntilStopped(server, acknowledged)));
    assert.deepEqual(await ended, [null, 'SIGKILL'], JSON.stringify(point));
  }
  for (let round = 1; round <= RANDOM_KILLS; round++) {
    const server = await startServerProcess(env);
    const streams = Array.from({ length: 4 }, () => submitUntilStopped(server, acknowledged));
    // Waits for a different number of submissions each time, so that submissions are running on machines of any speed.
    const enough = acknowledged.size + 1 + ((round * 7) % 20);
    void until(() => acknowledged.size >= enough).finally(() => server.child.kill('SIGKILL'));
    await Promise.all(streams);
  }
  const server = await startServerProcess(env);
  const kept = await listIds(server);
  await server.end('SIGTERM');
  t.diagnostic(`${acknowledged.size} submissions were acknowledged`);
  assert.ok(acknowledged.size > 20, `only ${acknowledged.size} submissions were acknowledged`);
  assert.deepEqual(
    [...acknowledged].filter((id) => !kept.has(id)),
    [],
  );
});

test('SIGTERM completes running requests, and the process ends with code 0', async () => {
  const env = { ...QUIET, DATABASE_URL: await testDatabase() };
  const server = await startServerProcess(env);
  // A lock on the counts of the project blocks the submission until it is released.
  const blocker = new pg.Client({ connectionString: env.DATABASE_URL });
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE feedback_entries IN ACCESS EXCLUSIVE MODE');
  const submission = fetch(`${server.url}/v1/feedback`, {
    method: 'POST',
    headers: { 'x-project-key': server.key, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Running' }),
  });
  let isAnswered = false;
  const answer = submission.finally(() => (isAnswered = true));
  // Uses a separate connection, because a transaction shows the activity of other sessions from its first query.
  const watcher = new pg.Client({ connectionString: env.DATABASE_URL });
  await watcher.connect();
  await until(async () => {
    const { rows } = await watcher.query(
      "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'feedback_entries'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    return rows.length > 0;
  });
  await watcher.end();
  const { hostname, port } = new URL(server.url);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const ended = server.end('SIGTERM');
  await assertSoonRefused(server.url);
  // A connection without any request is closed while the submission still waits.
  await once(silent.resume(), 'close');
  assert.equal(isAnswered, false);
  await blocker.query('COMMIT');
  await blocker.end();
  assert.equal((await answer).status, 201);
  assert.deepEqual(await ended, { code: 0, signal: null });
});

test('SIGTERM during the start ends the process in order', async () => {
  const folder = await temporaryFolder();
  const server = spawn(process.execPath, START, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env.PATH, PORT: '0', EARSHOT_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  // The first line of the log: PostgreSQL is created.
  await once(server.stdout, 'data');
  server.kill('SIGTERM');
  server.stdout.resume();
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual((await readdir(join(folder, 'postgres'))).includes('postmaster.pid'), false);
});

test('a start and a stop log nothing', async () => {
  const server = await startServerProcess({ EARSHOT_DATA_DIR: await temporaryFolder(), EARSHOT_LOG_LEVEL: 'warn' });
  // Requests at the same time open all connections to the database.
  const submit = (title: string) =>
    fetch(`${server.url}/v1/feedback`, {
      method: 'POST',
      headers: { 'x-project-key': server.key, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  await Promise.all(Array.from({ length: 40 }, (_, index) => submit(`Entry ${index}`)));
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  assert.deepEqual(
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{')),
    [],
  );
});

const NODES = IS_LONG ? 10 : 2;

test(`${NODES} nodes can start concurrently on an empty database`, async () => {
  const url = await testDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS pgboss CASCADE');
  await admin.end();
  const env = { ...QUIET, DATABASE_URL: url, EARSHOT_DATABASE_CONNECTIONS: '8' };
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startServerProcess(env)));
  const keys = new Set(nodes.map(({ key }) => key));
  assert.equal(keys.size, 1, 'they made one first project');
  for (const node of nodes) assert.equal((await fetch(`${node.url}/health/ready`)).status, 200);
  const ends = await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  assert.deepEqual(new Set(ends.map(({ code }) => code)), new Set([0]));
});

test('rejects a database newer than the code, with instructions', async () => {
  const url = await testDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_from_the_future', '2030-01-01')");
  await admin.end();
  await assert.rejects(
    startServerProcess({ ...QUIET, DATABASE_URL: url }),
    /newer Earshot.*9999_from_the_future.*Install the newer version/s,
  );
});

test('a second start on a data folder names the process that uses it', ONLY_LONG, async () => {
  const env = { ...QUIET, EARSHOT_DATA_DIR: await temporaryFolder() };
  const first = await startServerProcess(env);
  await assert.rejects(startServerProcess(env), ({ message }: Error) => {
    assert.match(message, /^Earshot can’t start\.\n[^\n]+\n$/);
    assert.ok(message.includes(String(first.child.pid)), message);
    return true;
  });
  assert.equal((await first.end('SIGTERM')).code, 0);
});

test('rejects a second node with an embedded ClickHouse', async () => {
  const env = { ...QUIET, DATABASE_URL: await testDatabase(), CLICKHOUSE_URL: '' };
  const first = await startServerProcess({ ...env, EARSHOT_DATA_DIR: await temporaryFolder() });
  const second = startServerProcess({ ...env, EARSHOT_DATA_DIR: await temporaryFolder() });
  await assert.rejects(second, /uses an embedded ClickHouse\.\nSet CLICKHOUSE_URL to the same ClickHouse server/);
  await first.end('SIGTERM');
  if (!IS_LONG) return;
  const next = await startServerProcess({ ...env, EARSHOT_DATA_DIR: await temporaryFolder() });
  assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null });
});

test('reports an unreachable database and ends', async () => {
  await assert.rejects(
    startServerProcess({ ...QUIET, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    /Earshot can’t start\.\nPostgreSQL can’t be reached: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  );
});

test('an address that cannot be used ends the start with one sentence, before a database is made', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const cases: [env: Record<string, string>, message: RegExp][] = [
    [{ PORT: String(port) }, /^Earshot can’t start\.\nPort \d+ of 127\.0\.0\.1 is in use by another process\. [^\n]+\n$/],
    [
      { HOST: '192.0.2.1' },
      /^Earshot can’t start\.\nHOST must be an address or a name of this machine, [^\n]+ and 192\.0\.2\.1 is none\.\n$/,
    ],
  ];
  for (const [env, message] of cases) {
    const folder = await temporaryFolder();
    await assert.rejects(startServerProcess({ ...QUIET, EARSHOT_DATA_DIR: folder, ...env }), { message });
    assert.deepEqual(await readdir(folder), []);
  }
  const file = fileURLToPath(import.meta.url);
  for (const EARSHOT_DATA_DIR of [file, join(file, 'data')])
    await assert.rejects(startServerProcess({ ...QUIET, EARSHOT_DATA_DIR }), {
      message: /^Earshot can’t start\.\nEARSHOT_DATA_DIR must be a folder, and \S+ is a file or is in one\n$/,
    });
  if (process.platform === 'linux')
    await assert.rejects(startServerProcess({ ...QUIET, EARSHOT_DATA_DIR: '/proc/nothing/data' }), {
      message:
        /^Earshot can’t start\.\nThe folder EARSHOT_DATA_DIR can’t be created: ENOENT: [^\n]+\nSet EARSHOT_DATA_DIR to a folder in which this user may write\n$/,
    });
});

/** Milliseconds from the end of PostgreSQL to the stop. The restart begins after 200 ms. */
const DELAYS = [0, 100, 190, 200, 203, 206, 210, 215, 220, 240, 300];
/** Signals with the delays of the short version. */
const ENDS = [
  ['SIGTERM', [0]],
  ['SIGINT', [203]],
  ['SIGQUIT', [215]],
  ['SIGKILL', [0, 203]],
] as const;

for (const [signal, delays] of ENDS)
  void test(`a stop at the time at which ${signal} ends PostgreSQL leaves no process`, async (t) => {
    const dataDir = await createUsedDataDir(t);
    for (const delay of IS_LONG ? DELAYS : delays) {
      const postgres = await start(t, dataDir);
      process.kill(await readPid(dataDir), signal);
      await sleep(delay);
      await postgres.stop();
      // A server that was about to start would be visible a moment later.
      await sleep(50);
      assert.deepEqual(await findServers(dataDir), [], `after ${delay} ms`);
    }
  });

void test('a stop while PostgreSQL accepts the first connection after its restart leaves no process', async (t) => {
  const dataDir = await createUsedDataDir(t);
  // Connections take a second.
  const postgres = await start(t, dataDir, { settings: { post_auth_delay: '1' } });
  const killed = await readPid(dataDir);
  process.kill(killed, 'SIGINT');
  await eventually(async () => {
    const pid = await readPid(dataDir);
    assert.notEqual(pid, killed);
    assert.ok(await hasConnection(pid));
  });
  await postgres.stop();
  assert.deepEqual(await findServers(dataDir), []);
});

void test('a process that ends without a stop leaves no PostgreSQL', async (t) => {
  const dataDir = await createUsedDataDir(t);
  for (const signal of ['SIGHUP', 'SIGUSR2'] as const) {
    const earshot = run(t, 'start', dataDir, { stdio: ['ignore', 'pipe', 'ignore'] });
    await earshot.hears('ready');
    await earshot.end(signal);
    await eventually(async () => assert.deepEqual(await findServers(dataDir), [], signal));
  }
});

void test('stops a PostgreSQL that it took over, although its connections have just ended', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const killed = run(t, 'start', dataDir);
  await killed.hears('ready');
  await killed.end('SIGKILL');
  const postgres = await start(t, dataDir);
  await query(
    postgres,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'earshot ${process.pid}'`,
  );
  await postgres.stop();
  assert.deepEqual(await findServers(dataDir), []);
});
