import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { deletionTarget } from '../../../platform/clickhouse/schema.ts';
import { sql as clickhouseSql } from '../../../platform/clickhouse/sql.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { parseId } from '../../../platform/ids.ts';
import { clickhouseUrlFor, createTestDatabase, TEST_CLUSTER } from '../../../testing/database.ts';
import { readOperations } from '../../../testing/openapi.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { eraseExpired } from '../maintenance/erasure.ts';
import { verifyEvents } from '../maintenance/verification.ts';

const database = await createTestDatabase();
const server = await startTestServer({ DATABASE_URL: database.url });
const { call } = server;
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrlFor(database.url) }));

async function setUp() {
  const project = await server.createProject();
  const owner = { token: project.token, query: { project_id: project.id } };
  const on = (method: string, path: string, body?: object, query: Record<string, string> = {}) =>
    call(method, `/v1/analytics${path}`, { token: project.token, query: { ...owner.query, ...query }, body });
  const track = (events: object[]) => call('POST', '/v1/analytics/events', { key: project.key, body: { events } });
  const uuid = parseId('prj', project.id) as string;
  const stored = async () => {
    const rows = await clickhouse.query<{ n: number }>(
      clickhouseSql`SELECT count() AS n FROM events WHERE project_id = ${uuid} UNION ALL SELECT count() AS n FROM visits WHERE project_id = ${uuid}`,
    );
    return rows.reduce((sum, { n }) => sum + n, 0);
  };
  return { ...project, uuid, owner, on, track, stored };
}

test('goals are created, listed, updated and deleted', async () => {
  const { on } = await setUp();
  const { status, body: goal } = await on('POST', '/goals', { name: 'Signed up', event: 'signup' });
  assert.equal(status, 201);
  assert.match(goal.id, /^goal_/);
  assert.deepEqual([goal.name, goal.event, goal.page], ['Signed up', 'signup', null]);
  assert.deepEqual((await on('POST', '/goals', { name: 'Signed up', page: '/x' })).status, 409);
  assert.deepEqual((await on('POST', '/goals', { name: 'None' })).body.error, 'event or page is required');
  assert.deepEqual((await on('POST', '/goals', { name: 'Both', event: 'x', page: '/' })).body.fields, [
    { path: 'page', code: 'conflict', message: 'page must not be combined with event' },
  ]);
  const other = (await on('POST', '/goals', { name: 'Read', page: '/docs/*' })).body;
  assert.deepEqual(
    (await on('GET', '/goals')).body.data.map(({ name }: Json) => name),
    ['Read', 'Signed up'],
  );
  assert.equal((await on('PATCH', `/goals/${other.id}`, { name: 'Signed up' })).status, 409);
  const changed = (await on('PATCH', `/goals/${other.id}`, { event: 'read' })).body;
  assert.deepEqual([changed.name, changed.event, changed.page], ['Read', 'read', null]);
  assert.deepEqual((await on('DELETE', `/goals/${goal.id}`)).body, { ok: true });
  assert.equal((await on('DELETE', `/goals/${goal.id}`)).status, 404);
  assert.equal((await on('GET', '/overview', undefined, { goal_id: goal.id })).status, 404);
  assert.equal(
    (await on('GET', '/timeseries', undefined, { metric: 'conversions' })).body.error,
    'goal_id is required for the metric conversions',
  );
});

