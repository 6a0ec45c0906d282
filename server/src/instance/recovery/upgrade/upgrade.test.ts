import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { usePostgres } from '../../../platform/postgres/connections.ts';
import { attachEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import { listMigrations, migrateTo } from '../../../platform/postgres/migrate.ts';
import { unpack } from '../../../testing/released/archive.ts';
import { hashImage, pick, type Read, readResponses, type State } from '../../../testing/released/state.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { IS_LONG, ONLY_LONG } from '../../../testing/long.ts';
import { runEarshot, startServerProcess } from '../../../testing/process.ts';
import type { Json } from '../../../testing/server.ts';
import { listSnapshots, removeExpiredSnapshots } from './snapshots.ts';

// Upgrades of data folders that released versions made (`npm run released`), and the way back.

const RELEASED = fileURLToPath(new URL('../../../testing/released/', import.meta.url));
const versions = globSync('*.tar.zst', { cwd: RELEASED }).map((file) => basename(file, '.tar.zst'));
const FIRST = '0.1.0';
/** User id of nobody. */
const NOBODY = 65_534;
const LOG = { info: () => {}, warn: () => {}, error: () => {} };

async function unpackVersion(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await unpack(join(RELEASED, `${version}.tar.zst`), folder);
  return folder;
}

const readState = (version: string) => JSON.parse(readFileSync(join(RELEASED, `${version}.json`), 'utf8')) as State;

const start = async (dataDir: string, env: Record<string, string> = {}) => {
  const server = await startServerProcess({ EARSHOT_DATA_DIR: dataDir, EARSHOT_THROTTLE: 'off', ...env });
  after(() => server.end('SIGKILL'));
  return server;
};

/** Runs a command in the folder of the server. */
const earshot = (dataDir: string, args: string[], more: Record<string, string> = {}) =>
  runEarshot({ EARSHOT_DATA_DIR: dataDir, ...more }, args);

async function createReader(dataDir: string, url: string, email: string): Promise<Read> {
  const { stdout, stderr } = await earshot(dataDir, ['token', 'create', '--email', email]);
  assert.equal(stderr, '');
  return async (path, parameters = {}) => {
    const response = await fetch(`${url}${path}?${new URLSearchParams(parameters).toString()}`, {
      headers: { authorization: `Bearer ${stdout.trim()}` },
    });
    assert.equal(response.status, 200, path);
    return (await response.json()) as Json;
  };
}

/** Runs a statement on the embedded PostgreSQL of a folder. */
const query = async (dataDir: string, statement: string): Promise<Json[]> =>
  usePostgres(
    await attachEmbeddedPostgres({ dataDir, log: LOG }),
    async (db) => (await sql.raw<Json>(statement).execute(db)).rows,
  );

/** Undoes the last migration of the first version, so that there is one to run even when this version has added none. */
const undoMigration = (dataDir: string) =>
  query(dataDir, `DROP TABLE backup_status; DELETE FROM kysely_migration WHERE name = '0002_backup_status'`);

const findMigration = (dataDir: string) =>
  query(
    dataDir,
    `SELECT name FROM kysely_migration WHERE name = '0002_backup_status' AND to_regclass('backup_status') IS NOT NULL`,
  );

describe('a data folder of a released version', () => {
  for (const version of versions)
    test(`${version} shows the same data after the upgrade`, async () => {
      const expected = readState(version);
      const dataDir = await unpackVersion(version);
      const server = await start(dataDir);
      const read = await createReader(dataDir, server.url, expected.email);
      const responses = await readResponses(read, expected);
      assert.deepEqual(pick(responses, expected.responses), expected.responses);
      assert.equal(await hashImage(server.url + expected.image), expected.imageHash);
      const { data: drops } = await read('/v1/projects');
      assert.ok(drops.length >= 1);
      assert.equal((await server.end('SIGTERM')).code, 0);
    });
});

test('an upgrade creates a snapshot, and a rollback returns to it', async () => {
  const dataDir = await unpackVersion(FIRST);
  const { email, projectId } = readState(FIRST);
  await undoMigration(dataDir);
  if (process.getuid?.() === 0) await chown(join(dataDir, 'uploads'), NOBODY, NOBODY);

  const plan = await earshot(dataDir, ['migrate', '--plan']);
  assert.equal(plan.code, 0, plan.stderr);
  assert.match(plan.stdout, /^ {2}0002_backup_status \(\d+ ms on a copy\)\n {4}The last scheduled backup\n/m);
  assert.match(plan.stdout, /^The snapshot copies \d+ MB; [\d,]+ MB are free\.$/m);
  assert.deepEqual(await findMigration(dataDir), [], 'a plan changes nothing');
  assert.deepEqual(await readdir(join(dataDir, 'snapshots')), [], 'the copy is removed');

  const server = await start(dataDir);
  assert.match(server.output(), /"snapshot":"[^"]+","copied_bytes":\d+,"linked_files":\d+/);
  const [snapshot] = await listSnapshots(dataDir);
  assert.ok(snapshot);
  const folder = join(dataDir, 'snapshots', snapshot.name);
  const [part = ''] = globSync('clickhouse/store/*/*/*/data.bin', { cwd: folder });
  assert.ok((await stat(join(folder, part))).nlink > 1, 'data parts of ClickHouse are hard links');
  assert.equal((await stat(join(folder, 'postgres/global/pg_control'))).nlink, 1);
  assert.equal((await stat(join(folder, 'uploads'))).uid, (await stat(join(dataDir, 'uploads'))).uid, 'owners are kept');

  const running = await earshot(dataDir, ['rollback', '--yes']);
  assert.deepEqual([running.code, running.stdout], [1, '']);
  assert.match(running.stderr, /is in use by another process\. Stop Earshot, then try again\.\n$/);

  const read = await createReader(dataDir, server.url, email);
  const { data: webhooks } = await read('/v1/webhooks', { project_id: projectId });
  const feedback = await fetch(`${server.url}/v1/feedback`, {
    method: 'POST',
    headers: {
      'x-project-key': server.key || (await read(`/v1/projects/${projectId}`)).api_key,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Written after the upgrade' }),
  });
  assert.equal(feedback.status, 201);
  await server.end('SIGTERM');
  assert.equal((await findMigration(dataDir)).length, 1);

  const listed = await earshot(dataDir, ['rollback', '--list']);
  assert.equal(listed.stdout, `${snapshot.name}\t${snapshot.created_at}\t${FIRST}\n`);
  assert.equal((await earshot(dataDir, ['rollback', 'other', '--yes'])).stderr.split('.')[0], 'Snapshot other not found');
  const rolledBack = await earshot(dataDir, ['rollback', '--yes']);
  assert.deepEqual([rolledBack.code, rolledBack.stderr, rolledBack.stdout], [0, '', `${snapshot.name}\n`]);
  assert.deepEqual(await findMigration(dataDir), []);
  const [count] = await query(dataDir, `SELECT count(*)::int FROM feedback_entries WHERE title = 'Written after the upgrade'`);
  assert.deepEqual(count, { count: 0 });
  const [replaced] = await listSnapshots(dataDir);
  assert.equal(replaced?.name, `replaced-by-${snapshot.name}`);

  if (!IS_LONG) return;
  // The previous version would run now. A repeated upgrade creates a snapshot again.
  const again = await start(dataDir);
  const readAgain = await createReader(dataDir, again.url, email);
  assert.deepEqual((await readAgain('/v1/webhooks', { project_id: projectId })).data.length, webhooks.length);
  await again.end('SIGTERM');
  assert.equal((await listSnapshots(dataDir)).length, 2);

  // The data that the rollback replaced can be restored as well.
  assert.equal((await earshot(dataDir, ['rollback', replaced?.name ?? '', '--yes'])).stderr, '');
  const [restored] = await query(dataDir, `SELECT count(*)::int FROM feedback_entries WHERE title = 'Written after the upgrade'`);
  assert.deepEqual(restored, { count: 1 });
});

test('an interrupted rollback is refused by the server and by backups, and is completed by repeating it', async () => {
  const dataDir = await unpackVersion(FIRST);
  await undoMigration(dataDir);
  const { code, stdout } = await earshot(dataDir, ['migrate']);
  assert.deepEqual([code, stdout.split('\n')[0]], [0, '0002_backup_status']);
  const [snapshot] = await listSnapshots(dataDir);
  assert.ok(snapshot);
  const folder = join(dataDir, 'snapshots', snapshot.name);
  const replaced = join(dataDir, 'snapshots', `replaced-by-${snapshot.name}`);
  // As a process that is killed after the first of its moves leaves the folder.
  await mkdir(replaced);
  await rename(join(dataDir, 'clickhouse'), join(replaced, 'clickhouse'));
  await rename(join(folder, 'clickhouse'), join(dataDir, 'clickhouse'));

  const message = new RegExp(`A rollback of \\S+ to the snapshot ${snapshot.name} was interrupted.\nRepeat it: earshot rollback`);
  await assert.rejects(start(dataDir), { message });
  assert.match((await earshot(dataDir, ['backup', 'create', join(dataDir, 'backups')])).stderr, message);
  const other = await earshot(dataDir, ['rollback', 'other', '--yes']);
  assert.deepEqual([other.code, other.stdout], [1, '']);
  assert.match(other.stderr, /^A rollback to \S+ was interrupted\. Repeat it with `earshot rollback`/);

  const repeated = await earshot(dataDir, ['rollback', '--yes']);
  assert.deepEqual([repeated.code, repeated.stderr, repeated.stdout], [0, '', `${snapshot.name}\n`]);
  assert.deepEqual(await findMigration(dataDir), []);
  assert.deepEqual(
    (await listSnapshots(dataDir)).map(({ name }) => name),
    [`replaced-by-${snapshot.name}`],
  );
  if (IS_LONG) assert.equal((await (await start(dataDir)).end('SIGTERM')).code, 0);
});

test('migrate runs migrations without a start, and the next start needs no second snapshot', ONLY_LONG, async () => {
  const dataDir = await unpackVersion(FIRST);
  await undoMigration(dataDir);
  const { code, stdout, stderr } = await earshot(dataDir, ['migrate']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^0002_backup_status\n/);
  const [snapshot] = await listSnapshots(dataDir);
  for (let count = 0; count < 2; count++) await (await start(dataDir)).end('SIGTERM');
  assert.deepEqual(
    (await listSnapshots(dataDir)).map(({ name }) => name),
    [snapshot?.name],
  );
  const plan = await earshot(dataDir, ['migrate', '--plan']);
  assert.equal(plan.stdout, 'No changes: the schema is up to date.\n');
});

test('a migration of an external database says that there is no snapshot', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  after(() => database.drop());
  const [last = '', ...others] = (await listMigrations()).toReversed();
  await usePostgres({ connection: { connectionString: database.url } }, (db) => migrateTo(db, others));
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: database.clickhouseUrl };
  const folder = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const plan = await earshot(folder, ['migrate', '--plan'], env);
  assert.match(plan.stdout, /^No snapshot is created: make a backup first\.$/m);
  const migrated = await earshot(folder, ['migrate'], env);
  assert.deepEqual([migrated.code, migrated.stdout.split('\n')[0]], [0, last]);
  assert.match(migrated.stderr, /"reason":"a database is external","msg":"migrating without a snapshot/);
  assert.equal((await earshot(folder, ['migrate'], env)).stderr, '', 'nothing to migrate');
});

test('a start without enough space for the snapshot is refused before anything changes', async () => {
  const dataDir = await unpackVersion(FIRST);
  await undoMigration(dataDir);
  const large = join(dataDir, 'postgres', 'large');
  await writeFile(large, '');
  // A sparse file: larger than any disk of a test machine.
  await truncate(large, 4 * 2 ** 40);
  await assert.rejects(start(dataDir), {
    message:
      /Not enough disk space for the snapshot before the upgrade: 4\.4 TB required, .* free .*EARSHOT_UPGRADE_SNAPSHOT=off/s,
  });
  assert.deepEqual(await findMigration(dataDir), []);
  assert.deepEqual(await listSnapshots(dataDir), []);

  if (!IS_LONG) return;
  const server = await start(dataDir, { EARSHOT_UPGRADE_SNAPSHOT: 'off' });
  assert.match(server.output(), /"migrations":\["0002_backup_status"[^}]+"msg":"migrating without a snapshot/);
  await server.end('SIGTERM');
  assert.deepEqual(await listSnapshots(dataDir), []);
  assert.equal((await findMigration(dataDir)).length, 1);
});

test('snapshots are deleted after seven days, and incomplete ones after a day', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
  const now = Date.now();
  const add = async (name: string, days: number) => {
    await mkdir(join(dataDir, 'snapshots', name), { recursive: true });
    const info = { created_at: new Date(now - days * 86_400_000).toISOString(), version: '1.0.0', target: { version: '1.1.0' } };
    await writeFile(join(dataDir, 'snapshots', name, 'snapshot.json'), JSON.stringify(info));
  };
  await add('old', 7.1);
  await add('recent', 6.9);
  await add('.new-recent', 0);
  assert.deepEqual(await removeExpiredSnapshots(dataDir, now), ['old']);
  assert.deepEqual((await readdir(join(dataDir, 'snapshots'))).toSorted(), ['.new-recent', 'recent']);
  assert.match(await readFile(join(dataDir, 'snapshots/recent/snapshot.json'), 'utf8'), /1\.1\.0/);
});

test('migrations are described by their comments, and name the tables that they change', async () => {
  const { describeMigration, findTables } = await import('./plan.ts');
  const text =
    '-- Votes that nobody has reported. A row\n-- exists for a minute.\nALTER TABLE ONLY votes ADD a int; CREATE INDEX b ON entries (a);';
  assert.equal(describeMigration({ name: '0001_votes', text }), 'Votes that nobody has reported');
  assert.equal(describeMigration({ name: '0002_more_votes', text: 'CREATE TABLE t ();' }), 'more votes');
  assert.deepEqual(findTables(text), ['entries', 'votes']);
  assert.deepEqual(findTables('UPDATE x SET a = 1; -- UPDATE y\nDELETE FROM z;'), ['x', 'z']);
});

test('a snapshot of a version that left no record names the version before which it was made', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-snapshots-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const folder = join(dataDir, 'snapshots', 'first');
  await mkdir(folder, { recursive: true });
  const created_at = '2026-11-25T03:15:00.000Z';
  const target = { version: '1.2.0', migration: '0002', clickhouse: '' };
  await writeFile(join(folder, 'snapshot.json'), JSON.stringify({ created_at, version: null, target }));
  const { stdout } = await earshot(dataDir, ['rollback', '--list']);
  assert.equal(stdout, `first\t${created_at}\t1.2.0 or earlier\n`);
});
