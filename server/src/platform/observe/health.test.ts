import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startFaultyProxy } from '../../testing/faulty-proxy.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const database = await createTestDatabase();
const clickhouse = await startFaultyProxy(database.clickhouseUrl);
const server = await startTestServer({ DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url, EARSHOT_LOG_LEVEL: 'silent' });
after(database.drop);

test('/health responds to anyone, from any origin', async () => {
  const { status, headers, body } = await server.call('GET', '/health', { headers: { origin: 'https://elsewhere.example' } });
  assert.deepEqual([status, body], [200, { ok: true }]);
  assert.equal(headers.get('access-control-allow-origin'), '*');
});

test('/health/ready lists the engines, without project data', async () => {
  const { status, body } = await server.call('GET', '/health/ready');
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        ok: true,
        engines: { postgres: 'ready', clickhouse: 'ready' },
        reason: null,
        analytics: { state: 'complete' },
      },
    ],
  );
});

test('concurrent requests for /health/ready, and those within a second, share one check', async () => {
  // Waits until the answer of the previous test is no longer cached.
  clickhouse.setFault('rejects statements');
  const outage = { postgres: 'ready', clickhouse: 'unavailable' };
  await until(async () => isDeepStrictEqual((await server.call('GET', '/health/ready')).body.engines, outage));
  clickhouse.setFault('none');
  let pings = 0;
  const began = performance.now();
  clickhouse.onStatement((statement) => void (pings += Number(/^SELECT 'ping'/i.test(statement))));
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 10 }, () => server.call('GET', '/health/ready')));
  const seconds = (performance.now() - began) / 1000;
  assert.ok(pings <= 2 + seconds, `${pings} checks in ${seconds} s`);
  await until(async () => (await server.call('GET', '/health/ready')).body.engines.clickhouse === 'ready');
  assert.ok(pings > 0);
});
