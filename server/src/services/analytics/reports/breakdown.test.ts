import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents, DAY } from '../fixtures/by-hand.ts';

const server = await sharedTestServer();
const withEvents = createWithEvents(server);
const { call } = server;

test('every breakdown has conversions and the conversion rate of a goal', async () => {
  const project = await withEvents([
    { at: '10:00', who: 'ada', page: '/a', more: { referrer: 'https://news.ycombinator.com/' } },
    { at: '10:01', who: 'ada', name: 'signup', page: '/a' },
    { at: '10:02', who: 'ada', name: 'signup', page: '/a' },
    { at: '10:00', who: 'bob', page: '/a', more: { referrer: 'https://news.ycombinator.com/' } },
    { at: '10:00', who: 'eve', page: '/b' },
  ]);
  const owner = { token: project.token, query: { project_id: project.id } };
  const { body: goal } = await call('POST', '/v1/analytics/goals', { ...owner, body: { name: 'Signed up', event: 'signup' } });
  const query = { goal_id: goal.id };
  const { conversions, conversion_rate } = await project.ask('overview', query);
  assert.deepEqual([conversions.value, conversion_rate.value], [2, 0.3333]);
  const by = async (dimension: string) =>
    (await project.ask('breakdown', { ...query, by: dimension })).data.map((row: Json) => [
      row.value,
      row.conversions,
      row.conversion_rate,
    ]);
  assert.deepEqual(await by('source'), [
    ['Hacker News', 2, 0.5],
    ['', 0, 0],
  ]);
  assert.deepEqual(await by('page'), [
    ['/a', 2, 0.5],
    ['/b', 0, 0],
  ]);
  const { data } = await project.ask('timeseries', { ...query, metric: 'conversion_rate', interval: 'day' });
  assert.deepEqual(
    data.map(({ value }: Json) => value),
    [0.3333],
  );
});

test('paths lead from a page or event, or to it', async () => {
  const { ask } = await withEvents([
    { at: '10:00', who: 'ada', page: '/' },
    { at: '10:01', who: 'ada', page: '/pricing' },
    { at: '10:02', who: 'ada', page: '/pricing' },
    { at: '10:03', who: 'ada', name: 'signup', page: '/pricing' },
    { at: '10:00', who: 'bob', page: '/pricing' },
    { at: '10:00', who: 'eve', page: '/docs' },
  ]);
  const next = await ask('paths', { page: '/pricing', events: 'include' });
  assert.deepEqual(
    [next.visits, next.paths],
    [
      2,
      [
        { steps: [], visits: 1 },
        { steps: [{ page: null, event: 'signup' }], visits: 1 },
      ],
    ],
  );
  const previous = await ask('paths', { page: '/pricing', direction: 'previous' });
  assert.deepEqual(previous.paths, [
    { steps: [], visits: 1 },
    { steps: [{ page: '/', event: null }], visits: 1 },
  ]);
});

test('filters select events and visits by each operator', async () => {
  const { metrics } = await withEvents([
    { at: '10:00', who: 'ada', page: '/docs/a', more: { properties: { plan: 'pro', seats: 5, trial: true } } },
    { at: '10:00', who: 'bob', page: '/docs/b_c', more: { properties: { plan: 'free' } } },
    { at: '10:00', who: 'eve', page: '/100%' },
    { at: '10:00', who: "o'hara\\", page: '/o', more: { properties: { 'a:b': "it's \\ \n fine" } } },
  ]);
  const visitors = async (...filter: string[]) => {
    const url = new URL('http://x');
    for (const one of filter) url.searchParams.append('filter', one);
    return (await metrics(Object.fromEntries(url.searchParams)))[0];
  };
  assert.equal(await visitors('page:matches:/docs/*'), 2);
  assert.equal(await visitors('page:matches:/docs/b_*'), 1);
  assert.equal(await visitors('page:matches:/docs/b.*'), 0);
  assert.equal(await visitors('page:is:/100%'), 1);
  assert.equal(await visitors('page:contains:OCS'), 2);
  assert.equal(await visitors('page:is_not:/o'), 3);
  assert.equal(await visitors('property:plan:is:pro'), 1);
  assert.equal(await visitors('property:seats:is:5'), 1);
  assert.equal(await visitors('property:trial:is:true'), 1);
  assert.equal(await visitors('property:plan:is:'), 2);
  assert.equal(await visitors('property:plan:is_not:pro'), 3);
  assert.equal(await visitors('property:plan:is_not:'), 2);
  assert.equal(await visitors('property:seats:is:pro'), 0);
  assert.equal(await visitors("property:a:b:is:it's \\ \n fine"), 1);
});

