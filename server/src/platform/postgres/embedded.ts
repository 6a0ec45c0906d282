import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { IdentityKind } from './embedded-binaries.ts';
import { type Cluster, locateCluster, type Log, removeLeftovers, SUPERUSER } from './embedded-cluster.ts';
import {
  beginShutdown,
  isAlive,
  isPostmaster,
  type Launch,
  launchPostmaster,
  type PidFile,
  readPidFile,
  stopLaunched,
  stopPostmaster,
} from './embedded-postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** EARSHOT_DATA_DIR. PostgreSQL uses its subfolder `postgres`. */
  dataDir: string;
  log: Log;
  /** User of PostgreSQL. Detected by default. */
  identity?: IdentityKind;
  /** Settings of PostgreSQL in addition to the fixed ones, for a server that this process starts. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Options for `new Pool(connection)` of pg. `host` is the folder of the Unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  stop: () => Promise<void>;
}

type Role = 'server' | 'command';

class FolderInUseError extends Error {}

/** A connection that holds the advisory locks while PostgreSQL is in use. */
interface Session {
  client: Client;
  ended: Promise<void>;
}

/** First key of pg_advisory_lock(LOCKS, …): "ears" in ASCII. */
const LOCKS = 0x65_61_72_73;
/** Held by the Earshot process that owns the folder. */
const OWNER_LOCK = 1;
/** Shared by all users of PostgreSQL; exclusive for a command that shuts it down. */
const USERS_LOCK = 2;

/** Time for PostgreSQL to detect a dead process, or for processes of a killed server to end. */
const GRACE_MS = 30_000;
/** Time to connect again to a PostgreSQL that is to be stopped. */
const REOPEN_MS = 5_000;
/** Maximum duration of recovery, which replays the log of a few checkpoints at most. */
const RECOVERY_MS = 5 * 60_000;
const RESTART_DELAY_MS = { first: 200, most: 5_000 };

/**
 * Starts PostgreSQL on the folder, or takes over a server that a killed Earshot left running. Restarts PostgreSQL when it dies,
 * until `stop()` shuts it down.
 * @throws when another Earshot uses the folder
 * @example
 * const postgres = await startEmbeddedPostgres({ dataDir: './data', log });
 * const pool = new Pool(postgres.connection);
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, identity, settings } = options;
  const cluster = await locateCluster(dataDir, identity);
  const opening = createOpening(cluster, 'server', log, settings);
  const stopping = new AbortController();
  let session: Session | undefined;
  /** The process may end without `stop()`: an exception, a second signal. PostgreSQL must not stay behind. */
  const onExit = () => {
    if (session || opening.launch) beginShutdown(cluster, session ? undefined : opening.launch);
  };
  process.on('exit', onExit);
  try {
    session = await opening.open();
  } catch (error) {
    process.off('exit', onExit);
    // The owner of the folder may use the PostgreSQL that this process started.
    if (opening.launch && !(error instanceof FolderInUseError)) await stopLaunched(opening.launch, log);
    throw error;
  }
  await removeLeftovers(cluster).catch((error: unknown) =>
    log.warn({ err: error }, 'could not remove files of an interrupted start'),
  );

  async function supervise(): Promise<void> {
    for (;;) {
      await session?.ended;
      if (stopping.signal.aborted) return;
      session = undefined;
      log.error({ logFile: cluster.logFile }, 'connection to PostgreSQL lost, restarting PostgreSQL if necessary');
      session = await reopen();
      // A stop that began during the reopening ends the session after this.
      if (!session || stopping.signal.aborted) return;
      log.info({ dataDir: cluster.dataDir }, 'PostgreSQL restarted');
    }
  }

  async function reopen(): Promise<Session | undefined> {
    for (let delay = RESTART_DELAY_MS.first; ; delay = Math.min(delay * 2, RESTART_DELAY_MS.most)) {
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return undefined;
      try {
        return await opening.open(stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'could not restart PostgreSQL');
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    if (!session) await supervised;
    // Without the lock, another process may own PostgreSQL: stops only a server that this process started, or may own.
    if (!session && !opening.launch) session = await opening.reopen(REOPEN_MS);
    if (session) await stopPostmaster(cluster, log);
    else if (opening.launch) await stopLaunched(opening.launch, log);
    process.off('exit', onExit);
    await session?.client.end();
    await supervised;
  }

  const supervised = supervise();
  let stopped: Promise<void> | undefined;
  return { connection: connectionTo(cluster), stop: () => (stopped ??= stop()) };
}

/**
 * Uses PostgreSQL on the folder alongside the Earshot that owns it, or starts PostgreSQL if it is not running. `stop()` keeps it
 * running while others use it.
 */
export async function attachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, identity, settings } = options;
  const cluster = await locateCluster(dataDir, identity);
  const { client } = await createOpening(cluster, 'command', log, settings).open();

  async function stop(): Promise<void> {
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [LOCKS, USERS_LOCK]);
      if (await tryLock(client, 'pg_try_advisory_lock', USERS_LOCK)) await stopPostmaster(cluster, log);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await client.end();
  }

  let stopped: Promise<void> | undefined;
  return { connection: connectionTo(cluster), stop: () => (stopped ??= stop()) };
}

