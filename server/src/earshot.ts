import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS } from '@earshot/contract/auth';
import { acceptLosses } from './event-log/event-counts-store.ts';
import { type Config, readConfig } from './config.ts';
import { isEmail } from './http/validation.ts';
import { issuePersonalToken } from './identity/index.ts';
import { createDatabase, createPool, type Db } from './postgres/database.ts';
import { attachEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { claimFirstProject, ensureFirstProject } from './projects/projects.ts';

// Command line for the server's machine. It uses the database directly, alongside a running server or without one.
const program = new Command('earshot').description('Administration of Earshot on this machine').showHelpAfterError();

program
  .command('token')
  .description('personal access tokens')
  .command('create')
  .description('create a token and print only the token to standard output')
  .requiredOption(
    '--email <address>',
    'email address of the user; an unknown address gets an account, which its first sign-in claims',
    parseEmail,
  )
  .option('--name <name>', 'name in the list of tokens', 'Command line')
  .option('--expires-in <days>', `days until expiry, at most ${MAX_TOKEN_DAYS}`, parseDays, DEFAULT_TOKEN_DAYS)
  .action(async (options: { email: string; name: string; expiresIn: number }) => {
    process.stdout.write(`${await createToken(options)}\n`);
  });

program
  .command('analytics')
  .description('stored events')
  .command('accept-loss')
  .description('dismiss the warning about lost events that will not be restored; prints their number')
  .action(async () => {
    const events = await withDatabase((db) => acceptLosses(db));
    process.stdout.write(`${events}\n`);
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
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

/** Runs `work` with the configured database after migrating it. A server may use the database at the same time. */
async function withDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const embedded = config.DATABASE_URL ? undefined : await attachEmbeddedPostgres({ dataDir: config.EARSHOT_DATA_DIR, log });
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

/** A host with several addresses fails once for each, in an error without a message of its own. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(reasonOf).join('\n') : (error as Error).message;
}

function parseEmail(text: string): string {
  if (!isEmail(text)) throw new InvalidArgumentError('It must be an email address.');
  return text;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_TOKEN_DAYS}.`);
  return days;
}
