import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { newId } from '../../platform/ids.ts';
import { createDatabase, createPool } from '../../platform/postgres/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestServer } from '../../testing/server.ts';
import { startTcpFront } from '../../testing/tcp-front.ts';
import { until } from '../../testing/until.ts';
import { RequestLog } from './recorder.ts';

const log = pino({ level: 'silent' });
const LIMIT = 10_000;

const readDropped = ({ metrics }: RequestLog) => {
  const [metric] = metrics;
  return metric && 'read' in metric ? metric.read() : undefined;
};

test('entries wait while PostgreSQL is unavailable; those beyond the limit are dropped and counted', async () => {
  const database = await createTestDatabase();
  const server = await startTestServer({ DATABASE_URL: database.url });
  const [, start, parameters] = /^(.*@)(.*)$/.exec(database.url) ?? assert.fail();
  const [path = '', query] = parameters?.split('?') ?? [];
  const address = new URLSearchParams(query);
  const socket = `${address.get('host')}/.s.PGSQL.${address.get('port')}`;
  const front = await startTcpFront(socket);
  front.moveTo(undefined);
  const pool = createPool({ connectionString: `${start}127.0.0.1:${front.port}${path}`, max: 1 }, () => {});
  after(() => pool.end());

  const projectId = newId();
  await sql`INSERT INTO projects (id, name, slug) VALUES (${projectId}, 'Acme', 'acme')`.execute(server.db);
  const requestLog = new RequestLog({ db: createDatabase(pool), log });
  const add = (project: string) =>
    requestLog.add(
      {
        project_id: project,
        request_id: newId(),
        method: 'GET',
        path: '/v1/feedback',
        status: 200,
        code: null,
        duration_ms: 1,
        credential: 'api_key',
        credential_name: null,
        created_at: new Date(),
      },
      { combinedPath: '/v1/feedback', separate: LIMIT * 2 },
    );
  for (let n = 0; n < LIMIT + 5; n++) add(projectId);
  await requestLog.flush();
  assert.equal(readDropped(requestLog), 5);
  const count = async () =>
    (
      await sql<{ count: number }>`SELECT count(*)::int AS count FROM request_log WHERE project_id = ${projectId}`.execute(
        server.db,
      )
    ).rows[0]?.count;
  assert.equal(await count(), 0);

  front.moveTo(socket);
  await requestLog.flush();
  assert.equal(await count(), LIMIT);

  // Projects that do not exist, or no longer, do not prevent the others from being written.
  add(newId());
  add(projectId);
  await requestLog.flush();
  assert.equal(await count(), LIMIT + 1);
  assert.equal(readDropped(requestLog), 5);
});

test('requests are written without a reader, and the last ones at the shutdown', async () => {
  const database = await createTestDatabase();
  const server = await startTestServer({ DATABASE_URL: database.url });
  const pool = createPool({ connectionString: database.url, max: 1 }, () => {});
  after(() => pool.end());
  const read = async () => {
    const { rows } = await sql<{ sum: number; entries: number }>`
      SELECT coalesce(sum(count), 0)::int AS sum, count(*)::int AS entries FROM request_log WHERE path = '/v1/feedback'`.execute(
      createDatabase(pool),
    );
    return rows[0] ?? assert.fail();
  };
  const { key } = await server.createProject();
  await server.call('GET', '/v1/feedback', { key });
  await until(async () => (await read()).sum === 1);
  for (let n = 0; n < 49; n++) await server.call('GET', '/v1/feedback', { key });
  await server.stop();
  const { sum, entries } = await read();
  assert.equal(sum, 50);
  assert.ok(entries < 50, 'some are combined');
});
