import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freePort } from '../../testing/process.ts';
import { createDatabase, createPool, type Db } from './database.ts';
import { createReplica } from './replica.ts';
import { createClickHouseUrl, createTestDatabase } from '../../testing/database.ts';
import { startTcpFront } from '../../testing/tcp-front.ts';
import { createReplication } from '../../testing/replication.ts';
import { type Call, type Json, startTestServer, type TestClient } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const { primary, addStandby, stop } = await createReplication();
const standby = await addStandby('replica');
const CLICKHOUSE_URL = createClickHouseUrl('replica');
const front = await startTcpFront(standby.port);
const replicaUrl = standby.url.replace(`:${standby.port}/`, `:${front.port}/`);
const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replicaUrl, CLICKHOUSE_URL };
/** Shows what the replica returns while the replay is paused. */
const patient = await startTestServer({ ...env, EARSHOT_REPLICA_MAX_LAG_MS: '600000' });
/** A busy machine must do several things within this time. */
const MAX_LAG_MS = 2_000;
const METRICS_PORT = await freePort();
const strict = await startTestServer({
  ...env,
  EARSHOT_REPLICA_MAX_LAG_MS: String(MAX_LAG_MS),
  EARSHOT_METRICS_PORT: String(METRICS_PORT),
});
const project = await patient.createProject();
const VISITOR = '0192f0c1-2d3e-7a4b-8c5d-6e7f80910213';

await patient.call('PATCH', `/v1/projects/${project.id}`, {
  token: project.token,
  body: { settings: { feedback: { moderation: 'off' } } },
});

async function submit(title: string, call: Call = {}): Promise<void> {
  const { status, body } = await patient.call('POST', '/v1/feedback', { key: project.key, body: { title }, ...call });
  assert.equal(status, 201, JSON.stringify(body));
}

async function listTitles(server: TestClient, call: Call = { key: project.key }): Promise<string[]> {
  const { status, body } = await server.call('GET', '/v1/feedback', call);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ title }: Json) => title);
}

/** Waits for the replica. A failure shows what the servers say. */
async function untilReplica(check: () => Promise<boolean | undefined>): Promise<void> {
  await until(check).catch(async (error: unknown) => {
    throw new Error(`The primary:\n${await primary.readLog()}\nThe standby:\n${await standby.readLog()}`, { cause: error });
  });
}

/** Runs steps while the replica does not follow. It follows again also when one fails, for the next tests. */
async function whilePaused(steps: () => Promise<void>): Promise<void> {
  const [{ lsn }] = (await primary.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn')) as [{ lsn: string }];
  await untilReplica(async () => {
    const [row] = await standby.query<{ done: boolean }>(`SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS done`);
    return row?.done;
  });
  await standby.query('SELECT pg_wal_replay_pause()');
  try {
    await steps();
  } finally {
    await standby.query('SELECT pg_wal_replay_resume()');
  }
}

/** Waits until the replica returns a text. A slow answer, or a slow measurement, lets the primary answer for a moment. */
const untilRead = (read: () => Promise<unknown>, expected: RegExp) => until(async () => expected.test(String(await read())));

async function readMetric(name: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1] ?? 'missing';
}
const readLag = async () => Number((await readMetric('earshot_replica_lag_seconds')).replace('+Inf', 'Infinity'));
/** Waits until the replica is in use, and stays so for a while without another measurement. */
const untilCurrent = () => untilReplica(async () => (await readLag()) < MAX_LAG_MS / 2_000);

test('lists come from the replica, except for clients who may have written: these see their writes at once', async () => {
  await submit('Before');
  await whilePaused(async () => {
    await submit('After', { visitor: VISITOR });
    await untilRead(() => listTitles(patient), /^Before$/);
    assert.deepEqual(await listTitles(patient, { key: project.key, visitor: VISITOR }), ['After', 'Before']);
    assert.deepEqual(await listTitles(patient, { token: project.token, query: { project_id: project.id } }), ['After', 'Before']);

    const board = `/p/${project.slug}/feedback`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = await patient.call('POST', board, { headers, body: 'title=From+a+form' });
    assert.equal(form.status, 200);
    const cookie = form.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^earshot_wrote=1; Max-Age=601; Path=\/; HttpOnly; SameSite=Lax$/);
    const page = await patient.call('GET', board, { headers: { cookie: 'a=b; earshot_wrote=1' } });
    assert.match(page.body, /From a form/);
    await untilRead(async () => (await patient.call('GET', board)).body, /^(?!.*From a form).*Before/s);
  });
  await untilReplica(async () => (await listTitles(patient)).length === 3);
});

test('requests of the tracker and of members set no cookie', async () => {
  const events = await patient.call('POST', '/v1/analytics/events', { key: project.key, body: { events: [{ url: '/' }] } });
  assert.equal(events.status, 202);
  assert.equal(events.headers.get('set-cookie'), null);
  const { status, headers } = await patient.call('POST', '/v1/changelog', {
    token: project.token,
    query: { project_id: project.id },
    body: { title: 'Dark mode', content: 'Done', published: true },
  });
  assert.equal(status, 201);
  assert.equal(headers.get('set-cookie'), null);
});

