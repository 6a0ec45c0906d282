import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FailPoint, failAt } from '../testing/fail-point.ts';
import { IS_LONG } from '../testing/long.ts';
import { startBreakable } from '../testing/breakable.ts';
import { createTestDatabase } from '../testing/database.ts';
import { freePort, type ServerProcess, startServerProcess } from '../testing/process.ts';
import { type Json, startTestServer } from '../testing/server.ts';
import { until } from '../testing/until.ts';

/** How long ClickHouse fails, each time. */
const OUTAGE_MS = IS_LONG ? 15_000 : 2_000;
const QUIET = { EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'silent' };

/** Sends events, one after the other, with an id each, until the server is gone, or told to end. What was answered 202 is accepted. */
async function sendUntilGone(
  { url, key }: Pick<ServerProcess, 'url' | 'key'>,
  accepted: Set<string>,
  isOver = () => false,
): Promise<void> {
  while (!isOver()) {
    const event_id = randomUUID();
    const response = await fetch(`${url}/v1/analytics/events`, {
      method: 'POST',
      headers: { 'x-project-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ url: '/', event_id, user_id: `u${accepted.size % 7}` }),
    }).catch(() => undefined);
    if (response?.status !== 202) return;
    accepted.add(event_id);
  }
}

/** The ids of all events that are counted, as often as they are. */
async function countedIds(ask: (path: string) => Promise<string>): Promise<string[]> {
  const csv = await ask('export.csv');
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1] as string);
}

/** The boundaries of an event's way from the request to ClickHouse. Events have ids, so that requests are transactions. */
const FAIL_POINTS: FailPoint[] = [
  { statement: 'INSERT INTO analytics_inbox', moment: 'before commit', occurrence: 20 },
  { statement: 'INSERT INTO analytics_inbox', moment: 'after commit', occurrence: 20 },
  { statement: 'INSERT INTO analytics_batches', moment: 'before commit', occurrence: 1 },
  { statement: 'INSERT INTO analytics_batches', moment: 'after commit', occurrence: 1 },
  { statement: 'INSERT INTO events', moment: 'after', occurrence: 1 },
  { statement: 'INSERT INTO visits', moment: 'after', occurrence: 1 },
  { statement: 'DELETE FROM analytics_batches', moment: 'after', occurrence: 1 },
];
/** Kills at random moments, in the long version. */
const RANDOM_KILLS = IS_LONG ? 20 : 0;

