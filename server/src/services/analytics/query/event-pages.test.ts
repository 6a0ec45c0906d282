import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents } from '../fixtures/by-hand.ts';

const server = await sharedTestServer();
const withEvents = createWithEvents(server);
const { call } = server;

test('with a filter by event or property, pages are those on which the events happened', async () => {
  const recent = (minutes: number) => ({ timestamp: new Date(Date.now() - minutes * 60_000).toISOString() });
  const pro = { properties: { plan: 'pro' } };
  const { ask, token, id, key } = await withEvents([
    { at: '10:00', who: 'ada', page: '/' },
    { at: '10:01', who: 'ada', page: '/pricing' },
    { at: '10:02', who: 'ada', name: 'signup', page: '/pricing', more: pro },
    { at: '10:03', who: 'ada', name: 'signup', page: '/pricing', more: pro },
    { at: '10:00', who: 'bob', page: '/pricing' },
    { at: '10:01', who: 'bob', name: 'signup', page: '/start' },
    { at: '10:00', who: 'eve', page: '/pricing', more: pro },
    // A server does not know the page.
    { at: '10:00', who: 'zoe', name: 'signup', more: { url: undefined } },
  ]);
  const { body: goal } = await call('POST', '/v1/analytics/goals', {
    token,
    query: { project_id: id },
    body: { name: 'Signed up', event: 'signup' },
  });
  const pages = async (filter: string) =>
    (await ask('breakdown', { by: 'page', filter, goal_id: goal.id })).data.map((row: Json) => [
      row.value,
      row.visitors,
      row.visits,
      row.page_views,
      row.events,
      row.exit_rate,
      row.conversion_rate,
    ]);
  assert.deepEqual(await pages('event:is:signup'), [
    ['', 1, 1, 0, 1, null, 1],
    ['/pricing', 1, 1, 0, 2, null, 1],
    ['/start', 1, 1, 0, 1, null, 1],
  ]);
  assert.deepEqual(await pages('property:plan:is:pro'), [['/pricing', 2, 2, 1, 3, null, 0.5]]);
  assert.deepEqual(
    await pages('page:is:/pricing'),
    [['/pricing', 3, 3, 3, 5, 1, 0.3333]],
    'a page counts its views with other filters',
  );
  const pivot = await ask('pivot', { by: 'page', across: 'source', filter: 'event:is:signup' });
  assert.deepEqual(
    pivot.rows.map(({ value, visitors, cells }: Json) => [value, visitors, cells[0].events]),
    [
      ['', 1, 1],
      ['/pricing', 1, 2],
      ['/start', 1, 1],
    ],
  );
  await call('POST', '/v1/analytics/events', {
    key,
    body: {
      events: [
        { url: '/', user_id: 'kim', ...recent(2) },
        { url: '/pricing', name: 'signup', user_id: 'kim', ...recent(1) },
      ],
    },
  });
  const now = async (query = {}) =>
    (await call('GET', '/v1/analytics/realtime', { token, query: { project_id: id, ...query } })).body.pages;
  assert.deepEqual(await now({ filter: 'event:is:signup' }), [{ value: '/pricing', visitors: 1 }]);
  assert.deepEqual(await now(), [{ value: '/', visitors: 1 }]);
});
