import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();

/** Sends bytes on a connection of their own. Returns the response. */
async function exchange(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => (received += part));
  socket.end(text);
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
