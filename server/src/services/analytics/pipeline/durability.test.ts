import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type FailPoint, failAt } from '../../../testing/fail-point.ts';
import { IS_LONG } from '../../../testing/long.ts';
import { startFaultyProxy } from '../../../testing/faulty-proxy.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { freePort, readEarshot, type ServerProcess, startServerProcess } from '../../../testing/process.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

/** Minimum duration of each simulated failure of ClickHouse, in seconds. */
const OUTAGE_S = IS_LONG ? 15 : 0.1;
/** Failures of ClickHouse that alternate. */
const OUTAGES = IS_LONG ? 4 : 2;
/** Rounds of concurrent requests to two nodes. */
const ROUNDS = IS_LONG ? 10 : 4;
/** People who visit at the same time. */
const PEOPLE = IS_LONG ? 12_000 : 2_000;
const QUIET = { EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'silent' };

/** Sends events with ids sequentially until `isOver` returns true or the server fails. Adds the ids of events with a 202 response to `accepted`. */
async function sendEvents(
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

/** Returns the ids of all reported events, including duplicates. */
async function readReportedIds(ask: (path: string) => Promise<string>): Promise<string[]> {
  const csv = await ask('export.csv');
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1] as string);
}

/**
 * Steps of an event from the request to ClickHouse: stored (in the long version), in a saved batch, and written, all of them without the
 * next step. The events have ids, so that requests are transactions.
 */
const FAIL_POINTS: FailPoint[] = [
  { statement: 'INSERT INTO analytics_batches', moment: 'after commit', occurrence: 1 },
  { statement: 'INSERT INTO visits', moment: 'after', occurrence: 1 },
];
if (IS_LONG)
  FAIL_POINTS.push(
    { statement: 'INSERT INTO analytics_inbox', moment: 'after commit', occurrence: 20 },
    { statement: 'INSERT INTO analytics_inbox', moment: 'before commit', occurrence: 20 },
    { statement: 'INSERT INTO analytics_batches', moment: 'before commit', occurrence: 1 },
    { statement: 'INSERT INTO events', moment: 'after', occurrence: 1 },
    { statement: 'DELETE FROM analytics_batches', moment: 'after', occurrence: 1 },
  );
/** Number of kills at random moments in the long version. */
const RANDOM_KILLS = IS_LONG ? 20 : 0;

test('a killed node neither loses nor duplicates accepted events', { timeout: 240_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot events '));
  after(() => rm(folder, { recursive: true, force: true }));
  const env = { ...QUIET, EARSHOT_DATA_DIR: folder };
  const accepted = new Set<string>();
  for (const point of FAIL_POINTS) {
    const server = await startServerProcess(env, failAt(point));
    const ended = once(server.child, 'exit');
    await Promise.all(Array.from({ length: 4 }, () => sendEvents(server, accepted)));
    assert.deepEqual(await ended, [null, 'SIGKILL'], JSON.stringify(point));
  }
  for (let round = 1; round <= RANDOM_KILLS; round++) {
    const server = await startServerProcess(env);
    const streams = Array.from({ length: 4 }, () => sendEvents(server, accepted));
    // From the first events until more than a second later, when events are being forwarded.
    setTimeout(() => server.child.kill('SIGKILL'), 20 + Math.random() * 1_800);
    await Promise.all(streams);
  }
  const server = await startServerProcess(env);
  const token = readEarshot({ EARSHOT_DATA_DIR: folder }, 'token', 'create', '--email', 'ada@example.com');
  const { data } = await getJson(server.url, '/v1/projects', token);
  const ids = await readReportedIds(async (path) => {
    const response = await fetch(`${server.url}/v1/analytics/${path}?project_id=${data[0].id}&period=24h`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return await response.text();
  });
  const overview = await getJson(server.url, `/v1/analytics/overview?project_id=${data[0].id}`, token);
  await server.end('SIGTERM');
  t.diagnostic(`${accepted.size} events were accepted, ${ids.length} are reported`);
  assert.ok(accepted.size > 20);
  const counted = new Set(ids);
  assert.deepEqual(
    [...accepted].filter((id) => !counted.has(id)),
    [],
    'no event is lost',
  );
  assert.equal(ids.length, counted.size, 'no event counts twice');
  // Each kill leaves at most one committed event without a response on each of the four connections.
  assert.ok(counted.size - accepted.size <= 4 * (FAIL_POINTS.length + RANDOM_KILLS));
  assert.deepEqual([overview.events.value, overview.visitors.value], [counted.size, 7], 'the overview includes all events');
});

/** Returns the number of waiting events and the age of the oldest one in seconds, from the metrics of a node. */
async function readWaiting(metricsPort: number): Promise<number[]> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return ['events', 'seconds'].map((unit) =>
    Number(new RegExp(`^earshot_analytics_waiting_${unit} (\\S+)`, 'm').exec(metrics)?.[1]),
  );
}

