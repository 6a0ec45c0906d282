import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { raw, sql as clickhouseSql } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { clickhouseUrlFor, createTestDatabase, TEST_CLUSTER } from '../../../testing/database.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { REPORT_QUERIES } from '../fixtures/report-queries.ts';
import { addToInbox } from '../pipeline/inbox-store.ts';
import { startBuild, finalizeDay } from '../pipeline/finalized-days-store.ts';
import { buildRollups } from './builder.ts';
import { BUILD_TABLES } from './builds-store.ts';
import { createVisitors, identifyUser } from '../ingest/visitors.ts';

// Reports must have the same metrics from rollups and visit facts as from events. With `bots: include`, a report reads events, and there
// are no bots.

const database = await createTestDatabase();
const server = await startTestServer({ DATABASE_URL: database.url });
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrlFor(database.url) }));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Numbers of streams, of their people and of events of each (maxima), and of changes while days are built, which takes half a second a day. */
const [STREAMS, PEOPLE, EVENTS, CHANGES] = IS_LONG ? [10, 6, 8, 30] : [1, 4, 5, 5];
/** In New York, the next day has 23 hours. */
const BEGIN = Date.parse('2026-03-07T00:00Z');
const PERIOD = { from: '2026-03-05', to: '2026-03-20' };

let now = BEGIN;
const visitors = createVisitors(server.db, () => now);
const build = (quietMs = 0, at = BEGIN + 30 * DAY) =>
  buildRollups({ db: server.db, clickhouse, cluster: TEST_CLUSTER }, { now: at, quietMs });

interface Sent {
  time: number;
  /** Delay of the arrival. */
  late?: number;
  who: string;
  isUser?: boolean;
  page?: string;
  name?: string;
  source?: string;
  bot?: string;
  plan?: string;
}

