import { pino } from 'pino';
import { runCommandLine } from '../../cli/src/program.ts';
import { acceptLosses } from './event-log/event-counts-store.ts';
import { type Config, publicUrlOf, readConfig } from './config.ts';
import { isEmail } from './http/validation.ts';
import { createRecoveryLink, createSetupLink } from './identity/accounts/links.ts';
import { issuePersonalToken } from './identity/index.ts';
import { createDatabase, createPool, type Db } from './postgres/database.ts';
import { attachEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { claimFirstProject, ensureFirstProject } from './projects/projects.ts';

// The command line, with the commands for the machine of the server: these use the database directly, alongside a running server or
// without one.
await runCommandLine(process.argv.slice(2), {
  isEmail,
  createToken,
  acceptLosses: () => withDatabase((db) => acceptLosses(db)),
  createSetupLink: () => withDatabase((db, config) => createSetupLink(db, publicUrlOf(config))),
  createRecoveryLink: (email) => withDatabase((db, config) => createRecoveryLink(db, { publicUrl: publicUrlOf(config), email })),
});

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

/** Runs `work` with the configured database after migrating it. A server may use the database at the same time. */
async function withDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const embedded = config.DATABASE_URL
    ? undefined
    : await attachEmbeddedPostgres({ dataDir: config.EARSHOT_DATA_DIR, log, settings: config.memory.postgres });
  // Migrations require a session, which a transaction pooler does not provide.
  const connectionString = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const pool = createPool({ connectionString, ...embedded?.connection, max: 2 }, () => {});
  try {
    const db = createDatabase(pool);
    await migrate(db);
    return await work(db, config);
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}
