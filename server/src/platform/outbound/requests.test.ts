import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { post } from './requests.ts';

/** Sends a POST request to a server that responds with these bytes, and then one more byte every 50 ms. */
async function postTo(answer: string, { isEndless = false, timeoutMs = 500 } = {}) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(answer);
      const drops = isEndless ? setInterval(() => socket.write('x'), 50) : undefined;
      socket.on('close', () => clearInterval(drops));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as { port: number };
  const sent = { headers: { connection: 'close' }, body: '{}' };
  return await post(`http://127.0.0.1:${port}/`, sent, { allowPrivate: true, denied: [], timeoutMs });
}

test('a protocol switch counts as a failure', async () => {
  const { status, error } = await postTo(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    { timeoutMs: 60_000 },
  );
  assert.deepEqual([status, error], [101, 'The endpoint responded with 101']);
});

test('a slow response times out like a missing one', async () => {
  const late = 'No complete response within 0.5 seconds';
  assert.equal((await postTo('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', { isEndless: true })).error, late);
  assert.equal((await postTo('HTTP/1.1 200 OK\r\n')).error, late);
});
