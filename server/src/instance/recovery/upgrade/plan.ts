import { rm } from 'node:fs/promises';
import { type Config, ConfigError } from '../../../platform/config/config.ts';
import { usePostgres } from '../../../platform/postgres/connections.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { attachEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import type { Log } from '../../../platform/postgres/embedded-cluster.ts';
import { findPending, migrate, type Migration, readMigrations } from '../../../platform/postgres/migrate.ts';
import { refuseUnusedFolder } from '../../../platform/postgres/unused.ts';
import { changesClickHouse } from './protection.ts';
import { copyData, measureSnapshot } from './snapshots.ts';
import { listTableSizes, type TableSize } from './tables-store.ts';

/** Changes that an upgrade to this version makes. */
export interface MigrationPlan {
  migrations: {
    name: string;
    description: string;
    /** Existing tables that the migration names. */
    tables: string[];
    /** Duration on a copy of the database. Null when it was not tried. */
    duration_ms: number | null;
  }[];
  /** Sizes of the tables that migrations name, largest first. */
  tables: TableSize[];
  /** Whether tables of the embedded ClickHouse are changed. Null for a ClickHouse server, which is compared at the start. */
  changes_clickhouse: boolean | null;
  /** Size of the snapshot before the upgrade. Null without a snapshot. */
  snapshot: { copied_bytes: number; free_bytes: number } | null;
  /** Reason why the migrations were not tried on a copy. */
  untried: string | null;
}

/** Lists what an external database lacks. Changes nothing. */
export async function planExternal(db: Db): Promise<MigrationPlan> {
  return {
    ...(await describe(db)),
    changes_clickhouse: null,
    snapshot: null,
    untried:
      'The database is external. To measure the duration, restore a backup into another database, and run `earshot migrate` with its DATABASE_URL.',
  };
}

/**
 * Lists what the data folder lacks, and tries the migrations on a copy of its PostgreSQL, unless a process uses the folder.
 * @throws {ConfigError} when the folder has no database
 * @throws when a migration fails on the copy
 */
export async function planEmbedded({ config, log }: { config: Config; log: Log }): Promise<MigrationPlan> {
  const dataDir = config.EARSHOT_DATA_DIR;
  await refuseUnusedFolder(config);
  const described = await usePostgres(await attachEmbeddedPostgres({ dataDir, log }), describe);
  const { needed, free } = await measureSnapshot(dataDir);
  const plan: MigrationPlan = {
    ...described,
    changes_clickhouse: config.CLICKHOUSE_URL ? null : await changesClickHouse(dataDir),
    snapshot: config.CLICKHOUSE_URL || !config.EARSHOT_UPGRADE_SNAPSHOT ? null : { copied_bytes: needed, free_bytes: free },
    untried: null,
  };
  if (!plan.migrations.length) return plan;
  try {
    const durations = await tryOnCopy(dataDir, log);
    return { ...plan, migrations: plan.migrations.map((each) => ({ ...each, duration_ms: durations.get(each.name) ?? null })) };
  } catch (error) {
    // The folder is in use, or the space does not suffice.
    if (!(error instanceof ConfigError)) throw error;
    return { ...plan, untried: error.message };
  }
}

/**
 * Migrates a copy of PostgreSQL, which is removed afterwards. Returns the duration of each migration in milliseconds.
 * @throws when a migration fails
 */
async function tryOnCopy(dataDir: string, log: Log): Promise<Map<string, number>> {
  const { folder } = await copyData(dataDir, '.plan-', ['postgres']);
  try {
    const durations = new Map<string, number>();
    await usePostgres(await attachEmbeddedPostgres({ dataDir: folder, log }), (db) =>
      migrate(db, ({ name, durationMs }) => durations.set(name, Math.round(durationMs))).catch((error: unknown) => {
        throw new Error(`A migration fails on a copy of the database: ${(error as Error).message}`, { cause: error });
      }),
    );
    return durations;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function describe(db: Db): Promise<Pick<MigrationPlan, 'migrations' | 'tables'>> {
  const { pending } = await findPending(db);
  const [files, sizes] = [await readMigrations(), await listTableSizes(db)];
  const known = new Set(sizes.map(({ name }) => name));
  const migrations = files
    .filter(({ name }) => pending.includes(name))
    .map((migration) => ({
      name: migration.name,
      description: describeMigration(migration),
      tables: findTables(migration.text).filter((table) => known.has(table)),
      duration_ms: null,
    }));
  const touched = new Set(migrations.flatMap(({ tables }) => tables));
  return { migrations, tables: sizes.filter(({ name }) => touched.has(name)) };
}

/** Returns the first sentence of the comment at the beginning of a migration, or the words of its name. */
export function describeMigration({ name, text }: Migration): string {
  const [comment = ''] = /^(?:--.*\n?)+/.exec(text) ?? [];
  const words = comment.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim();
  return /^.*?[.:](?= |$)/.exec(words)?.[0].slice(0, -1) ?? (words || name.replace(/^\d+_/, '').replaceAll('_', ' '));
}

const STATEMENT =
  /\b(?:ALTER TABLE|UPDATE|INSERT INTO|DELETE FROM|DROP TABLE|CREATE (?:UNIQUE )?INDEX[^;]*? ON)\s+(?:IF EXISTS\s+|ONLY\s+)*"?(\w+)/gi;

/** Returns the names of the tables that the statements of a migration change. */
export function findTables(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '');
  return [...new Set([...statements.matchAll(STATEMENT)].map(([, table = '']) => table.toLowerCase()))].toSorted();
}
