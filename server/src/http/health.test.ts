import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { createTestDatabase } from '../testing/database.ts';

test('the server answers /health and /health/ready', async () => {
  const database = await createTestDatabase();
  const server = await startServer({
    config: readConfig({ PORT: '0', DATABASE_URL: database.url }),
    log: pino({ level: 'error' }),
  });
  after(async () => {
    await server.stop();
    await database.drop();
  });
  const health = await fetch(`${server.url}/health`, { headers: { origin: 'https://elsewhere.example' } });
  assert.equal(health.status, 200);
  assert.deepEqual(await health.json(), { ok: true });
  assert.equal(health.headers.get('access-control-allow-origin'), '*');
  const ready = await fetch(`${server.url}/health/ready`);
  assert.deepEqual(await ready.json(), { ok: true, engines: { postgres: 'ready' } });
});