test('goals and steps of funnels count only events that meet their filters', async () => {
  const { on, track } = await setUp();
  const bought = (user: string, plan: string, url: string) => ({ name: 'bought', user_id: user, url, properties: { plan } });
  await track([
    bought('ada', 'pro', 'https://acme.com/pricing'),
    bought('ada', 'free', 'https://acme.com/pricing'),
    bought('bob', 'team', 'https://acme.com/offer'),
    bought('eve', 'free', 'https://acme.com/offer'),
    { name: 'bought', user_id: 'dan', url: 'https://acme.com/offer' },
  ]);
  const add = (name: string, filters?: string[]) => on('POST', '/goals', { name, event: 'bought', ...(filters && { filters }) });
  const { body: pro } = await add('Bought', ['property:plan:is:pro', 'property:plan:is:team']);
  await add('On offer', ['property:plan:is_not:free', 'page:is:/offer/']);
  await add('Any');
  const conversions = (await on('GET', '/conversions')).body.data;
  assert.deepEqual(
    conversions.map((goal: Json) => [goal.name, goal.filters, goal.visitors, goal.conversions]),
    [
      ['Any', [], 4, 5],
      ['Bought', ['property:plan:is:pro', 'property:plan:is:team'], 2, 2],
      ['On offer', ['property:plan:is_not:free', 'page:is:/offer/'], 2, 2],
    ],
  );
  const overview = (await on('GET', '/overview', undefined, { goal_id: pro.id, filter: 'page:is:/offer' })).body;
  assert.equal(overview.conversions.value, 1);
  const steps = [{ event: 'bought', filters: ['property:plan:is:pro'] }, { event: 'bought' }];
  const { body: funnel } = await on('POST', '/funnel', { steps });
  assert.deepEqual(
    funnel.steps.map(({ filters, count }: Json) => [filters, count]),
    [
      [['property:plan:is:pro'], 1],
      [[], 1],
    ],
  );
  const { body: saved } = await on('POST', '/funnels', { name: 'Twice', steps });
  assert.deepEqual(saved.steps, [
    { ...steps[0], page: null },
    { event: 'bought', page: null, filters: [] },
  ]);

  const renamed = (await on('PATCH', `/goals/${pro.id}`, { name: 'Paid' })).body;
  assert.deepEqual([renamed.event, renamed.filters.length], ['bought', 2]);
  const changed = (await on('PATCH', `/goals/${pro.id}`, { filters: [] })).body;
  assert.deepEqual([changed.name, changed.event, changed.filters], ['Paid', 'bought', []]);
  for (const [path, body, field, code] of [
    ['/goals', { name: 'X', event: 'x', filters: ['country:is:DE'] }, 'filters', 'choice'],
    ['/goals', { name: 'X', event: 'x', filters: ['plan'] }, 'filters', 'format'],
    ['/funnel', { steps: [{ page: '/' }, { event: 'x', filters: ['source:is:x'] }] }, 'steps[1].filters', 'choice'],
  ] as const) {
    const { status, body: answer } = await on('POST', path, body);
    assert.deepEqual([status, answer.fields[0].path, answer.fields[0].code], [400, field, code]);
  }
});

test('paths are normalized in goals, funnels, paths, filters, segments and shared links', async () => {
  const { on, track } = await setUp();
  const user = { user_id: 'ada' };
  await track([
    { url: 'https://acme.com/pricing/', ...user },
    { url: 'https://acme.com/caf%C3%A9/men%C3%BC', ...user },
    { url: 'https://acme.com/a%2fb', ...user },
    { url: 'https://acme.com/docs/', ...user },
    { url: 'https://www.acme.com/thanks/', ...user },
  ]);
  await track([{ url: 'https://bücher.example/', user_id: 'bob' }]);
  const spellings: [pattern: string, isExact?: boolean][] = [
    ['/thanks', true],
    ['/thanks/', true],
    ['/th%61nks', true],
    ['/thanks//', true],
    ['/x/../thanks', true],
    ['https://acme.com/thanks/?ref=mail#top', true],
    ['/café/menü/', true],
    ['/caf%c3%a9/men%C3%BC', true],
    ['/a%2Fb', true],
    ['/a%2fb/', true],
    ['/caf%C3%A9/*'],
    ['/*/men%c3%bc/'],
    ['*/thanks/'],
    ['/docs/*'],
    ['https://acme.com/docs/*'],
  ];
  const viewsWith = async (filter: string) => (await on('GET', '/overview', undefined, { filter })).body.page_views.value;
  await Promise.all(
    spellings.map(async ([page, isExact]) => {
      const { status, body: goal } = await on('POST', '/goals', { name: page, page });
      assert.deepEqual([status, goal.page], [201, page]);
      const { conversions } = (await on('GET', '/overview', undefined, { goal_id: goal.id })).body;
      assert.equal(conversions.value, 1, `goal ${page}`);
      const { steps } = (await on('POST', '/funnel', { steps: [{ page: '/pricing/' }, { page }] })).body;
      assert.equal(steps[1].count, 1, `funnel ${page}`);
      assert.equal((await on('GET', '/paths', undefined, { page })).body.visits, 1, `paths ${page}`);
      assert.equal(await viewsWith(`page:matches:${page}`), 1, `matches ${page}`);
      if (!isExact) return;
      assert.equal(await viewsWith(`page:is:${page}`), 1, `is ${page}`);
      assert.equal(await viewsWith(`page:is_not:${page}`), 5, `is_not ${page}`);
    }),
  );
  assert.deepEqual(
    await Promise.all(['entry_page:is:/pricing/', 'exit_page:matches:/thanks/', 'exit_page:is_not:/thanks/'].map(viewsWith)),
    [5, 5, 1],
  );
  assert.deepEqual(
    await Promise.all(
      ['page:contains:/doc', 'page:contains:/docs/', 'page:contains:/doc/', 'page:contains:%C3%BC'].map(viewsWith),
    ),
    [1, 1, 0, 1],
  );
  assert.deepEqual(
    await Promise.all(
      ['hostname:is:WWW.acme.com', 'hostname:is:https://acme.com/x', 'hostname:is:bücher.example'].map(viewsWith),
    ),
    [5, 5, 1],
  );
  assert.deepEqual((await on('POST', '/goals', { name: 'No path', page: 'thanks' })).body.fields, [
    { path: 'page', code: 'format', message: 'page must begin with / or *, or be an http or https URL' },
  ]);
  const segment = (await on('POST', '/segments', { name: 'Thanks', filters: ['page:is:/thanks/'] })).body;
  const share = (await on('POST', '/shares', { name: 'Thanks', segment_id: segment.id })).body;
  const opened = await call('POST', '/v1/analytics/shares/open', { body: { link: share.url.split('/').at(-1) } });
  const seen = await call('GET', '/v1/analytics/overview', { token: opened.body.token });
  assert.equal(seen.body.page_views?.value, 1, JSON.stringify(seen.body));
});