const connectionTo = ({ socketDir }: Cluster) => ({ host: socketDir, port: 5432, user: SUPERUSER, database: 'earshot' });

/** Opens sessions. Starts PostgreSQL if necessary. */
function createOpening(cluster: Cluster, role: Role, log: Log, settings?: Record<string, string>) {
  let launch: Launch | undefined;

  /** Opens a session of a running PostgreSQL, if it is ready. */
  async function join(pidFile: PidFile | undefined, isPatient: boolean): Promise<Session | undefined> {
    if (!pidFile?.isReady) return undefined;
    // Another process may have a different TMPDIR and socket folder.
    const running = { ...cluster, socketDir: pidFile.socketDir ?? cluster.socketDir };
    const session = await connect(running, role);
    if (!session) return undefined;
    cluster.socketDir = running.socketDir;
    return takeLocks(cluster, role, session, isPatient);
  }

  /** One step towards a session: connects, starts PostgreSQL, or waits for a running operation. */
  async function advance(isPatient: boolean): Promise<Session | undefined> {
    const pidFile = await readPidFile(cluster);
    const session = await join(pidFile, isPatient);
    if (session) return session;
    if (pidFile && (await isPostmaster(cluster, pidFile.pid))) return undefined;
    if (launch?.hasExited) {
      if (!isPatient || !(await launch.mayPass()))
        throw new Error(`PostgreSQL did not start. The end of ${cluster.logFile}:\n${await launch.lastLines()}`);
      await sleep(100);
    }
    if (!launch || launch.hasExited) launch = await launchPostmaster(cluster, log, settings);
    return undefined;
  }

  return {
    /** PostgreSQL that this process started, while it runs. */
    get launch() {
      return launch?.hasExited ? undefined : launch;
    },

    /** Opens a session of a PostgreSQL that is running, within a time. Returns undefined if another process owns it. */
    async reopen(ms: number): Promise<Session | undefined> {
      for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(10)) {
        const pidFile = await readPidFile(cluster);
        if (!pidFile || !(await isPostmaster(cluster, pidFile.pid))) return undefined;
        const session = await join(pidFile, true).catch((error: unknown) => {
          if (!(error instanceof FolderInUseError)) throw error;
          return 'in use' as const;
        });
        if (session === 'in use') return undefined;
        if (session) return session;
      }
      return undefined;
    },

    async open(signal?: AbortSignal): Promise<Session> {
      if (launch?.hasExited) launch = undefined;
      const began = Date.now();
      let isAnnounced = false;
      for (;;) {
        signal?.throwIfAborted();
        const elapsed = Date.now() - began;
        const session = await advance(elapsed < GRACE_MS);
        if (session) return session;
        if (elapsed > GRACE_MS && !isAnnounced)
          log.info({ logFile: cluster.logFile }, 'waiting for PostgreSQL, crash recovery may be running');
        isAnnounced = elapsed > GRACE_MS;
        if (elapsed > RECOVERY_MS) throw new Error(`PostgreSQL does not become ready. See ${cluster.logFile}.`);
        await sleep(10);
      }
    },
  };
}

