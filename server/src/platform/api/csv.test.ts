import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { sendCsv } from './csv.ts';
import { createExportLimit } from './exports.ts';

const READER_IDLE_MS = 1_000;
const PAUSE_IDLE_MS = 50;
let ended = 0;

/** Rows without end, which hold something until they are given up. */
async function* rows(pauseMs?: number) {
  try {
    for (let number = 1; ; number++) {
      yield { number, text: 'x'.repeat(1000) };
      if (pauseMs) await sleep(pauseMs);
    }
  } finally {
    ended += 1;
  }
}

const app = Fastify({ forceCloseConnections: true });
app.get('/', (_request, reply) =>
  sendCsv(reply, { name: 'a.csv', columns: ['number', 'text'], rows: rows(), readerIdleMs: READER_IDLE_MS }),
);
for (const [path, limit] of [
  ['/limited', createExportLimit()],
  ['/short', createExportLimit({ maxMs: 500 })],
] as const)
  app.get(path, (_request, reply) => {
    limit.admit(reply);
    // Rows without a pause would keep this process from answering other requests in time.
    return sendCsv(reply, { name: 'a.csv', columns: ['number', 'text'], rows: rows(10) });
  });
app.get('/pause', (_request, reply) => {
  const pausing = async function* () {
    yield { number: 1 };
    await sleep(4 * PAUSE_IDLE_MS);
    yield { number: 2 };
  };
  return sendCsv(reply, { name: 'a.csv', columns: ['number'], rows: pausing(), readerIdleMs: PAUSE_IDLE_MS });
});
app.get('/values', (_request, reply) =>
  sendCsv(reply, {
    name: 'a.csv',
    columns: ['yes', 'no', 'zero', 'negative', 'formula', 'none'],
    rows: Readable.from([{ yes: true, no: false, zero: 0, negative: -1.5, formula: '-1+2', none: null }]),
  }),
);
await app.listen({ port: 0 });
after(() => app.close());
const { port } = app.server.address() as { port: number };

async function read(path = '/') {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

test('writes booleans and numbers as such, and only text as text', async () => {
  const csv = await (await fetch(`http://127.0.0.1:${port}/values`)).text();
  assert.equal(csv, "yes,no,zero,negative,formula,none\ntrue,false,0,-1.5,'-1+2,\n");
});

test('aborts the export of a reader that stops reading, and its source', async () => {
  const socket = await read();
  const before = ended;
  await once(socket, 'data');
  socket.pause();
  await until(() => ended === before + 1);
  socket.destroy();
});

test('does not abort slow readers', async () => {
  const socket = await read();
  const before = ended;
  for (let taken = 0; taken < 3; taken++) {
    socket.on('data', () => {}).resume();
    await sleep(100);
    socket.pause();
    await sleep(READER_IDLE_MS / 2);
  }
  assert.equal(ended, before);
  socket.destroy();
  await until(() => ended === before + 1);
});

test('does not abort exports while their source is slow', async () => {
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/pause`)).text(), 'number\n1\n2\n');
});

/** Begins two exports, which are all that a process admits. */
async function beginTwo(path: string) {
  const readers = [await read(path), await read(path)];
  for (const socket of readers) socket.on('data', () => {});
  return readers;
}

async function isAdmitted(path: string): Promise<boolean> {
  const socket = await read(path);
  const before = ended;
  const [answer] = await once(socket, 'data');
  socket.destroy();
  await until(() => ended === before + 1);
  return String(answer).startsWith('HTTP/1.1 200');
}

test('admits the next export when one ends', async () => {
  const readers = await beginTwo('/limited');
  await until(() => readers.every((socket) => socket.bytesRead > 0));
  assert.equal((await fetch(`http://127.0.0.1:${port}/limited`)).status, 429);
  const before = ended;
  for (const socket of readers) socket.destroy();
  await until(() => ended === before + 2);
  assert.ok(await isAdmitted('/limited'));
});

test('ends long exports in time', async () => {
  const before = ended;
  for (const socket of await beginTwo('/short')) if (!socket.closed) await once(socket, 'close');
  await until(() => ended === before + 2);
  assert.ok(await isAdmitted('/short'));
});

test('begins with a byte order mark on request only', async () => {
  const server = await sharedTestServer();
  const { id, token } = await server.createProject();
  const index = await server.call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Help' } });
  const paths = ['analytics', 'waitlist', 'feedback', 'feedback/comments', 'feedback/votes', 'testimonials', 'changelog'];
  for (const path of [...paths, `indexes/${index.body.id}`].map((list) => `/v1/${list}/export.csv`))
    for (const [query, isMarked] of [
      ['', false],
      ['&bom=false', false],
      ['&bom=true', true],
    ] as const) {
      const response = await fetch(`${server.url}${path}?project_id=${id}${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const [first, second, third, fourth] = new Uint8Array(await response.arrayBuffer());
      assert.equal(first === 0xef && second === 0xbb && third === 0xbf, isMarked, path + query);
      assert.notEqual(fourth, 0xef);
    }
});
