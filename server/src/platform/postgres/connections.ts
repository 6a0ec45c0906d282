import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import { type Connection, createDatabase, createPool, type Db } from './database.ts';
import { attachEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import type { Log } from './embedded-cluster.ts';
import { isTransactionPooled } from './pooler.ts';

/** Notifications of projects, of jobs, and of requests to forward events; and one connection for locks of a session. */
const DIRECT = 3 + 1;
/** The forwarder deletes a batch while it reads the next one. */
const FORWARDER = 2;

/** Pools of a node. */
export type PoolName = 'requests' | 'direct' | 'forwarder' | 'replica';

/** Divides the connections of a node among its pools. The sum of the shares is `total`. */
export function divideConnections(total: number, { hasReplica }: { hasReplica: boolean }): Record<PoolName, number> {
  const rest = total - DIRECT - FORWARDER;
  const replica = hasReplica ? Math.floor(rest / 2) : 0;
  return { requests: rest - replica, direct: DIRECT, forwarder: FORWARDER, replica };
}

export interface Database {
  /**
   * Requests and jobs, from the pool `requests`. With a transaction pooler, statements share a session only within a transaction.
   */
  db: Db;
  /** Sessions of their own: `LISTEN`, locks of a session, and migrations. */
  direct: pg.Pool;
  /** Parameters of a connection like those of `direct`. */
  directConnection: Connection;
  /** Parameters of the forwarder's connections. */
  connection: Connection;
  /** Pools of the main thread. */
  pools: { requests: pg.Pool; direct: pg.Pool; replica?: pg.Pool };
}

/**
 * Connects to the configured PostgreSQL, or starts the embedded one through `protect`, which may create a snapshot before the migration.
 * @throws {ConfigError} when a server is unreachable, or a transaction pooler is used for what requires a session
 */
export async function openDatabase(
  config: Config,
  log: FastifyBaseLogger,
  cleanups: AsyncDisposableStack,
  protect: (start: () => Promise<Postgres>) => Promise<Postgres> = (start) => start(),
): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl } = config;
  const shares = divideConnections(config.EARSHOT_DATABASE_CONNECTIONS, { hasReplica: replicaUrl !== undefined });
  let connection: Connection = { connectionString: url, isPooled: directUrl !== undefined };
  if (url === undefined) {
    const postgres = await protect(() =>
      startEmbeddedPostgres({ dataDir: config.EARSHOT_DATA_DIR, log, settings: config.memory.postgres }),
    ).catch(refuse(''));
    cleanups.defer(() => postgres.stop());
    connection = postgres.connection;
  }
  const open = (to: Connection, max: number, application_name: string) => {
    const pool = createPool({ ...to, max, application_name }, (error) =>
      log.warn({ reason: error.message }, 'database connection lost'),
    );
    cleanups.defer(() => pool.end());
    return pool;
  };
  const requests = open(connection, shares.requests, 'earshot');
  await requests.query('SELECT 1').catch(refuse('PostgreSQL can’t be reached: '));
  await refuseTransactionPooler(config);
  const directConnection = directUrl === undefined ? connection : { connectionString: directUrl };
  const direct = open(directConnection, shares.direct, 'earshot direct');
  const pools: Database['pools'] = { requests, direct };
  if (replicaUrl !== undefined) {
    // A pooler in front of the replica may pool transactions.
    const to = { connectionString: replicaUrl, isPooled: true, connectionTimeoutMillis: REPLICA_CONNECT_MS };
    pools.replica = open(to, shares.replica, 'earshot replica');
  }
  return { db: createDatabase(requests), direct, directConnection, connection: { ...connection, max: shares.forwarder }, pools };
}

/** A PostgreSQL to connect to. */
export interface Postgres {
  connection: Connection;
  /** Stops an embedded PostgreSQL, unless others use it. */
  stop: () => Promise<void>;
}

/** Uses the configured PostgreSQL for a command, alongside a running server or without one. */
export async function attachPostgres(config: Config, log: Log): Promise<Postgres> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, EARSHOT_DATA_DIR: dataDir } = config;
  if (!url) return await attachEmbeddedPostgres({ dataDir, log, settings: config.memory.postgres });
  // Migrations require a session, which a transaction pooler does not provide.
  return { connection: { connectionString: directUrl ?? url }, stop: async () => {} };
}

/** Calls `work` with a database, then closes the connections, and calls `stop`. */
export async function usePostgres<T>(
  { connection, stop }: Pick<Postgres, 'connection'> & Partial<Postgres>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = createPool({ ...connection, max: 2 }, () => {});
  try {
    return await work(createDatabase(pool));
  } finally {
    await pool.end();
    await stop?.();
  }
}

/** Opens a connection outside of a pool. `onError` receives the loss of the connection; a running statement fails as well. */
export async function openClient(connection: Connection, onError: (error: Error) => void = () => {}): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', onError);
  await client.connect();
  return client;
}

/** Requests wait for this time at most before they use the primary. */
const REPLICA_CONNECT_MS = 1_000;

async function refuseTransactionPooler({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Config): Promise<void> {
  const [name, connectionString] = directUrl === undefined ? ['DATABASE_URL', url] : ['DATABASE_DIRECT_URL', directUrl];
  if (connectionString === undefined) return;
  const isPooled = await isTransactionPooled({ connectionString }).catch(refuse(`PostgreSQL can’t be reached at ${name}: `));
  if (isPooled)
    throw new ConfigError(
      `${name} points to a pooler in transaction mode.\nNotifications and migrations require sessions: set DATABASE_DIRECT_URL to PostgreSQL itself`,
    );
}

/** Earshot cannot start without its database. Operators need the reason, not a stack trace. */
const refuse = (prefix: string) => (error: Error) => {
  throw new ConfigError(prefix + error.message, { cause: error });
};
