import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { startServer } from '../server.ts';

test('while PostgreSQL is away: 503 with Retry-After, health answers, and everything works again when it is back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-away-'));
  const log = pino({ level: 'silent' });
  let postgres = await startEmbeddedPostgres({ dataDir, log });
  const { user, host, port, database } = postgres.connection;
  const server = await startServer({
    config: readConfig({
      PORT: '0',
      EARSHOT_DATA_DIR: dataDir,
      DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    }),
    log,
  });
  after(async () => {
    await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const submit = () =>
    fetch(`${server.url}/v1/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': server.firstProject?.api_key ?? '' },
      body: JSON.stringify({ title: 'Is anyone there?' }),
    });
  assert.equal((await submit()).status, 201);

  await postgres.stop();
  const refused = await submit();
  assert.equal(refused.status, 503);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.deepEqual(await refused.json(), { error: 'The database is not available at the moment; try again in a few seconds' });
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  const ready = await fetch(`${server.url}/health/ready`);
  assert.equal(ready.status, 503);
  const { ok, engines } = (await ready.json()) as { ok: boolean; engines: object };
  assert.deepEqual([ok, engines], [false, { postgres: 'away', clickhouse: 'ready' }]);

  postgres = await startEmbeddedPostgres({ dataDir, log });
  assert.equal((await submit()).status, 201);
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
});
