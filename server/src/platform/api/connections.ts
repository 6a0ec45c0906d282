import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/** Times after which requests that arrive too slowly are answered with 408 and closed. */
export const SLOW_REQUESTS = {
  requestTimeout: 30_000,
  // Node.js checks both times every 30 seconds by default, so that a slow request could take twice as long. Now it ends 5 s late at most.
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
};

/** File descriptors reserved for the engines' files, database connections and other internal uses. */
const RESERVED_DESCRIPTORS = 512;
const MIN_CONNECTIONS = 64;
/** Below this, peak load may exhaust the file descriptors. Most systems allow many more. */
const MIN_DESCRIPTORS = 4_096;
const WARNING_INTERVAL_MS = 60_000;

/** Returns the maximum number of file descriptors of this process, or Infinity when unknown. */
function readDescriptorLimit(): number {
  try {
    const [, limit = Infinity] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit);
  } catch {
    return Infinity;
  }
}

/**
 * Prevents clients from exhausting the file descriptors of the process, which would stop the engines from opening files and make
 * Node drop connections silently. Connections over the maximum are closed immediately and logged.
 */
export function limitConnections(server: Server, log: FastifyBaseLogger, descriptors = readDescriptorLimit()): void {
  if (descriptors === Infinity) return;
  server.maxConnections = Math.max(descriptors - RESERVED_DESCRIPTORS, MIN_CONNECTIONS);
  if (descriptors < MIN_DESCRIPTORS)
    log.warn(
      { descriptors, max_connections: server.maxConnections },
      'low limit of open files, raise the limit (ulimit -n, LimitNOFILE)',
    );
  let dropped = 0;
  let warnedAt = -Infinity;
  server.on('drop', () => {
    dropped++;
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    log.warn(
      { dropped, max_connections: server.maxConnections },
      'too many connections, new ones are closed immediately, raise the limit of open files (ulimit -n, LimitNOFILE)',
    );
    warnedAt = performance.now();
    dropped = 0;
  });
}

/**
 * Returns a function that closes the idle connections of a server. Node closes idle connections that had a request before, but
 * treats connections without any request, which browsers and load balancers open in advance, as busy.
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