test('a node that is killed loses and doubles no accepted event', { timeout: 240_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot events '));
  after(() => rm(folder, { recursive: true, force: true }));
  const env = { ...QUIET, EARSHOT_DATA_DIR: folder };
  const accepted = new Set<string>();
  for (const point of FAIL_POINTS) {
    const server = await startServerProcess(env, failAt(point));
    const ended = once(server.child, 'exit');
    await Promise.all(Array.from({ length: 4 }, () => sendUntilGone(server, accepted)));
    assert.deepEqual(await ended, [null, 'SIGKILL'], JSON.stringify(point));
  }
  for (let round = 1; round <= RANDOM_KILLS; round++) {
    const server = await startServerProcess(env);
    const streams = Array.from({ length: 4 }, () => sendUntilGone(server, accepted));
    // From the first events on, and over a second later too, when they are being moved.
    setTimeout(() => server.child.kill('SIGKILL'), 20 + Math.random() * 1_800);
    await Promise.all(streams);
  }
  const server = await startServerProcess(env);
  const token = await tokenOf(folder);
  const { data } = await getJson(server.url, '/v1/projects', token);
  const ids = await countedIds(async (path) => {
    const response = await fetch(`${server.url}/v1/analytics/${path}?project_id=${data[0].id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return await response.text();
  });
  const overview = await getJson(server.url, `/v1/analytics/overview?project_id=${data[0].id}`, token);
  await server.end('SIGTERM');
  t.diagnostic(`${accepted.size} events were accepted, ${ids.length} are counted`);
  assert.ok(accepted.size > 100);
  const counted = new Set(ids);
  assert.deepEqual(
    [...accepted].filter((id) => !counted.has(id)),
    [],
    'none is lost',
  );
  assert.equal(ids.length, counted.size, 'none counts twice');
  // Each kill leaves at most one committed event without an answer on each of the four connections.
  assert.ok(counted.size - accepted.size <= 4 * (FAIL_POINTS.length + RANDOM_KILLS));
  assert.deepEqual([overview.events.value, overview.visitors.value], [counted.size, 7], 'and all figures know them');
});

async function tokenOf(folder: string): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const { fileURLToPath } = await import('node:url');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('../earshot.ts', import.meta.url)), 'token', 'create', '--email', 'ada@example.com'],
    { env: { PATH: process.env.PATH, EARSHOT_DATA_DIR: folder } },
  );
  return stdout.trim();
}

/** How many events wait, and for how many seconds, as a node's metrics say it. */
async function readWaiting(metricsPort: number): Promise<number[]> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return ['events', 'seconds'].map((unit) =>
    Number(new RegExp(`^earshot_analytics_waiting_${unit} (\\S+)`, 'm').exec(metrics)?.[1]),
  );
}

const getJson = async (url: string, path: string, token: string): Promise<Json> =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();

test(
  'while ClickHouse fails, in any way, events are accepted, and each counts once afterwards',
  { timeout: 180_000 },
  async () => {
    const database = await createTestDatabase();
    const clickhouse = await startBreakable(database.clickhouseUrl);
    const metricsPort = await freePort();
    const server = await startTestServer({
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: clickhouse.url,
      EARSHOT_LOG_LEVEL: 'silent',
      EARSHOT_METRICS_PORT: String(metricsPort),
    });
    after(database.drop);
    const project = await server.createProject();
    const ask = (path: string) =>
      server.call('GET', `/v1/analytics/${path}`, { token: project.token, query: { project_id: project.id } });
    let isOver = false;
    const accepted = new Set<string>();
    const sender = sendUntilGone({ url: server.url, key: project.key }, accepted, () => isOver);
    for (const way of ['refuses', 'loses answers', 'refuses', 'loses answers'] as const) {
      // Events reach ClickHouse between two outages.
      await until(async () => (await ask('overview')).status === 200);
      clickhouse.turn(way);
      await sleep(OUTAGE_MS);
      const [away, ready] = await Promise.all([ask('overview'), server.call('GET', '/health/ready')]);
      assert.deepEqual([away.status, away.body.code], [503, 'server.event_store_unavailable']);
      assert.ok(away.headers.get('retry-after'));
      assert.equal(ready.status, 200, 'the node goes on taking events');
      assert.equal(ready.body.engines.clickhouse, 'away');
      const [waiting = 0, seconds = 0] = await readWaiting(metricsPort);
      assert.ok(waiting > 0 && seconds > OUTAGE_MS / 2_000, `${waiting} events wait, for ${seconds} seconds`);
      clickhouse.turn('whole');
    }
    isOver = true;
    await sender;
    await until(async () => (await ask('overview')).status === 200);
    // The last of them take a moment.
    const ids = await until(async () => {
      const found = await countedIds(async (path) => (await ask(path)).body);
      return found.length >= accepted.size && found;
    });
    const counted = new Set(ids);
    assert.ok(accepted.size > 50);
    assert.deepEqual(
      [...accepted].filter((id) => !counted.has(id)),
      [],
    );
    assert.equal(ids.length, counted.size);
    const { body } = await ask('overview');
    assert.deepEqual([body.events.value, body.visitors.value], [ids.length, 7]);
  },
);

test('an inbox that is full answers 503 and when to come back, and empties', async () => {
  const database = await createTestDatabase();
  const clickhouse = await startBreakable(database.clickhouseUrl);
  const metricsPort = await freePort();
  const server = await startTestServer({
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: clickhouse.url,
    EARSHOT_INBOX_EVENTS: '50',
    EARSHOT_LOG_LEVEL: 'silent',
    EARSHOT_METRICS_PORT: String(metricsPort),
  });
  after(database.drop);
  const { key } = await server.createProject();
  const waiting = async () => (await readWaiting(metricsPort))[0];
  const track = () =>
    server.call('POST', '/v1/analytics/events', { key, body: { events: Array.from({ length: 25 }, () => ({ url: '/' })) } });
  clickhouse.turn('refuses');
  for (const events of [25, 50]) {
    assert.equal((await track()).status, 202);
    // The node looks once a second how much waits.
    await until(async () => (await waiting()) === events);
  }
  const full = await track();
  assert.equal(full.status, 503);
  assert.deepEqual(full.body.code, 'analytics.too_many_events');
  assert.ok(full.headers.get('retry-after'));
  assert.equal(await waiting(), 50);
  clickhouse.turn('whole');
  await until(async () => (await track()).status === 202);
});

test('two nodes on one database move each event once', { timeout: 60_000 }, async () => {
  const { url, drop } = await createTestDatabase();
  const nodes = [await startTestServer({ DATABASE_URL: url }), await startTestServer({ DATABASE_URL: url })] as const;
  after(drop);
  const project = await nodes[0].createProject();
  const count = async (n: 0 | 1) =>
    (await nodes[n].call('GET', '/v1/analytics/overview', { token: project.token, query: { project_id: project.id } })).body;
  for (let round = 0; round < 10; round++)
    await Promise.all(
      [0, 1, 0, 1].map((n) =>
        nodes[n as 0 | 1]
          .call('POST', '/v1/analytics/events', {
            key: project.key,
            body: { events: Array.from({ length: 10 }, () => ({ url: '/', user_id: 'ada' })) },
          })
          .then(() => count(n as 0 | 1)),
      ),
    );
  for (const n of [0, 1] as const) {
    const { events, visits, visitors } = await count(n);
    assert.deepEqual([events.value, visits.value, visitors.value], [400, 1, 1]);
  }
});

test('tens of thousands of people at once, and as many events that change their visits', { timeout: 60_000 }, async () => {
  const server = await startTestServer();
  const project = await server.createProject();
  const people = 12_000;
  let sent = 0;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const send = async (minutes: number) => {
    for (let from = 0; from < people; from += 500)
      await server.call('POST', '/v1/analytics/events', {
        key: project.key,
        body: { events: Array.from({ length: 500 }, (_, n) => ({ url: '/', user_id: `u${from + n}`, timestamp: at(minutes) })) },
      });
    sent += people;
    // So many take a moment.
    return await until(async () => {
      const { body } = await server.call('GET', '/v1/analytics/overview', {
        token: project.token,
        query: { project_id: project.id },
      });
      return body.page_views.value >= sent && [body.visitors.value, body.visits.value, body.page_views.value];
    });
  };
  assert.deepEqual(await send(100), [people, people, people]);
  assert.deepEqual(await send(50), [people, 2 * people, 2 * people]);
  // Between the two: each person's visits become one, and half of the events move.
  assert.deepEqual(await send(75), [people, people, 3 * people]);
  const csv = await server.call('GET', '/v1/analytics/export.csv', { token: project.token, query: { project_id: project.id } });
  const rows = (csv.body as string).trim().split('\n').slice(1);
  assert.equal(rows.length, 3 * people);
  assert.equal(new Set(rows.map((row) => row.split(',')[4])).size, people, 'every event knows its visit');
});
