import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { deletionTarget } from '../../../platform/clickhouse/schema.ts';
import { raw, sql as clickhouseSql, toText } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { clickhouseUrlFor, createTestDatabase, TEST_CLUSTER } from '../../../testing/database.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createTestNode, findLastBatches, insertEmptyBatch, readAll } from '../../../testing/event-log.ts';
import { erasePerson } from '../maintenance/erasure.ts';
import { addImports } from '../pipeline/imports-store.ts';
import { BATCH_TABLES } from '../pipeline/batches-store.ts';
import { addToInbox, findProgress } from '../pipeline/inbox-store.ts';
import { BatchWriter, type Forwarded } from '../pipeline/batch-writer.ts';
import { writeBatch } from '../pipeline/write-batch.ts';
import { startBuild, finalizeDay, invalidateLostDays } from '../pipeline/finalized-days-store.ts';
import { buildRollups } from './builder.ts';
import { BUILD_TABLES } from './builds-store.ts';
import { verifyEvents } from '../maintenance/verification.ts';
import { identifyUser } from '../ingest/visitors.ts';

// Races between rollup builds, batches and erasures, each driven step by step in the order that matters.

const database = await createTestDatabase();
const server = await startTestServer({ DATABASE_URL: database.url });
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrlFor(database.url) }));
const { db, call } = server;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const node = createTestNode(db, clickhouse);
const BEGIN = Date.parse('2026-03-07T00:00Z');
const isDeletion = (statement: Parameters<typeof clickhouse.command>[0]) =>
  typeof statement === 'object' && toText(statement).startsWith('DELETE');
const buildAll = () => buildRollups({ db, clickhouse, cluster: TEST_CLUSTER }, { now: BEGIN + 30 * DAY, quietMs: 0 });

/** Creates a batch writer of the test node that uses an `insert` of the test. */
const createWriter = (insert: typeof clickhouse.insert, reportForwarded: (forwarded: Forwarded) => void = () => {}) =>
  new BatchWriter({
    ...node,
    db,
    isAlone: true,
    write: (id, content) => writeBatch({ db, clickhouse: { ...clickhouse, insert } }, id, content),
    reportState: () => {},
    reportForwarded,
  });

