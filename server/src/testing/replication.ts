import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  chooseIdentity,
  commandLine,
  findBinaries,
  type Identity,
  spawnOptions,
} from '../platform/postgres/embedded-binaries.ts';
import { SUPERUSER } from '../platform/postgres/embedded-cluster.ts';
import { freePort } from './process.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const binaries = findBinaries();
/**
 * Settings of a primary and of standbys, so that a standby always continues to follow: after a lost connection, it connects again soon and
 * finds the log, and a query does not hold it up for long. Shared memory is in the folder, which is removed.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '60',
  dynamic_shared_memory_type: 'mmap',
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '500ms',
  max_standby_streaming_delay: '5s',
};
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface PostgresServer {
  port: number;
  /** Connection URL of the database `earshot`. */
  url: string;
  /** Runs one statement as the superuser. */
  query: <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>;
  readLog: () => Promise<string>;
  /** Stops the server with a signal of PostgreSQL: SIGINT ends connections, SIGQUIT is a crash. */
  stop: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>;
}

/** Creates a primary and standbys on TCP ports. The caller must call `stop`, after stopping servers that use them. */
export async function createReplication() {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-replication-'));
  const { identity } = await chooseIdentity({ binaries, dataDir: folder, clusterDir: join(folder, 'primary') });
  if (identity.kind === 'setuid') await chown(folder, identity.uid, identity.gid);
  const cleanups = new AsyncDisposableStack();
  cleanups.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  async function launch(dir: string, settings: Record<string, string>): Promise<PostgresServer> {
    const server = await launchPostgres(identity, dir, { ...settings, unix_socket_directories: '' });
    cleanups.defer(() => server.stop('SIGQUIT'));
    return server;
  }

  const primaryDir = join(folder, 'primary');
  const options = ['-D', primaryDir, `--username=${SUPERUSER}`, '--auth=trust', '--no-sync', ...LOCALE];
  await command(identity, binaries.initdb, ...options);
  const primary = await launch(primaryDir, {});
  await primary.query('CREATE DATABASE earshot');

  /** Copies the primary while it runs, and starts a standby that follows it. */
  async function addStandby(name: string): Promise<PostgresServer> {
    const dir = join(folder, name);
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    // The backup belongs to the session.
    await client.query("SELECT pg_backup_start('standby', fast => true)");
    await command(identity, 'cp', '-a', primaryDir, dir);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
    await client.end();
    await rm(join(dir, 'postmaster.pid'));
    await writeFile(join(dir, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(dir, 'standby.signal'), '');
    return await launch(dir, {
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} application_name=${name}`,
    });
  }

  return { primary, addStandby, stop: () => cleanups.disposeAsync(), runAs: identity, folder };
}

async function launchPostgres(identity: Identity, dir: string, settings: Record<string, string>): Promise<PostgresServer> {
  const port = await freePort();
  const all = Object.entries({ port: String(port), ...SETTINGS, ...settings });
  const [file, args] = commandLine(
    identity,
    binaries.postgres,
    '-D',
    dir,
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  const logFile = `${dir}.log`;
  const log = await open(logFile, 'w');
  const child = spawn(file, args, { ...spawnOptions(identity), stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  // A test file may fail before it stops the server.
  process.once('exit', () => child.kill('SIGQUIT'));
  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/earshot`;
  const connect = async (database: string) => {
    const client = new pg.Client({ connectionString: url.replace(/earshot$/, database) });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended; see ${logFile}`);
    const client = await connect('postgres').catch(() => undefined);
    await client?.end();
    return client !== undefined;
  });
  return {
    port,
    url,
    query: async <Row extends pg.QueryResultRow>(statement: string) => {
      const client = await connect(statement.startsWith('CREATE DATABASE') ? 'postgres' : 'earshot');
      try {
        return (await client.query<Row>(statement)).rows;
      } finally {
        await client.end();
      }
    },
    readLog: () => readFile(logFile, 'utf8'),
    stop: (signal) => endProcess(child, signal),
  };
}

/** Sends a signal and waits until the process ends. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function command(identity: Identity, ...line: string[]): Promise<void> {
  const [file, args] = commandLine(identity, ...line);
  await run(file, args, spawnOptions(identity));
}
