import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId, parseId } from '../../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents, DAY, type Row } from '../fixtures/by-hand.ts';
import { addToInbox } from '../pipeline/inbox-store.ts';

const server = await sharedTestServer();
const withEvents = createWithEvents(server);
const { call } = server;

describe('a visit', () => {
  const cases: [name: string, rows: Row[], visitors: number, visits: number, views: number, bounce: number, seconds: number][] = [
    [
      'continues after exactly 30 minutes',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:30', who: 'ada' },
      ],
      1,
      1,
      2,
      0,
      1800,
    ],
    [
      'ends a millisecond later',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:30:00.001', who: 'ada' },
      ],
      1,
      2,
      2,
      1,
      0,
    ],
    [
      'belongs to one person',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:01', who: 'bob' },
      ],
      2,
      2,
      2,
      1,
      0,
    ],
    [
      'ends after idle time, not after a time since its start',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:20', who: 'ada' },
        { at: '10:40', who: 'ada' },
        { at: '11:00', who: 'ada' },
      ],
      1,
      1,
      4,
      0,
      3600,
    ],
    [
      'is merged with another one by a late event in between',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:50', who: 'ada' },
        { at: '10:25', who: 'ada' },
      ],
      1,
      1,
      3,
      0,
      3000,
    ],
    [
      'with one page and an interaction is no bounce',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:01', who: 'ada', name: 'signup' },
      ],
      1,
      1,
      1,
      0,
      60,
    ],
    [
      'with one page and an event without interaction is a bounce',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:01', who: 'ada', name: 'seen', more: { interactive: false } },
      ],
      1,
      1,
      1,
      1,
      60,
    ],
    ['without page views is no bounce', [{ at: '10:00', who: 'ada', name: 'signup' }], 1, 1, 0, 0, 0],
    [
      'counts in the mean duration, also with a duration of 0',
      [
        { at: '10:00', who: 'ada' },
        { at: '10:10', who: 'ada' },
        { at: '10:00', who: 'bob' },
      ],
      2,
      2,
      3,
      0.5,
      300,
    ],
  ];
  for (const [name, rows, ...expected] of cases)
    for (const apart of [false, true])
      test(`${name}${apart ? ', sent separately' : ''}`, async () => {
        const { metrics } = await withEvents(rows, { apart });
        assert.deepEqual(await metrics(), expected);
      });

  test('ends after 24 hours', async () => {
    // Every 25 minutes from 00:00 to 25:00. The last event within a day of the first is at 23:45; three more make a visit of 50 minutes.
    const begin = Date.parse(`${DAY}T00:00Z`);
    const rows = Array.from({ length: 61 }, (_, n) => n * 25);
    for (const order of [rows, rows.toReversed()]) {
      const project = await withEvents([]);
      for (const minutes of [order.slice(0, 30), order.slice(30)])
        await call('POST', '/v1/analytics/events', {
          key: project.key,
          body: {
            events: minutes.map((m) => ({ url: '/x', user_id: 'ada', timestamp: new Date(begin + m * 60_000).toISOString() })),
          },
        }).then(() => project.ask('overview'));
      const { visits, visit_duration } = await project.ask('overview', { to: new Date(begin + 2 * 86_400_000).toISOString() });
      assert.deepEqual([visits.value, visit_duration.value], [2, ((1425 + 50) * 60) / 2]);
    }
  });

  test('of 24 hours that begins with a report counts with all its page views in the report', async () => {
    const rows = Array.from({ length: 49 }, (_, n) => ({
      at: `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
      who: 'ada',
    }));
    const { metrics } = await withEvents(rows);
    const to = new Date(Date.parse(DAY) + 2 * 86_400_000).toISOString().slice(0, 10);
    assert.deepEqual(await metrics({ to }), [1, 1, 49, 0, 86_400]);
    assert.deepEqual(await metrics(), [1, 1, 48, 0, 86_400], 'without the page view at the end of the report');
  });

  test('takes source, campaign and entry page from its first event, also if this event arrives last', async () => {
    const first = {
      at: '10:00',
      who: 'ada',
      page: '/a?utm_campaign=launch',
      more: { referrer: 'https://news.ycombinator.com/' },
    };
    const second = { at: '10:05', who: 'ada', page: '/b?utm_campaign=other', more: { referrer: 'https://www.google.com/' } };
    for (const rows of [
      [first, second],
      [second, first],
    ]) {
      const { ask } = await withEvents(rows, { apart: true });
      const of = async (by: string) => (await ask('breakdown', { by })).data.map(({ value, visits }: Json) => [value, visits]);
      assert.deepEqual(await of('source'), [['Hacker News', 1]]);
      assert.deepEqual(await of('utm_campaign'), [['launch', 1]]);
      assert.deepEqual(await of('entry_page'), [['/a', 1]]);
      assert.deepEqual(await of('exit_page'), [['/b', 1]]);
    }
  });

  test('takes the entry page from the event that arrived first, of two events at the same time', async () => {
    const project = await withEvents([{ at: '10:10', who: 'ada', page: '/first' }]);
    await project.ask('overview');
    const events = [
      { name: 'signup', url: '/signup', timestamp: `${DAY}T10:00Z` },
      { url: '/second', timestamp: `${DAY}T10:10Z` },
    ].map((event) => ({ ...event, user_id: 'ada' }));
    const { body } = await call('POST', '/v1/analytics/events', { key: project.key, body: { events } });
    assert.deepEqual([body.accepted, body.rejected], [2, []]);
    for (const [by, page] of [
      ['entry_page', '/first'],
      ['exit_page', '/second'],
    ] as const) {
      const { data } = await project.ask('breakdown', { by });
      assert.deepEqual(
        data.map(({ value, visits, visit_duration }: Json) => [value, visits, visit_duration]),
        [[page, 1, 600]],
      );
    }
  });
});

describe('days', () => {
  test('start at midnight in the time zone', async () => {
    const { ask } = await withEvents([
      { at: '21:59:59.999', who: 'ada' },
      { at: '22:00', who: 'bob' },
    ]);
    // Berlin is one or two hours ahead of UTC.
    const { data } = await ask('timeseries', {
      interval: 'hour',
      metric: 'page_views',
      timezone: 'Etc/GMT-2',
      from: `${DAY}T00:00Z`,
      to: `${DAY}T23:00Z`,
    });
    assert.deepEqual(
      data.filter(({ value }: Json) => value).map(({ time }: Json) => time),
      [`${DAY}T21:00:00.000Z`, `${DAY}T22:00:00.000Z`],
    );
    const days = await ask('timeseries', {
      interval: 'day',
      metric: 'visitors',
      timezone: 'Etc/GMT-2',
      from: `${DAY}T00:00Z`,
      to: `${DAY}T23:00Z`,
    });
    assert.deepEqual(
      days.data.map(({ time, value }: Json) => [time, value]),
      [
        [new Date(Date.parse(`${DAY}T00:00Z`) - 2 * 3_600_000).toISOString(), 1],
        [`${DAY}T22:00:00.000Z`, 1],
      ],
    );
  });

  for (const [date, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const)
    test(`have ${hours} hours when clocks change`, async () => {
      const { ask, id } = await withEvents([], { day: date });
      // Too old for the API: written to the inbox directly, one event each hour.
      const begin = Date.parse(`${date}T00:00+${hours === 23 ? '01' : '02'}:00`);
      await addToInbox(
        server.db,
        parseId('prj', id) as string,
        Array.from({ length: 25 }, (_, hour) => ({
          json: eventJson(begin + hour * 3_600_000),
          eventId: null,
          outcomes: [],
          partition: 0,
        })),
        {},
      );
      const timezone = 'Europe/Berlin';
      const byHour = await ask('timeseries', { interval: 'hour', metric: 'page_views', timezone });
      assert.equal(byHour.data.length, hours);
      assert.ok(byHour.data.every(({ value }: Json) => value === 1));
      const byDay = await ask('timeseries', {
        interval: 'day',
        metric: 'page_views',
        timezone,
        from: date,
        to: new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10),
      });
      assert.deepEqual(
        byDay.data.map(({ value }: Json) => value),
        [hours, 25 - hours],
      );
    });
});

const eventJson = (time: number) =>
  JSON.stringify({
    id: newId(),
    time,
    name: 'page_view',
    interactive: true,
    path: '/',
    query: '',
    title: '',
    properties: {},
    bot: '',
    person: '1',
  });

test('realtime has present visitors and the last 30 minutes', async () => {
  const project = await server.createProject();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const earlier = minutesAgo(10);
  const events = [
    { url: '/now', user_id: 'ada' },
    { url: '/earlier', user_id: 'bob', timestamp: earlier },
    { url: '/long-ago', user_id: 'eve', timestamp: minutesAgo(40) },
  ];
  await call('POST', '/v1/analytics/events', { key: project.key, body: { events } });
  const { body } = await call('GET', '/v1/analytics/realtime', { token: project.token, query: { project_id: project.id } });
  const { visitors, page_views, minutes, pages } = body;
  assert.deepEqual([visitors, page_views, pages], [1, 1, [{ value: '/now', visitors: 1 }]]);
  assert.equal(minutes.length, 30);
  const busy = minutes.filter((minute: Json) => minute.visitors > 0);
  assert.equal(busy.length, 2);
  assert.deepEqual(busy[0], { time: `${earlier.slice(0, 16)}:00.000Z`, visitors: 1, page_views: 1 });
});