test('several filters are combined by AND, several `is` on one dimension by OR', async () => {
  const { id, token } = await withEvents([
    { at: '10:00', who: 'ada', page: '/a', more: { properties: { plan: 'pro' } } },
    { at: '10:00', who: 'bob', page: '/b', more: { properties: { plan: 'pro' } } },
    { at: '10:00', who: 'eve', page: '/c' },
  ]);
  const visitors = async (...filter: string[]) => {
    const search = new URLSearchParams([
      ['project_id', id],
      ['from', DAY],
      ['to', DAY],
      ...filter.map((one): [string, string] => ['filter', one]),
    ]);
    return (await call('GET', `/v1/analytics/overview?${search.toString()}`, { token })).body.visitors.value;
  };
  assert.equal(await visitors('page:is:/a', 'page:is:/c'), 2);
  assert.equal(await visitors('page:is:/a', 'page:is:/c', 'property:plan:is:pro'), 1);
  assert.equal(await visitors('page:is_not:/a', 'page:is_not:/c'), 1);
  assert.equal(await visitors('property:plan:is:pro', 'property:plan:is:'), 3);
  assert.equal(await visitors('property:plan:is:pro', 'property:plan:is:free'), 2);
});

test('named breakdowns equal the breakdown by their dimension', async () => {
  const { ask } = await withEvents([
    { at: '10:00', who: 'ada', page: '/a', more: { referrer: 'https://news.ycombinator.com/item' } },
    { at: '10:00', who: 'bob', name: 'signup' },
  ]);
  const names = {
    pages: 'page',
    referrers: 'referrer',
    sources: 'source',
    countries: 'country',
    devices: 'device',
    events: 'event',
  };
  for (const [path, by] of Object.entries(names)) {
    const { as_of: _1, ...named } = await ask(path);
    const { as_of: _2, ...general } = await ask('breakdown', { by });
    assert.ok(named.total > 0, path);
    assert.deepEqual(named, general);
  }
  const { data, total, page, limit } = await ask('breakdown', { by: 'event', limit: '1', page: '2' });
  assert.deepEqual([data.map(({ value }: Json) => value), total, page, limit], [['signup'], 2, 2, 1]);
});

test('the list of event names is deprecated in favor of the breakdown', async () => {
  const { id, token } = await withEvents([{ at: '10:00', who: 'ada', page: '/a' }]);
  const by = { token, query: { project_id: id } };
  const { status, headers } = await call('GET', '/v1/analytics/events', by);
  assert.equal(status, 200);
  assert.equal(headers.get('deprecation'), `@${Date.parse('2026-11-25') / 1000}`);
  assert.equal(headers.get('link'), '</v1/analytics/breakdown?by=event>; rel="successor-version"');
  const tracked = await call('POST', '/v1/analytics/events', { token });
  assert.equal(tracked.headers.get('deprecation'), null);
});

test('the breakdown by property lists names with their events and visitors', async () => {
  const { ask } = await withEvents([
    { at: '10:00', who: 'ada', page: '/a', more: { properties: { plan: 'pro', seats: 5 } } },
    { at: '10:01', who: 'ada', page: '/b', more: { properties: { plan: 'pro' } } },
    { at: '10:00', who: 'bob', page: '/b', more: { properties: { plan: 'free' } } },
    { at: '10:00', who: 'eve', page: '/c' },
  ]);
  const namesOf = async (query: Record<string, string> = {}) => {
    const { data, total } = await ask('properties', query);
    assert.equal(total, data.length);
    return data.map(({ value, visitors, events }: Json) => [value, visitors, events]);
  };
  assert.deepEqual(await namesOf(), [
    ['plan', 2, 3],
    ['seats', 1, 1],
  ]);
  assert.deepEqual(await namesOf({ filter: 'page:is:/b' }), [['plan', 2, 2]]);
  assert.deepEqual(await namesOf({ filter: 'property:seats:is:5' }), [
    ['plan', 1, 1],
    ['seats', 1, 1],
  ]);
  assert.deepEqual(await namesOf({ filter: 'page:is:/c' }), []);
});

