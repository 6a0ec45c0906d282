import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { IS_LONG, ONLY_LONG } from '../../testing/long.ts';
import { findBinaries } from './embedded-binaries.ts';
import { attachEmbeddedPostgres } from './embedded.ts';
import {
  afterwards,
  cannotRunAsNobody,
  createDataDir,
  createLog,
  createUsedDataDir,
  eventually,
  isRoot,
  isRunning,
  measureAnonymousMemory,
  NOBODY,
  query,
  readPid,
  run,
  start,
} from './fixtures/embedded.ts';

/** Repetitions of starts, kills and races. */
const ROUNDS = IS_LONG ? 5 : 1;

void test('creates a database that only a socket in its folder reaches, whatever the folder is called', async (t) => {
  const dataDir = await createDataDir(t, `it's a "folder", 100% é\\`);
  const log = createLog();
  const began = performance.now();
  const first = await start(t, dataDir, { log });
  t.diagnostic(`first start: ${Math.round(performance.now() - began)} ms`);
  assert.equal(first.connection.host, join(dataDir, 'postgres'));
  for (const folder of [dataDir, join(dataDir, 'postgres')]) assert.equal((await stat(folder)).mode & 0o777, 0o700, folder);
  assert.deepEqual((await readdir(dataDir)).toSorted(), ['postgres', 'postgres.log']);

  const [database] = await query(
    first,
    `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider, datlocale, datcollate, current_user AS "user"
     FROM pg_database WHERE datname = current_database()`,
  );
  assert.deepEqual(database, { encoding: 'UTF8', datlocprovider: 'b', datlocale: 'C.UTF-8', datcollate: 'C', user: 'earshot' });
  const databases = await query(
    first,
    'SELECT datname AS name, shobj_description(oid, $$pg_database$$) AS comment FROM pg_database ORDER BY datname',
  );
  assert.deepEqual(databases[0], { name: 'earshot', comment: null });
  assert.deepEqual(
    databases.map(({ name }) => name),
    ['earshot', 'template0', 'template1'],
    'a copy of a template would delay the first start',
  );
  const settings = await query(
    first,
    `SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'jit')
     ORDER BY name`,
  );
  assert.deepEqual(
    settings.map(({ name, setting }) => `${String(name)}=${String(setting)}`),
    ['fsync=on', 'full_page_writes=on', 'jit=off', 'listen_addresses=', 'synchronous_commit=on'],
  );

  await query(first, `CREATE TABLE kept AS SELECT 'é' AS word`);
  await first.stop();
  assert.equal(await readPid(dataDir), 0);

  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const again = performance.now();
    const next = await start(t, dataDir);
    times.push(Math.round(performance.now() - again));
    assert.deepEqual(await query(next, 'SELECT word FROM kept'), [{ word: 'é' }]);
    if (round === ROUNDS - 1)
      t.diagnostic(`idle: ${await measureAnonymousMemory(await readPid(dataDir))} MB of anonymous memory`);
    await next.stop();
  }
  t.diagnostic(`second start: ${times.join(', ')} ms`);
});

void test('puts the socket into a private temporary folder if the path is too long for it', async (t) => {
  const dataDir = await createDataDir(t, 'long'.repeat(30));
  const postgres = await start(t, dataDir);
  const { host } = postgres.connection;
  afterwards(t, () => rm(host, { recursive: true, force: true }));
  assert.equal(dirname(host), tmpdir());
  assert.equal((await stat(host)).mode & 0o777, 0o700);
  assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
  await postgres.stop();

  await chmod(host, 0o777);
  await assert.rejects(start(t, dataDir), /must be a folder that only uid \d+ can enter/);
});