test('annotations are created, listed by time, updated and deleted; a publication creates an annotation', async () => {
  const { on, owner } = await setUp();
  const { status, body: note } = await on('POST', '/annotations', { time: '2026-11-01T10:00:00.000Z', text: 'Launch' });
  assert.equal(status, 201);
  await on('POST', '/annotations', { time: '2026-11-05T10:00:00.000Z', text: 'Press' });
  const texts = async (query: Record<string, string> = {}) =>
    (await on('GET', '/annotations', undefined, query)).body.data.map(({ text }: Json) => text);
  assert.deepEqual(await texts(), ['Launch', 'Press']);
  assert.deepEqual(await texts({ from: '2026-11-02', to: '2026-11-05' }), ['Press']);
  assert.equal((await on('PATCH', `/annotations/${note.id}`, { text: 'Start' })).body.text, 'Start');
  assert.deepEqual((await on('DELETE', `/annotations/${note.id}`)).body, { ok: true });
  assert.equal((await on('PATCH', `/annotations/${note.id}`, { text: 'x' })).status, 404);
  const { body: entry } = await call('POST', '/v1/changelog', { ...owner, body: { title: 'Export as CSV', published: true } });
  const made = await until(async () =>
    (await on('GET', '/annotations')).body.data.find(({ text }: Json) => text === 'Export as CSV'),
  );
  assert.equal(made.changelog_entry_id, entry.id);
  assert.match(made.url, /^http/);
});

test('the export keeps numbers, booleans and the digits of long ids, so that an import stores the same properties', async () => {
  const { on, key, track } = await setUp();
  const sent = `{"name":"ordered","event_id":"${randomUUID()}","properties":{"seats":3,"price":-19.5,"trial":false,"plan":"pro","zip":"01097",
    "order":9007199254740993,"reference":"9007199254740993","tiny":1e-7,"rounded":"1.50","word":"Infinity"}}`;
  await call('POST', '/v1/analytics/events', { key, body: sent });
  await track([{ name: 'seen', interactive: false }]);
  await on('GET', '/overview');
  const rows = parse((await on('GET', '/export.csv')).body, { columns: true }) as Json[];
  const [ordered, seen] = ['ordered', 'seen'].map((name) => rows.find((row) => row.name === name));
  assert.deepEqual([ordered.interactive, seen.interactive, seen.properties], ['true', 'false', '{}']);
  assert.deepEqual(JSON.parse(ordered.properties), {
    seats: 3,
    price: -19.5,
    trial: false,
    plan: 'pro',
    zip: '01097',
    order: '9007199254740993',
    reference: '9007199254740993',
    tiny: 1e-7,
    rounded: '1.50',
    word: 'Infinity',
  });
  for (const value of ['9007199254740993', '9007199254740992']) {
    const { body } = await on('GET', '/breakdown', undefined, { by: 'property:order', filter: `property:order:is:${value}` });
    assert.equal(body.total, value.endsWith('3') ? 1 : 0, value);
  }
});

