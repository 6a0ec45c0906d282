import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../../testing/server.ts';
import { DAY, type Row, server, withEvents } from '../fixtures/by-hand.ts';

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
    ['counts who comes how far', [a('10:00'), b('10:01'), signup('10:02'), a('10:00', 'bob'), b('10:05', 'bob')], {}, [2, 2, 1]],
    ['lets others lie between', [a('10:00'), x('10:01'), b('10:02')], {}, [1, 1, 0]],
    ['strictly, lets none', [a('10:00'), x('10:01'), b('10:02')], { order: 'strict' }, [1, 0, 0]],
    [
      'strictly, takes the best chain',
      [a('10:00'), x('10:01'), a('10:02'), b('10:03'), signup('10:04')],
      { order: 'strict' },
      [1, 1, 1],
    ],
    ['strictly, lets the first step repeat', [a('10:00'), a('10:01'), b('10:02')], { order: 'strict' }, [1, 1, 0]],
    [
      'strictly, lets each step repeat',
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
      'strictly, lets no later step come early',
      [a('10:00'), signup('10:01'), b('10:02'), signup('10:03')],
      { order: 'strict' },
      [1, 0, 0],
    ],
    [
      'strictly, has a sharp window over repeats',
      [a('10:00'), b('10:30'), b('10:59'), signup('11:00:00.001')],
      { order: 'strict', window_seconds: 3600 },
      [1, 1, 0],
    ],
    [
      'strictly, lets reading times lie between',
      [a('10:00'), read('10:01'), b('10:01'), read('10:02'), signup('10:02')],
      { order: 'strict' },
      [1, 1, 1],
    ],
    [
      'of one step counts who did it',
      [a('10:00'), a('10:01'), a('10:02', 'bob'), x('10:00', 'eve')],
      { steps: [{ page: '/a' }] },
      [2],
    ],
    ['of one step, strictly', [x('10:00'), a('10:01'), x('10:02')], { steps: [{ page: '/a' }], order: 'strict' }, [1]],
    ['of one step, in any order', [a('10:00'), a('10:01')], { steps: [{ page: '/a' }], order: 'any' }, [1]],
    ['counts a person who starts over once', [a('10:00'), b('10:01'), a('10:02'), b('10:03'), signup('10:04')], {}, [1, 1, 1]],
    ['wants the order', [b('10:00'), a('10:01')], {}, [1, 0, 0]],
    ['in any order, does not', [signup('10:00'), b('10:01'), a('10:02')], { order: 'any' }, [1, 1, 1]],
    [
      'has a window that runs from the first step to the last',
      [a('10:00'), b('10:59'), signup('11:00')],
      { window_seconds: 3600 },
      [1, 1, 1],
    ],
    ['whose end is sharp', [a('10:00'), b('10:59'), signup('11:00:00.001')], { window_seconds: 3600 }, [1, 1, 0]],
    ['in whatever order they came', [signup('11:00:00.001'), b('10:59'), a('10:00')], { window_seconds: 3600 }, [1, 1, 0]],
    [
      'takes the latest start that fits',
      [a('09:00'), a('10:30'), b('10:59'), signup('11:00')],
      { window_seconds: 3600 },
      [1, 1, 1],
    ],
    [
      'strictly, ends the window at the same moment',
      [a('10:00'), b('10:59'), signup('11:00')],
      { window_seconds: 3600, order: 'strict' },
      [1, 1, 1],
    ],
    [
      'strictly, not a millisecond later',
      [a('10:00'), b('10:59'), signup('11:00:00.001')],
      { window_seconds: 3600, order: 'strict' },
      [1, 1, 0],
    ],
    [
      'in any order, ends the window there too',
      [signup('10:00'), b('10:59'), a('11:00')],
      { window_seconds: 3600, order: 'any' },
      [1, 1, 1],
    ],
    [
      'in any order, not a millisecond later',
      [signup('10:00'), b('10:59'), a('11:00:00.001')],
      { window_seconds: 3600, order: 'any' },
      [1, 1, 0],
    ],
    ['counts equal times in the order of arrival', [a('10:00'), b('10:00'), signup('10:00')], {}, [1, 1, 1]],
    ['and not against it', [b('10:00'), a('10:00')], {}, [1, 0, 0]],
    ['by visit, begins anew with each', [a('10:00'), b('11:00')], { by: 'visit' }, [1, 0, 0]],
    ['lets one event serve one step', [a('10:00')], { steps: [{ page: '/a' }, { page: '/a' }] }, [1, 0]],
    ['and two serve two', [a('10:00'), a('10:01')], { steps: [{ page: '/a' }, { page: '/*' }] }, [1, 1]],
  ];
  for (const [name, rows, more, counts] of cases) test(name, async () => assert.deepEqual(await ask(rows, more), counts));
});

test('retention: on, and on or after; what is not over stays out of the means', async () => {
  const project = await withEvents([]);
  const day = (n: number) => new Date(Date.parse(`${DAY}T12:00Z`) + n * 86_400_000).toISOString();
  // Ada comes on days −3, −2 and 0, Bob on −3 and −1, Eve on −2.
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
});

test('retention says how many visitors have a user_id, so that zeros of anonymous visitors are understood', async () => {
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
  assert.deepEqual([cohorts[0].size, none], [1, 0]);
});