test('a breakdown is sorted by any of its metrics, and continued in that order', async () => {
  const { ask, id, token } = await withEvents([
    { at: '10:00', who: 'ada', page: '/a' },
    { at: '10:00', who: 'bob', page: '/a' },
    { at: '10:00', who: 'eve', page: '/b', more: { referrer: 'https://news.ycombinator.com/' } },
    { at: '10:01', who: 'eve', page: '/b' },
    { at: '10:02', who: 'eve', page: '/b' },
    { at: '10:05', who: 'eve', page: '/c' },
  ]);
  const by = async (query: Record<string, string>) => (await ask('breakdown', query)).data.map(({ value }: Json) => value);
  assert.deepEqual(await by({ by: 'page' }), ['/a', '/b', '/c']);
  assert.deepEqual(await by({ by: 'page', sort: 'page_views' }), ['/b', '/a', '/c']);
  assert.deepEqual(await by({ by: 'page', sort: 'page_views', order: 'asc' }), ['/c', '/a', '/b']);
  assert.deepEqual(await by({ by: 'source', sort: 'visit_duration' }), ['Hacker News', '']);
  assert.deepEqual(await by({ by: 'source', sort: 'bounce_rate', order: 'desc' }), ['', 'Hacker News']);

  for (const order of ['asc', 'desc'])
    for (const [dimension, sort] of [
      ['page', 'page_views'],
      ['entry_page', 'visit_duration'],
    ] as const) {
      const query = { by: dimension, sort, order };
      const { next_cursor: cursor } = await ask('breakdown', { ...query, limit: '1' });
      const rest = await by({ ...query, cursor });
      assert.deepEqual(rest, (await by(query)).slice(1), `${dimension} by ${sort}, ${order}`);
    }

  const refused = async (query: Record<string, string>) => {
    const { status, body } = await call('GET', '/v1/analytics/breakdown', { token, query: { project_id: id, ...query } });
    return [status, body.fields[0].path];
  };
  assert.deepEqual(await refused({ by: 'page', sort: 'bounce_rate' }), [400, 'sort']);
  assert.deepEqual(await refused({ by: 'page', sort: 'conversions' }), [400, 'goal_id']);
});

test('conversions are counted for each goal, also by an event that meets several goals', async () => {
  const { ask, id, token } = await withEvents([
    { at: '10:00', who: 'ada', page: '/pricing' },
    { at: '10:01', who: 'ada', page: '/thanks' },
    { at: '10:02', who: 'ada', page: '/thanks/again' },
    { at: '10:03', who: 'ada', name: 'signup', page: '/thanks' },
    { at: '10:00', who: 'bob', page: '/thanks' },
    { at: '10:00', who: 'eve', page: '/pricing' },
    { at: '10:00', who: 'kim', page: '/' },
  ]);
  assert.deepEqual((await ask('conversions')).data, []);
  const goals = [
    { name: 'Every thanks', page: '/thanks*' },
    { name: 'Never', event: 'refund' },
    { name: 'Signed up', event: 'signup' },
    { name: 'Thanks', page: '/thanks' },
  ];
  for (const body of goals) await call('POST', '/v1/analytics/goals', { token, query: { project_id: id }, body });
  const count = async (query: Record<string, string> = {}) =>
    (await ask('conversions', query)).data.map(({ name, visitors, conversions, conversion_rate: rate }: Json) => [
      name,
      visitors,
      conversions,
      rate,
    ]);
  assert.deepEqual(await count(), [
    ['Every thanks', 2, 3, 0.5],
    ['Never', 0, 0, 0],
    ['Signed up', 1, 1, 0.25],
    ['Thanks', 2, 2, 0.5],
  ]);
  assert.deepEqual((await count({ filter: 'page:is:/thanks' })).at(-1), ['Thanks', 2, 2, 1]);
  const [goal] = (await ask('conversions')).data;
  const { conversions, conversion_rate: rate } = await ask('overview', { goal_id: goal.goal_id });
  assert.deepEqual([conversions.value, rate.value], [goal.conversions, goal.conversion_rate]);
});

