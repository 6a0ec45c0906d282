import { promisify } from 'node:util';
import { finished } from 'node:stream/promises';
import { zstdCompress } from 'node:zlib';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { getConstructionPlans } from 'pg-boss';
import type { Db } from '../../../platform/postgres/database.ts';
import { migrateTo } from '../../../platform/postgres/migrate.ts';
import { decompressMember, type Header, type Member } from './archive.ts';
import { BackupError } from './errors.ts';

// Names of PostgreSQL's catalog.
// cspell:ignore nspname attname attnum attrelid attisdropped attgenerated relkind relnamespace relispartition deptype
// cspell:ignore sequencename conrelid conname constraintdef contype conparentid connamespace regnamespace setval

const compress = promisify(zstdCompress);

/** Size of a member before its compression. */
const PART_BYTES = 8 * 1024 * 1024;
const FOLDER = 'postgres/';
/** Schema of the job queue (jobs/queue.ts). */
const JOBS = 'pgboss';
/** Tables of the job queue that a backup contains. The queue creates the others itself. */
const JOB_TABLES: Record<string, string> = {
  queue: 'true',
  // Completed jobs are history.
  job: "state < 'completed'",
};

/** Table of batches that are being written to ClickHouse. */
const BATCHES = 'analytics_batches';

/** `earshot backup` and scheduled backups of an instance take turns. */
const LOCK = 0x65_61_72_62;

/** Takes the lock of backups, for the duration of the connection. @throws {BackupError} when another backup holds the lock */
export async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  if (!rows[0]?.taken) throw new BackupRunningError('Another backup is running. Wait until it ends');
}

export class BackupRunningError extends BackupError {}

/** @throws {BackupError} when the database is not one of Earshot */
export async function requireInstance(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('kysely_migration') IS NOT NULL AND to_regclass('analytics_partitions') IS NOT NULL AS exists",
  );
  if (!rows[0]?.exists) throw new BackupError('The database has no data of Earshot. Check DATABASE_URL');
}

/** Text of rows, and the duration of the transaction, must not depend on settings of a user or a database. */
const SETTINGS = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

async function applySettings(client: pg.Client): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS)) await client.query('SELECT set_config($1, $2, false)', [name, value]);
}

/** Starts a transaction that sees the data of this moment until its end. Ends the previous one. */
export async function openSnapshot(client: pg.Client): Promise<void> {
  await client.query('ROLLBACK');
  await applySettings(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The first statement determines the moment.
  await client.query('SELECT 1');
}

export interface Table {
  /** Name in the archive; tables of the job queue have the name of their schema in front. */
  name: string;
  columns: string[];
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const referTo = (name: string) => name.split('.').map(quote).join('.');

/** Returns the tables of Earshot with their columns. Generated columns are computed again. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND (n.nspname = current_schema() AND c.relname NOT IN ('kysely_migration', 'kysely_migration_lock')
         OR n.nspname = $1 AND c.relname = ANY($2))
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     GROUP BY n.nspname, c.relname ORDER BY n.nspname = $1, c.relname = 'job', c.relname`,
    [JOBS, Object.keys(JOB_TABLES)],
  );
  return rows.map(({ schema, name, columns }) => ({ name: schema === JOBS ? `${JOBS}.${name}` : name, columns }));
}

/** Returns the names of the migrations of a database, in their order. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Returns the size of the database in bytes. */
export async function findSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size');
  return Number(rows[0]?.size);
}

/** Yields the rows of a table in the text format of COPY, in compressed parts. `count` receives the number of rows. */
export async function* readRows(
  client: pg.Client,
  { name, columns }: Table,
  count: (rows: number) => void,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const condition = name.startsWith(`${JOBS}.`) ? JOB_TABLES[name.slice(JOBS.length + 1)] : 'true';
  const stream = client.query(
    copyTo(
      `/* all projects */ COPY (SELECT ${columns.map(quote).join(', ')} FROM ${referTo(name)} WHERE ${condition}) TO STDOUT`,
    ),
  );
  let pending: Buffer[] = [];
  let size = 0;
  let part = 0;
  const take = async () => {
    const bytes = await compress(Buffer.concat(pending));
    pending = [];
    size = 0;
    return { name: `${FOLDER}${name}/${String(++part).padStart(6, '0')}`, bytes };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    pending.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) yield await take();
  }
  if (size) yield await take();
  count(stream.rowCount ?? 0);
}

/** Returns the last value of each sequence. Sequences are outside of transactions: reads them after the rows. */
export async function readSequences(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    'SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1',
  );
  return Object.fromEntries(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, Number(value)]])));
}

