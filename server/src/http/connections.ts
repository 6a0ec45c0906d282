import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/** File descriptors for the engines' files, connections to databases and everything else that is no client. */
const RESERVED_DESCRIPTORS = 512;
const MIN_CONNECTIONS = 64;
/** With fewer, a busy day may use them up; systems allow many more. */
const FEW_DESCRIPTORS = 4_096;
const WARN_AGAIN_MS = 60_000;

/** Returns how many file descriptors this process may open; Infinity where that is not known. */
function readDescriptorLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}

/**
 * Keeps clients from using up the file descriptors of the process: without one, the engines cannot open their files, and Node drops
 * connections without a word. Connections beyond the maximum are closed at once, and logged.
 */
export function limitConnections(server: Server, log: FastifyBaseLogger, descriptors = readDescriptorLimit()): void {
  if (descriptors === Infinity) return;
  server.maxConnections = Math.max(descriptors - RESERVED_DESCRIPTORS, MIN_CONNECTIONS);
  if (descriptors < FEW_DESCRIPTORS)
    log.warn(
      { descriptors, max_connections: server.maxConnections },
      'this process may open few files: raise the limit (ulimit -n, LimitNOFILE)',
    );
  let dropped = 0;
  let warnedAt = -Infinity;
  server.on('drop', () => {
    dropped++;
    if (Date.now() - warnedAt < WARN_AGAIN_MS) return;
    log.warn(
      { dropped, max_connections: server.maxConnections },
      'connections are closed at once, because too many are open: raise the limit of open files (ulimit -n, LimitNOFILE)',
    );
    warnedAt = Date.now();
    dropped = 0;
  });
}

/**
 * Returns a function that closes the connections of a server that wait for a request. Node closes those that had one before; one that
 * has sent nothing yet, as browsers and load balancers open them in advance, counts as busy there.
 */
export function trackIdleConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}
