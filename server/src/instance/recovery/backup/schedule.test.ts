import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import pg from 'pg';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../../platform/clickhouse/schema.ts';
import { raw, sql as sqlOf } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { createDatabase, type Db } from '../../../platform/postgres/database.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { IS_LONG } from '../../../testing/long.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { freePort, runEarshot as earshot } from '../../../testing/process.ts';
import { type Json, startTestServer, type TestServer } from '../../../testing/server.ts';
import { startBucket } from '../../uploads/fixtures/bucket.ts';
import { picture, uploadTo } from '../../uploads/fixtures/images.ts';
import { CONTENTS, HEADER, type Member, packArchive, SUMS, unpackArchive } from './archive.ts';
import { createArchiveBucket } from './archive-bucket.ts';
import { openSnapshot } from './clickhouse-store.ts';
import { buildSocketPath, isServed, requestSnapshot, serveSnapshots } from './snapshot-socket.ts';

// Scheduled backups of servers with external databases, in folders and buckets, restored into other databases.

const root = await mkdtemp(join(tmpdir(), 'earshot-schedule-'));
after(() => rm(root, { recursive: true, force: true }));

/** Creates a project with an entry, an upload and an event. Returns what reports say about them. */
async function plant(server: TestServer) {
  const project = await server.createProject();
  const { key, token } = project;
  assert.equal((await server.call('POST', '/v1/feedback', { key, body: { title: 'Dark mode' } })).status, 201);
  assert.equal((await uploadTo(server, await picture('png').toBuffer(), { by: key })).status, 201);
  const event = { url: '/pricing', event_id: randomUUID(), properties: { plan: 'pro' } };
  assert.equal((await server.call('POST', '/v1/analytics/events', { key, body: event })).status, 202);
  return { project, figures: await readFigures(server, { id: project.id, token }) };
}

async function readFigures({ call }: Pick<TestServer, 'call'>, { id, token }: { id: string; token: string }) {
  const query = { project_id: id };
  const { body: entries } = await call('GET', '/v1/feedback', { token, query });
  const { body: uploads } = await call('GET', '/v1/uploads', { token, query });
  const { body: pages } = await call('GET', '/v1/analytics/breakdown', { token, query: { ...query, by: 'page' } });
  return {
    titles: entries.data.map(({ title }: { title: string }) => title),
    uploads: uploads.data?.map(({ id: upload }: { id: string }) => upload),
    pages: pages.data,
  };
}

/** Restores an archive into new databases, and starts a server on them. */
async function startRestored(archive: string, more: Record<string, string> = {}, ...options: string[]): Promise<TestServer> {
  const env = { ...(await createEmpty()), ...more };
  const { code, stderr } = await earshot(env, ['restore', archive, ...options]);
  assert.deepEqual([code, stderr], [0, '']);
  return await startTestServer(env);
}

/** Creates empty databases and a folder. Returns their variables. */
async function createEmpty() {
  const database = await createTestDatabase({ isEmpty: true });
  after(() => database.drop());
  const folder = await mkdtemp(join(root, 'restored-'));
  return { DATABASE_URL: database.url, CLICKHOUSE_URL: database.clickhouseUrl, EARSHOT_DATA_DIR: folder };
}

/** Copies an archive with changed members. Returns the path of the copy. */
async function changeArchive(archive: string, change: (member: Member) => Member): Promise<string> {
  const path = join(root, `changed-${randomUUID()}.tar`);
  const members = async function* () {
    for await (const member of unpackArchive(createReadStream(archive))) if (member.name !== SUMS) yield change(member);
  };
  await writeFile(path, packArchive(members()));
  return path;
}
async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
const changeJson = (member: Member, change: (value: Json) => void): Member => {
  const value = JSON.parse(Buffer.from(member.bytes).toString());
  change(value);
  return { ...member, bytes: Buffer.from(JSON.stringify(value)) };
};

const diagnose = async ({ call, signIn }: TestServer) => {
  const { token } = await signIn();
  return (await call('GET', '/v1/diagnostics', { token })).body.backup;
};