test('an erasure by user id or by the visitor of an export erases only this person', async () => {
  const { on, track, stored } = await setUp();
  await track([
    { url: '/', timestamp: new Date(Date.now() - 3_600_000).toISOString() },
    { url: '/', user_id: 'ada' },
    { url: '/a', user_id: 'ada' },
    { url: '/', user_id: 'bob' },
  ]);
  assert.deepEqual((await on('POST', '/erase', { user_id: 'ada' })).body, { ok: true, events: 2 });
  assert.equal((await on('GET', '/overview')).body.visitors.value, 2);
  const rows = parse((await on('GET', '/export.csv')).body, { columns: true }) as Json[];
  const anonymous = rows.find(({ user_id }) => !user_id);
  assert.deepEqual((await on('POST', '/erase', { visitor: anonymous.visitor })).body, { ok: true, events: 1 });
  assert.deepEqual((await on('GET', '/overview')).body.visits.value, 1);
  assert.equal(await stored(), 2, 'an event and a visit of Bob');
  assert.deepEqual((await on('POST', '/erase', { user_id: 'nobody' })).body, { ok: true, events: 0 });
  assert.equal((await on('POST', '/erase', { user_id: 'a', visitor: '1' })).status, 400);
});

test('deleting a project erases its events, including waiting ones', async () => {
  const doomed = await setUp();
  const other = await setUp();
  for (const { track } of [doomed, other]) await track([{ url: '/' }]);
  for (const { on } of [doomed, other]) await on('GET', '/overview');
  await doomed.track([{ url: '/' }]);
  assert.ok((await doomed.stored()) >= 2);
  await call('DELETE', `/v1/projects/${doomed.id}`, { token: doomed.token, query: { confirm: doomed.slug } });
  await until(async () => (await doomed.stored()) === 0);
  assert.equal(await other.stored(), 2);
});

test('events are deleted after the retention period of their project', async () => {
  const { id, token, on, track, stored } = await setUp();
  const other = await setUp();
  const events = [
    { url: '/', user_id: 'ada', timestamp: new Date(Date.now() - 3 * 86_400_000).toISOString() },
    { url: '/', user_id: 'bob' },
  ];
  for (const one of [{ track, on }, other]) {
    await one.track(events);
    await one.on('GET', '/overview');
  }
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics: { retention_days: 2 } } } });
  await eraseExpired({ db: server.db, clickhouse, cluster: TEST_CLUSTER });
  assert.deepEqual([await stored(), await other.stored()], [2, 4]);
});

test('lost events are missing until they are restored; erased and expired events are not', async () => {
  const { id, token, uuid, on, track } = await setUp();
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const views = (days: number) => ['ada', 'bob'].map((who) => ({ url: '/', user_id: who, timestamp: ago(days) }));
  await track([...views(1), ...views(3), ...views(5)]);
  await on('GET', '/overview');
  const missing = async () => {
    const log = pino({ level: 'silent' });
    await verifyEvents({ db: server.db, clickhouse, cluster: TEST_CLUSTER, forwarder: { drainAll: async () => {} }, log });
    return (await on('GET', '/intake')).body.missing;
  };
  const day = (days: number) => ago(days).slice(0, 10);
  assert.deepEqual(await missing(), []);
  await on('POST', '/erase', { user_id: 'ada' });
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics: { retention_days: 4 } } } });
  await eraseExpired({ db: server.db, clickhouse, cluster: TEST_CLUSTER });
  assert.deepEqual(await missing(), []);
  const lose = (days: number) =>
    clickhouse.command(
      clickhouseSql`DELETE FROM ${deletionTarget('events', TEST_CLUSTER)} WHERE project_id = ${uuid} AND toDate(time) = ${day(days)}`,
    );
  await lose(3);
  assert.deepEqual(await missing(), [{ day: day(3), events: 1 }]);
  await track([{ url: '/', user_id: 'eve', timestamp: ago(3) }]);
  await on('GET', '/overview');
  assert.deepEqual(await missing(), [{ day: day(3), events: 1 }], 'a new event stands for none that was lost');
  await on('POST', '/erase', { user_id: 'eve' });
  assert.deepEqual(await missing(), [{ day: day(3), events: 1 }], 'nor does an erasure');
  await clickhouse.insert(
    'events',
    JSON.stringify({ project_id: uuid, time: Date.parse(ago(3)), id: crypto.randomUUID(), name: 'page_view' }),
    'restored',
  );
  assert.deepEqual(await missing(), []);

  // Events of an earlier version have no counts, and are not missing before they are counted.
  await sql`DELETE FROM analytics_event_counts WHERE project_id = ${uuid}`.execute(server.db);
  await sql`UPDATE analytics_event_log SET has_counted = false`.execute(server.db);
  assert.deepEqual(await missing(), []);
  await lose(1);
  assert.deepEqual(await missing(), [{ day: day(1), events: 1 }]);
});