const getJson = async (url: string, path: string, token: string): Promise<Json> =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();

test('events are accepted while ClickHouse fails, and each event counts once afterwards', { timeout: 180_000 }, async () => {
  const database = await createTestDatabase();
  const clickhouse = await startFaultyProxy(database.clickhouseUrl);
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
    server.call('GET', `/v1/analytics/${path}`, { token: project.token, query: { project_id: project.id, period: '24h' } });
  let isOver = false;
  const accepted = new Set<string>();
  const sender = sendEvents({ url: server.url, key: project.key }, accepted, () => isOver);
  for (let outage = 0; outage < OUTAGES; outage++) {
    // Events reach ClickHouse between two outages.
    await until(async () => (await ask('overview')).status === 200);
    clickhouse.setFault(outage % 2 ? 'drops responses' : 'rejects statements');
    await until(async () => {
      const [waiting = 0, seconds = 0] = await readWaiting(metricsPort);
      return waiting > 0 && seconds > OUTAGE_S;
    }, 60_000);
    const [report, ready] = await Promise.all([ask('overview'), server.call('GET', '/health/ready')]);
    assert.deepEqual([report.status, report.body.code], [503, 'server.event_store_unavailable']);
    assert.ok(report.headers.get('retry-after'));
    assert.equal(ready.status, 200, 'the node still accepts events');
    assert.equal(ready.body.engines.clickhouse, 'unavailable');
    clickhouse.setFault('none');
  }
  isOver = true;
  await sender;
  await until(async () => (await ask('overview')).status === 200);
  // The last events may not be forwarded yet.
  const ids = await until(async () => {
    const found = await readReportedIds(async (path) => (await ask(path)).body);
    return found.length >= accepted.size && found;
  });
  const counted = new Set(ids);
  assert.ok(accepted.size > 20);
  assert.deepEqual(
    [...accepted].filter((id) => !counted.has(id)),
    [],
  );
  assert.equal(ids.length, counted.size);
  const { body } = await ask('overview');
  assert.deepEqual([body.events.value, body.visitors.value], [ids.length, 7]);
});

test('a full inbox returns 503 with Retry-After until events are forwarded', async () => {
  const database = await createTestDatabase();
  const clickhouse = await startFaultyProxy(database.clickhouseUrl);
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
  clickhouse.setFault('rejects statements');
  for (const events of [25, 50]) {
    assert.equal((await track()).status, 202);
    // The node updates the number of waiting events once a second.
    await until(async () => (await waiting()) === events);
  }
  const full = await track();
  assert.equal(full.status, 503);
  assert.deepEqual(full.body.code, 'analytics.too_many_events');
  assert.ok(full.headers.get('retry-after'));
  assert.equal(await waiting(), 50);
  clickhouse.setFault('none');
  await until(async () => (await track()).status === 202);
});

test('two nodes on one database forward each event once', { timeout: 180_000 }, async () => {
  const { url, drop } = await createTestDatabase();
  const nodes = [await startTestServer({ DATABASE_URL: url }), await startTestServer({ DATABASE_URL: url })] as const;
  after(drop);
  const project = await nodes[0].createProject();
  const count = async (n: 0 | 1) =>
    (await nodes[n].call('GET', '/v1/analytics/overview', { token: project.token, query: { project_id: project.id } })).body;
  for (let round = 0; round < ROUNDS; round++)
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
    assert.deepEqual([events.value, visits.value, visitors.value], [ROUNDS * 40, 1, 1]);
  }
});

test(`${PEOPLE} visitors at once, with events that change their visits`, { timeout: 180_000 }, async () => {
  const server = await startTestServer();
  const project = await server.createProject();
  const people = PEOPLE;
  let sent = 0;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const send = async (minutes: number) => {
    for (let from = 0; from < people; from += 500)
      await server.call('POST', '/v1/analytics/events', {
        key: project.key,
        body: { events: Array.from({ length: 500 }, (_, n) => ({ url: '/', user_id: `u${from + n}`, timestamp: at(minutes) })) },
      });
    sent += people;
    // The report may not include all events yet.
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
  // Between both visits: the visits of each person are merged, and half of the events move to another visit.
  assert.deepEqual(await send(75), [people, people, 3 * people]);
  const csv = await server.call('GET', '/v1/analytics/export.csv', { token: project.token, query: { project_id: project.id } });
  const rows = (csv.body as string).trim().split('\n').slice(1);
  assert.equal(rows.length, 3 * people);
  assert.equal(new Set(rows.map((row) => row.split(',')[4])).size, people, 'all events belong to the visits');
});
