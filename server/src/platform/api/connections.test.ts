import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { until } from '../../testing/until.ts';
import { limitConnections } from './connections.ts';

test('keeps connections below the limit of open files, and logs closed ones once', async (t) => {
  const lines: { msg: string; max_connections: number; dropped?: number }[] = [];
  const server = createServer((_request, response) => response.end('ok'));
  limitConnections(server, pino({}, { write: (line) => void lines.push(JSON.parse(line)) }), 600);
  assert.equal(server.maxConnections, 88);
  assert.match(lines[0]?.msg ?? '', /raise the limit/);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    return socket;
  };
  for (let n = 0; n < 88; n++) await once(open(), 'connect');
  await until(() => new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count === 88))));
  for (let n = 0; n < 5; n++) await once(open(), 'close');
  assert.deepEqual(
    lines.slice(1).map(({ dropped, max_connections }) => [dropped, max_connections]),
    [[1, 88]],
  );

  sockets[0]?.destroy();
  await until(async () => (await fetch(`http://127.0.0.1:${port}`).catch(() => undefined))?.status === 200);
});
