import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { exists } from '../../../platform/files.ts';
import { type Postgres, usePostgres } from '../../../platform/postgres/connections.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findPending, listMigrations } from '../../../platform/postgres/migrate.ts';
import { CLICKHOUSE_SCHEMA, readSchemaRecord, type SchemaRecord, writeSchemaRecord } from './schema-record.ts';
import { createSnapshot, isBeforeUpgrade, isSameSchema, listSnapshots } from './snapshots.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;
type Start = () => Promise<Postgres>;

interface Options {
  config: Config;
  version: string;
  log: Log;
}

/** Returns whether all data is in the data folder, so that a snapshot of the folder is complete. */
const isEmbedded = ({ DATABASE_URL, CLICKHOUSE_URL }: Config) => !DATABASE_URL && !CLICKHOUSE_URL;

/**
 * Returns a function that starts the embedded PostgreSQL with `start`. If this version will change the schema of the data folder, it shuts
 * PostgreSQL down again, creates a snapshot, and starts PostgreSQL a second time. Must be called before the migration.
 */
export function createProtection({ config, version, log }: Options): (start: Start) => Promise<Postgres> {
  const dataDir = config.EARSHOT_DATA_DIR;
  if (!config.EARSHOT_UPGRADE_SNAPSHOT || !isEmbedded(config)) return (start) => start();
  return async (start) => {
    const postgres = await start();
    try {
      const target = await describeTarget(version);
      const { connection } = postgres;
      if (!(await usePostgres({ connection }, (db) => changesSchema(db, dataDir, target)))) return postgres;
      await postgres.stop();
      const began = performance.now();
      const from = (await readSchemaRecord(dataDir))?.version ?? null;
      const { snapshot, copiedBytes, linkedFiles } = await createSnapshot(dataDir, { version: from, target });
      log.info(
        {
          snapshot: snapshot.name,
          copied_bytes: copiedBytes,
          linked_files: linkedFiles,
          duration_ms: Math.round(performance.now() - began),
        },
        'created a snapshot of the data folder before the upgrade',
      );
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return await start();
  };
}

/** Logs that the schema of an existing database is about to change without a snapshot. Must be called before the migration. */
export async function warnWithoutSnapshot(db: Db, { config, log }: Omit<Options, 'version'>): Promise<void> {
  if (config.EARSHOT_UPGRADE_SNAPSHOT && isEmbedded(config)) return;
  const { last, pending } = await findPending(db);
  if (last === undefined || !pending.length) return;
  const reason = isEmbedded(config) ? 'EARSHOT_UPGRADE_SNAPSHOT is off' : 'a database is external';
  log.warn({ migrations: pending, reason }, 'migrating without a snapshot: to return to the previous version, restore a backup');
}

/** Returns the schema of this version. */
async function describeTarget(version: string): Promise<SchemaRecord> {
  return { version, migration: (await listMigrations()).at(-1), clickhouse: CLICKHOUSE_SCHEMA };
}

/** Returns whether a start of this version changes the schema of data that exists. */
async function changesSchema(db: Db, dataDir: string, target: SchemaRecord): Promise<boolean> {
  const { last, pending } = await findPending(db);
  if (last === undefined) return false;
  if (pending.length) return true;
  if (!(await changesClickHouse(dataDir))) return false;
  // An upgrade that was interrupted between both databases has a snapshot of the state before.
  const newest = (await listSnapshots(dataDir)).find(isBeforeUpgrade);
  return !newest || !isSameSchema(newest.target, target);
}

/** Returns whether this version changes tables of ClickHouse in the data folder. */
export async function changesClickHouse(dataDir: string): Promise<boolean> {
  return (await exists(join(dataDir, 'clickhouse'))) && (await readSchemaRecord(dataDir))?.clickhouse !== CLICKHOUSE_SCHEMA;
}

/** Records the schema of this version in the data folder, after all migrations. */
export async function recordSchema({ config, version }: Pick<Options, 'config' | 'version'>): Promise<void> {
  if (!isEmbedded(config)) return;
  const [target, recorded] = await Promise.all([describeTarget(version), readSchemaRecord(config.EARSHOT_DATA_DIR)]);
  if (!recorded || !isSameSchema(recorded, target)) await writeSchemaRecord(config.EARSHOT_DATA_DIR, target);
}
