import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { startFaultyProxy } from '../../../testing/faulty-proxy.ts';
import { createTestDatabase, TEST_CLUSTER } from '../../../testing/database.ts';
import { IS_LONG, randomSeed } from '../../../testing/long.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { hasPendingBatch, readAll } from '../../../testing/event-log.ts';
import * as model from '../fixtures/plain-model.ts';
import { computeBuckets } from '../query/periods.ts';
import { buildRollups } from '../rollups/builder.ts';

// Imported history. Uses its own server, because the tests finalize days of all projects.
const database = await createTestDatabase();
const engine = await startFaultyProxy(database.clickhouseUrl);
const server = await startTestServer({ DATABASE_URL: database.url, CLICKHOUSE_URL: engine.url, EARSHOT_LOG_LEVEL: 'silent' });
const clickhouse = await openClickHouse(readConfig({ DATABASE_URL: database.url, CLICKHOUSE_URL: database.clickhouseUrl }));
after(async () => {
  await clickhouse.close();
  await database.drop();
});

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const BEGIN = Date.UTC(2019, 2, 1);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const iso = (ms: number) => new Date(ms).toISOString();

async function setUp() {
  const project = await server.createProject();
  const uuid = parseId('prj', project.id) as string;
  const owner = { token: project.token, query: { project_id: project.id } };
  const post = (events: object[]) => server.call('POST', '/v1/analytics/import', { ...owner, body: { events } });
  const ask = async (path: string, query: Record<string, string> = {}): Promise<Json> => {
    const requestedAt = Date.now();
    // The report does not wait until the events of many months are written.
    return await until(async () => {
      const { status, body } = await server.call('GET', `/v1/analytics/${path}`, {
        ...owner,
        query: { ...owner.query, ...(path === 'overview' && { compare: 'none' }), ...query },
      });
      assert.equal(status, 200, JSON.stringify(body));
      return Date.parse(body.as_of) >= requestedAt && body;
    }, 120_000);
  };
  return {
    ...project,
    uuid,
    post,
    ask,
    send: async (events: object[]) => {
      const { status, body } = await post(events);
      assert.deepEqual([status, body], [202, { ok: true, accepted: events.length, dropped: {}, rejected: [] }]);
    },
    /** Returns the numbers of events, visits and visitors in a period. */
    totals: async (from: number, to: number) => {
      const { events, visits, visitors } = await ask('overview', { from: iso(from), to: iso(to) });
      return [events.value, visits.value, visitors.value];
    },
    finalizeDays: () => buildRollups({ db: server.db, clickhouse, cluster: TEST_CLUSTER }, { quietMs: 0 }),
    builds: async () => {
      const { rows } = await sql<{ day: string; build: string }>`
        SELECT to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, build FROM analytics_finalized_days
        WHERE project_id = ${uuid} ORDER BY starts_at`.execute(server.db);
      return new Map(rows.map(({ day, build }) => [day, build]));
    },
  };
}

// The first test, because it finalizes the days of all projects.
test('an import invalidates only the finalized days of its events', async () => {
  const { send, ask, finalizeDays, builds, totals } = await setUp();
  const at = (day: number) => ({
    event_id: randomUUID(),
    timestamp: iso(BEGIN + day * DAY + 12 * HOUR),
    user_id: 'ada',
    url: '/',
  });
  await send([0, 3, 6].map(at));
  await ask('overview');
  await finalizeDays();
  const before = await builds();
  assert.deepEqual([...before.keys()], ['2019-03-01', '2019-03-04', '2019-03-07']);
  await send([at(3)]);
  assert.deepEqual(await totals(BEGIN, BEGIN + 7 * DAY), [4, 3, 1]);
  assert.deepEqual([...(await builds()).keys()], ['2019-03-01', '2019-03-07']);
  await finalizeDays();
  const later = await builds();
  for (const day of ['2019-03-01', '2019-03-07']) assert.equal(later.get(day), before.get(day), day);
  assert.notEqual(later.get('2019-03-04'), before.get('2019-03-04'));
  assert.deepEqual(await totals(BEGIN, BEGIN + 7 * DAY), [4, 3, 1]);
});

/** Returns project and months of fewer than 128 inserted events; undefined for other statements. */
function readInsert(statement: string, block: Buffer): { project: string; months: Set<string> } | undefined {
  if (!statement.startsWith('INSERT INTO events')) return undefined;
  const valuesOf = (name: string, type: string) => {
    const head = Buffer.concat([name, type].flatMap((text) => [Buffer.of(text.length), Buffer.from(text)]));
    return block.subarray(block.indexOf(head) + head.length);
  };
  const times = valuesOf('time', "DateTime64(3, 'UTC')");
  const months = Array.from({ length: block.readUInt8(1) }, (_, n) => iso(Number(times.readBigInt64LE(n * 8))).slice(0, 7));
  const project = Buffer.from(valuesOf('project_id', 'UUID').subarray(0, 16)).swap64().toString('hex');
  return { project: project.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), months: new Set(months) };
}

