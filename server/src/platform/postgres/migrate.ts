import { readFile, readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type MigrationProvider, Migrator } from 'kysely/migration';
import { ConfigError } from '../config/config.ts';
import type { Db } from './database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
const SUFFIX = '.sql';

/** First and last migration of checkouts from before 0.1.0, and the last commit that has them. */
const EARLY = { first: '0001_identity', last: '0084_backup_status', commit: '8a5a3b46' };
/** Migrations with the same result as all early ones. */
const ADOPTED = ['0001_schema', '0002_backup_status'];
/** Names that the early migrations gave to constraints, and those of the schema. */
const RENAMED = [
  ['analytics_event_log', 'analytics_flusher_pkey', 'analytics_event_log_pkey'],
  ['analytics_event_log', 'analytics_flusher_is_only_check', 'analytics_event_log_is_only_check'],
  ['waitlist_rank_buckets', 'waitlist_stretches_project_id_fkey', 'waitlist_rank_buckets_project_id_fkey'],
] as const;

/** A file of `server/migrations`. */
export interface Migration {
  /** Name of the file without its suffix, such as `0002_backup_status`. Migrations run in the order of their names. */
  name: string;
  text: string;
}

/** Called after each migration, before the transaction of all migrations is committed. */
export type OnMigrated = (migration: { name: string; durationMs: number }) => void;

/**
 * Migrates the schema. Kysely's migrator holds an advisory lock, so any number of nodes can start together. All migrations run in one
 * transaction: if one fails, the schema remains as it was.
 * @throws {ConfigError} when a newer version of Earshot has used the database
 */
export async function migrate(db: Db, onMigrated: OnMigrated = () => {}): Promise<void> {
  const names = await listMigrations();
  const applied = await findApplied(db);
  refuseNewerDatabase(applied, names);
  // Kysely's migrator would read the columns of all tables, several times, to find its own.
  if (applied.length === names.length) return;
  await adoptEarly(db);
  const provider = toProvider(await readMigrations(), onMigrated);
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    // A node with a newer version may have migrated since the check above.
    refuseNewerDatabase(await findApplied(db), names);
    throw error;
  }
}

/** Replaces the names of early migrations by those with the same result. */
async function adoptEarly(db: Db): Promise<void> {
  if (!(await readApplied(db)).includes(EARLY.last)) return;
  await db.transaction().execute(async (tx) => {
    const table = sql.table(DEFAULT_MIGRATION_TABLE);
    await sql`LOCK TABLE ${table}`.execute(tx);
    // Another node may have been faster.
    if (!(await readApplied(tx)).includes(EARLY.last)) return;
    await sql`DELETE FROM ${table}`.execute(tx);
    for (const name of ADOPTED)
      await sql`INSERT INTO ${table} (name, timestamp) VALUES (${name}, ${new Date().toISOString()})`.execute(tx);
    for (const [of, from, to] of RENAMED)
      await sql`ALTER TABLE ${sql.table(of)} RENAME CONSTRAINT ${sql.ref(from)} TO ${sql.ref(to)}`.execute(tx);
  });
}

/**
 * Returns the migrations of this version that a database or backup has.
 * @throws {ConfigError} when it has some of the early migrations only
 */
function toCurrent(names: string[]): string[] {
  if (names.includes(EARLY.last)) return ADOPTED;
  if (names.includes(EARLY.first))
    throw new ConfigError(
      `This data is from before Earshot 0.1.0, and its schema is incomplete: it ends with the migration ${names.at(-1)}. Start Earshot of the commit ${EARLY.commit} with it once, then this version.`,
    );
  return names;
}

/** Returns migrations in the form of Kysely's migrator. */
function toProvider(files: Migration[], onMigrated: OnMigrated = () => {}): MigrationProvider {
  const entries = files.map(({ name, text }): [string, { up: (tx: Db) => Promise<void> }] => [
    name,
    {
      up: async (tx) => {
        const began = performance.now();
        await sql.raw(text).execute(tx);
        onMigrated({ name, durationMs: performance.now() - began });
      },
    },
  ]);
  return { getMigrations: () => Promise.resolve(Object.fromEntries(entries)) };
}

/** @throws {ConfigError} when this version does not know all migrations of a backup */
export async function refuseUnknown(names: string[]): Promise<void> {
  const known = await listMigrations();
  const unknown = toCurrent(names).find((name) => !known.includes(name));
  if (unknown)
    throw new ConfigError(
      `The backup was made by a newer Earshot: it has the migration ${unknown}, and this version ends at ${known.at(-1)}. Install the newer version to restore the backup`,
    );
}

/** Runs migrations of this version in the transaction of the only connection of a database. */
export async function migrateTo(db: Db, names: string[]): Promise<void> {
  const applied = toCurrent(names);
  const files = (await readMigrations()).filter(({ name }) => applied.includes(name));
  const { error } = await new Migrator({ db, provider: toProvider(files), disableTransactions: true }).migrateToLatest();
  if (error) throw error;
}

/** The state of a database compared with the migrations of this version. */
export interface MigrationState {
  /** Last applied migration. Undefined for an empty database. */
  last: string | undefined;
  /** Names of the migrations that a start would run. */
  pending: string[];
}

/**
 * Compares a database with the migrations of this version.
 * @throws {ConfigError} when a newer version of Earshot has used the database
 */
export async function findPending(db: Db): Promise<MigrationState> {
  const [names, applied] = await Promise.all([listMigrations(), findApplied(db)]);
  refuseNewerDatabase(applied, names);
  return { last: applied.at(-1), pending: names.filter((name) => !applied.includes(name)) };
}

/** Returns the names of the migrations of this version in the order of their execution. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .toSorted();
}

/** Returns the migrations of this version in the order of their execution. */
export async function readMigrations(): Promise<Migration[]> {
  const names = await listMigrations();
  return await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(`${name}${SUFFIX}`, FOLDER), 'utf8') })),
  );
}

/**
 * Returns the migrations of this version that have been applied, in order.
 * @throws {ConfigError} when only some of the early migrations have
 */
const findApplied = async (db: Db): Promise<string[]> => toCurrent(await readApplied(db));

async function readApplied(db: Db): Promise<string[]> {
  const { rows: tables } =
    await sql`SELECT 1 FROM pg_tables WHERE tablename = ${DEFAULT_MIGRATION_TABLE} AND schemaname = current_schema()`.execute(db);
  if (!tables.length) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)} ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

function refuseNewerDatabase(applied: string[], names: string[]): void {
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length)
    throw new ConfigError(
      `This database was used by a newer Earshot: it has the migration ${unknown.at(-1)}, and this version ends at ${names.at(-1)}. Install the newer version again.`,
    );
}