test('a scheduled backup is encrypted, reported, and restored into external databases', async () => {
  const folder = join(root, 'backups');
  const metricsPort = String(await freePort());
  const identity = await generateX25519Identity();
  const server = await startTestServer({
    EARSHOT_BACKUP_TARGET: folder,
    EARSHOT_BACKUP_KEEP: '1d',
    EARSHOT_BACKUP_RECIPIENT: await identityToRecipient(identity),
    EARSHOT_METRICS_PORT: metricsPort,
  });
  const scheduled = { target: folder, schedule: '15 3 * * *', last_success_at: null, last_size_bytes: null, error: null };
  assert.deepEqual(await diagnose(server), scheduled);
  const readMetrics = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const unknown = await readMetrics();
  for (const name of ['last_success_timestamp_seconds', 'duration_seconds', 'size_bytes'])
    assert.match(unknown, new RegExp(`^earshot_backup_${name} 0$`, 'm'));
  const { project, figures } = await plant(server);
  await mkdir(folder);
  await writeFile(join(folder, 'earshot-20250101T000000Z.tar.age'), '');

  const { rows: queues } = await sql`SELECT expire_seconds FROM pgboss.queue WHERE name = 'backup'`.execute(server.db);
  assert.deepEqual(queues, [{ expire_seconds: 23 * 3_600 }], 'a long backup is not repeated while it runs');
  await runScheduled(server.db, 'backup');
  const [name = '', ...others] = await readdir(folder);
  assert.match(name, /^earshot-2\d{7}T\d{6}Z\.tar\.age$/);
  assert.deepEqual(others, [], 'the backup of January is removed');
  const { last_success_at, last_size_bytes, ...rest } = await diagnose(server);
  assert.ok(Date.now() - Date.parse(last_success_at) < 60_000 && last_size_bytes > 1_000);
  assert.deepEqual(rest, { target: folder, schedule: '15 3 * * *', error: null });
  const metrics = await readMetrics();
  assert.match(metrics, new RegExp(`^earshot_backup_size_bytes ${last_size_bytes}$`, 'm'));
  assert.match(metrics, /^earshot_backup_failures_total 0$/m);

  const key = join(root, 'private-key.txt');
  await writeFile(key, identity);
  const copy = await startRestored(join(folder, name), {}, '--identity', key);
  assert.deepEqual(await readFigures(copy, project), figures);
});

test('a failed backup is reported', async () => {
  const blocked = join(root, 'file');
  await writeFile(blocked, '');
  const server = await startTestServer({ EARSHOT_BACKUP_TARGET: join(blocked, 'backups'), EARSHOT_LOG_LEVEL: 'silent' });
  await runScheduled(server.db, 'backup');
  const { last_success_at, error } = await diagnose(server);
  assert.equal(last_success_at, null);
  assert.match(error, /not a directory|ENOTDIR/);
});

test('a backup in a bucket is restored into the bucket for uploads', async () => {
  const { env: bucket, objects } = await startBucket('acme-restored');
  const database = await createTestDatabase();
  after(() => database.drop());
  const env = { ...bucket, DATABASE_URL: database.url, CLICKHOUSE_URL: database.clickhouseUrl };
  const server = await startTestServer({ ...env, EARSHOT_BACKUP_TARGET: 's3://acme/backups', EARSHOT_BACKUP_KEEP: '1d' });
  const { project, figures } = await plant(server);
  await runScheduled(server.db, 'backup');
  await runScheduled(server.db, 'backup');
  const { rows } = await sql<{ name: string }>`SELECT name FROM backup_status`.execute(server.db);
  const archive = rows[0]?.name ?? '';
  const copy = await startRestored(archive, { ...bucket, EARSHOT_S3_BUCKET: 'acme-restored' });
  assert.deepEqual(await readFigures(copy, project), figures);

  const stored = await objects();
  assert.equal(stored.length, 1);
  const refused = await earshot({ ...bucket, ...(await createEmpty()) }, ['restore', archive]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^The bucket acme contains uploads\. .* Set EARSHOT_S3_BUCKET to an empty bucket\./);
  const file = join(root, 'bucket.tar');
  const made = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'unused') }, ['backup', 'create', file]);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  const wrong = await changeArchive(file, (member) =>
    member.name === CONTENTS ? changeJson(member, ({ postgres }) => postgres.projects++) : member,
  );
  const failed = await earshot({ ...bucket, ...(await createEmpty()) }, ['restore', wrong, '--shared-bucket']);
  assert.match(failed.stderr, /^The table projects has \d+ rows after the restore instead of/);
  assert.deepEqual(await objects(), stored, 'a failed restore deletes no uploads that it did not write');
  if (IS_LONG) {
    const shared = await startRestored(file, bucket, '--shared-bucket');
    assert.deepEqual(await readFigures(shared, project), figures);
  }

  const missing = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'a') }, ['restore', 's3://acme/backups/none.tar']);
  assert.deepEqual([missing.code, missing.stderr], [1, 'Not found: s3://acme/backups/none.tar\n']);
  const unknown = await earshot({ EARSHOT_DATA_DIR: join(root, 'a') }, ['backup', 'verify', 's3://acme/none.tar']);
  assert.match(unknown.stderr, /^s3:\/\/acme requires EARSHOT_S3_ENDPOINT/);
});