void test(
  'runs as an unprivileged user where root may not make user namespaces',
  { skip: (!isRoot && 'needs root') || cannotRunAsNobody },
  async (t) => {
    const dataDir = await createDataDir(t);
    const postgres = await start(t, dataDir, { identity: 'setuid' });
    assert.equal((await stat(join(dataDir, 'postgres'))).uid, NOBODY);
    assert.equal((await stat(dataDir)).uid, 0);
    assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
    await postgres.stop();

    // Also in a namespace where it may run.
    if (spawnSync('unshare', [`--map-user=${NOBODY}`, 'true']).status === 0) {
      const moved = await start(t, dataDir, { identity: 'namespace' });
      assert.equal((await stat(join(dataDir, 'postgres'))).uid, 0);
      assert.deepEqual(await query(moved, 'SELECT 1 AS one'), [{ one: 1 }]);
      await moved.stop();
    }

    await chmod(dataDir, 0o700);
    await assert.rejects(start(t, dataDir, { identity: 'setuid' }), /as uid 65534: .*can't cd(.|\n)*chmod o\+x/);
  },
);

void test(
  'leaves the folder of an ordinary user to that user when root starts it',
  { skip: (!isRoot && 'needs root') || cannotRunAsNobody || ONLY_LONG.skip },
  async (t) => {
    const dataDir = await createDataDir(t);
    await mkdir(dataDir, { recursive: true });
    await chown(dataDir, NOBODY, NOBODY);
    const postgres = await start(t, dataDir);
    assert.equal((await stat(join(dataDir, 'postgres'))).uid, NOBODY);
    await postgres.stop();
    assert.equal((await stat(join(dataDir, 'postgres.log'))).uid, NOBODY);
  },
);

void test(
  'runs directly as an ordinary user',
  { skip: (!isRoot && 'all the other tests do') || cannotRunAsNobody },
  async (t) => {
    const dataDir = await createDataDir(t);
    await mkdir(dataDir, { recursive: true });
    await chown(dataDir, NOBODY, NOBODY);
    const earshot = run(t, 'start', dataDir, { uid: NOBODY, gid: NOBODY });
    const [word, value] = await earshot.hears('ready', 'failed');
    assert.equal(word, 'ready', String(value));
    const postmaster = await readPid(dataDir);
    assert.equal((await stat(`/proc/${postmaster}`)).uid, NOBODY);
    await earshot.end('SIGTERM');
    assert.equal(await isRunning(dataDir, postmaster), false);

    await chown(dataDir, 0, 0);
    await chown(join(dataDir, 'postgres'), 0, 0);
    const other = run(t, 'start', dataDir, { uid: NOBODY, gid: NOBODY });
    assert.match(String((await other.hears('failed'))[1]), /belongs to uid 0, and Earshot runs as uid 65534/);
  },
);

void test('a folder belongs to one Earshot, and the other is told to which', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const earshot = run(t, 'start', dataDir);
  await earshot.hears('ready');
  await assert.rejects(start(t, dataDir), {
    message: `The data folder ${dataDir} is in use by Earshot process ${earshot.child.pid}. Stop that process or set EARSHOT_DATA_DIR to another folder.`,
  });
  await earshot.end('SIGTERM');
  assert.deepEqual(earshot.said.at(-1), ['stopped', true]);
  await start(t, dataDir);
});

void test('of two first starts at the same time one wins', async (t) => {
  const dataDir = await createDataDir(t);
  const both = [run(t, 'start', dataDir), run(t, 'start', dataDir)];
  const outcomes = await Promise.all(both.map((each) => each.hears('ready', 'failed')));
  assert.deepEqual(outcomes.map(([word]) => word).toSorted(), ['failed', 'ready']);
  const [winner, loser] = outcomes[0]?.[0] === 'ready' ? both : both.toReversed();
  assert(winner && loser);
  assert.match(String(loser.said[0]?.[1]), new RegExp(`in use by Earshot process ${winner.child.pid}\\.`));
  await winner.end('SIGTERM');
  assert.deepEqual(winner.said.at(-1), ['stopped', true]);
  assert.deepEqual((await readdir(dataDir)).toSorted(), ['postgres', 'postgres.log']);
});

void test('a first start that is killed leaves nothing half done', async (t) => {
  const dataDir = await createDataDir(t);
  const earshot = run(t, 'start', dataDir);
  await eventually(async () => assert((await readdir(dataDir)).some((name) => name.startsWith('postgres.init-'))));
  await sleep(150);
  await earshot.end('SIGKILL');
  assert.equal(existsSync(join(dataDir, 'postgres')), false);
  const postgres = await start(t, dataDir);
  assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
});

void test('starts on a folder that a copy or a volume made accessible to others', ONLY_LONG, async (t) => {
  const dataDir = await createUsedDataDir(t);
  const dir = join(dataDir, 'postgres');
  await chmod(dir, 0o2770);
  await start(t, dataDir);
  assert.equal((await stat(dir)).mode & 0o7777, 0o700);
});

