import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../config/config.ts';
import { issuePersonalToken } from '../../instance/identity/index.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { startServer } from '../../server.ts';
import { clickhouseUrlFor, createTestDatabase } from '../../testing/database.ts';
import type { Json } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

test('while PostgreSQL is unavailable, returns 503 with Retry-After, and recovers afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-outage-'));
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
  assert.deepEqual(await refused.json(), {
    error: 'The database is unavailable; try again in a few seconds',
    code: 'server.database_unavailable',
  });
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  const ready = await fetch(`${server.url}/health/ready`);
  assert.equal(ready.status, 503);
  const { ok, engines } = (await ready.json()) as { ok: boolean; engines: object };
  assert.deepEqual([ok, engines], [false, { postgres: 'unavailable', clickhouse: 'ready' }]);

  postgres = await startEmbeddedPostgres({ dataDir, log });
  assert.equal((await submit()).status, 201);
  await until(async () => (await fetch(`${server.url}/health/ready`)).status === 200);
});

test('while the disk is full, rejects writes with 503, serves reads, reports readiness, and loses nothing', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-full-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', dataDir]).status !== 0) {
    await rm(dataDir, { recursive: true });
    t.skip('a small disk can be mounted by root alone');
    return;
  }
  const database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  // The events go to the ClickHouse of the test run: this disk has PostgreSQL alone.
  const server = await startServer({
    config: readConfig({ PORT: '0', EARSHOT_DATA_DIR: dataDir, CLICKHOUSE_URL: clickhouseUrlFor(database.url) }),
    log,
  });
  after(async () => {
    await server.stop();
    await database.drop();
    execFileSync('umount', ['--lazy', dataDir]);
    await rm(dataDir, { recursive: true });
  });
  const token = await issuePersonalToken(server.db, { email: 'ada@example.com', name: 'test', days: 1, withLocal: true });
  let key = '';
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...(key && { 'x-project-key': key }) },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, wait: response.headers.get('retry-after'), body: (await response.json()) as Json };
  };
  const { body: project } = await ask('POST', '/v1/projects', { name: 'Acme' });
  key = project.api_key;
  const track = (name: string) =>
    ask('POST', '/v1/analytics/events', {
      events: Array.from({ length: 500 }, (_, n) => ({
        name,
        user_id: `${name} ${n}`,
        properties: { x: randomBytes(200).toString('hex') },
      })),
    });
  const overview = () => ask('GET', `/v1/analytics/overview?project_id=${project.id}&period=24h`);
  assert.equal((await track('before')).status, 202);
  await until(async () => (await overview()).body.visitors?.value === 500);

  let waitingSince = 0;
  // The batch of these is made while the disk is full.
  await server.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE analytics_batches IN EXCLUSIVE MODE`.execute(tx);
    assert.equal((await track('waiting')).status, 202);
    waitingSince = Date.now();
    await fill(join(dataDir, 'filler'));
  });
  // A statement that PostgreSQL had to write for may fail once.
  const report = await until(async () => {
    const answer = await overview();
    if (answer.status !== 200) assert.deepEqual([answer.status, answer.wait], [503, '2'], JSON.stringify(answer.body));
    return answer.status === 200 && answer;
  });
  // Pages of PostgreSQL that have room may take the batch nevertheless. A report that lacks its events must not claim their time.
  const { visitors, as_of } = report.body;
  assert.ok(
    visitors.value === 1_000 || (visitors.value === 500 && Date.parse(as_of) <= waitingSince),
    JSON.stringify(report.body),
  );
  // Pages of the table that have room take some more.
  let accepted = 1_000;
  const refusal = await until(async () => {
    const answer = await track(`more after ${accepted}`);
    if (answer.status === 202) accepted += 500;
    return answer.status !== 202 && answer;
  });
  assert.deepEqual([refusal.status, refusal.wait], [503, '2']);
  const ready = await ask('GET', '/health/ready');
  assert.deepEqual(
    [ready.status, ready.wait, ready.body.ok, ready.body.engines.postgres, ready.body.reason],
    [503, '2', false, 'read-only', 'PostgreSQL rejects writes: its disk is full'],
  );

  await rm(join(dataDir, 'filler'));
  await until(async () => (await ask('GET', '/health/ready')).body.ok);
  await until(async () => (await overview()).body.visitors?.value === accepted);
});

/** Writes until no space is left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(4096));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    await file.close();
  }
}