/** Returns an event for each of the first months of several years. */
const spread = (years: number, months: number) =>
  Array.from({ length: years * months }, (_, n) => ({
    event_id: randomUUID(),
    timestamp: iso(Date.UTC(1990 + Math.floor(n / months), n % months, 15)),
    user_id: 'ada',
    url: '/',
  }));

// Before tests with many months, because ClickHouse deletes from each partition.
test('an erasure waits for events of its own project, and not for imports of other projects', { timeout: 60_000 }, async () => {
  const [importing, erasing] = [await setUp(), await setUp()];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [firstBatch, erasure] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let batches = 0;
  engine.onStatement(async (statement, rows) => {
    if (statement.startsWith('SELECT count() AS count FROM events') && statement.includes(erasing.uuid)) erasure.resolve();
    if (readInsert(statement, rows)?.project !== importing.uuid) return;
    if (!batches) firstBatch.resolve();
    await gates[batches++]?.promise;
  });
  await importing.send(spread(3, 1));
  await firstBatch.promise;
  const bob = { url: '/', user_id: 'bob' };
  assert.equal((await server.call('POST', '/v1/analytics/events', { key: erasing.key, body: bob })).status, 202);
  const erased = server.call('POST', `/v1/projects/${erasing.id}/people/erase`, {
    token: erasing.token,
    body: { user_id: 'bob' },
  });
  gates[0]?.resolve();
  // The second batch of the import is held back.
  await erasure.promise;
  gates[1]?.resolve();
  const { status, body } = await erased;
  assert.deepEqual([status, body.erased.analytics_events], [200, 1]);
  engine.onStatement(() => {});
});

const anyEvent = fc.record({
  gap: fc.constantFrom(0, 1, 10 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1, 2 * HOUR, 24 * HOUR, 40 * DAY),
  name: fc.constantFrom('page_view', 'page_view', 'signup'),
  page: fc.constantFrom('/', '/a', '/b'),
  source: fc.constantFrom('', 'hn.example'),
});
/** Events of one person: random ones, or a sequence of several days without a gap of 30 minutes. */
const personEvents = fc.oneof(
  { weight: 4, arbitrary: fc.array(anyEvent, { minLength: 1, maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(anyEvent, { minLength: 150, maxLength: 152 })
      .map((events) => events.map((fields) => ({ ...fields, gap: 29 * MINUTE }))),
  },
);
const history = fc.record({
  persons: fc.array(fc.record({ offset: fc.integer({ min: 0, max: 60 }), events: personEvents }), { minLength: 1, maxLength: 4 }),
  order: fc.infiniteStream(fc.nat()),
  batches: fc.integer({ min: 1, max: 3 }),
});

test(
  'reports of random histories match a simple model, in any order and when sent repeatedly',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ persons, order, batches }) => {
        const project = await setUp();
        const events: model.ModelEvent[] = persons
          .flatMap(({ offset, events: own }, person) => {
            let time = BEGIN + offset * HOUR;
            return own.map(({ gap, ...fields }) => {
              time += gap;
              return {
                ...fields,
                time,
                person: `u${person}`,
                interactive: true,
                plan: '',
                seq: 0,
                key: order.next().value as number,
              };
            });
          })
          .toSorted((a, b) => a.key - b.key)
          .map((event, seq) => ({ ...event, seq }));
        const sent = events.map(({ time, person, name, page, source }) => ({
          event_id: randomUUID(),
          timestamp: iso(time),
          user_id: person,
          name,
          url: `https://acme.test${page}`,
          referrer: source && `https://${source}/`,
        }));
        const size = Math.ceil(sent.length / batches);
        for (let at = 0; at < sent.length; at += size) {
          await project.send(sent.slice(at, at + size));
          // Forwards the events.
          await project.ask('overview');
        }
        await project.send(sent.slice(0, size));

        const visits = model.computeVisits(events);
        const span = { from: BEGIN, to: Math.max(...events.map(({ time }) => time)) + 1 };
        const slice: model.Slice = { ...span, event: () => true, visit: () => true, filtersEvents: false };
        const period = { from: iso(span.from), to: iso(span.to) };
        const overview = await project.ask('overview', period);
        const expected = model.computeOverview(visits, slice);
        assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, overview[name].value])), expected);
        for (const metric of ['visitors', 'visits', 'page_views'] as const) {
          const { data } = await project.ask('timeseries', { ...period, metric, interval: 'day' });
          const bounds = computeBuckets({ ...span, timezone: 'UTC' }, 'day');
          assert.deepEqual(
            data.map(({ value }: { value: number }) => value),
            bounds
              .slice(0, -1)
              .map((from, index) => model.computeOverview(visits, { ...slice, from, to: bounds[index + 1] as number })[metric]),
            metric,
          );
        }
        const { data } = await project.ask('breakdown', { ...period, by: 'page' });
        assert.deepEqual(
          data.map(({ value, visitors, visits: visitCount, page_views, events: count }: Json) => ({
            value,
            visitors,
            visits: visitCount,
            page_views,
            events: count,
          })),
          model.breakDownEvents(visits, slice, 'page'),
        );
      }),
      { numRuns: IS_LONG ? 10 : 3, seed: randomSeed(1), endOnFailure: true },
    );
  },
);