void test('takes over the PostgreSQL of a killed Earshot, and stops it', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const earshot = run(t, 'start', dataDir);
  await earshot.hears('ready');
  const orphan = await readPid(dataDir);
  await earshot.end('SIGKILL');
  assert.equal(await isRunning(dataDir, orphan), true);

  const postgres = await start(t, dataDir);
  assert.equal(await readPid(dataDir), orphan);
  assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
  await postgres.stop();
  assert.equal(await isRunning(dataDir, orphan), false);
});

void test('starts although the pid file names a process that is something else by now', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const earshot = run(t, 'start', dataDir);
  await earshot.hears('ready');
  const postmaster = await readPid(dataDir);
  await earshot.end('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await eventually(async () => assert.equal(await isRunning(dataDir, postmaster), false));

  const outsider = spawn('sleep', ['60']);
  afterwards(t, () => outsider.kill());
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(dataDir, 'postgres', name);
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(outsider.pid)));
  }
  const postgres = await start(t, dataDir);
  await postgres.stop();
  assert.equal(outsider.exitCode, null);
  assert.equal(outsider.signalCode, null);

  // After a power failure the file may be empty.
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(pidFile, '');
  await utimes(pidFile, 0, 0);
  await start(t, dataDir);
});

void test('starts PostgreSQL again when it dies, and holds the folder again', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const log = createLog();
  const postgres = await start(t, dataDir, { log });
  const pool = new Pool({ ...postgres.connection, max: 2 });
  pool.on('error', () => {});
  afterwards(t, () => pool.end());
  await pool.query('CREATE TABLE kept AS SELECT 1 AS one');

  // A running statement keeps its process, and thus the shared memory.
  const busy = pool
    .query("DO $$ DECLARE t timestamptz := clock_timestamp(); BEGIN WHILE clock_timestamp() < t + '60 s' LOOP END LOOP; END $$")
    .catch(() => undefined);
  const busyPid = await eventually(async () => {
    const { rows } = await pool.query(`SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'`);
    assert.equal(rows.length, 1);
    return Number(rows[0].pid);
  });
  const killed = await readPid(dataDir);
  process.kill(killed, 'SIGKILL');
  await eventually(async () =>
    assert.match(await readFile(join(dataDir, 'postgres.log'), 'utf8'), /pre-existing shared memory block/),
  );
  process.kill(busyPid, 'SIGTERM');
  // A connection of before can still answer until its process notices the end of the postmaster.
  await eventually(async () => assert.notEqual(await readPid(dataDir), killed));
  await eventually(async () => assert.deepEqual((await pool.query('SELECT one FROM kept')).rows, [{ one: 1 }]));
  await busy;
  await eventually(() => assert(log.lines.some((line) => line.startsWith('PostgreSQL restarted'))));
  assert(log.lines.some((line) => line.startsWith('connection to PostgreSQL lost')));
  await assert.rejects(start(t, dataDir), new RegExp(`in use by Earshot process ${process.pid}\\.`));
});

void test('holds the folder again when only connections ended', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const log = createLog();
  const postgres = await start(t, dataDir, { log });
  const postmaster = await readPid(dataDir);
  const isBack = (times: number) =>
    eventually(() => assert.equal(log.lines.filter((line) => line.startsWith('PostgreSQL restarted')).length, times));
  const ownConnection = `SELECT pid FROM pg_stat_activity WHERE application_name = 'earshot ${process.pid}'`;

  await query(postgres, `SELECT pg_terminate_backend(pid) FROM (${ownConnection}) AS own`);
  await isBack(1);
  // PostgreSQL ends all connections and recovers when one of its processes crashes.
  const [own] = await query(postgres, ownConnection);
  process.kill(Number(own?.pid), 'SIGKILL');
  await isBack(2);
  assert.equal(await readPid(dataDir), postmaster);
  await assert.rejects(start(t, dataDir), /in use by Earshot process/);
});

