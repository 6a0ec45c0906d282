import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimEventCount } from '../../../testing/event-log.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents, DAY, type Row } from '../fixtures/by-hand.ts';

const server = await sharedTestServer();
const withEvents = createWithEvents(server);
const { call } = server;

describe('a funnel', () => {
  const steps = [{ page: '/a' }, { page: '/b' }, { event: 'signup' }];
  const ask = async (rows: Row[], more: object = {}) => {
    const project = await withEvents(rows);
    const funnel = await project.ask('funnel', {}, { steps, ...more });
    return funnel.steps.map(({ count }: Json) => count);
  };
  const a = (at: string, who = 'ada') => ({ at, who, page: '/a' });
  const b = (at: string, who = 'ada') => ({ at, who, page: '/b' });
  const x = (at: string, who = 'ada') => ({ at, who, page: '/x' });
  const read = (at: string) => ({ at, who: 'ada', name: 'engagement', more: { interactive: false } });
  const signup = (at: string, who = 'ada') => ({ at, who, name: 'signup' });
  const cases: [name: string, rows: Row[], more: object, counts: number[]][] = [
    ['counts people by step', [a('10:00'), b('10:01'), signup('10:02'), a('10:00', 'bob'), b('10:05', 'bob')], {}, [2, 2, 1]],
    ['allows other events between steps', [a('10:00'), x('10:01'), b('10:02')], {}, [1, 1, 0]],
    ['in strict order, allows none', [a('10:00'), x('10:01'), b('10:02')], { order: 'strict' }, [1, 0, 0]],
    [
      'in strict order, takes the longest chain',
      [a('10:00'), x('10:01'), a('10:02'), b('10:03'), signup('10:04')],
      { order: 'strict' },
      [1, 1, 1],
    ],
    [
      'in strict order, allows repetitions of the first step',
      [a('10:00'), a('10:01'), b('10:02')],
      { order: 'strict' },
      [1, 1, 0],
    ],
    [
      'in strict order, allows repetitions of each step',
      [
        a('10:00'),
        b('10:01'),
        b('10:02'),
        signup('10:03'),
        a('10:00', 'bob'),
        b('10:01', 'bob'),
        a('10:02', 'bob'),
        signup('10:03', 'bob'),
      ],
      { order: 'strict' },
      [2, 2, 2],
    ],
    [
      'in strict order, a later step ends the chain',
      [a('10:00'), signup('10:01'), b('10:02'), signup('10:03')],
      { order: 'strict' },
      [1, 0, 0],
    ],
    [
      'in strict order, the window is exact with repetitions',
      [a('10:00'), b('10:30'), b('10:59'), signup('11:00:00.001')],
      { order: 'strict', window_seconds: 3600 },
      [1, 1, 0],
    ],
    [
      'in strict order, allows events without interaction between steps',
      [a('10:00'), read('10:01'), b('10:01'), read('10:02'), signup('10:02')],
      { order: 'strict' },
      [1, 1, 1],
    ],
    [
      'with one step counts people with the step',
      [a('10:00'), a('10:01'), a('10:02', 'bob'), x('10:00', 'eve')],
      { steps: [{ page: '/a' }] },
      [2],
    ],
    ['with one step in strict order', [x('10:00'), a('10:01'), x('10:02')], { steps: [{ page: '/a' }], order: 'strict' }, [1]],
    ['with one step in any order', [a('10:00'), a('10:01')], { steps: [{ page: '/a' }], order: 'any' }, [1]],
    ['counts a person who starts again once', [a('10:00'), b('10:01'), a('10:02'), b('10:03'), signup('10:04')], {}, [1, 1, 1]],
    ['requires the order of steps', [b('10:00'), a('10:01')], {}, [1, 0, 0]],
    ['in any order, requires no order', [signup('10:00'), b('10:01'), a('10:02')], { order: 'any' }, [1, 1, 1]],
    [
      'has a window from the first to the last step',
      [a('10:00'), b('10:59'), signup('11:00')],
      { window_seconds: 3600 },
      [1, 1, 1],
    ],
    ['has an exact window', [a('10:00'), b('10:59'), signup('11:00:00.001')], { window_seconds: 3600 }, [1, 1, 0]],
    [
      'has an exact window for any order of arrival',
      [signup('11:00:00.001'), b('10:59'), a('10:00')],
      { window_seconds: 3600 },
      [1, 1, 0],
    ],
    [
      'starts with the latest possible first step',
      [a('09:00'), a('10:30'), b('10:59'), signup('11:00')],
      { window_seconds: 3600 },
      [1, 1, 1],
    ],
    [
      'in strict order, includes the end of the window',
      [a('10:00'), b('10:59'), signup('11:00')],
      { window_seconds: 3600, order: 'strict' },
      [1, 1, 1],
    ],
    [
      'in strict order, excludes a millisecond after the window',
      [a('10:00'), b('10:59'), signup('11:00:00.001')],
      { window_seconds: 3600, order: 'strict' },
      [1, 1, 0],
    ],
    [
      'in any order, includes the end of the window',
      [signup('10:00'), b('10:59'), a('11:00')],
      { window_seconds: 3600, order: 'any' },
      [1, 1, 1],
    ],
    [
      'in any order, excludes a millisecond after the window',
      [signup('10:00'), b('10:59'), a('11:00:00.001')],
      { window_seconds: 3600, order: 'any' },
      [1, 1, 0],
    ],
    ['orders events of the same time by arrival', [a('10:00'), b('10:00'), signup('10:00')], {}, [1, 1, 1]],
    ['rejects the reverse order of arrival', [b('10:00'), a('10:00')], {}, [1, 0, 0]],
    ['by visit, starts again with each visit', [a('10:00'), b('11:00')], { by: 'visit' }, [1, 0, 0]],
    ['completes one step by one event', [a('10:00')], { steps: [{ page: '/a' }, { page: '/a' }] }, [1, 0]],
    ['completes two steps by two events', [a('10:00'), a('10:01')], { steps: [{ page: '/a' }, { page: '/*' }] }, [1, 1]],
  ];
  for (const [name, rows, more, counts] of cases) test(name, async () => assert.deepEqual(await ask(rows, more), counts));
});