test('an event counts once, regardless of its age and of repeated imports, also if it was tracked live', async () => {
  const { key, post, ask, totals } = await setUp();
  const createEvent = (time: number) => ({ event_id: randomUUID(), timestamp: iso(time), user_id: 'ada', url: '/' });
  const events = [...Array.from({ length: 40 }, (_, day) => createEvent(BEGIN + day * DAY)), createEvent(Date.now() - HOUR)];
  const live = { ...createEvent(Date.now() - 2 * HOUR) };
  assert.equal((await server.call('POST', '/v1/analytics/events', { key, body: live })).status, 202);
  events.push(live);
  // Events with a corrected time are still duplicates.
  const corrected = events.slice(0, 5).map((event) => ({ ...event, timestamp: iso(Date.parse(event.timestamp) - 5 * HOUR) }));
  // Concurrently, so that duplicates wait together, and again after they are stored.
  await Promise.all(Array.from({ length: 4 }, () => post(events)));
  await ask('overview');
  await post([...events, ...events, ...corrected]);
  assert.equal((await server.call('POST', '/v1/analytics/events', { key, body: events.at(-2) })).status, 202);
  assert.deepEqual(await totals(BEGIN, Date.now()), [42, 42, 1]);
  const intake = await ask('intake', { period: '24h' });
  assert.deepEqual(
    [intake.received, intake.accepted, intake.imported, intake.duplicates, intake.waiting],
    [42 * 6 + 7, 42, 41, 42 * 5 + 7, 0],
  );
});

test('anonymous visitors are new each day, visits continue across midnight, and devices, locations and bots are recognized', async () => {
  const { send, ask, totals } = await setUp();
  const midnight = BEGIN + DAY;
  const from = {
    visitor_id: 'v1',
    user_agent: FIREFOX,
    country: 'DE',
    region: 'DE-BE',
    city: 'Berlin',
    url: 'https://acme.test/',
  };
  const at = (time: number, more: object = {}) => ({ event_id: randomUUID(), timestamp: iso(time), ...from, ...more });
  await send([
    at(midnight - 10 * MINUTE, { referrer: 'https://news.ycombinator.com/' }),
    at(midnight + 10 * MINUTE),
    at(midnight + 5 * HOUR),
    at(midnight + 5 * HOUR, { visitor_id: 'v2' }),
    at(midnight + 5 * HOUR, { visitor_id: 'v3', user_agent: GOOGLEBOT }),
  ]);
  assert.deepEqual(await totals(BEGIN, BEGIN + 2 * DAY), [4, 3, 3]);
  const period = { from: iso(BEGIN), to: iso(BEGIN + 2 * DAY) };
  for (const [by, value] of [
    ['browser', 'Firefox'],
    ['country', 'DE'],
    ['city', 'Berlin'],
  ] as const)
    assert.deepEqual(
      (await ask('breakdown', { ...period, by })).data.map((row: Json) => [row.value, row.visitors]),
      [[value, 3]],
    );
  assert.equal((await ask('overview', { ...period, bots: 'only' })).visitors.value, 1);
});

test('imports a batch of more months than ClickHouse writes at once by default', async () => {
  const { send, totals } = await setUp();
  const first = Date.UTC(1990, 0, 1);
  const events = Array.from({ length: 110 }, (_, month) => ({
    event_id: randomUUID(),
    timestamp: iso(first + month * 31 * DAY),
    user_id: 'ada',
  }));
  await send(events);
  assert.deepEqual(await totals(first, first + 110 * 31 * DAY), [110, 110, 1]);
});

