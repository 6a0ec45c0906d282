import { runCommandLine } from '../../cli/src/program.ts';
import { refuseInterruptedRestore } from './instance/recovery/backup/data-folder.ts';
import { acceptLosses } from './services/analytics/pipeline/event-counts-store.ts';
import { type Config, ConfigError, derivePublicUrl, readConfig } from './platform/config/config.ts';
import { createRecoveryLink, createSetupLink } from './instance/identity/accounts/links.ts';
import { issuePersonalToken } from './instance/identity/index.ts';
import { attachPostgres, usePostgres } from './platform/postgres/connections.ts';
import type { Db } from './platform/postgres/database.ts';
import { migrate, type OnMigrated } from './platform/postgres/migrate.ts';
import { refuseUnusedDatabase, refuseUnusedFolder } from './platform/postgres/unused.ts';
import { claimFirstProject, ensureFirstProject } from './instance/projects/projects.ts';
import { planEmbedded, planExternal } from './instance/recovery/upgrade/plan.ts';
import { createProtection, recordSchema, warnWithoutSnapshot } from './instance/recovery/upgrade/protection.ts';
import { rollBack } from './instance/recovery/upgrade/rollback.ts';
import { listSnapshots, refuseInterruptedRollback } from './instance/recovery/upgrade/snapshots.ts';
import { createLog } from './platform/observe/log.ts';
import { VERSION } from './platform/observe/version.ts';

/** The output of a command is its result: only problems are logged. */
const { log } = createLog({ level: 'warn', fd: 2 });

// The command line, with the commands for the machine of the server: these use the database directly, alongside a running server or
// without one.
await runCommandLine(process.argv.slice(2), {
  createToken,
  acceptLosses: () => withDatabase((db) => acceptLosses(db)),
  createSetupLink: () => withAccounts((db, config) => createSetupLink(db, derivePublicUrl(config))),
  createRecoveryLink: (email) =>
    withAccounts((db, config) => createRecoveryLink(db, { publicUrl: derivePublicUrl(config), email })),
  createBackup: async (options) => {
    await refuseInterruptedRollback(readConfig(process.env).EARSHOT_DATA_DIR);
    return await (await loadBackups()).createBackup(options);
  },
  verifyBackup: async (options) => (await loadBackups()).verifyBackup(options),
  restoreBackup: async (options) => {
    const summary = await (await loadBackups()).restoreBackup(options);
    // Without it, the first start would copy the databases as if they were of an unknown version.
    await recordSchema({ config: readConfig(process.env), version: VERSION });
    return summary;
  },
  planMigrations: async () => {
    const config = readConfig(process.env);
    return config.DATABASE_URL
      ? await usePostgres(await attachPostgres(config, log), planExternal)
      : await planEmbedded({ config, log });
  },
  migrate: async () => {
    const migrated: { name: string; duration_ms: number }[] = [];
    const add: OnMigrated = ({ name, durationMs }) => migrated.push({ name, duration_ms: Math.round(durationMs) });
    return await openDatabase(() => Promise.resolve(migrated), add);
  },
  listSnapshots: () => listSnapshots(readConfig(process.env).EARSHOT_DATA_DIR),
  rollBack: (name) => rollBack({ config: readConfig(process.env), log }, name),
});

type Work<T> = (db: Db, config: Config) => Promise<T>;

/** Loaded on demand, because other commands should start fast. */
async function loadBackups() {
  const [{ createBackupCommands }, { whileQuiet }, { writeSaved }] = await Promise.all([
    import('./instance/recovery/backup/commands.ts'),
    import('./services/analytics/pipeline/batches-store.ts'),
    import('./services/analytics/pipeline/write-batch.ts'),
  ]);
  return createBackupCommands({ config: readConfig(process.env), log, eventLog: { whileQuiet, writeSaved }, version: VERSION });
}

async function createToken({ email, name, expiresIn }: { email: string; name: string; expiresIn: number }): Promise<string> {
  return await withDatabase(async (db, config) => {
    if (config.isLocal) await ensureFirstProject(db);
    return await issuePersonalToken(db, {
      email,
      name,
      days: expiresIn,
      withLocal: config.isLocal,
      onFirstSignIn: claimFirstProject,
    });
  });
}

/** Runs `work` like `withDatabase` does, on an instance with links for sign-in. @throws {ConfigError} when it has none */
async function withAccounts<T>(work: Work<T>): Promise<T> {
  const { hasAccounts, isLocal } = readConfig(process.env);
  if (!hasAccounts)
    throw new ConfigError(
      isLocal
        ? 'Sign-in on a loopback address accepts any email address and requires no link.\nFor an instance that others can reach, set EARSHOT_PUBLIC_URL as for the server'
        : 'Users sign in with the identity provider, and links are off.\nSet EARSHOT_ACCOUNTS=on for the server and for this command',
    );
  return await withDatabase(work);
}

/** Runs `work` with the database of the server after migrating it. @throws {ConfigError} when no server has used the database */
async function withDatabase<T>(work: Work<T>): Promise<T> {
  const config = readConfig(process.env);
  await refuseInterruptedRestore(config.EARSHOT_DATA_DIR);
  await refuseUnusedFolder(config);
  if (config.DATABASE_URL !== undefined) await usePostgres(await attachPostgres(config, log), refuseUnusedDatabase);
  return await openDatabase(work);
}

/**
 * Runs `work` with the configured database after creating or migrating it. A server may use the database at the same time, unless its
 * schema is older.
 */
async function openDatabase<T>(work: Work<T>, onMigrated?: OnMigrated): Promise<T> {
  const config = readConfig(process.env);
  await refuseInterruptedRestore(config.EARSHOT_DATA_DIR);
  await refuseInterruptedRollback(config.EARSHOT_DATA_DIR);
  const protect = createProtection({ config, version: VERSION, log });
  return await usePostgres(await protect(() => attachPostgres(config, log)), async (db) => {
    await warnWithoutSnapshot(db, { config, log });
    await migrate(db, onMigrated);
    return await work(db, config);
  });
}
