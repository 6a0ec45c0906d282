import { readFile, readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from '../config.ts';
import type { Db } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/**
 * Migrates the schema. Kysely's migrator holds an advisory lock, so any number of nodes can start together.
 * @throws {ConfigError} when a newer version of Earshot has used the database
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = await readMigrations();
  await refuseNewerDatabase(db, Object.keys(migrations));
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } }).migrateToLatest();
  if (error) {
    // A node with a newer version may have migrated since the check above.
    await refuseNewerDatabase(db, Object.keys(migrations));
    throw error;
  }
}

/** @throws {ConfigError} when this version does not know all migrations of a backup */
export async function refuseUnknown(names: string[]): Promise<void> {
  const known = await readMigrations();
  const unknown = names.find((name) => !known[name]);
  if (unknown)
    throw new ConfigError(
      `The backup was made by a newer Earshot: it has the migration ${unknown}, and this version ends at ${Object.keys(known).toSorted().at(-1)}. Install the newer version to restore the backup`,
    );
}

/** Runs migrations of this version in the transaction of the only connection of a database. */
export async function migrateTo(db: Db, names: string[]): Promise<void> {
  const known = await readMigrations();
  const migrations = Object.fromEntries(names.map((name) => [name, known[name] as Migration]));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    disableTransactions: true,
  }).migrateToLatest();
  if (error) throw error;
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    return [file.slice(0, -'.sql'.length), { up: async (tx) => void (await sql.raw(text).execute(tx)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function refuseNewerDatabase(db: Db, known: string[]): Promise<void> {
  const { rows: tables } =
    await sql`SELECT 1 FROM pg_tables WHERE tablename = ${DEFAULT_MIGRATION_TABLE} AND schemaname = current_schema()`.execute(db);
  if (!tables.length) return;
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)} ORDER BY name`.execute(db);
  const unknown = rows.filter(({ name }) => !known.includes(name));
  if (unknown.length)
    throw new ConfigError(
      `This database was used by a newer Earshot: it has the migration ${unknown.at(-1)?.name}, and this version ends at ${known.toSorted().at(-1)}. Install the newer version again.`,
    );
}
