import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents, DAY } from '../fixtures/by-hand.ts';

const server = await sharedTestServer();
const { call } = server;

const STEPS = [{ page: '/pricing' }, { event: 'signup' }];

async function setUp() {
  const project = await server.createProject();
  const on = (method: string, path = '', body?: object) =>
    call(method, `/v1/analytics/funnels${path}`, { token: project.token, query: { project_id: project.id }, body });
  const names = async () => (await on('GET')).body.data.map(({ name }: Json) => name);
  return { on, names };
}

test('funnels are saved with defaults, listed by name, changed and deleted', async () => {
  const { on, names } = await setUp();
  const { status, body: funnel } = await on('POST', '', { name: 'Sign-up', steps: STEPS });
  assert.equal(status, 201);
  assert.match(funnel.id, /^fnl_/);
  const { id, project_id: _project, created_at: _created, updated_at: _updated, ...saved } = funnel;
  assert.deepEqual(saved, {
    name: 'Sign-up',
    steps: [
      { event: null, page: '/pricing', filters: [] },
      { event: 'signup', page: null, filters: [] },
    ],
    window_seconds: 604_800,
    order: 'loose',
    by: 'person',
  });
  const other = (await on('POST', '', { name: 'Docs', steps: STEPS, window_seconds: 60, order: 'any', by: 'visit' })).body;
  assert.deepEqual([other.window_seconds, other.order, other.by], [60, 'any', 'visit']);
  assert.deepEqual(await names(), ['Docs', 'Sign-up']);

  const renamed = (await on('PATCH', `/${id}`, { name: 'A' })).body;
  assert.deepEqual({ ...renamed, updated_at: '' }, { ...funnel, name: 'A', updated_at: '' });
  const changed = (await on('PATCH', `/${id}`, { steps: [{ page: '/docs/*' }], order: 'strict', by: 'visit' })).body;
  assert.deepEqual(
    [changed.name, changed.steps, changed.order, changed.by, changed.window_seconds],
    ['A', [{ event: null, page: '/docs/*', filters: [] }], 'strict', 'visit', 604_800],
  );
  assert.deepEqual((await on('DELETE', `/${id}`)).body, { ok: true });
  assert.equal((await on('DELETE', `/${id}`)).body.code, 'funnels.not_found');
  assert.equal((await on('PATCH', `/${id}`, { name: 'B' })).body.code, 'funnels.not_found');
  assert.deepEqual(await names(), ['Docs']);
});

test('rejects taken names and invalid steps', async () => {
  const { on } = await setUp();
  const funnel = (await on('POST', '', { name: 'Sign-up', steps: STEPS })).body;
  await on('POST', '', { name: 'Docs', steps: STEPS });
  const cases: [method: string, path: string, body: object, status: number, field: string][] = [
    ['POST', '', { name: 'Docs', steps: STEPS }, 409, 'name'],
    ['PATCH', `/${funnel.id}`, { name: 'Docs' }, 409, 'name'],
    ['POST', '', { name: 'X', steps: [] }, 400, 'steps'],
    ['POST', '', { name: 'X', steps: [{ page: '/' }, {}] }, 400, 'steps[1].event'],
    ['PATCH', `/${funnel.id}`, { steps: [{ page: '/', event: 'signup' }] }, 400, 'steps[0].page'],
    ['PATCH', `/${funnel.id}`, { steps: [{ page: 'pricing' }] }, 400, 'steps[0].page'],
    ['POST', '', { steps: STEPS }, 400, 'name'],
    ['POST', '', { name: 'X', steps: STEPS, order: 'random' }, 400, 'order'],
  ];
  for (const [method, path, body, status, field] of cases) {
    const answer = await on(method, path, body);
    assert.deepEqual([answer.status, answer.body.fields?.[0]?.path], [status, field], JSON.stringify(body));
  }
});

test('a project has at most 50 funnels, also when they are created at the same time', async () => {
  const { on, names } = await setUp();
  const create = (number: number) => on('POST', '', { name: `Funnel ${number}`, steps: STEPS });
  const answers = await Promise.all(Array.from({ length: 52 }, (_, number) => create(number)));
  assert.deepEqual(
    answers.filter(({ status }) => status !== 201).map(({ body }) => body.code),
    ['funnels.limit_exceeded', 'funnels.limit_exceeded'],
  );
  assert.equal((await names()).length, 50);
});

test('a funnel is compared with the previous period step by step', async () => {
  const before = new Date(Date.parse(DAY) - 86_400_000).toISOString().slice(0, 10);
  const earlier = (time: string) => ({ timestamp: `${before}T${time}:00Z` });
  const project = await createWithEvents(server)([
    // The day before, one of four signs up; on the day, one of two.
    ...['a', 'b', 'c', 'd'].map((who) => ({ at: '10:00', who, page: '/pricing', more: earlier('10:00') })),
    { at: '10:01', who: 'a', name: 'signup', more: earlier('10:01') },
    { at: '10:00', who: 'e', page: '/pricing' },
    { at: '10:00', who: 'f', page: '/pricing' },
    { at: '10:01', who: 'e', name: 'signup' },
  ]);
  const ask = async (query: Record<string, string>) => await project.ask('funnel', query, { steps: STEPS });
  const values = ({ steps }: Json) =>
    steps.map((step: Json) => [
      [step.count, step.rate, step.step_rate],
      [step.previous_count, step.previous_rate, step.previous_step_rate],
    ]);
  const compared = await ask({ compare: 'previous' });
  assert.deepEqual(values(compared), [
    [
      [2, 1, 1],
      [4, 1, 1],
    ],
    [
      [1, 0.5, 0.5],
      [1, 0.25, 0.25],
    ],
  ]);
  assert.deepEqual([compared.previous_from, compared.previous_to], [`${before}T00:00:00.000Z`, `${DAY}T00:00:00.000Z`]);
  assert.deepEqual(values(await ask({ compare_from: before })), values(compared));
  const alone = await ask({});
  assert.deepEqual(values(alone), [
    [
      [2, 1, 1],
      [null, null, null],
    ],
    [
      [1, 0.5, 0.5],
      [null, null, null],
    ],
  ]);
  assert.deepEqual([alone.previous_from, alone.previous_to], [null, null]);
});