test('an archive in a bucket is written and read in parts', async () => {
  const { env } = await startBucket();
  const bucket = createArchiveBucket(readConfig(env), 'acme', 'parts');
  const bytes = randomBytes(33 * 1024 * 1024);
  assert.equal(await bucket.write('a.tar', each([bytes])), bytes.length);
  const parts = await Array.fromAsync(bucket.read('a.tar'));
  assert.deepEqual(
    parts.map(({ length }) => length),
    [32 * 1024 * 1024, 1024 * 1024],
  );
  assert.ok(bytes.equals(Buffer.concat(parts)));
});

/** Removes the tables, columns, indexes and functions that the migrations after the first one have added. */
async function undoMigrations(db: Db): Promise<void> {
  const first = await createTestDatabase({ isEmpty: true });
  const pool = new pg.Pool({ connectionString: first.url });
  after(async () => {
    await pool.end();
    await first.drop();
  });
  const early = createDatabase(pool);
  await pool.query(await readFile(new URL('../../../../migrations/0001_schema.sql', import.meta.url), 'utf8'));
  const find = async (of: Db) =>
    (
      await sql<{ statement: string }>`
        SELECT format('DROP INDEX IF EXISTS %I CASCADE', indexname) AS statement FROM pg_indexes
        WHERE schemaname = 'public' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)
        UNION ALL SELECT format('DROP TABLE IF EXISTS %I CASCADE', table_name) FROM information_schema.tables WHERE table_schema = 'public'
        UNION ALL SELECT format('ALTER TABLE IF EXISTS %I DROP COLUMN IF EXISTS %I CASCADE', table_name, column_name)
        FROM information_schema.columns WHERE table_schema = 'public'`.execute(of)
    ).rows.map(({ statement }) => statement);
  const kept = new Set(await find(early));
  for (const statement of await find(db))
    if (!kept.has(statement) && !statement.includes('kysely_')) await sql.raw(statement).execute(db);
  await sql`DELETE FROM kysely_migration WHERE name > '0001_schema'`.execute(db);
}

test('a backup of an older version is migrated, and one of a newer version is refused', async () => {
  const database = await createTestDatabase();
  after(() => database.drop());
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: database.clickhouseUrl };
  const server = await startTestServer(env);
  const { project, figures } = await plant(server);
  await undoMigrations(server.db);
  const clickhouse = await openClickHouse(readConfig(env));
  after(clickhouse.close);
  const command = async (statement: string) => await clickhouse.command(raw(statement));
  await command('DROP TABLE searches SYNC');
  await command('ALTER TABLE events DROP COLUMN revenue_currency');
  const create = async (name: string) => {
    const archive = join(root, name);
    const made = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'unused') }, ['backup', 'create', archive]);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    return archive;
  };
  const older = await create('older.tar');
  const changed = await clickhouse.query(
    sqlOf`SELECT 1 FROM system.columns WHERE database = currentDatabase() AND (table = 'searches' OR name = 'revenue_currency')`,
  );
  assert.deepEqual(changed, [], 'a backup does not change the schema');
  const copy = await startRestored(older);
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration WHERE name = '0002_backup_status'`.execute(
    copy.db,
  );
  assert.equal(rows.length, 1);
  assert.deepEqual(await readFigures(copy, project), figures);

  const newer = await changeArchive(older, (member) =>
    member.name === HEADER ? changeJson(member, (header) => header.migrations.push('9999_newer')) : member,
  );
  const empty = await createTestDatabase({ isEmpty: true });
  after(() => empty.drop());
  const into = { DATABASE_URL: empty.url, CLICKHOUSE_URL: empty.clickhouseUrl, EARSHOT_DATA_DIR: join(root, 'newer') };
  const refused = await earshot(into, ['restore', newer]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^The backup was made by a newer Earshot: it has the migration 9999_newer/);

  const used = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'used') }, ['restore', older]);
  assert.equal(used.code, 1);
  assert.match(used.stderr, /^The database has the table .*, and a restore overwrites nothing/);

  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', '')`.execute(server.db);
  const outdated = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'unused') }, ['backup', 'create', join(root, 'no.tar')]);
  assert.equal(outdated.code, 1, 'tables that this version does not know would be missing');
  assert.match(outdated.stderr, /^This database was used by a newer Earshot: it has the migration 9999_newer/);
  await sql`DELETE FROM kysely_migration WHERE name = '9999_newer'`.execute(server.db);

  await command('RENAME TABLE visit_facts TO settled_visits');
  const early = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'unused') }, ['backup', 'create', join(root, 'early.tar')]);
  assert.equal(early.code, 1);
  assert.match(
    early.stderr,
    /does not know the column \w+ of the ClickHouse table settled_visits\. Make the backup with the version/,
  );
});

