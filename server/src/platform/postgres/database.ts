import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';

/** Statements are written in SQL (Kysely's `sql` tag), so no tables are declared. */
type Tables = Record<string, never>;

/** A database or a transaction. */
export type Db = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/**
 * Statements with this prefix are prepared once per connection, and use a generic plan where it is as good. Not for `SELECT *`,
 * whose columns may change during a connection.
 */
const PREPARED = /^\s*\/\* prepared \*\//;

const names = new Map<string, string>();

function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash('sha1').update(text).digest('base64url')));
  return name;
}

class PreparingClient extends pg.Client {
  // Passes all arguments of `pg` through.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(text: any, values?: any, ...rest: any[]): any {
    return typeof text === 'string' && PREPARED.test(text)
      ? super.query({ name: statementName(text), text, values }, ...(rest as []))
      : super.query(text, values, ...(rest as []));
  }
}

/** Time for PostgreSQL to close the connections of a pool. */
const CLOSE_MS = 5_000;

/**
 * A pool that has closed its connections when `end` resolves. pg only begins to close them, and reports them as lost if the server stops
 * before it has read the request.
 */
class ClosingPool extends pg.Pool {
  #open = 0;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', () => this.#open++);
    this.on('remove', () => this.#open--);
  }

  override async end(callback?: () => void): Promise<void> {
    await super.end();
    const signal = AbortSignal.timeout(CLOSE_MS);
    while (this.#open && !signal.aborted) await once(this, 'remove', { signal }).catch(() => {});
    callback?.();
  }
}

export interface Connection extends pg.PoolConfig {
  /**
   * Whether a pooler may run each transaction on another backend. Statements are not prepared then, because another backend does not
   * know them.
   */
  isPooled?: boolean;
}

/** Creates a connection pool. Errors of idle connections are logged; the next query opens a new connection. */
export function createPool({ isPooled, ...connection }: Connection, onError: (error: Error) => void): pg.Pool {
  const pool = new ClosingPool({
    Client: isPooled ? pg.Client : PreparingClient,
    connectionTimeoutMillis: 5_000,
    // A backend of PostgreSQL takes some 4 MB. The most recently used connections are used first.
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
  });
  pool.on('error', onError);
  // The pool handles errors of its idle connections. Errors of a checked-out connection between two queries must not end the
  // process either.
  pool.on('connect', (client) => {
    client.on('error', (error) => client.listenerCount('error') === 1 && onError(error));
  });
  return pool;
}

export function createDatabase(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';
/** Errors that a transaction may not meet again when it is repeated. */
const PASSING = new Set([SERIALIZATION_FAILURE, DEADLOCK, LOCK_TIMEOUT]);
const ATTEMPTS = 4;
const YIELDING_ATTEMPTS = 30;

export const isPassing = (error: unknown) => PASSING.has((error as { code?: string }).code ?? '');

// Class 08: connection exceptions; 57P: shutdown and startup; 53: out of connections, disk or memory (PostgreSQL, appendix A).
const UNAVAILABLE_SQLSTATES = /^(08...|57P0[1-5]|53...)$/;
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Returns whether an error of `pg` means that the database is unavailable rather than that the query is wrong. */
export function isStoreUnavailable(error: { code?: unknown; message?: string }): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE_SQLSTATES.test(code) ||
    SOCKET_ERRORS.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message ?? '',
    )
  );
}

/**
 * Runs `work` in a transaction, and repeats it after serialization failures and deadlocks. Within a transaction, runs it in that
 * one.
 */
export const transact = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> => repeat(db, work, ATTEMPTS);

/**
 * Runs `work` in a transaction that waits for each lock for 200 ms only, and is repeated for some ten seconds. A transaction with locks
 * that all others need yields to them this way. PostgreSQL would find deadlocks only after a second each, and end others for it.
 */
export const transactYielding = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  repeat(
    db,
    async (tx) => {
      await sql`SET LOCAL lock_timeout = '200ms'`.execute(tx);
      return await work(tx);
    },
    YIELDING_ATTEMPTS,
  );

async function repeat<T>(db: Db, work: (tx: Transaction) => Promise<T>, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return db.isTransaction ? await work(db as Transaction) : await db.transaction().execute(work);
    } catch (error) {
      if (!isPassing(error) || db.isTransaction || attempt === attempts) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

// Idle timeout of a reader, which then loses its connection.
const SNAPSHOT_IDLE = '60s';

/** Begins a transaction that sees one moment: the one of its first statement. */
export const startSnapshot = (db: Db) =>
  db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();

/**
 * Yields the results of `read` from one snapshot, regardless of the duration: from the replica, if there is one that is current and
 * reachable.
 */
export async function* snapshot<T>(
  { primary, pick }: { primary: Db; pick: () => Db },
  read: (tx: Transaction) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const db = pick();
  const tx = await startSnapshot(db).catch((error: unknown) => {
    if (db === primary) throw error;
    return startSnapshot(primary);
  });
  try {
    await sql`SELECT set_config('idle_in_transaction_session_timeout', ${SNAPSHOT_IDLE}, true)`.execute(tx);
    yield* read(tx);
  } finally {
    await tx.rollback().execute();
  }
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

export const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === UNIQUE_VIOLATION;
export const isForeignKeyViolation = (error: unknown) => (error as { code?: string }).code === FOREIGN_KEY_VIOLATION;