/** Returns ids and types of uploads after an id, in the order of their ids. */
export async function listUploads(
  client: pg.Client,
  after: string,
  limit: number,
): Promise<{ id: string; content_type: string }[]> {
  const { rows } = await client.query<{ id: string; content_type: string }>(
    '/* all projects */ SELECT id, content_type FROM uploads WHERE id > $1 ORDER BY id LIMIT $2',
    [after, limit],
  );
  return rows;
}

/** Returns the name of a table if the database has any; such a database is not restored into. */
export async function findAnyTable(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN (current_schema(), $1)
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
    [JOBS],
  );
  return rows[0]?.name;
}

export interface Loading {
  /** Loads a member of PostgreSQL. Members of a table follow each other. Returns false for other members. */
  load: (member: Member) => Promise<boolean>;
  /** Sets sequences, restores constraints, and commits. @throws {BackupError} when the numbers of rows differ from the given ones */
  commit: (contents: { postgres: Record<string, number>; sequences: Record<string, number> }) => Promise<void>;
}

/**
 * Starts to load rows into an empty database, in one transaction: without `commit`, the database stays empty. Creates the schema of the
 * version that made the backup, so that rows fit; later migrations follow as in an upgrade.
 */
export async function startLoading(client: pg.Client, header: Header): Promise<Loading> {
  await client.query('BEGIN');
  await migrateTo(onlyClient(client), header.migrations);
  // The plan has a transaction of its own.
  await client.query(getConstructionPlans(JOBS).replaceAll(/^\s*(BEGIN|COMMIT);\s*$/gm, ''));
  // After the plan, which limits the time of its transaction.
  await applySettings(client);
  // Rows arrive in an order that foreign keys do not know.
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY conname`,
  );
  for (const { drop } of keys) await client.query(drop);
  const known = new Set((await listTables(client)).map(({ name }) => name));
  // Other tables of the database do not belong to Earshot.
  const tables = new Map(header.tables.filter(({ name }) => known.has(name)).map((table) => [table.name, table]));
  for (const name of tables.keys()) {
    // Migrations insert rows, which the backup contains as well.
    const { rows } = await client.query(`/* all projects */ SELECT FROM ${referTo(name)} LIMIT 1`);
    if (rows.length) await client.query(`/* all projects */ DELETE FROM ${referTo(name)}`);
  }

  const counts: Record<string, number> = {};
  let current: { name: string; write: (rows: Buffer) => Promise<void>; end: () => Promise<number> } | undefined;
  const end = async () => {
    if (!current) return;
    const { name, end: finish } = current;
    current = undefined;
    counts[name] = await finish();
  };
  return {
    load: async (member) => {
      if (!member.name.startsWith(FOLDER)) return false;
      const name = member.name.slice(FOLDER.length, member.name.lastIndexOf('/'));
      // Their deletions would be executed. A backup is made when all batches are in ClickHouse.
      if (name === BATCHES) throw new BackupError(`The archive is damaged: a backup has no rows of ${BATCHES}`);
      const table = tables.get(name);
      if (!table) return true;
      if (current?.name !== name) {
        await end();
        current = { name, ...startCopy(client, table) };
      }
      await current.write(await decompressMember(member));
      return true;
    },
    commit: async ({ postgres, sequences }) => {
      await end();
      for (const name of tables.keys())
        if ((counts[name] ?? 0) !== postgres[name])
          throw new BackupError(`The table ${name} has ${counts[name] ?? 0} rows after the restore instead of ${postgres[name]}`);
      for (const [name, value] of Object.entries(sequences))
        await client.query("SELECT setval(to_regclass(format('%I.%I', current_schema(), $1::text)), $2)", [name, value]);
      for (const { add } of keys) await client.query(add);
      await client.query('COMMIT');
      // Otherwise the planner assumes empty tables until autovacuum has analyzed them.
      await client.query('ANALYZE').catch(() => {});
    },
  };
}

/** Starts to load rows of a table. `end` returns the number of rows. */
function startCopy(client: pg.Client, { name, columns }: Table) {
  const stream = client.query(copyFrom(`COPY ${referTo(name)} (${columns.map(quote).join(', ')}) FROM STDIN`));
  // The server can refuse a row at any time, also without a write that waits for its answer.
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  return {
    write: async (rows: Buffer): Promise<void> => {
      const written = new Promise<void>((resolve, reject) => {
        stream.write(rows, (error) => (error ? reject(error) : resolve()));
      });
      await Promise.race([written, failed]);
    },
    end: async (): Promise<number> => {
      stream.end();
      await Promise.race([finished(stream), failed]);
      return stream.rowCount ?? 0;
    },
  };
}

/** Returns a database whose statements run on one connection, within its transaction. */
function onlyClient(client: pg.Client): Db {
  const connection: PostgresPoolClient = { query: client.query.bind(client), release: () => {} };
  const pool = { options: {}, connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