/** Returns undefined while the server is unreachable. */
async function connect(cluster: Cluster, role: Role): Promise<Session | undefined> {
  try {
    return await connectAs(cluster, role === 'server' ? `earshot ${process.pid}` : `earshot command ${process.pid}`);
  } catch (error) {
    if (isConnectionLost(error)) return undefined;
    if ((error as { code?: string }).code !== UNKNOWN_DATABASE_CODE) throw error;
    await createDatabase(cluster);
    return undefined;
  }
}

async function connectAs(cluster: Cluster, name: string, database = 'earshot'): Promise<Session> {
  const options = { ...connectionTo(cluster), database, application_name: name, connectionTimeoutMillis: 5_000 };
  // Ignores variables such as PGSSLMODE, which are meant for other servers.
  const client = new Client({ ...options, ssl: false });
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  client.on('error', () => {}); // `ended` follows.
  await client.connect();
  return { client, ended };
}

/**
 * Renames the empty database `postgres` of a new cluster, because copying a template takes a quarter of a second. Nothing uses `postgres`
 * otherwise.
 */
async function createDatabase(cluster: Cluster): Promise<void> {
  const { client } = await connectAs(cluster, `earshot ${process.pid}`, 'template1');
  try {
    const { rows } = await client.query(`SELECT FROM pg_database WHERE datname = 'postgres'`);
    await client.query(
      rows.length ? 'ALTER DATABASE postgres RENAME TO earshot; COMMENT ON DATABASE earshot IS NULL' : 'CREATE DATABASE earshot',
    );
  } catch (error) {
    if (!CONCURRENT_CREATION_CODES.has((error as { code?: string }).code ?? '') && !isConnectionLost(error)) throw error;
  } finally {
    await client.end();
  }
}

const UNKNOWN_DATABASE_CODE = '3D000';
/** SQLSTATEs: the database exists; is being created; its template is in use by a concurrent creation; was renamed meanwhile. */
const CONCURRENT_CREATION_CODES = new Set(['42P04', '23505', '55006', UNKNOWN_DATABASE_CODE]);
/** Connection refused, no socket, closed; starting up or shutting down. */
const CONNECTION_LOST_CODES = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);

function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code ? CONNECTION_LOST_CODES.has(code) : /^Connection terminated|not queryable|^timeout expired/.test(message);
}

/** Returns undefined when the holder of the locks is about to exit. @throws when another Earshot holds them */
async function takeLocks(cluster: Cluster, role: Role, session: Session, isPatient: boolean): Promise<Session | undefined> {
  const { client } = session;
  let owner: number | undefined;
  try {
    const isOwner = role === 'command' || (await tryLock(client, 'pg_try_advisory_lock', OWNER_LOCK));
    if (isOwner && (await tryLock(client, 'pg_try_advisory_lock_shared', USERS_LOCK))) return session;
    if (!isOwner) owner = await findOwner(client);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
  await client.end();
  if (!owner || (!isAlive(owner) && isPatient)) return undefined;
  throw new FolderInUseError(
    `The data folder ${cluster.dataDir} is in use by Earshot process ${owner}. Stop that process or set EARSHOT_DATA_DIR to another folder.`,
  );
}

async function tryLock(
  client: Client,
  kind: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  key: number,
): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${kind}($1, $2) AS taken`, [LOCKS, key]);
  return rows[0]?.taken === true;
}

async function findOwner(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.classid = $1 AND l.objid = $2 AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [LOCKS, OWNER_LOCK],
  );
  return rows[0] && Number(rows[0].name.split(' ').at(-1));
}
