import assert from 'node:assert/strict';
import { glob, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readEarshot, type ServerProcess, startServerProcess } from '../../../testing/process.ts';
import type { Json } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

// Damages files of an embedded ClickHouse while its server is stopped. Requires an engine without other tests.

const folder = await mkdtemp(join(tmpdir(), 'earshot lost '));
after(async () => {
  if (running?.child.exitCode === null) await running.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});
const env = { EARSHOT_DATA_DIR: folder, EARSHOT_LOG_LEVEL: 'warn' };
const DAY_MS = 86_400_000;
const noon = (daysAgo: number) => `${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T12:00:00.000Z`;
const [before, recent] = [noon(3), noon(1)];
/** A page view of a visit of yesterday. */
const view = (url: string, minute: number) => ({
  url,
  timestamp: new Date(Date.parse(recent) + minute * 60_000).toISOString(),
  user_id: 'eve',
});

let token = '';
let running: ServerProcess | undefined;

async function start() {
  const server: ServerProcess = await startServerProcess(env);
  running = server;
  token ||= readEarshot(env, 'token', 'create', '--email', 'ada@example.com');
  const get = async (path: string): Promise<Json> =>
    (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).json();
  const project = (await get('/v1/projects')).data[0];
  const logged = () =>
    server
      .output()
      .split('\n')
      .filter((line) => /^\{.*\}$/.test(line))
      .map((line): Json => JSON.parse(line));
  return {
    logged,
    project,
    stop: () => server.end('SIGTERM'),
    track: async (events: object[]) => {
      const response = await fetch(`${server.url}/v1/analytics/events?key=${project.api_key}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
        },
        body: JSON.stringify({ events }),
      });
      assert.equal(response.status, 202);
    },
    /** The response is cached for a second. */
    untilState: (state: string) => until(async () => isDeepStrictEqual((await get('/health/ready')).analytics, { state })),
    missing: async () => (await get(`/v1/analytics/intake?project_id=${project.id}`)).missing,
    metrics: async () => {
      const { events, visits, bounce_rate, visit_duration } = await get(`/v1/analytics/overview?project_id=${project.id}`);
      return [events.value, visits.value, bounce_rate.value, visit_duration.value];
    },
    byEntry: async () => (await get(`/v1/analytics/breakdown?by=entry_page&project_id=${project.id}`)).data,
    accept: () => readEarshot(env, 'analytics', 'accept-loss'),
  };
}

/** Truncates files of the parts of a table. */
async function damage(table: string): Promise<void> {
  let cut = 0;
  for await (const file of glob(join(folder, 'clickhouse', 'data', '*', table, '*_*_*', '*.bin'))) {
    await truncate(file, 1);
    cut++;
  }
  assert.ok(cut > 0, `parts of ${table}`);
}

test('lost data of ClickHouse is detected at the start, reported, and rebuilt where possible', { timeout: 400_000 }, async () => {
  let server = await start();
  await server.track([
    { url: '/', timestamp: before, user_id: 'ada' },
    { url: '/pricing', timestamp: new Date(Date.parse(before) + 60_000).toISOString(), user_id: 'ada' },
    { name: 'signup', url: '/', timestamp: before, user_id: 'bob' },
  ]);
  await server.metrics();
  await server.track([view('/', 0), view('/', 1)]);
  const whole = await server.metrics();
  const entries = await server.byEntry();
  assert.deepEqual([whole.slice(0, 2), await server.missing()], [[5, 3], []]);
  await server.stop();

  // Visits can be rebuilt from events.
  await damage('visits');
  server = await start();
  await until(() => server.logged().some(({ msg }) => msg === 'visits were rebuilt from events'));
  assert.deepEqual([await server.metrics(), await server.byEntry()], [whole, entries]);
  await server.untilState('complete');
  // Rebuilt visits continue with new events.
  await server.track([view('/docs', 2)]);
  assert.deepEqual((await server.metrics()).slice(0, 2), [6, 3]);
  await server.stop();

  await damage('events');
  server = await start();
  const error = await until(() => server.logged().find(({ lost }) => lost));
  const days = [recent.slice(0, 10), before.slice(0, 10)];
  assert.deepEqual(
    [error.level, error.events, error.lost],
    [50, 6, days.map((day) => ({ project: server.project.slug, day, events: 3 }))],
  );
  await server.untilState('incomplete');
  assert.deepEqual(
    await server.missing(),
    days.map((day) => ({ day, events: 3 })),
  );
  await server.track([view('/', 3)]);
  await server.metrics();
  await server.stop();

  await rm(join(folder, 'clickhouse'), { recursive: true });
  server = await start();
  const missing = [
    { day: days[0], events: 4 },
    { day: days[1], events: 3 },
  ];
  await until(async () => isDeepStrictEqual(await server.missing(), missing));
  assert.equal(server.accept(), '7');
  assert.deepEqual(await server.missing(), []);
  await server.untilState('complete');
  await server.track([{ url: '/' }]);
  assert.equal((await server.metrics())[0], 1);
  await server.stop();
});
