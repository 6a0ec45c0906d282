import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../testing/process.ts';
import { startTestServer } from '../testing/server.ts';

test('serves Prometheus metrics on a separate port, by route instead of URL', async () => {
  const port = await freePort();
  const server = await startTestServer({ EARSHOT_METRICS_PORT: String(port) });
  const { key } = await server.createProject();
  const { body } = await server.call('POST', '/v1/feedback', { key, body: { title: 'Count me' } });
  await server.call('GET', `/v1/feedback/${body.id}`, { key });

  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const metrics = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(metrics, /earshot_http_request_duration_seconds_count\{method="POST",route="\/v1\/feedback",status="201"\} 1/);
  assert.match(metrics, /earshot_http_request_duration_seconds_count\{method="GET",route="\/v1\/feedback\/:id",status="200"\} 1/);
  assert.match(metrics, /process_resident_memory_bytes \d+/);
  assert.ok(!metrics.includes(body.id));
  assert.equal((await server.call('GET', '/metrics')).status, 404, 'not where the public can read them');
});