async function setUp(timezone = 'UTC') {
  const project = await server.createProject();
  const uuid = parseId('prj', project.id) as string;
  const change = async (analytics: object) => {
    const { status } = await server.call('PATCH', `/v1/projects/${project.id}`, {
      token: project.token,
      body: { settings: { analytics } },
    });
    assert.equal(status, 200);
  };
  await change({ timezone });
  const send = async (events: Sent[]) => {
    for (const { time, late = 0, who, isUser, page = '/', name = 'page_view', source = '', bot = '', plan } of events) {
      now = time + late;
      await visitors.prepare();
      const { partition, ...persons } = isUser
        ? identifyUser(uuid, who)
        : visitors.identifyAnonymous({ projectId: uuid, address: who, userAgent: 'x', hostname: 'acme.com' }, time);
      const properties = plan ? { plan } : {};
      const event = { id: newId(), time, name, interactive: true, path: page, query: '', title: '', properties, bot, source };
      const json = JSON.stringify({ ...event, hostname: 'acme.com', user_id: isUser ? who : '', ...persons });
      await addToInbox(server.db, uuid, [{ json, partition, eventId: null, outcomes: ['accepted'] }], {});
    }
  };
  const ask = async (path: string, query: Record<string, string | string[]> = {}) => {
    const answer = await server.call('GET', `/v1/analytics/${path}`, {
      token: project.token,
      query: { project_id: project.id, ...PERIOD, ...(path === 'overview' && { compare: 'none' }), ...query },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    // A cursor belongs to the query.
    const { as_of: _, next_cursor: _next, ...metrics } = answer.body;
    return metrics;
  };
  const visitorsNow = async () => (await ask('overview')).visitors.value;
  const countDays = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM analytics_finalized_days WHERE project_id = ${uuid}`.execute(server.db);
    return rows[0]?.count;
  };
  const countRows = async () => {
    const counts = await Promise.all(
      BUILD_TABLES.map((table) =>
        clickhouse.query<{ n: number }>(clickhouseSql`SELECT count() AS n FROM ${raw(table)} WHERE project_id = ${uuid}`),
      ),
    );
    return counts.flat().map(({ n }) => n);
  };
  return { ...project, uuid, change, send, ask, visitorsNow, countDays, countRows };
}

const MOMENTS = ['finalized', 'some days are invalid', 'finalized again'] as const;

/** Compares the answers to the report queries. The short version asks a third of them, so that each stream asks all at its three moments. */
async function compare({ ask }: Awaited<ReturnType<typeof setUp>>, stream: number, moment: number): Promise<void> {
  const asked = REPORT_QUERIES.filter((_, index) => IS_LONG || (index + stream + moment) % MOMENTS.length === 0);
  for (const [path, query] of asked) {
    const [fromDays, fromEvents] = await Promise.all([ask(path, query), ask(path, { ...query, bots: 'include' })]);
    assert.deepEqual(fromDays, fromEvents, `${MOMENTS[moment]}: ${path} ${JSON.stringify(query)}`);
  }
}

const life = fc.record({
  who: fc.constantFrom('a', 'b', 'c', 'd'),
  isUser: fc.boolean(),
  offset: fc.integer({ min: 0, max: 4 * 48 }).map((halfHours) => halfHours * 30 * MINUTE),
  events: fc.array(
    fc.record({
      gap: fc.constantFrom(0, MINUTE, 25 * MINUTE, 25 * MINUTE, 30 * MINUTE, 2 * HOUR, 9 * HOUR, 23 * HOUR),
      page: fc.constantFrom('/', '/a', '/b'),
      name: fc.constantFrom('page_view', 'page_view', 'signup'),
      source: fc.constantFrom('', 'Google'),
      plan: fc.constantFrom('', 'free', 'pro'),
      late: fc.constantFrom(0, 0, 0, 0, 40 * MINUTE, 20 * HOUR, 3 * DAY),
    }),
    { minLength: 1, maxLength: EVENTS },
  ),
});

test(`${STREAMS} random streams have the same metrics from finalized days and from events`, { timeout: 600_000 }, async () => {
  let finalized = 0;
  let stream = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 2, maxLength: PEOPLE }),
      fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
      async (lives, timezone) => {
        const project = await setUp(timezone);
        stream++;
        const events = lives.flatMap(({ offset, who, isUser, events: ofOne }) => {
          let time = BEGIN + offset;
          return ofOne.map(({ gap, ...event }) => ({ ...event, who, isUser, time: (time += gap) }));
        });
        const sent = events.toSorted((a, b) => a.time + a.late - b.time - b.late);
        const half = Math.ceil(sent.length / 2);
        await project.send(sent.slice(0, half));
        await project.ask('overview');
        finalized += await build();
        await compare(project, stream, 0);
        await project.send(sent.slice(half));
        await compare(project, stream, 1);
        finalized += await build();
        await compare(project, stream, 2);
      },
    ),
    { numRuns: STREAMS, seed: randomSeed(1), endOnFailure: true },
  );
  assert.ok(finalized > STREAMS, `${finalized} days were finalized`);
});

test('a day is finalized when it is over and quiet, and again after a change', async () => {
  const project = await setUp('Europe/Berlin');
  const noon = BEGIN + 12 * HOUR;
  await project.send([{ time: noon, who: 'a' }]);
  assert.equal(await project.visitorsNow(), 1);
  assert.equal(await build(HOUR), 0, 'an event arrived just before');
  // The day ends at 23:00 UTC. Its anonymous visitors can return until the end of the UTC day.
  assert.equal(await build(0, BEGIN + DAY + 30 * MINUTE), 0);
  assert.equal(await build(0, BEGIN + DAY + 31 * MINUTE), 1);
  assert.equal(await build(), 0, 'once');
  const [rollups = 0, visits] = await project.countRows();
  assert.ok(rollups > 10);
  assert.equal(visits, 1);

  await project.send([{ time: noon + DAY, who: 'b' }]);
  assert.equal(await project.visitorsNow(), 2);
  assert.equal(await project.countDays(), 1, 'an event of another day does not invalidate it');
  await project.send([{ time: noon + HOUR, who: 'c', late: 5 * DAY }]);
  assert.equal(await project.visitorsNow(), 3);
  assert.equal(await project.countDays(), 0);
  assert.equal(await build(), 2);
  assert.equal(await project.visitorsNow(), 3);
  // No rows of the previous build are left. The first day has another minute.
  await until(async () => isDeepStrictEqual(await project.countRows(), [2 * rollups + 1, 3]));
});

test('visitors of a page are exact up to 10,000, and within 1 % above, from rollups and from events', async () => {
  const { uuid, ask } = await setUp();
  for (const day of [0, 1])
    for (const [page, people, times] of [
      ['/few', 9_999, 2],
      ['/many', 50_000, 1],
    ] as const) {
      const time = toDateTime(BEGIN + day * DAY + HOUR);
      await clickhouse.command(
        clickhouseSql`INSERT INTO events (project_id, time, seq, id, person, visit, name, path, user_id)
        SELECT ${uuid}, ${time}, number, generateUUIDv4(), sipHash64(${page}, number % ${people}),
          sipHash64(${page}, number % ${people}, ${day}), 'page_view', ${page}, toString(number % ${people}) FROM numbers(${people * times})`,
      );
      await clickhouse.command(
        clickhouseSql`INSERT INTO visits (project_id, start, end, person, id, sign, version, events, page_views, entry_page, exit_page, user_id)
        SELECT ${uuid}, ${time}, ${time}, sipHash64(${page}, number % ${people}), sipHash64(${page}, number % ${people}, ${day}), 1, 1, ${times}, ${times},
          ${page}, ${page}, toString(number) FROM numbers(${people})`,
      );
    }
  await sql`
    INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
    SELECT ${uuid}::uuid, hour, 0, '-infinity' FROM unnest(${[0, DAY].map((day) => new Date(BEGIN + day + HOUR))}::timestamptz[]) AS hour`.execute(
    server.db,
  );
  const pages = async (query?: Record<string, string>) => {
    const { data } = await ask('pages', query);
    return data.map(({ value, visitors: count, visits, exit_rate }: Record<string, unknown>) => [
      value,
      count,
      visits,
      exit_rate,
    ]);
  };
  const filter = 'source:is:';
  const before = [await pages(), await pages({ filter })];
  assert.equal(await build(), 2);
  for (const [[many, people, visits], few] of [...before, await pages(), await pages({ filter })]) {
    assert.deepEqual(few, ['/few', 9_999, 19_998, 0.5]);
    assert.equal(many, '/many');
    assert.ok(Math.abs(people - 50_000) < 500 && Math.abs(visits - 100_000) < 1_000, `${people} people, ${visits} visits`);
  }
});

test('with filters, a visit over midnight counts on both days, and once in total', async () => {
  const project = await setUp();
  const day = '2026-03-07';
  const next = '2026-03-08';
  await project.send([
    { time: BEGIN + 23 * HOUR + 50 * MINUTE, who: 'ada', isUser: true, source: 'Google' },
    { time: BEGIN + DAY + 5 * MINUTE, who: 'ada', isUser: true },
    { time: BEGIN + DAY + 10 * MINUTE, who: 'ada', isUser: true, page: '/end' },
    { time: BEGIN + DAY + 10 * MINUTE, who: 'ada', isUser: true, page: '/end', name: 'signup', plan: 'pro' },
    { time: BEGIN + 2 * HOUR, who: 'bob', isUser: true, source: 'Google' },
    { time: BEGIN + 2 * HOUR, who: 'eve', isUser: true, source: 'Bing' },
  ]);
  assert.equal(await project.visitorsNow(), 3);
  assert.equal(await build(), 2);

  /** Visitors, started visits, page views, events, bounce rate and duration. */
  const totals = async (filter: string, from: string, to: string) => {
    const metrics = await project.ask('overview', { filter, from, to });
    return ['visitors', 'visits', 'page_views', 'events', 'bounce_rate', 'visit_duration'].map((name) => metrics[name].value);
  };
  const late = '2026-03-07T23:55:00Z';
  const early = '2026-03-08T00:07:00Z';
  const ofVisits = 'source:is:Google';
  assert.deepEqual(await totals(ofVisits, day, day), [2, 2, 2, 2, 0.5, 600]);
  assert.deepEqual(await totals(ofVisits, next, next), [1, 0, 2, 3, null, null]);
  assert.deepEqual(await totals(ofVisits, day, next), [2, 2, 4, 5, 0.5, 600]);
  assert.deepEqual(await totals(ofVisits, late, next), [1, 0, 2, 3, null, null], 'the last minutes of the first day');
  for (const [filter, pageViews, events] of [
    ['page:is:/end', 1, 2],
    ['event:is:signup', 0, 1],
    ['property:plan:is:pro', 0, 1],
  ] as const) {
    assert.deepEqual(await totals(filter, day, day), [0, 0, 0, 0, null, null], filter);
    assert.deepEqual(await totals(filter, next, next), [1, 0, pageViews, events, null, null], filter);
    assert.deepEqual(await totals(filter, day, next), [1, 1, pageViews, events, 0, 1200], filter);
    assert.deepEqual(await totals(filter, late, next), [1, 0, pageViews, events, null, null], filter);
    assert.deepEqual(await totals(filter, day, early), [0, 0, 0, 0, null, null], 'the first minutes of the second day');
    assert.deepEqual(await totals(filter, day, '2026-03-08T00:11:00Z'), [1, 1, pageViews, events, 0, 1200], filter);
  }

  /** A metric on both days. */
  const byDay = async (metric: string, filter: string) => {
    const { data } = await project.ask('timeseries', { metric, interval: 'day', filter, from: day, to: next });
    return data.map(({ value }: { value: number }) => value);
  };
  for (const [filter, views] of [
    ['page:is:/end', 1],
    ['property:plan:is:pro', 0],
  ] as const) {
    assert.deepEqual(await byDay('visitors', filter), [0, 1], 'visitors count on the day of the matching events');
    assert.deepEqual(await byDay('page_views', filter), [0, views]);
    assert.deepEqual(await byDay('visits', filter), [1, 0], 'visits count on the day of their start');
    assert.deepEqual(await byDay('visit_duration', filter), [1200, null]);
  }

  /** Value, visitors, visits, page views, events, and the exit rate of pages. */
  const rows = async (by: string, filter: string, from: string, to: string) => {
    const { data } = await project.ask('breakdown', { by, filter, from, to });
    const names = ['value', 'visitors', 'visits', 'page_views', 'events', ...(by === 'page' ? ['exit_rate'] : [])];
    return data.map((row: Record<string, unknown>) => names.map((name) => row[name]));
  };
  assert.deepEqual(await rows('page', ofVisits, day, day), [['/', 2, 2, 2, 2, 0.5]]);
  assert.deepEqual(await rows('page', ofVisits, day, next), [
    ['/', 2, 2, 3, 3, 0.3333],
    ['/end', 1, 1, 1, 2, 1],
  ]);
  assert.deepEqual(await rows('event', ofVisits, day, next), [
    ['page_view', 2, 2, 4, 4],
    ['signup', 1, 1, 0, 1],
  ]);
  assert.deepEqual(await rows('source', ofVisits, day, next), [['Google', 2, 2, 4, 5]]);
  assert.deepEqual(await rows('source', ofVisits, next, next), [['Google', 1, 0, 0, 0]]);
  assert.deepEqual(await rows('source', 'page:is:/end', day, next), [['Google', 1, 1, 3, 4]]);
  assert.deepEqual(await rows('source', 'page:is:/end', day, early), []);
  assert.deepEqual(await rows('source', 'page:is:/', day, early), [
    ['Google', 2, 2, 4, 5],
    ['Bing', 1, 1, 1, 1],
  ]);
  const retention = await project.ask('retention', { interval: 'day' });
  assert.equal(retention.identified_visitors, 3);
  await sql`
    UPDATE analytics_finalized_days SET lists_users = false, build = 0
    WHERE project_id = ${project.uuid} AND starts_at = ${new Date(BEGIN)}`.execute(server.db);
  assert.deepEqual(
    await project.ask('retention', { interval: 'day' }),
    retention,
    'from visits of a day without a list of users',
  );
});

test('an event close to a day invalidates the day, because its visitors can be on both days', async () => {
  const project = await setUp();
  await project.send([{ time: BEGIN + 23 * HOUR, who: 'a' }]);
  await project.visitorsNow();
  assert.equal(await build(), 1);
  await project.send([{ time: BEGIN + DAY + 10 * MINUTE, who: 'b' }]);
  assert.equal(await project.visitorsNow(), 2);
  assert.equal(await project.countDays(), 0);
  assert.equal(await build(), 2);
  assert.equal(await project.visitorsNow(), 2);
});

test('changed settings and erasures invalidate days, and no rows of old builds are left', async () => {
  const [project, other] = [await setUp(), await setUp()];
  await other.send([{ time: BEGIN, who: 'eve', isUser: true }]);
  assert.equal(await other.visitorsNow(), 1);
  await project.send([
    { time: BEGIN, who: 'ada', isUser: true, page: '/ada' },
    { time: BEGIN + 3 * DAY, who: 'ada', isUser: true },
    { time: BEGIN, who: 'bob', isUser: true },
    { time: BEGIN, who: 'crawler', bot: 'crawler' },
  ]);
  assert.equal(await project.visitorsNow(), 2);
  assert.equal(await build(), 3);
  assert.equal(await project.visitorsNow(), 2);

  await project.change({ counted_bots: ['crawler'] });
  assert.equal(await project.visitorsNow(), 3);
  assert.equal(await build(), 2);
  assert.equal(await project.visitorsNow(), 3);
  await project.change({ timezone: 'Asia/Tokyo' });
  assert.equal(await build(), 4, 'a UTC day overlaps two days of Tokyo');
  assert.equal(await project.visitorsNow(), 3);

  // A build that started with other settings.
  const span = { from: BEGIN + 10 * DAY, to: BEGIN + 11 * DAY };
  const stale = { projectId: project.uuid, timezone: 'UTC', countedBots: ['crawler'], span, reads: span };
  const begun = await startBuild(server.db, stale, 0);
  assert.ok(begun);
  assert.equal(await finalizeDay(server.db, stale, begun), false);
  // A build of a node that was paused for so long that another node can have rebuilt the day.
  const still = { ...stale, timezone: 'Asia/Tokyo' };
  assert.equal(await finalizeDay(server.db, still, { ...begun, at: new Date(Date.now() - HOUR) }), false);

  const erase = { token: project.token, query: { project_id: project.id }, body: { user_id: 'ada' } };
  assert.deepEqual((await server.call('POST', '/v1/analytics/erase', erase)).body, { ok: true, events: 2 });
  assert.equal(await project.visitorsNow(), 2);
  assert.deepEqual([await project.countDays(), ...(await project.countRows())], [0, 0, 0]);
  assert.equal(await build(), 4);
  assert.deepEqual(
    (await project.ask('pages')).data.map(({ value }: { value: string }) => value),
    ['/'],
  );
  assert.equal(await other.visitorsNow(), 1, 'the rollups of another project are kept');
});

test('changes during a build are not missed', async () => {
  const project = await setUp();
  const sending = new AbortController();
  const building = (async () => {
    let finalized = 0;
    while (!sending.signal.aborted) finalized += await build();
    return finalized;
  })();
  try {
    for (let n = 1; n <= CHANGES; n++) {
      await project.send([{ time: BEGIN + (n % 3) * DAY, who: `user ${n}`, isUser: true }]);
      assert.equal(await project.visitorsNow(), n);
    }
  } finally {
    // The builder would otherwise run forever after a failure of the test.
    sending.abort();
  }
  assert.ok((await building) > 0);
  await build();
  assert.equal(await project.visitorsNow(), CHANGES);
});