async function setUp() {
  const project = await server.createProject();
  const uuid = parseId('prj', project.id) as string;
  const ask = async (path: string, query: Record<string, string> = {}): Promise<Json> => {
    const { status, body } = await call('GET', `/v1/analytics/${path}`, {
      token: project.token,
      query: {
        project_id: project.id,
        from: '2026-03-06',
        to: '2026-03-10',
        ...(path === 'overview' && { compare: 'none' }),
        ...query,
      },
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const add = async (time: number, who = 'ada', page = '/') => {
    const event = { id: newId(), time, name: 'page_view', interactive: true, path: page, query: '', title: '', properties: {} };
    const { person, partition } = identifyUser(uuid, who);
    const json = JSON.stringify({ ...event, bot: '', user_id: who, person });
    await addToInbox(db, uuid, [{ json, partition, eventId: null, outcomes: ['accepted'] }], {});
  };
  return {
    ...project,
    uuid,
    ask,
    add,
    /** Adds a page view and waits until it is counted. */
    send: async (...view: Parameters<typeof add>) => {
      await add(...view);
      await ask('overview');
    },
    countDays: async () => {
      const { rows } = await sql`SELECT FROM analytics_finalized_days WHERE project_id = ${uuid}`.execute(db);
      return rows.length;
    },
    countIn: async (table: string, where = clickhouseSql`1`) => {
      const [row] = await clickhouse.query<{ n: number }>(
        clickhouseSql`SELECT count() AS n FROM ${raw(table)} WHERE project_id = ${uuid} AND ${where}`,
      );
      return row?.n;
    },
  };
}

test('a build is discarded if events arrived since it started', async () => {
  const { uuid, send } = await setUp();
  await send(BEGIN);
  const span = { from: BEGIN, to: BEGIN + DAY };
  const day = { projectId: uuid, timezone: 'UTC', countedBots: [], span, reads: span };
  const stale = await startBuild(db, day, 0);
  assert.ok(stale);
  await send(BEGIN + MINUTE);
  assert.equal(await finalizeDay(db, day, stale), false);
  const current = await startBuild(db, day, 0);
  assert.ok(current);
  assert.equal(await finalizeDay(db, day, current), true);
});

test('a build does not start while a batch with events of its day is being written', async () => {
  const { uuid, send } = await setUp();
  await send(BEGIN);
  const span = { from: BEGIN, to: BEGIN + DAY };
  const day = { projectId: uuid, timezone: 'UTC', countedBots: [], span, reads: span };
  const batch = 1_000_000;
  await sql`UPDATE analytics_touched_hours SET batch = ${batch} WHERE project_id = ${uuid}`.execute(db);
  await insertEmptyBatch(db, batch);
  try {
    assert.equal(await startBuild(db, day, 0), undefined);
  } finally {
    await sql`DELETE FROM analytics_batches WHERE id = ${batch}`.execute(db);
  }
  assert.ok(await startBuild(db, day, 0));
});

test('a day that is built during an erasure does not keep the person', async () => {
  const { uuid, ask, send, countDays, countIn } = await setUp();
  await send(BEGIN, 'ada', '/ada');
  await send(BEGIN, 'bob', '/bob');
  let finalizedDays = 0;
  const command: typeof clickhouse.command = async (statement) => {
    if (!finalizedDays && isDeletion(statement)) {
      await buildAll();
      finalizedDays = await countDays();
    }
    await clickhouse.command(statement);
  };
  const deps = {
    db,
    clickhouse: { ...clickhouse, command },
    forwarder: { drain: async () => (await findProgress(db)).lastBatch },
    cluster: TEST_CLUSTER,
  };
  assert.equal(await erasePerson(deps, uuid, { userId: 'ada' }), 1);
  assert.equal(finalizedDays, 1);
  assert.equal(await countDays(), 0);
  for (const table of BUILD_TABLES) assert.equal(await countIn(table), 0, table);
  const pages = async () => (await ask('pages')).data.map(({ value }: Json) => value);
  assert.deepEqual(await pages(), ['/bob']);
  await buildAll();
  assert.deepEqual(await pages(), ['/bob']);
});

/** Returns visits, events, pages and entry pages. */
async function findMetrics({ ask }: Awaited<ReturnType<typeof setUp>>) {
  const { visits, events } = await ask('overview');
  const values = async (by: string) => (await ask('breakdown', { by })).data.map(({ value }: Json) => value);
  return [visits.value, events.value, await values('page'), await values('entry_page')];
}

test('an erasure is not delayed by new events of the user id, and keeps them', async () => {
  const project = await setUp();
  const { uuid, ask, add, send, countIn } = project;
  for (const minutes of [0, 1]) await send(BEGIN + minutes * MINUTE, 'ada', '/old');
  await send(BEGIN, 'bob', '/bob');
  const lastBatch = (await findProgress(db)).lastBatch;
  let late = 0;
  /** Extends the visit that is being erased, before each of the first statements. */
  const addLate = async () => {
    if (late === 8) return;
    await add(BEGIN + (2 + late++) * MINUTE, 'ada', '/late');
    // Waits at most as long as a report, if no batch can be written now.
    await ask('overview');
  };
  const query: typeof clickhouse.query = async (statement) => {
    if (!late) await addLate();
    return await clickhouse.query(statement);
  };
  const command: typeof clickhouse.command = async (statement) => {
    await clickhouse.command(statement);
    if (isDeletion(statement)) await addLate();
  };
  const deps = {
    db,
    clickhouse: { ...clickhouse, query, command },
    forwarder: { drain: async () => lastBatch },
    cluster: TEST_CLUSTER,
  };
  assert.equal(await erasePerson(deps, uuid, { userId: 'ada' }), 2);
  assert.ok(late >= 3, `${late} events arrived during the erasure`);
  await until(async () => (await ask('overview')).events.value === 1 + late);
  assert.deepEqual(await findMetrics(project), [2, 1 + late, ['/bob', '/late'], ['/bob', '/late']]);
  assert.equal(await countIn('visits', clickhouseSql`entry_page = '/old'`), 0);
});

test('a batch that was made before an erasure and is not saved does not restore events', async () => {
  const project = await setUp();
  const { uuid, add, send } = project;
  await send(BEGIN, 'ada', '/old');
  await node.hold();
  const { lastBatch } = await findProgress(db);
  const lastBatches = await findLastBatches(db);
  await add(BEGIN + MINUTE, 'ada', '/late');
  const made = await node.make(await readAll(db));
  const deps = { db, clickhouse, forwarder: { drain: async () => lastBatch }, cluster: TEST_CLUSTER };
  assert.equal(await erasePerson(deps, uuid, { userId: 'ada' }), 1);
  assert.equal(await node.save(made, lastBatches), false);
  await node.release();
  assert.deepEqual(await findMetrics(project), [1, 1, ['/late'], ['/late']]);
});

test('the newest days are built first, and projects take turns, so that many old days of one do not delay others', async () => {
  // Other tests left open days.
  await buildAll();
  const projects = [await setUp(), await setUp()];
  for (const [index, days] of [4, 1].entries())
    for (let day = 0; day < days; day++) await projects[index]?.send(BEGIN + day * DAY);
  /** The project of each build, with the number of its days that were finalized before. */
  const builds: string[] = [];
  const command: typeof clickhouse.command = async (statement) => {
    const text = typeof statement === 'string' ? statement : toText(statement);
    if (text.startsWith('INSERT INTO rollups')) {
      const index = projects.findIndex(({ uuid }) => text.includes(uuid));
      const next = `${index} ${await projects[index]?.countDays()}`;
      if (builds.at(-1) !== next) builds.push(next);
    }
    await clickhouse.command(statement);
  };
  const run = () =>
    buildRollups(
      { db, clickhouse: { ...clickhouse, command }, cluster: TEST_CLUSTER },
      { now: BEGIN + 30 * DAY, quietMs: 0, maxDays: 2 },
    );
  const finalizedOf = async (index: number) => {
    const { rows } = await sql<{ day: string }>`
      SELECT to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM analytics_finalized_days
      WHERE project_id = ${projects[index]?.uuid} ORDER BY starts_at`.execute(db);
    return rows.map(({ day }) => day);
  };
  assert.equal(await run(), 3);
  assert.deepEqual(await finalizedOf(0), ['2026-03-09', '2026-03-10']);
  assert.deepEqual(await finalizedOf(1), ['2026-03-07']);
  assert.deepEqual(builds, ['0 0', '1 0', '0 1']);
  assert.equal(await run(), 2, 'the next run continues');
});

test('a visit over midnight counts once for a page of both days, and an earlier event invalidates both days', async () => {
  const { ask, send, countDays } = await setUp();
  const midnight = BEGIN + DAY;
  for (const minutes of [-35, -10, 10]) await send(midnight + minutes * MINUTE);
  const metrics = async (query?: Record<string, string>) => {
    const { data } = await ask('pages', query);
    const { visits, bounce_rate } = await ask('overview', query);
    return [data[0]?.visits, visits.value, bounce_rate.value];
  };
  await buildAll();
  assert.equal(await countDays(), 2);
  assert.deepEqual(await metrics(), [1, 1, 0]);
  // Too early to touch the second day: only the visit over midnight invalidates that day.
  await send(midnight - 62 * MINUTE, 'ada', '/first');
  assert.equal(await countDays(), 0);
  await buildAll();
  assert.equal(await countDays(), 2);
  assert.deepEqual(await metrics(), [1, 1, 0]);
  const nextDay = { from: '2026-03-08', to: '2026-03-08' };
  assert.deepEqual(await metrics({ ...nextDay, filter: 'entry_page:is:/first' }), [1, 0, null]);
});

test('events of a project that is deleted while their batch is made are dropped, and other events of the batch are written', async () => {
  const [deleted, other] = [await setUp(), await setUp()];
  // No other node forwards events.
  await node.hold();
  await deleted.add(BEGIN);
  await other.add(BEGIN);
  const rows = await readAll(db);
  assert.equal(rows.length, 2);
  const made = await node.make(rows);
  const removed = await call('DELETE', `/v1/projects/${deleted.id}`, { token: deleted.token, query: { confirm: deleted.slug } });
  assert.equal(removed.status, 200);
  const lastBatches = await findLastBatches(db);
  assert.equal(await node.save(made, lastBatches), false);
  const after = await findProgress(db);
  assert.deepEqual([after.pendingBatch, after.state.events], [null, 1]);
  assert.deepEqual(await findLastBatches(db), lastBatches);
  await node.release();
  assert.equal((await other.ask('overview')).page_views.value, 1);
  assert.equal(await deleted.countIn('events'), 0);
});

test('a move writes and reports the rows that existed at its start, and leaves later rows and batches to others', async () => {
  const { uuid, ask, add, countIn } = await setUp();
  await node.hold();
  for (const minutes of [0, 1]) await add(BEGIN + minutes * MINUTE);
  const later = (await findProgress(db)).lastBatch + 1_000;
  const forwarded: object[] = [];
  const insert: typeof clickhouse.insert = async (table, rows, token) => {
    if (table === 'visits') {
      await add(BEGIN + 2 * MINUTE);
      await insertEmptyBatch(db, later);
    }
    await clickhouse.insert(table, rows, token);
  };
  const writer = createWriter(insert, ({ events }) => forwarded.push(events));
  assert.equal(await writer.move((await findProgress(db)).lastRow), 2);
  await sql`DELETE FROM analytics_batches WHERE id = ${later}`.execute(db);
  assert.deepEqual([forwarded, await countIn('events'), (await readAll(db)).length], [[{ [uuid]: 2 }], 2, 1]);
  await node.release();
  assert.equal((await ask('overview')).events.value, 3);
});

test('a stopped move ends after the current batch', async () => {
  const { uuid, ask, countIn } = await setUp();
  await node.hold();
  // Imported events of two years are two batches.
  const { person, partition } = identifyUser(uuid, 'ada');
  const events = ['2024', '2025'].map((year) => {
    const time = Date.parse(year);
    const event = { id: newId(), time, name: 'page_view', interactive: true, path: '/', query: '', title: '', properties: {} };
    const json = JSON.stringify({ ...event, bot: '', user_id: 'ada', person });
    return { json, partition, eventId: event.id, time, isRecent: false, outcomes: ['accepted'] };
  });
  await addImports(db, uuid, events, {});
  let stopped: Promise<void> | undefined;
  const insert: typeof clickhouse.insert = async (table, rows, token) => {
    stopped ??= writer.stop();
    await clickhouse.insert(table, rows, token);
  };
  const writer = createWriter(insert);
  assert.equal(await writer.move((await findProgress(db)).lastRow), 1);
  await stopped;
  assert.equal(await countIn('events'), 1);
  await until(async () => (await ask('overview', { from: '2024-01-01', to: '2025-12-31' })).events.value === 2);
});

test('days with lost rollups are read from events and rebuilt; other days keep their rollups', async () => {
  const { uuid, ask, send } = await setUp();
  const days = ['2026-03-07', '2026-03-08', '2026-03-09'];
  for (const [index, who] of ['ada', 'bob', 'eve'].entries()) await send(Date.parse(days[index] as string), who);
  await buildAll();
  const findBuilds = async () => {
    const { rows } = await sql<{ day: string; build: string }>`
      SELECT to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, build FROM analytics_finalized_days
      WHERE project_id = ${uuid} ORDER BY starts_at`.execute(db);
    return Object.fromEntries(rows.map(({ day, build }) => [day, build]));
  };
  const visitors = () => Promise.all(days.map(async (day) => (await ask('overview', { from: day, to: day })).visitors.value));
  const before = await findBuilds();
  assert.deepEqual([Object.keys(before), await visitors()], [days, [1, 1, 1]]);

  const [rollups, events] = [deletionTarget('rollups', TEST_CLUSTER), deletionTarget('events', TEST_CLUSTER)];
  await clickhouse.command(clickhouseSql`DELETE FROM ${rollups} WHERE project_id = ${uuid} AND toDate(day) = ${days[0] ?? ''}`);
  await clickhouse.command(clickhouseSql`DELETE FROM ${events} WHERE project_id = ${uuid} AND toDate(time) = ${days[2] ?? ''}`);
  assert.deepEqual(await visitors(), [0, 1, 1], 'finalized days are read from their rollups');
  const log = pino({ level: 'silent' });
  await verifyEvents({ db, clickhouse, cluster: TEST_CLUSTER, forwarder: { drainAll: async () => {} }, log });
  assert.deepEqual(await visitors(), [1, 1, 1]);
  await buildAll();
  const later = await findBuilds();
  assert.deepEqual([Object.keys(later), await visitors()], [days, [1, 1, 1]]);
  assert.notEqual(later[days[0] as string], before[days[0] as string]);
  for (const day of days.slice(1)) assert.equal(later[day], before[day], day);

  // Parts of any rollups are lost. Only the day with missing events can't be rebuilt.
  await invalidateLostDays(db, { builds: Object.values(later), isDamaged: true });
  assert.deepEqual(Object.keys(await findBuilds()), [days[2]]);
});

for (const [when, inserted] of [
  ['before it is written', []],
  ['while it is written', ['events']],
  ['when it is written, before that is noted', ['events', 'visits']],
] as const)
  test(`a batch of a node that is killed ${when} is written by another node, once`, async () => {
    const project = await setUp();
    await project.send(BEGIN);
    await node.hold();
    node.maker.reset();
    await project.add(BEGIN + MINUTE);
    const made = await node.make(await readAll(db));
    assert.equal(await node.save(made, await findLastBatches(db)), true);
    for (const table of BATCH_TABLES)
      if ((inserted as readonly string[]).includes(table))
        await clickhouse.insert(table, made.content[table], `${table} ${made.id}`);
    await node.release();
    const { visitors, visits, page_views } = await project.ask('overview');
    assert.deepEqual([visitors.value, visits.value, page_views.value], [1, 1, 2]);
    assert.equal(await project.countIn('events'), 2);
    assert.equal((await findProgress(db)).pendingBatch, null);
  });
