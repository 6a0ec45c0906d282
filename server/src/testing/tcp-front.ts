import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { after } from 'node:test';

export interface TcpFront {
  port: number;
  /** Ends all connections and forwards new ones to this port or Unix socket. Without a target, refuses them. */
  moveTo: (target: number | string | undefined) => void;
}

/** Starts a TCP proxy on 127.0.0.1: an address that moves from one server to another. */
export async function startTcpFront(target: number | string): Promise<TcpFront> {
  let current: number | string | undefined = target;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (current === undefined) {
      client.destroy();
      return;
    }
    const upstream = typeof current === 'string' ? connect(current) : connect(current, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  after(() => {
    endAll();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    moveTo: (next) => {
      current = next;
      endAll();
    },
  };
}
