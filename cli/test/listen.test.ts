import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { verifyWebhook } from '@earshot/sdk';
import { startReceiver } from '@earshot/server/testing/receiver';
import { type Json, sharedTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';
import { createEnvironment, start } from './processes.ts';

const { url, call, createProject } = await sharedTestServer();

test('webhook listen prints events, forwards them signed, repeats a refused one, and ends with Ctrl+C', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-listen-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const { id, key, token } = await createProject();
  const submit = (title: string) => call('POST', '/v1/feedback', { key, body: { title } });
  const receiver = await startReceiver();
  // The first attempt fails.
  receiver.answer((response) => response.writeHead(receiver.received.length === 1 ? 500 : 204).end());
  await submit('Before');

  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
  const env = { ...createEnvironment(folder), EARSHOT_URL: url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: id };
  const options = ['--events', 'feedback.created', '--replay', '1', '--secret', secret, '--json'];
  const command = start(folder, env, 'webhook', 'listen', '--forward-to', receiver.url, ...options);
  await until(() => receiver.received.length === 2, 60_000);
  await call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com' } });
  await submit('After');
  await until(() => receiver.received.length === 3);
  command.interrupt();

  const { code, stdout, stderr } = await command.result;
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line): Json => JSON.parse(line));
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    lines.map(({ type, data }) => [type, data.title]),
    [
      ['feedback.created', 'Before'],
      ['feedback.created', 'After'],
    ],
  );
  assert.match(
    stderr,
    /^Forwarding to \S+ The secret for verifying signatures is whsec_\S+\nevt_\w+\tfailed\tstatus 500 in \d+ ms, next attempt in 1 s\nevt_\w+\taccepted\tstatus 204 in /,
  );
  const events = await Promise.all(receiver.received.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
  assert.deepEqual(events, [lines[0], lines[0], lines[1]]);
});
