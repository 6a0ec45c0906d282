import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const { call, createProject } = await sharedTestServer();

async function setUp() {
  const { id, key, token } = await createProject();
  const ask = async (path: string, query: Record<string, string> = {}, body?: object): Promise<Json> => {
    const answer = await call(body ? 'POST' : 'GET', `/v1/analytics/${path}`, {
      token,
      query: { project_id: id, ...query },
      body,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const track = (...events: object[]) => call('POST', '/v1/analytics/events', { key, body: { events } });
  const createGoal = (body: object) => call('POST', '/v1/analytics/goals', { token, query: { project_id: id }, body });
  return { id, token, ask, track, createGoal };
}

const sale = (user_id: string, amount: string | number, currency = 'EUR', more: object = {}) => ({
  name: 'subscribed',
  url: 'https://acme.com/billing',
  user_id,
  revenue: { amount, currency },
  ...more,
});
const rowsOf = ({ data }: Json) =>
  data.map(({ value, currency, amount, events, visitors }: Json) => [value, currency, amount, events, visitors]);

test('revenue is summed exactly by currency', async () => {
  const { ask, track } = await setUp();
  // In floating point, the sum of these would be 0.30000000000000004, and the large amounts would swallow the small one.
  await track(
    sale('ada', 0.1),
    sale('ada', '0.2'),
    sale('bob', '100000000000.0001', 'USD'),
    sale('bob', '100000000000.0002', 'USD'),
    sale('eve', 0.1 + 0.2, 'GBP'),
    sale('eve', '-0.25', 'GBP'),
    { name: 'subscribed', user_id: 'joe' },
    // Attributes of elements are properties.
    { name: 'subscribed', user_id: 'joe', properties: { revenue: '7.5 CHF' } },
    { name: 'subscribed', user_id: 'joe', properties: { revenue: 'high' } },
  );
  const { currencies } = await ask('revenue');
  assert.deepEqual(currencies, [
    { currency: 'EUR', amount: '0.3', events: 2, visitors: 1 },
    { currency: 'GBP', amount: '0.05', events: 2, visitors: 1 },
    { currency: 'USD', amount: '200000000000.0003', events: 2, visitors: 1 },
    { currency: 'CHF', amount: '7.5', events: 1, visitors: 1 },
  ]);
  assert.deepEqual((await ask('revenue', { filter: 'property:revenue.currency:is:GBP' })).currencies.length, 1);
});

test('revenue has values by source, page and goal', async () => {
  const { ask, track, createGoal } = await setUp();
  await track(
    { url: 'https://acme.com/', user_id: 'ada', referrer: 'https://www.google.com/' },
    sale('ada', '49.90'),
    sale('ada', '10', 'USD'),
    { url: 'https://acme.com/', user_id: 'bob', referrer: 'https://news.ycombinator.com/' },
    sale('bob', '5.05'),
    sale('bob', '-0.05', 'EUR', { name: 'refunded' }),
  );
  assert.deepEqual(rowsOf(await ask('revenue/breakdown')), [
    ['Google', 'EUR', '49.9', 1, 1],
    ['Google', 'USD', '10', 1, 1],
    ['Hacker News', 'EUR', '5', 2, 1],
  ]);
  assert.deepEqual(rowsOf(await ask('revenue/breakdown', { by: 'event', currency: 'EUR' })), [
    ['subscribed', 'EUR', '54.95', 2, 2],
    ['refunded', 'EUR', '-0.05', 1, 1],
  ]);
  const { body: goal } = await createGoal({ name: 'Paid', event: 'subscribed' });
  await createGoal({ name: 'Visited', page: '/*' });
  assert.deepEqual(rowsOf(await ask('revenue/breakdown', { by: 'goal', currency: 'EUR' })), [['Paid', 'EUR', '54.95', 2, 2]]);
  assert.equal((await ask('revenue', { goal_id: goal.id, currency: 'EUR' })).currencies[0].amount, '54.95');
  assert.deepEqual(rowsOf(await ask('revenue/breakdown', { filter: 'source:is:Hacker News' })), [
    ['Hacker News', 'EUR', '5', 2, 1],
  ]);
  const pages: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Json = await ask('revenue/breakdown', { limit: '1', ...(cursor && { cursor }) });
    pages.push(...rowsOf(page));
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    pages.map(([value, , amount]) => [value, amount]),
    [
      ['Google', '49.9'],
      ['Google', '10'],
      ['Hacker News', '5'],
    ],
  );
});

test('a funnel has the revenue of those who completed each step', async () => {
  const { ask, track } = await setUp();
  await track(
    { url: 'https://acme.com/pricing', user_id: 'ada' },
    { name: 'signed_up', user_id: 'ada' },
    sale('ada', '20'),
    sale('ada', '3', 'USD'),
    { url: 'https://acme.com/pricing', user_id: 'bob' },
    sale('bob', '0.5'),
    sale('eve', '100'),
  );
  const steps = [{ page: '/pricing' }, { event: 'signed_up' }];
  const revenueOf = async (more: object) =>
    (await ask('funnel', {}, { steps, ...more })).steps.map(({ revenue }: Json) => revenue);
  const expected = [
    [
      { currency: 'EUR', amount: '20.5' },
      { currency: 'USD', amount: '3' },
    ],
    [
      { currency: 'EUR', amount: '20' },
      { currency: 'USD', amount: '3' },
    ],
  ];
  assert.deepEqual(await revenueOf({ include_revenue: true }), expected);
  assert.deepEqual(await revenueOf({ include_revenue: true, by: 'visit', order: 'any' }), expected);
  assert.deepEqual(await revenueOf({}), [undefined, undefined]);
});

test('invalid revenue is rejected with the field', async () => {
  const { track } = await setUp();
  const { body } = await track(
    sale('ada', '1,50'),
    sale('ada', '1.00005'),
    sale('ada', 1e15),
    sale('ada', '1', 'EURO'),
    sale('ada', '1', 'ZZZ'),
    { name: 'subscribed', revenue: { amount: '1' } },
  );
  assert.deepEqual(
    body.rejected.map(({ index, code, fields }: Json) => [index, code, fields[0].path]),
    [
      [0, 'validation', 'revenue.amount'],
      [1, 'validation', 'revenue.amount'],
      [2, 'validation', 'revenue.amount'],
      [3, 'validation', 'revenue.currency'],
      [4, 'validation', 'revenue.currency'],
      [5, 'validation', 'revenue.currency'],
    ],
  );
});

const vital = (metric: string, value: unknown, url = 'https://acme.com/', more: object = {}) => ({
  name: 'web_vital',
  interactive: false,
  url,
  user_id: 'ada',
  properties: { metric, value, rating: 'good' },
  ...more,
});

test('web vitals have the 75th percentile and shares of ratings by page and device', async () => {
  const { ask, track } = await setUp();
  await track(
    ...[2_500, 2_500, 2_500, 4_000, 4_001].map((value) => vital('LCP', value)),
    ...[0.02, 0.251].map((value) => vital('CLS', value, 'https://acme.com/pricing')),
    vital('TTFB', 'unknown'),
    vital('Other', 5),
    vital('INP', -1),
  );
  const { metrics } = await ask('web-vitals');
  assert.deepEqual(
    metrics.map(({ metric, good_up_to, poor_above, p75, rating, measurements, good, needs_improvement, poor }: Json) => [
      metric,
      good_up_to,
      poor_above,
      p75,
      rating,
      measurements,
      good,
      needs_improvement,
      poor,
    ]),
    [
      ['LCP', 2_500, 4_000, 4_000, 'needs_improvement', 5, 0.6, 0.2, 0.2],
      ['INP', 200, 500, null, null, 0, null, null, null],
      ['CLS', 0.1, 0.25, 0.251, 'poor', 2, 0.5, 0, 0.5],
      ['FCP', 1_800, 3_000, null, null, 0, null, null, null],
      ['TTFB', 800, 1_800, null, null, 0, null, null, null],
    ],
  );
  const first = await ask('web-vitals/breakdown', { limit: '1' });
  assert.deepEqual([first.total, first.data[0].value, first.data[0].measurements], [2, '/', 5]);
  const second = await ask('web-vitals/breakdown', { limit: '1', cursor: first.next_cursor });
  assert.deepEqual([second.data[0].value, second.next_cursor], ['/pricing', null]);
  assert.equal((await ask('web-vitals', { filter: 'page:is:/pricing' })).metrics[0].measurements, 0);
});
