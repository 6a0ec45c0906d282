import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../../testing/server.ts';
import { createWithEvents, DAY } from '../../fixtures/by-hand.ts';

const server = await sharedTestServer();
const withEvents = createWithEvents(server);

const HN = { referrer: 'https://news.ycombinator.com/' };

/** Ada and Bob come from Hacker News, Eve and Zoe do not. Eve comes twice. */
const createProject = () =>
  withEvents([
    { at: '10:00', who: 'ada', page: '/a', more: HN },
    { at: '10:01', who: 'ada', page: '/b', more: { properties: { plan: 'pro' } } },
    { at: '10:02', who: 'ada', name: 'signup', page: '/b', more: { properties: { plan: 'pro' } } },
    { at: '10:00', who: 'bob', page: '/a', more: HN },
    { at: '10:00', who: 'eve', page: '/a' },
    { at: '12:00', who: 'eve', page: '/c' },
    { at: '10:00', who: 'zoe', page: '/d' },
    { at: '10:01', who: 'zoe', name: 'engagement', page: '/d', more: { interactive: false } },
  ]);

/** Returns rows with a metric in total and by column. */
const read = ({ columns, rows }: Json, metric: string) => [
  columns,
  ...rows.map(({ value, cells, ...row }: Json) => [value, row[metric], ...cells.map((cell: Json) => cell[metric])]),
];

test('a pivot table has metrics by two dimensions, with all other values in a row and a column', async () => {
  const { ask } = await createProject();
  const pages = await ask('pivot', { by: 'page', across: 'source', limit: '2', columns: '1' });
  assert.deepEqual([pages.by, pages.across, pages.imported], ['page', 'source', null]);
  // Eve counts once among other pages and once at /a, in visits without a source, as most people.
  assert.deepEqual(read(pages, 'visitors'), [
    ['', null],
    ['/a', 3, 1, 2],
    ['/b', 1, 0, 1],
    [null, 2, 2, 0],
  ]);
  assert.deepEqual(read(pages, 'events'), [
    ['', null],
    ['/a', 3, 1, 2],
    ['/b', 2, 0, 2],
    [null, 3, 3, 0],
  ]);
  const entries = await ask('pivot', { by: 'source', across: 'entry_page', limit: '5', columns: '5' });
  assert.deepEqual(read(entries, 'visits'), [
    ['/a', '/c', '/d'],
    ['', 3, 1, 1, 1],
    ['Hacker News', 2, 2, 0, 0],
  ]);
  assert.deepEqual(read(entries, 'bounce_rate'), [
    ['/a', '/c', '/d'],
    ['', 1, 1, 1, 1],
    ['Hacker News', 0.5, 0.5, null, null],
  ]);
  const names = await ask('pivot', { by: 'source', across: 'event' });
  assert.deepEqual(read(names, 'events'), [
    ['page_view', 'signup'],
    ['', 3, 3, 0],
    ['Hacker News', 4, 3, 1],
  ]);
  const plans = await ask('pivot', { by: 'property:plan', across: 'page' });
  assert.deepEqual(read(plans, 'events'), [['/b'], ['pro', 2, 2]]);
});

test('a pivot table has conversions, filters and bots, and leaves out imported days', async () => {
  const project = await createProject();
  const { token, id, ask } = project;
  const on = { token, query: { project_id: id } };
  const { body: goal } = await server.call('POST', '/v1/analytics/goals', {
    ...on,
    body: { name: 'Signed up', event: 'signup' },
  });
  const converted = await ask('pivot', { by: 'source', across: 'device', goal_id: goal.id });
  assert.deepEqual(
    converted.rows.map(({ value, conversions, conversion_rate: rate }: Json) => [value, conversions, rate]),
    [
      ['', 0, 0],
      ['Hacker News', 1, 0.5],
    ],
  );
  const filtered = await ask('pivot', { by: 'page', across: 'source', filter: 'source:is:Hacker News' });
  assert.deepEqual(read(filtered, 'visitors'), [['Hacker News'], ['/a', 2, 2], ['/b', 1, 1]]);
  const bots = await ask('pivot', { by: 'bot', across: 'page', limit: '1', columns: '1' });
  assert.deepEqual(read(bots, 'visitors'), [
    ['/a', null],
    ['', 4, 3, 3],
  ]);
  assert.deepEqual(read(await ask('pivot', { by: 'page', across: 'source', from: '2020-01-01', to: '2020-01-02' }), 'visits'), [
    [],
  ]);
});

test('a pivot table requires two different dimensions, and a known goal', async () => {
  const { token, id } = await server.createProject();
  const get = (query: Record<string, string>) =>
    server.call('GET', '/v1/analytics/pivot', { token, query: { project_id: id, ...query } });
  for (const [query, status, error] of [
    [{ by: 'page' }, 400, /across is required/],
    [{ by: 'page', across: 'page' }, 400, /^across must be another dimension than by$/],
    [{ by: 'page', across: 'moon' }, 400, /^across must be one of page, /],
    [{ by: 'page', across: 'source', columns: '21' }, 400, /columns must be/],
    [{ by: 'page', across: 'source', goal_id: 'goal_00000000000000000000000000' }, 404, /not found/],
  ] as [Record<string, string>, number, RegExp][]) {
    const answer = await get(query);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.match(answer.body.error, error);
  }
});

test('a funnel is divided by the value of a dimension at the first step', async () => {
  const { ask } = await createProject();
  const readFunnel = async (query: Record<string, string>, body: object) =>
    (await ask('funnel', query, body)).breakdown.map(({ value, steps }: Json) => [
      value,
      ...steps.flatMap(({ count, step_rate, previous_count: previous }: Json) => [count, step_rate, previous]),
    ]);
  const steps = [{ page: '/*' }, { event: 'signup' }];
  assert.deepEqual(await readFunnel({}, { steps, breakdown_by: 'source' }), [
    ['', 2, 1, null, 0, 0, null],
    ['Hacker News', 2, 1, null, 1, 0.5, null],
  ]);
  // Ada, Bob and Eve begin at /a.
  assert.deepEqual(await readFunnel({}, { steps, breakdown_by: 'page', limit: 1 }), [
    ['/a', 3, 1, null, 1, 0.3333, null],
    [null, 1, 1, null, 0, 0, null],
  ]);
  assert.deepEqual(await readFunnel({}, { steps: [{ event: 'signup' }], breakdown_by: 'property:plan' }), [['pro', 1, 1, null]]);
  // The day after, nobody came. Values of the comparison period alone are others.
  const next = new Date(Date.parse(DAY) + 86_400_000).toISOString().slice(0, 10);
  const compared = { from: next, to: next, compare: 'previous' };
  assert.deepEqual(await readFunnel(compared, { steps, breakdown_by: 'source' }), []);
  const before = { compare_from: DAY, compare_to: DAY };
  assert.deepEqual(await readFunnel(before, { steps, breakdown_by: 'source', limit: 1 }), [
    ['', 2, 1, 2, 0, 0, 0],
    [null, 2, 1, 2, 1, 0.5, 1],
  ]);
  const { steps: all, breakdown } = await ask('funnel', {}, { steps, breakdown_by: 'bot' });
  assert.deepEqual([all[0].count, breakdown[0].steps[0].count], [4, 4]);
  assert.equal((await ask('funnel', {}, { steps })).breakdown, null);
  const { token, id } = await server.createProject();
  const refused = await server.call('POST', '/v1/analytics/funnel', {
    token,
    query: { project_id: id },
    body: { steps, breakdown_by: 'moon' },
  });
  assert.match(refused.body.error, /breakdown_by must be one of/);
});
