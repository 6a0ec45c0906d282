import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../testing/server.ts';

const server = await startTestServer();

test('/health answers whoever asks, from anywhere', async () => {
  const { status, headers, body } = await server.call('GET', '/health', { headers: { origin: 'https://elsewhere.example' } });
  assert.deepEqual([status, body], [200, { ok: true }]);
  assert.equal(headers.get('access-control-allow-origin'), '*');
});

test('/health/ready names each engine', async () => {
  const { status, body } = await server.call('GET', '/health/ready');
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        ok: true,
        engines: { postgres: 'ready', clickhouse: 'ready' },
        reason: null,
        inbox: { events: 0, oldest: null, error: null },
        analytics: { state: 'complete', missing_events: 0, missing_days: [] },
      },
    ],
  );
});
