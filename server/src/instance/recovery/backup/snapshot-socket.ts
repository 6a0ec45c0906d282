import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import type { AnalyticsSnapshot } from './clickhouse-store.ts';
import { BackupError } from './errors.ts';

// The embedded ClickHouse belongs to the process of the server. `earshot backup` reads it through a Unix socket, which only the user of
// the server can open. A snapshot ends with its connection, so that a killed command leaves nothing.

/** Maximum length of a socket path in bytes on macOS. Linux allows four more. */
const MAX_PATH_BYTES = 103;

/** Returns the path of the socket: in the data folder, or in the shared temporary folder if its path is too long. */
export function buildSocketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'backup.sock');
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return join(tmpdir(), `earshot-backup-${hash}`, 'backup.sock');
}

/** Serves snapshots to commands. `open` is called for one snapshot at a time, which commands ensure with a lock in PostgreSQL. */
export async function serveSnapshots(
  dataDir: string,
  open: () => Promise<AnalyticsSnapshot>,
): Promise<{ stop: () => Promise<void> }> {
  const path = buildSocketPath(dataDir);
  const folder = join(path, '..');
  if (folder !== resolve(dataDir)) await preparePrivateFolder(folder);
  // A killed server leaves its socket.
  await rm(path, { force: true });
  let current: AnalyticsSnapshot | undefined;
  let closing: Promise<void> = Promise.resolve();

  async function answer({ method, url = '', socket }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method === 'POST' && url === '/snapshot') {
      await closing;
      if (current) throw new Error('a snapshot is open');
      const snapshot = await open();
      current = snapshot;
      const close = () => {
        current = undefined;
        closing = snapshot.close().catch(() => {});
      };
      // The command may have been killed while the snapshot was made.
      if (socket.destroyed) close();
      else socket.once('close', close);
      const { chunks, rows, size } = snapshot;
      response.end(JSON.stringify({ chunks, rows, size }));
      return;
    }
    const chunk = Number(/^\/snapshot\/(\d+)$/.exec(url)?.[1]);
    if (!current?.chunks[chunk]) throw new Error('no such snapshot');
    response.end(await current.read(chunk));
  }

  const server = createServer((message, response) => {
    message.resume();
    answer(message, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return {
    stop: async () => {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
      await closing;
    },
  };
}

/** Creates a folder that only this user can enter, in a folder where others could have created one with that name. */
async function preparePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await requirePrivateFolder(folder);
}

/** @throws {BackupError} when others own a folder or can enter it */
async function requirePrivateFolder(folder: string): Promise<void> {
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0)
    throw new BackupError(`${folder} must be a folder that only this user can enter. Remove it, or set TMPDIR to another folder`);
}

/**
 * Returns the path of the socket for a command; undefined if the folder of the socket does not exist.
 * @throws {BackupError} when another user could have created the socket
 */
async function findSocket(dataDir: string): Promise<string | undefined> {
  const path = buildSocketPath(dataDir);
  const folder = join(path, '..');
  if (folder === resolve(dataDir)) return path;
  try {
    await requirePrivateFolder(folder);
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Time between two chunks, which the command compresses and writes. */
const KEEP_ALIVE_MS = 3_600_000;

/** Errors of a connection without a server. */
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED']);

/** Returns whether a server runs on the data folder and serves snapshots. */
export async function isServed(dataDir: string): Promise<boolean> {
  const path = await findSocket(dataDir);
  if (path === undefined) return false;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Opens a snapshot of the running server. Returns undefined when no server runs on the data folder. */
export async function requestSnapshot(dataDir: string): Promise<AnalyticsSnapshot | undefined> {
  const socketPath = await findSocket(dataDir);
  if (socketPath === undefined) return undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = async (method: string, path: string): Promise<Buffer> => {
    const outgoing = request({ socketPath, agent, method, path });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const body = await readAll(response);
    if (response.statusCode !== 200) throw new BackupError(`The server could not read ClickHouse: ${body.toString()}`);
    return body;
  };
  const close = () => {
    agent.destroy();
    return Promise.resolve();
  };
  try {
    const found = JSON.parse((await call('POST', '/snapshot')).toString()) as Omit<AnalyticsSnapshot, 'read' | 'close'>;
    return {
      ...found,
      read: async (chunk) =>
        await call('GET', `/snapshot/${chunk}`).catch((error: Error) => {
          throw error instanceof BackupError
            ? error
            : new BackupError(`The server stopped during the backup: ${error.message}`, { cause: error });
        }),
      close,
    };
  } catch (error) {
    await close();
    if (NO_SERVER.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