test('an export has every event, and no cell that a spreadsheet evaluates', async () => {
  const { on, track } = await setUp();
  await track([
    { url: 'https://acme.com/a?x=1', title: '=HYPERLINK("x")', user_id: 'ada', properties: { plan: 'pro' } },
    { name: 'signup', url: '/a', user_id: 'ada' },
  ]);
  const answer = await on('GET', '/export.csv');
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
  const rows = parse(answer.body, { columns: true }) as Json[];
  assert.deepEqual(
    rows.map(({ name, page, user_id, title, properties, query }) => [name, page, query, user_id, title, properties]),
    [
      ['page_view', '/a', 'x=1', 'ada', `'=HYPERLINK("x")`, '{"plan":"pro"}'],
      ['signup', '/a', '', 'ada', '', '{}'],
    ],
  );
  assert.match(rows[0].time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('invalid report queries are rejected with the reason', async () => {
  const { on } = await setUp();
  const cases: [path: string, query: Record<string, string>, error: string | RegExp][] = [
    ['/overview', { timezone: 'Mars/Phobos' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
    ['/overview', { from: 'x' }, 'from must be a date, or a date and time in ISO 8601 with a UTC offset'],
    ['/overview', { from: '2026-02-30' }, 'from must be a date, or a date and time in ISO 8601 with a UTC offset'],
    ['/overview', { from: '2026-02-03', to: '2026-02-01' }, 'from must be before to'],
    ['/overview', { to: '2026-02-01' }, 'from is required when to is set'],
    ['/overview', { period: '7d', from: '2026-02-01' }, 'period must not be combined with from'],
    [
      '/overview',
      { period: '5d' },
      'period must be one of today, yesterday, 24h, 7d, 30d, 90d, this_month, last_month, this_year, last_year, 12mo, all',
    ],
    [
      '/overview',
      { filter: 'page' },
      'filter must have the form dimension:operator:value, with one of the operators is, is_not, contains, matches',
    ],
    ['/overview', { filter: 'weather:is:good' }, /^The dimension of a filter must be one of page, /],
    ['/timeseries', { interval: 'minute', period: '90d' }, 'interval is too short: the period contains more than 1500 intervals'],
    ['/breakdown', {}, 'by is required'],
    ['/breakdown', { by: 'weather' }, /^by must be one of page, .*or property:<name>$/],
    ['/paths', {}, 'event or page is required'],
    ['/retention', { interval: 'hour' }, 'interval must be one of day, week, month'],
    ['/intake', { timezone: 'x' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
    ['/realtime', { filter: 'x' }, /^filter must have the form dimension:operator:value/],
    ['/live', { filter: 'x' }, /^filter must have the form dimension:operator:value/],
    ['/export.csv', { filter: 'x' }, /^filter must have the form dimension:operator:value/],
    ['/annotations', { from: 'x' }, /^from must be a date/],
    ...['/pages', '/referrers', '/sources', '/countries', '/devices', '/events'].map(
      (path): [string, Record<string, string>, string] => [path, { limit: '0' }, 'limit must be an integer from 1 to 100'],
    ),
  ];
  for (const [path, query, error] of cases) {
    const { status, body } = await on('GET', path, undefined, query);
    assert.equal(status, 400, path);
    if (typeof error === 'string') assert.equal(body.error, error);
    else assert.match(body.error, error);
  }
  for (const { id, method, path, errorCodes } of await readOperations(server)) {
    if (method !== 'GET' || !errorCodes.includes('goals.not_found') || path.includes('{')) continue;
    const across = path.endsWith('/pivot') && { across: 'device' };
    const query = { ...(/(breakdown|pivot)$/.test(path) && { by: 'page' }), ...across, goal_id: `goal_${'0'.repeat(26)}` };
    const { status, body } = await on('GET', path.replace('/v1/analytics', ''), undefined, query);
    assert.deepEqual([status, body.code], [404, 'goals.not_found'], id);
  }
  const steps = [{ page: '/' }, {}];
  assert.equal((await on('POST', '/funnel', { steps })).body.error, 'steps[1].event or steps[1].page is required');
  assert.equal((await on('POST', '/funnel', { steps: [] })).body.error, 'steps must be an array of 1 to 8 items');
});
