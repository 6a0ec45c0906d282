import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  // Acknowledged writes survive crashes and power failures.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal', // There are no replicas.
  max_wal_senders: '0',
  wal_compression: 'on',
  max_connections: '200',
  shared_buffers: '64MB',
  jit: 'off', // JIT uses memory in each connection, and only speeds up queries of several seconds.
  // Synchronous reads: I/O workers need three more processes and help only large scans, and containers forbid io_uring.
  io_method: 'sync',
  // No parallel queries: their memory is in /dev/shm, which is small in containers.
  max_worker_processes: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  // Growing tables must be analyzed early. Until then the planner assumes that they are empty.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C', // Messages are recognized below.
  // Logs starts, stops and crashes. Failed statements contain personal data and are logged by Earshot.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const LOG_FILE_BYTES = 4 * 1024 * 1024;
const LOG_LINES_SHOWN = 20;

/** Contents of `postmaster.pid`. The file exists while a server runs, and after a kill. */
export interface PidFile {
  pid: number;
  /** Whether the server accepts connections, if it is alive. */
  isReady: boolean;
  socketDir?: string;
}

type Folder = Pick<Cluster, 'dir'>;

const pidFilePath = ({ dir }: Folder) => join(dir, 'postmaster.pid');

/** Reads `postmaster.pid`. Returns undefined when the file does not exist. */
export async function readPidFile(cluster: Folder): Promise<PidFile | undefined> {
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

/** Returns whether the process is the server of this cluster, rather than a later process with the same id. */
export async function isPostmaster({ dir }: Folder, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // Empty for a zombie process.
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return args.includes(dir) && args.some((arg) => arg.endsWith('/postgres'));
  }
  const command = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return command.stdout.includes(`/postgres -D ${dir}`);
}

/** A server process that this process started. */
export interface Launch {
  pid: number | undefined;
  hasExited: boolean;
  /** Reason of the exit, when it may be temporary: another server was faster, was shut down, or left processes that still end. */
  mayPass: () => Promise<boolean>;
  /** Last lines of its log. */
  lastLines: () => Promise<string>;
}

/** Starts the server with additional settings. It may not be ready yet, and may exit when another server is faster. */
export async function launchPostmaster(cluster: Cluster, log: Log, additional: Record<string, string> = {}): Promise<Launch> {
  const { dir, socketDir, logFile, binaries, identity } = cluster;
  await prepareCluster(cluster, log);
  await forgetForeignPid(cluster);
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > LOG_FILE_BYTES) await rename(logFile, `${logFile}.1`);
  const output = await open(logFile, 'a', 0o600);
  try {
    const { size: offset } = await output.stat();
    if (identity.kind === 'setuid') await output.chown(identity.uid, identity.gid);
    // A relative path where possible: the path may contain any character, and the folder may be moved.
    const socketSetting = socketDir === dir ? '.' : `"${socketDir.replaceAll('"', '""')}"`;
    const settings = Object.entries({ ...SETTINGS, ...additional, unix_socket_directories: socketSetting });
    const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [file, args] = commandLine(identity, binaries.postgres, '-D', dir, ...options);
    // In a process group of its own: Ctrl-C in the terminal is for Earshot, which stops PostgreSQL when it has finished.
    const child = spawn(file, args, { ...spawnOptions(identity), detached: true, stdio: ['ignore', output.fd, output.fd] });
    child.unref(); // A failing start must not prevent Earshot from ending.
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
 * Replaces the process id in stale lock files by the id of this process. PostgreSQL does not start while the process in its lock
 * file is alive, even if it is unrelated, but accepts the id of its own parent as stale. The rest of the file is kept: PostgreSQL
 * uses it to detect remaining processes of the previous server.
 */
async function forgetForeignPid(cluster: Cluster): Promise<void> {
  await rm(join(cluster.socketDir, `${SOCKET_NAME}.lock`), { force: true });
  const path = pidFilePath(cluster);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const [pid, ...rest] = text.split('\n');
  if (!text) {
    // Left by a power failure, unless another process is writing it.
    if (Date.now() - (await stat(path)).mtimeMs > 2_000) await rm(path, { force: true });
  } else if (isAlive(Number(pid)) && !(await isPostmaster(cluster, Number(pid)))) {
    await writeFile(path, [process.pid, ...rest].join('\n'));
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const FAST_SHUTDOWN_MS = 10_000;
/** PostgreSQL kills its own processes 5 s after this signal. */
const IMMEDIATE_SHUTDOWN_MS = 8_000;

/** Stops the server, regardless of which process started it, and waits for its exit. */
export async function stopPostmaster(cluster: Cluster, log: Log): Promise<void> {
  const pid = (await readPidFile(cluster))?.pid ?? 0;
  await stopProcess(pid, log, () => isPostmaster(cluster, pid));
}

/** Stops a server that this process started, even if it is only about to become PostgreSQL. */
export async function stopLaunched(launch: Launch, log: Log): Promise<void> {
  if (launch.pid) await stopProcess(launch.pid, log, () => Promise.resolve(!launch.hasExited));
}

async function stopProcess(pid: number, log: Log, isRunning: () => Promise<boolean>): Promise<void> {
  // Fast shutdown: rolls back open transactions, and the next start needs no recovery.
  if (await signalAndWait(pid, 'SIGINT', { ms: FAST_SHUTDOWN_MS, isRunning })) return;
  log.warn({ pid }, 'PostgreSQL shutdown timed out, stopping it immediately, the next start will recover');
  if (await signalAndWait(pid, 'SIGQUIT', { ms: IMMEDIATE_SHUTDOWN_MS, isRunning })) return;
  log.error({ pid }, 'could not stop PostgreSQL');
}

async function signalAndWait(
  pid: number,
  signal: NodeJS.Signals,
  { ms, isRunning }: { ms: number; isRunning: () => Promise<boolean> },
): Promise<boolean> {
  const deadline = Date.now() + ms;
  if (!(await isRunning())) return true;
  signalNow(pid, signal);
  while (await isRunning()) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

function signalNow(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Begins a fast shutdown without waiting, for a process that is ending: of the server that it started, or of the one in the pid file. */
export function beginShutdown(cluster: Cluster, launch: Launch | undefined): void {
  const file = pidFilePath(cluster);
  const pid = launch ? launch.pid : existsSync(file) && Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (pid) signalNow(pid, 'SIGINT');
}