test('retention counts returns on, or on or after, an interval; means exclude incomplete intervals', async () => {
  const project = await withEvents([]);
  const day = (n: number) => new Date(Date.parse(`${DAY}T12:00Z`) + n * 86_400_000).toISOString();
  // Ada visits on days −3, −2 and 0, Bob on −3 and −1, Eve on −2.
  const came: [who: string, days: number[]][] = [
    ['ada', [-3, -2, 0]],
    ['bob', [-3, -1]],
    ['eve', [-2]],
  ];
  const events = came.flatMap(([who, days]) => days.map((n) => ({ url: '/', user_id: who, timestamp: day(n) })));
  await call('POST', '/v1/analytics/events', { key: project.key, body: { events } });
  const ask = async (mode: string) =>
    await project.ask('retention', { interval: 'day', mode, from: day(-3).slice(0, 10), to: DAY });
  const on = await ask('on');
  assert.deepEqual(
    on.cohorts.map(({ size, cells }: Json) => [size, ...cells.map(({ count }: Json) => count)]),
    [
      [2, 2, 1, 1, 1],
      [1, 1, 0, 0],
      [0, 0, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(on.means, [1, 0.3333, 0.3333, 0.5]);
  const after = await ask('on_or_after');
  assert.deepEqual(
    after.cohorts.map(({ size, cells }: Json) => [size, ...cells.map(({ count }: Json) => count)]),
    [
      [2, 2, 2, 2, 1],
      [1, 1, 0, 0],
      [0, 0, 0],
      [0, 0],
    ],
  );
  const today = await project.ask('retention', { interval: 'day', from: day(-3).slice(0, 10), to: new Date().toISOString() });
  const last = today.cohorts[0].cells.at(-1);
  assert.deepEqual([last.is_complete, today.means.at(-1)], [false, null]);

  // The first visit can be before the period, so that cohorts of first visits depend on the events of all days.
  await claimEventCount(server.db, project.id, 20_000_000);
  for (const [cohort, sizes, share] of [
    ['first', [1, 0, 0], 2 ** -4],
    ['any', [2, 1, 1], 2 ** -2],
  ] as const) {
    const byEvents = { interval: 'day', cohort, start_event: 'page_view' };
    for (const query of [byEvents, { interval: 'day', cohort }]) {
      const { cohorts } = await project.ask('retention', { ...query, from: day(-2).slice(0, 10), to: DAY });
      assert.deepEqual(
        cohorts.map(({ size }: Json) => size),
        sizes,
      );
    }
    const { precision } = await project.ask('retention', byEvents);
    assert.deepEqual(precision, { share: 1, approximate_share: share });
  }
});

test('retention counts visitors with a user_id only', async () => {
  const project = await withEvents([
    { at: '10:00', who: 'ada' },
    { at: '11:00', who: 'ada' },
    { at: '10:00', who: 'bob', page: '/b' },
  ]);
  const identified = async (query = {}) => (await project.ask('retention', { interval: 'day', ...query })).identified_visitors;
  assert.equal(await identified(), 2);
  assert.equal(await identified({ filter: 'page:is:/b' }), 1);
  const anonymous = await withEvents([{ at: '10:00', who: '', more: { user_id: undefined } }]);
  const { cohorts, identified_visitors: none } = await anonymous.ask('retention', { interval: 'day' });
  assert.deepEqual([cohorts[0].size, none], [0, 0]);
});