test('exports come from the replica', async () => {
  const join = (email: string) => patient.call('POST', '/v1/waitlist', { key: project.key, body: { email } });
  const read = async () =>
    (await patient.call('GET', '/v1/waitlist/export.csv', { token: project.token, query: { project_id: project.id } })).body;
  await join('ada@example.com');
  await whilePaused(async () => {
    await join('bob@example.com');
    await untilRead(read, /^(?!.*bob@).*ada@example\.com/s);
  });
  await untilReplica(async () => /bob@example\.com/.test(await read()));
});

test('a replica that is behind is used for the maximum lag at most, and again when it has caught up', async () => {
  /** Returns the number of lists from the replica, which miss a new entry. */
  const countLists = async (title: string) => {
    let lists = 0;
    await untilCurrent();
    await whilePaused(async () => {
      await submit(title);
      const writtenAt = performance.now();
      for (let isComplete = false; !isComplete;) {
        const age = performance.now() - writtenAt;
        isComplete = (await listTitles(strict)).includes(title);
        assert.ok(isComplete || age <= MAX_LAG_MS, `an entry was missing after ${age} ms`);
        if (!isComplete) lists++;
      }
      await until(async () => (await readLag()) === Infinity);
    });
    return lists;
  };
  // On a busy machine, storing an entry can take longer than the maximum lag.
  let attempt = 1;
  while (!(await countLists(`Late ${attempt}`))) assert.ok(attempt++ < 5, 'the replica was not used');
  await untilCurrent();
});

test('a replica stays in use while the primary is idle', async () => {
  await untilCurrent();
  // The lag grows between measurements, and each measurement lowers it without a write.
  for (let n = 0; n < 3; n++) {
    const lag = await readLag();
    await untilReplica(async () => (await readLag()) < lag);
  }
});

test('users without special rights can measure the lag', async () => {
  await primary.query('CREATE ROLE plain LOGIN');
  const sources = `pg_control_system(), pg_control_checkpoint()`;
  await primary.query(`SET ROLE plain; SELECT pg_walfile_name(pg_current_wal_flush_lsn()) FROM ${sources}`);
});

test('the sum of the connections of a node stays within the budget', async () => {
  await untilCurrent();
  await Promise.all(
    Array.from({ length: 60 }, () => listTitles(strict, { token: project.token, query: { project_id: project.id } })),
  );
  await Promise.all(Array.from({ length: 60 }, (_, n) => listTitles(strict, { key: project.key, query: { page: n + 1 } })));
  const names = ['requests', 'direct', 'replica', 'forwarder'];
  const open = await Promise.all(
    names.map(async (pool) => Number(await readMetric(`earshot_database_connections{pool="${pool}"}`))),
  );
  const [requests = 0, , replica = 0] = open;
  assert.equal(requests, 5);
  assert.ok(replica > 1 && replica <= 5, `${replica}`);
  const sum = open.reduce((total, count) => total + count, 0);
  assert.ok(sum <= 16, open.join());
});

test('lists come from the primary while the replica is unreachable, and no request fails', async () => {
  await untilCurrent();
  let failures = 0;
  const stopping = new AbortController();
  const reading = (async () => {
    while (!stopping.signal.aborted) await listTitles(strict).catch(() => failures++);
  })();
  front.moveTo(undefined);
  await submit('Alone');
  await until(async () => (await listTitles(strict)).includes('Alone'));
  stopping.abort();
  await reading;
  assert.equal(failures, 0);
  const { status, body } = await strict.call('GET', '/v1/waitlist/export.csv', {
    token: project.token,
    query: { project_id: project.id },
  });
  assert.equal(status, 200);
  assert.match(body, /bob@example\.com/);
});

/** Connects to a primary and a replica, and measures once. */
async function startReplica(url: string) {
  const [origin, copy] = [primary.url, url].map((connectionString) => {
    const pool = createPool({ connectionString, max: 2 }, () => {});
    after(() => pool.end());
    return createDatabase(pool);
  }) as [Db, Db];
  const reasons: string[] = [];
  const log = { info: () => {}, warn: ({ reason }: { reason: string }) => void reasons.push(reason) } as never;
  const replica = createReplica(origin, copy, { maxLagMs: 5_000, log });
  await replica.start();
  after(replica.stop);
  return { reasons, isUsed: () => replica.pick() === copy };
}

test('another database and a promoted replica are not used', async () => {
  const foreign = await createTestDatabase();
  after(foreign.drop);
  const { reasons } = await startReplica(foreign.url);
  assert.deepEqual(reasons, ['it is another database']);
  const replica = await startReplica(standby.url);
  await until(replica.isUsed);
  await standby.query('SELECT pg_promote()');
  await until(() => !replica.isUsed());
  assert.equal(replica.reasons.at(-1), 'it is no standby');
});

after(stop);
