import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url));
/** Above the ports that systems assign. */
const CLOSED_PORT = '65000';

/** Runs `npm run demo`. Returns its exit code, output, and duration in seconds. */
function runDemo(variables: Record<string, string>, ...args: string[]) {
  const began = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string; seconds: number }>();
  execFile(
    process.execPath,
    [COMMAND, ...args],
    { env: { PATH: process.env.PATH ?? '', ...variables } },
    (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr, seconds: (performance.now() - began) / 1000 }),
  );
  return promise;
}

/** Starts a server that answers every request in one way. Returns its port. */
async function startServer(t: { after: (end: () => void) => void }, status?: number): Promise<string> {
  const server = createServer((_request, response) => void (status && response.writeHead(status).end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return String((server.address() as AddressInfo).port);
}

test('says at once which server does not answer, and what to do', async (t) => {
  const [silent, failing] = [await startServer(t), await startServer(t, 503)];
  const cases: [variables: Record<string, string>, args: string[], message: RegExp][] = [
    [{ PORT: CLOSED_PORT }, [], /^http:\/\/127\.0\.0\.1:65000 does not answer: connect ECONNREFUSED/],
    [{ PORT: '1', EARSHOT_URL: `http://127.0.0.1:${CLOSED_PORT}` }, [], /^http:\/\/127\.0\.0\.1:65000 does not answer/],
    [{}, ['--url', `http://127.0.0.1:${silent}`], /does not answer: The operation was aborted due to timeout/],
    [{ PORT: failing }, [], /does not answer: \/health returned 503/],
  ];
  await Promise.all(
    cases.map(async ([variables, args, message]) => {
      const { code, stdout, stderr, seconds } = await runDemo(variables, ...args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.match(stderr, /Start Earshot with `npm start`, or name its address with --url\n$/);
      assert.equal(stderr.trim().split('\n').length, 1, 'one line, without a stack');
      // Two seconds for the answer, and the start of Node.js on a busy machine.
      assert.ok(seconds < 30, String(seconds));
    }),
  );
});
