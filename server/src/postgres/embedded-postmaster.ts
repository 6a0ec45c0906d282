import { execFile, spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandLine, spawnOptions } from './embedded-binaries.ts';
import { type Cluster, type Log, prepareCluster, SOCKET_NAME } from './embedded-cluster.ts';

const run = promisify(execFile);

const SETTINGS = {
  port: '5432',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // An acknowledged write survives a crash and a power failure.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal', // Nobody replicates from here.
  max_wal_senders: '0',
  wal_compression: 'on',
  max_connections: '200',
  shared_buffers: '64MB',
  jit: 'off', // It costs memory in each connection, and pays only on queries of seconds.
  // A process reads for itself: I/O workers are three more processes, whose gain shows in large scans, and containers forbid
  // io_uring.
  io_method: 'sync',
  // No parallel queries, whose memory is in /dev/shm: containers have little of it.
  max_worker_processes: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  // Until a table that grows is analysed, its queries are planned as if it were empty.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C', // Messages are recognised below.
  // Starts, stops and crashes. Failed statements are for Earshot's own log, and hold people's data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const LOG_FILE_BYTES = 4 * 1024 * 1024;
const LOG_LINES_SHOWN = 20;

/** What `postmaster.pid` says. It is there while a server runs, and after one was killed. */
export interface PidFile {
  pid: number;
  /** Accepts connections, if it is alive. */
  isReady: boolean;
  socketDir?: string;
}

const pidFilePath = ({ dir }: Cluster) => join(dir, 'postmaster.pid');

/** Reads `postmaster.pid`; undefined if there is none. */
export async function readPidFile(cluster: Cluster): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [pid, , , , socketDir, , , status] = text.split('\n');
  return {
    pid: Number(pid),
    isReady: status?.trim() === 'ready',
    socketDir: socketDir ? resolve(cluster.dir, socketDir) : undefined,
  };
}

/** Whether that process is the server of this cluster, and not one that got its number later. */
export async function isPostmaster({ dir }: Cluster, pid: number): Promise<boolean> {
  if (!pid) return false;
  if (process.platform === 'linux') {
    // Empty for a process that ended and was not yet collected.
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return args.includes(dir) && args.some((arg) => arg.endsWith('/postgres'));
  }
  const command = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return command.stdout.includes(`/postgres -D ${dir}`);
}

/** A server process that was started here. */
export interface Launch {
  pid: number | undefined;
  hasExited: boolean;
  /** Why it ended, if that may pass: another server was faster, was shut down, or left processes that still end. */
  mayPass: () => Promise<boolean>;
  /** The last lines of its log. */
  lastLines: () => Promise<string>;
}

/** Starts the server. It is not ready yet, and may turn out to be second to another one. */
export async function launchPostmaster(cluster: Cluster, log: Log): Promise<Launch> {
  const { dir, socketDir, logFile, binaries, identity } = cluster;
  await prepareCluster(cluster, log);
  await forgetForeignPid(cluster);
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > LOG_FILE_BYTES) await rename(logFile, `${logFile}.1`);
  const output = await open(logFile, 'a', 0o600);
  try {
    const { size: offset } = await output.stat();
    if (identity.kind === 'setuid') await output.chown(identity.uid, identity.gid);
    // Relative where it can be: the path may hold any character, and the folder may be moved.
    const socketSetting = socketDir === dir ? '.' : `"${socketDir.replaceAll('"', '""')}"`;
    const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socketSetting });
    const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [file, args] = commandLine(identity, binaries.postgres, '-D', dir, ...options);
    // In a process group of its own: Ctrl-C in the terminal is for Earshot, which stops PostgreSQL when it has finished.
    const child = spawn(file, args, { ...spawnOptions(identity), detached: true, stdio: ['ignore', output.fd, output.fd] });
    child.unref(); // A start that fails must not keep Earshot from ending.
    let spawnError = '';
    const lastLines = async () => spawnError || (await readFrom(logFile, offset));
    const launch: Launch = {
      pid: child.pid,
      hasExited: false,
      mayPass: async () => child.exitCode === 0 || MAY_PASS.test(await lastLines()),
      lastLines,
    };
    child.on('exit', () => (launch.hasExited = true));
    child.on('error', (error) => {
      spawnError = error.message;
      launch.hasExited = true;
    });
    return launch;
  } finally {
    await output.close();
  }
}

const MAY_PASS = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/;

async function readFrom(file: string, offset: number): Promise<string> {
  const written = (await readFile(file)).subarray(offset).toString();
  return written.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
}

/**
 * PostgreSQL does not start while the process that its lock files name is alive, whatever that process is by now. It does accept
 * the number of its own parent as out of date. So ours is put there, and the rest of the file stays: by it PostgreSQL notices
 * processes of the former server that have not ended yet.
 */
async function forgetForeignPid(cluster: Cluster): Promise<void> {
  await rm(join(cluster.socketDir, `${SOCKET_NAME}.lock`), { force: true });
  const path = pidFilePath(cluster);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const [pid, ...rest] = text.split('\n');
  if (!text) {
    // Left so by a power failure, unless it is being written at this moment.
    if (Date.now() - (await stat(path)).mtimeMs > 2_000) await rm(path, { force: true });
  } else if (isAlive(Number(pid)) && !(await isPostmaster(cluster, Number(pid)))) {
    await writeFile(path, [process.pid, ...rest].join('\n'));
  }
}

export function isAlive(pid: number): boolean {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const FAST_SHUTDOWN_MS = 10_000;
/** PostgreSQL kills its own processes 5 s after this signal. */
const IMMEDIATE_SHUTDOWN_MS = 8_000;

/** Stops the server, whoever started it, and returns when it is gone. */
export async function stopPostmaster(cluster: Cluster, log: Log, startedPid?: number): Promise<void> {
  const pid = startedPid ?? (await readPidFile(cluster))?.pid ?? 0;
  // Fast: open transactions are rolled back, and the next start needs no recovery.
  if (await signalAndWait(cluster, pid, 'SIGINT', FAST_SHUTDOWN_MS)) return;
  log.warn({ pid }, 'PostgreSQL takes long to shut down; stopping it at once, its next start will recover');
  if (await signalAndWait(cluster, pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS)) return;
  log.error({ pid }, 'PostgreSQL does not stop');
}

async function signalAndWait(cluster: Cluster, pid: number, signal: NodeJS.Signals, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  if (!(await isPostmaster(cluster, pid))) return true;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  while (await isPostmaster(cluster, pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