test('reports compare with last year, a custom period, or a later one, and know all time', async () => {
  const day = (days: number) => new Date(Date.parse(DAY) + days * 86_400_000).toISOString().slice(0, 10);
  const { ask, id, token } = await withEvents([
    { at: '10:00', who: 'ada' },
    { at: '10:00', who: 'bob' },
    { at: '10:00', who: 'eve', more: { timestamp: `${day(-3)}T10:00:00Z` } },
    { at: '10:00', who: 'kim', more: { timestamp: `${day(1)}T10:00:00Z` } },
  ]);
  const visitors = async (query: Record<string, string>) => {
    const { visitors: compared, previous_from: from } = await ask('overview', query);
    return [compared.value, compared.previous, from?.slice(0, 10)];
  };
  assert.deepEqual(await visitors({ compare_from: day(-3) }), [2, 1, day(-3)]);
  assert.deepEqual(await visitors({ compare_from: day(1) }), [2, 1, day(1)]);
  assert.deepEqual(await visitors({ compare_from: day(-1), compare_to: day(1) }), [2, 3, day(-1)]);
  const [year = 0] = DAY.split('-').map(Number);
  const [, , lastYear = ''] = await visitors({ compare: 'year' });
  assert.equal(lastYear.slice(0, 4), String(year - 1));

  const { data } = await ask('timeseries', { interval: 'day', compare_from: day(-3) });
  assert.deepEqual(
    data.map(({ value, previous, previous_time: time }: Json) => [value, previous, time.slice(0, 10)]),
    [[2, 1, day(-3)]],
  );
  const all = await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, period: 'all' } });
  assert.deepEqual([all.body.visitors.value, all.body.from], [4, `${day(-3)}T00:00:00.000Z`]);
  const refused = await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, compare_to: DAY } });
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'compare_from']);
});

test('events that are not interactive are listed on request, or when a filter names an event', async () => {
  const { ask } = await withEvents([
    { at: '10:00', who: 'ada' },
    { at: '10:01', who: 'ada', name: 'web_vital', more: { interactive: false } },
    { at: '10:02', who: 'ada', name: 'engagement', more: { interactive: false } },
    { at: '10:03', who: 'ada', name: 'signed_up' },
    // A name with one interactive event is listed.
    { at: '10:04', who: 'ada', name: 'seen', more: { interactive: false } },
    { at: '10:05', who: 'bob', name: 'seen' },
  ]);
  const names = async (query: Record<string, string>, path = 'breakdown') => {
    const { data, total } = await ask(path, { by: 'event', ...query });
    assert.equal(total, data.length);
    return data.map(({ value }: { value: string }) => value).toSorted();
  };
  const acts = ['page_view', 'seen', 'signed_up'];
  const all = [...acts, 'engagement', 'web_vital'].toSorted();
  for (const [query, found] of [
    [{}, acts],
    [{ non_interactive: 'exclude' }, acts],
    [{ non_interactive: 'include' }, all],
    [{ filter: 'event:is:web_vital' }, ['web_vital']],
    [{ filter: 'event:is:web_vital', non_interactive: 'exclude' }, []],
    [{ filter: 'page:is:/' }, acts],
  ] as const)
    assert.deepEqual(await names(query), found, JSON.stringify(query));
});

test('pages have the time for which visits saw them, and the depth to which they scrolled, on request', async () => {
  const read = (at: string, who: string, properties: object, page = '/') => ({
    at,
    who,
    page,
    name: 'engagement',
    more: { interactive: false, properties },
  });
  const { ask, token, id } = await withEvents([
    { at: '10:00', who: 'ada' },
    read('10:01', 'ada', { engaged_ms: 20_000, scroll_depth: 40 }),
    // Opened again in the same visit: the times are added, the deepest scroll counts.
    read('10:05', 'ada', { engaged_ms: 10_000, scroll_depth: 30 }),
    { at: '11:00', who: 'bob' },
    // Measurements that cannot be true are limited.
    read('11:01', 'bob', { engaged_ms: -5, scroll_depth: 900 }),
    { at: '11:02', who: 'bob', page: '/pricing' },
    read('11:03', 'bob', { engaged_ms: 'long', scroll_depth: 50 }, '/pricing'),
    { at: '12:00', who: 'eve', page: '/docs' },
  ]);
  const { data } = await ask('breakdown', { by: 'page', engagement: 'include' });
  const figures = Object.fromEntries(data.map((row: Json) => [row.value, [row.time_on_page, row.scroll_depth]]));
  assert.deepEqual(figures, { '/': [15, 0.7], '/pricing': [0, 0.5], '/docs': [null, null] });
  const plain = await ask('breakdown', { by: 'page' });
  assert.ok(!('time_on_page' in plain.data[0]));
  const refused = await call('GET', '/v1/analytics/breakdown', {
    token,
    query: { project_id: id, by: 'source', engagement: 'include' },
  });
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'engagement']);
});
