import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { sharedTestServer } from '../../testing/server.ts';
import { answerClientError } from './client-errors.ts';
import { SLOW_REQUESTS } from './connections.ts';

const server = await sharedTestServer();

/** Sends bytes on a connection of their own. Returns the response. */
async function exchange(text: string, { url = server.url, ends = true } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => (received += part));
  if (ends) socket.end(text);
  else socket.write(text);
  await once(socket, 'close');
  return received;
}

const MALFORMED: Record<string, string> = {
  'two Host headers': 'GET /health HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n',
  'two Host headers in different case': 'GET /health HTTP/1.1\r\nHOST: a.example\r\nX-Other: 1\r\nhost: a.example\r\n\r\n',
  'HTTP/0.9': 'GET /health\r\n\r\n',
  'no Host header': 'GET /health HTTP/1.1\r\n\r\n',
  'a line that is no header': 'GET /health HTTP/1.1\r\nHost: a.example\r\nnonsense\r\n\r\n',
};

for (const [name, text] of Object.entries(MALFORMED))
  test(`answers ${name} with 400`, async () => assert.match(await exchange(text), /^HTTP\/1\.1 400 /));

test('answers a request with one Host header, in HTTP/1.0 also without', async () => {
  assert.match(await exchange('GET /health HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 200 /);
  assert.match(await exchange('GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
});

test('a request that arrives too slowly is answered with 408, and closed', async (t) => {
  const { requestTimeout, http } = SLOW_REQUESTS;
  assert.deepEqual([requestTimeout, http], [30_000, { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }]);
  const shorten = (ms: number) => ms / 100;
  const app = Fastify({
    requestTimeout: shorten(requestTimeout),
    http: {
      headersTimeout: shorten(http.headersTimeout),
      connectionsCheckingInterval: shorten(http.connectionsCheckingInterval),
    },
    clientErrorHandler: answerClientError,
  });
  app.post('/', () => ({ ok: true }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const head = 'POST / HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n';
  const slow: Record<string, [text: string, limit: number]> = {
    'no end of the headers': [head, http.headersTimeout],
    'half a line': ['POST / HT', http.headersTimeout],
    'half a body': [`${head}Content-Length: 20\r\n\r\n{"title":`, requestTimeout],
    'half a chunk': [`${head}Transfer-Encoding: chunked\r\n\r\n14\r\n{"title":`, requestTimeout],
  };
  await Promise.all(
    Object.entries(slow).map(async ([name, [text, limit]]) => {
      const began = performance.now();
      const answer = await exchange(text, { url, ends: false });
      assert.match(answer, /^HTTP\/1\.1 408 [\s\S]*"code":"request\.timeout"/, name);
      assert.ok(performance.now() - began >= shorten(limit) - 20, `${name} has its time`);
    }),
  );
});