test('imports of several projects take turns, and a batch contains events of one project and at most 12 months', async () => {
  const projects = [await setUp(), await setUp()];
  const inserts: { project: string; months: Set<string> }[] = [];
  // A live event that can't be written delays the imports.
  engine.setFault('rejects inserts');
  const [{ key }] = projects as [(typeof projects)[0]];
  const { status } = await server.call('POST', '/v1/analytics/events', { key, body: { url: '/', user_id: 'ada' } });
  assert.equal(status, 202);
  await until(async () => (await hasPendingBatch(server.db)) && !(await readAll(server.db)).length);
  for (const project of projects) for (let n = 0; n < 3; n++) await project.send(spread(4, 12));
  engine.onStatement((statement, rows) => void inserts.push(...[readInsert(statement, rows) ?? []].flat()));
  engine.setFault('none');
  for (const { totals } of projects)
    assert.deepEqual(await totals(Date.UTC(1990, 0), Date.UTC(1994, 0)), [3 * 48, 48, 1], 'events, visits and visitors');
  engine.onStatement(() => {});
  const imports = inserts.filter(({ months }) => [...months].every((month) => month < '1994'));
  assert.deepEqual(
    imports.map(({ months }) => months.size),
    Array.from({ length: 8 }, () => 12),
  );
  for (const [n, { project }] of imports.entries()) assert.equal(project, imports[n % 2]?.project, 'the projects alternate');
  assert.equal(new Set(imports.map(({ project }) => project)).size, 2);
});

test('an import returns 429 while 50,000 imported events of the project are waiting', { timeout: 120_000 }, async () => {
  const [full, other] = [await setUp(), await setUp()];
  const batch = () =>
    Array.from({ length: 500 }, (_, n) => ({ event_id: randomUUID(), timestamp: iso(BEGIN + n), user_id: 'ada', url: '/' }));
  engine.setFault('rejects statements');
  await full.send(batch());
  // As 99 batches.
  await sql`UPDATE analytics_imports SET event_count = 49_500 WHERE project_id = ${full.uuid}`.execute(server.db);
  await full.send(batch().slice(1));
  const rejected = await full.post(batch());
  assert.deepEqual(
    [rejected.status, rejected.headers.get('retry-after'), rejected.body.code],
    [429, '5', 'analytics.too_many_imports'],
  );
  await full.send(batch().slice(0, 1));
  await other.send(batch());
  engine.setFault('none');
  await until(async () => (await full.post(batch())).status === 202);
  const [events] = await full.totals(BEGIN, BEGIN + DAY);
  assert.equal(events, 1_500, 'events of rejected requests are not counted');
});

test('invalid events are rejected individually, with the reason', async () => {
  const { id, token, post, totals } = await setUp();
  const valid = { event_id: randomUUID(), timestamp: iso(BEGIN), user_id: 'ada' };
  const invalid = [
    [{ ...valid, timestamp: '1989-12-31T23:59:59Z' }, 'timestamp must not be before 1990'],
    [{ ...valid, timestamp: iso(Date.now() + HOUR) }, 'timestamp must not be in the future'],
    [{ ...valid, timestamp: undefined }, 'timestamp is required'],
    [{ ...valid, event_id: undefined }, 'event_id is required'],
    [{ ...valid, user_id: undefined }, 'visitor_id or user_id is required'],
    [{ ...valid, ip: '192.0.2.1' }, 'ip is not a known field'],
  ] as const;
  const { status, body } = await post([...invalid.map(([event]) => event), valid]);
  assert.deepEqual(
    [status, body.accepted, body.rejected.map(({ index, error }: Json) => [index, error])],
    [202, 1, invalid.map(([, error], index) => [index, error])],
  );
  assert.deepEqual(await totals(BEGIN, BEGIN + DAY), [1, 1, 1]);
  for (const events of [[], Array.from({ length: 501 }, () => valid)])
    assert.deepEqual((await post(events)).body.error, 'events must be an array of 1 to 500 items');
  const single = await server.call('POST', '/v1/analytics/import', { token, query: { project_id: id }, body: valid });
  assert.deepEqual([single.status, single.body.error], [400, 'events is required']);

  const settings = { analytics: { retention_days: 30, excluded_paths: ['/admin/*'] } };
  assert.equal((await server.call('PATCH', `/v1/projects/${id}`, { token, body: { settings } })).status, 200);
  const kept = { ...valid, timestamp: iso(Date.now() - 29 * DAY), event_id: randomUUID() };
  const { body: last } = await post([valid, kept, { ...kept, url: '/admin/x' }]);
  assert.deepEqual([last.accepted, last.dropped, last.rejected.length], [1, { excluded_path: 1 }, 1]);
  const { index, error, code } = last.rejected[0];
  assert.deepEqual([index, code], [0, 'analytics.timestamp_too_old']);
  assert.equal(error, 'timestamp must be at most 30 days ago, the retention period of the project');
});