void test('a command uses the running PostgreSQL, or its own', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const options = { dataDir, log: createLog() };
  const alone = await attachEmbeddedPostgres(options);
  afterwards(t, () => alone.stop());
  assert.deepEqual(await query(alone, 'SELECT 1 AS one'), [{ one: 1 }]);
  const other = await attachEmbeddedPostgres(options);
  afterwards(t, () => other.stop());
  await alone.stop();
  assert.deepEqual(await query(other, 'SELECT 1 AS one'), [{ one: 1 }]);
  const postmaster = await readPid(dataDir);
  await other.stop();
  assert.equal(await isRunning(dataDir, postmaster), false);

  const interrupted = await attachEmbeddedPostgres(options);
  const killed = await readPid(dataDir);
  process.kill(killed, 'SIGKILL');
  await eventually(async () => assert.equal(await isRunning(dataDir, killed), false));
  await interrupted.stop();

  const postgres = await start(t, dataDir);
  const attached = await attachEmbeddedPostgres(options);
  await attached.stop();
  assert.deepEqual(await query(postgres, 'SELECT 1 AS one'), [{ one: 1 }]);
});

void test('commands and a server that start at the same time all work', async (t) => {
  const dataDir = await createDataDir(t);
  for (let round = 0; round < ROUNDS; round++) {
    const commands = [run(t, 'attach', dataDir), run(t, 'attach', dataDir)];
    const server = run(t, 'start', dataDir);
    assert.equal((await server.hears('ready', 'failed'))[0], 'ready', `round ${round}: ${JSON.stringify(server.said)}`);
    for (const command of commands) {
      await command.closed;
      assert.deepEqual(command.said.at(-1), ['stopped', true], `round ${round}`);
    }
    await server.end('SIGTERM');
    assert.deepEqual(server.said.at(-1), ['stopped', true], `round ${round}`);
    assert.equal(await readPid(dataDir), 0);
  }
});

void test('Ctrl-C in the terminal reaches PostgreSQL only when Earshot has finished', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const earshot = run(t, 'start', dataDir, { detached: true });
  await earshot.hears('ready');
  process.kill(-(earshot.child.pid as number), 'SIGINT');
  await earshot.closed;
  assert.deepEqual(
    earshot.said.map(([word]) => word),
    ['ready', 'answered', 'stopped'],
  );
  assert.equal(await readPid(dataDir), 0);
});

void test('no acknowledged write is lost to kill -9, of Earshot or of PostgreSQL', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const acknowledged: unknown[] = [];
  // PostgreSQL is killed in every second round.
  for (let round = 1; round <= ROUNDS; round++) {
    const earshot = run(t, 'insert', dataDir);
    await earshot.hears('inserted');
    await sleep(150 + 50 * round);
    const postmaster = await readPid(dataDir);
    if (round % 2) process.kill(postmaster, 'SIGKILL');
    await earshot.end('SIGKILL');
    for (const [word, value] of earshot.said) if (word === 'inserted') acknowledged.push(value);
    t.diagnostic(`round ${round}: ${acknowledged.length} rows acknowledged so far`);
  }
  const postgres = await start(t, dataDir);
  const kept = new Set((await query(postgres, 'SELECT id::int FROM acknowledged')).map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
  );
});

void test('says what is wrong when PostgreSQL does not start, by the end of its log', async (t) => {
  const dataDir = await createUsedDataDir(t);
  const postgres = await start(t, dataDir);
  await postgres.stop();
  const settings = join(dataDir, 'postgres', 'postgresql.conf');
  const before = await readFile(settings, 'utf8');
  await writeFile(settings, 'shared_bufers = 1MB\n');
  await assert.rejects(start(t, dataDir), /PostgreSQL did not start. The end of .*postgres\.log:\n(.|\n)*shared_bufers/);

  // The size of the log is limited.
  await writeFile(settings, before);
  await truncate(join(dataDir, 'postgres.log'), 5 * 1024 * 1024);
  await (await start(t, dataDir)).stop();
  assert((await stat(join(dataDir, 'postgres.log'))).size < 10_000);

  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await assert.rejects(start(t, dataDir), /postgres was made by PostgreSQL 17, and this Earshot brings PostgreSQL 18\./);
});

void test('says so when there is no PostgreSQL for the platform', () => {
  assert.throws(() => findBinaries('plan9', 'vax'), /No PostgreSQL for plan9-vax: .*set DATABASE_URL instead/);
});