test('an archive with statements as names of columns, or with rows that a backup never has, is refused', async () => {
  const database = await createTestDatabase();
  after(() => database.drop());
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: database.clickhouseUrl };
  await plant(await startTestServer(env));
  const clickhouse = await openClickHouse(readConfig(env));
  after(clickhouse.close);
  const others = ['backup_of_notes', 'earshot_snapshot_of_notes'];
  for (const name of others) await clickhouse.command(raw(`CREATE TABLE ${name} (id UInt8) ENGINE = MergeTree ORDER BY id`));
  const archive = join(root, 'genuine.tar');
  const victim = join(root, 'victim');
  await writeFile(victim, 'content');
  await symlink(victim, join(root, '.genuine.tar.partial'));
  const made = await earshot({ ...env, EARSHOT_DATA_DIR: join(root, 'unused') }, ['backup', 'create', archive]);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.equal(await readFile(victim, 'utf8'), 'content', 'a backup does not follow a link of others');
  const stats = await lstat(archive);
  assert.deepEqual([stats.isFile(), stats.mode & 0o777], [true, 0o600]);
  const tables = await clickhouse.query<{ name: string }>(
    sqlOf`SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE '%\\_of\\_%' ORDER BY name`,
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    others,
    'a backup drops its own tables, and no others',
  );

  const cases: [(member: Member) => Member, RegExp][] = [
    [
      (member) =>
        member.name === HEADER
          ? changeJson(member, ({ clickhouse: { events } }) => (events[0] = 'project_id`) SELECT * FROM secrets --'))
          : member,
      /^The archive is damaged: the ClickHouse table events has no column "project_id`\) SELECT/,
    ],
    [
      (member) =>
        member.name.startsWith('postgres/projects/') ? { ...member, name: 'postgres/analytics_batches/000001' } : member,
      /^The archive is damaged: a backup has no rows of analytics_batches/,
    ],
  ];
  for (const [change, message] of cases) {
    const { code, stderr } = await earshot(await createEmpty(), ['restore', await changeArchive(archive, change)]);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
});

test('an archive without encryption is refused where an encrypted one is expected', async () => {
  const archive = join(root, 'genuine.tar');
  await copyFile(archive, `${archive}.age`);
  const identity = join(root, 'key.txt');
  await writeFile(identity, await generateX25519Identity());
  const verify = async (env: Record<string, string>, ...args: string[]) =>
    await earshot({ EARSHOT_DATA_DIR: join(root, 'unused'), ...env }, ['backup', 'verify', ...args]);
  const refused = [
    await verify({}, `${archive}.age`),
    await verify({}, archive, '--identity', identity),
    await verify({ EARSHOT_BACKUP_PASSPHRASE: 'correct horse' }, archive),
  ];
  for (const { code, stderr } of refused) {
    assert.equal(code, 1);
    assert.match(stderr, /^The archive is not encrypted, although /);
  }
  assert.equal((await verify({}, archive)).code, 0);
});

test('a second restore into a folder is refused while the first one runs', async () => {
  const env = await createEmpty();
  const marker = join(env.EARSHOT_DATA_DIR, 'restore-incomplete');
  const restored = join(env.EARSHOT_DATA_DIR, 'uploads', 'a.png');
  await mkdir(join(restored, '..'));
  await writeFile(restored, '');
  await writeFile(marker, `${process.pid}\n`);
  const { code, stderr } = await earshot(env, ['restore', join(root, 'genuine.tar')]);
  assert.deepEqual([code, stderr.startsWith(`Process ${process.pid} restores into `)], [1, true], stderr);
  assert.ok(existsSync(restored), 'the first one continues');
});

test('a command reads the rows of a running server through its socket', async () => {
  const database = await createTestDatabase();
  after(() => database.drop());
  const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: database.clickhouseUrl }));
  after(clickhouse.close);
  await createTables(clickhouse, undefined);
  await clickhouse.command(raw(`INSERT INTO searches (project_id) VALUES ('${randomUUID()}')`));
  const open = () => openSnapshot(clickhouse, undefined);
  const served = await serveSnapshots(root, open);
  const snapshot = await requestSnapshot(root);
  assert.deepEqual([snapshot?.rows.searches, snapshot?.chunks.map(({ table }) => table)], [1, ['searches']]);
  const received = await snapshot?.read(0);
  await assert.rejects(snapshot?.read(1) ?? Promise.resolve(), /no such snapshot/);
  await assert.rejects(requestSnapshot(root), /a snapshot is open/);
  await snapshot?.close();
  await served.stop();
  assert.equal(await requestSnapshot(root), undefined);
  const own = await open();
  assert.deepEqual(received, Buffer.from(await own.read(0)));
  await own.close();
});

test('a command does not connect to a socket in a folder that others can enter', async () => {
  const dataDir = join(root, 'x'.repeat(120));
  const folder = join(buildSocketPath(dataDir), '..');
  assert.equal(await requestSnapshot(dataDir), undefined);
  await mkdir(folder);
  after(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await assert.rejects(requestSnapshot(dataDir), /must be a folder that only this user can enter/);
  await assert.rejects(isServed(dataDir), /must be a folder that only this user can enter/);
});
