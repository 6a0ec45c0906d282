import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseId } from '../../../platform/ids.ts';
import { claimEventCount } from '../../../testing/event-log.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createWithEvents, DAY } from '../fixtures/by-hand.ts';
import { identifyImported, identifyUser } from '../ingest/visitors.ts';

const server = await sharedTestServer();
const withEvents = createWithEvents(server);

const PEOPLE = 3_000;
const BATCH = 500;
const steps = [{ page: '/a' }, { page: '/b' }, { event: 'signup' }];
/** Everybody views /a, every second person views /b, and every tenth signs up. */
const reaches = (index: number) => (index % 10 === 0 ? 3 : index % 2 === 0 ? 2 : 1);
const isUser = (index: number) => index % 3 > 0;
const time = Date.parse(`${DAY}T10:00Z`);

/** Creates a project with users and anonymous visitors, and sets the stored number of events of its day to `count`. */
async function createProject(count?: number) {
  const project = await withEvents([]);
  const id = parseId('prj', project.id) as string;
  const events = Array.from({ length: PEOPLE }, (_, index) =>
    ['/a', '/b', 'signup'].slice(0, reaches(index)).map((step, minute) => ({
      event_id: randomUUID(),
      ...(step.startsWith('/')
        ? { url: `https://acme.com${step}` }
        : { name: step, url: 'https://acme.com/b', revenue: { amount: '1', currency: 'EUR' } }),
      ...(isUser(index) ? { user_id: `u${index}` } : { visitor_id: `v${index}` }),
      referrer: index % 4 ? 'https://www.google.com/' : '',
      timestamp: new Date(time + minute * 60_000).toISOString(),
    })),
  ).flat();
  for (let from = 0; from < events.length; from += BATCH) {
    const { status, body } = await server.call('POST', '/v1/analytics/import', {
      token: project.token,
      query: { project_id: project.id },
      body: { events: events.slice(from, from + BATCH) },
    });
    assert.deepEqual([status, body.rejected], [202, []]);
  }
  await until(async () => (await project.ask('overview')).events.value === events.length);
  if (count !== undefined) await claimEventCount(server.db, project.id, count);
  const persons = Array.from({ length: PEOPLE }, (_, index) =>
    BigInt((isUser(index) ? identifyUser(id, `u${index}`) : identifyImported(id, `v${index}`, time)).person),
  );
  /** Returns how many of the people who meet a condition are in a share of the people. */
  const countSample = (share: number, condition: (index: number) => boolean) =>
    persons.filter((person, index) => person < BigInt(2 ** 64 * share) && condition(index)).length;
  return { ...project, countSample };
}

const approximate = { precision: 'approximate' };
const counts = (funnel: Json): number[] => funnel.steps.map(({ count }: Json) => count);

describe('with 20 million events, an approximate report', async () => {
  const project = await createProject(20_000_000);
  const { ask, countSample } = project;
  const share = 0.25;
  const expected = [1, 2, 3].map((step) => countSample(share, (index) => reaches(index) >= step) / share);

  test('estimates a funnel from a share of users and anonymous visitors', async () => {
    const exact = await ask('funnel', {}, { steps });
    assert.deepEqual(
      [counts(exact), exact.precision],
      [[PEOPLE, PEOPLE / 2, PEOPLE / 10], { share: 1, approximate_share: share }],
    );
    assert.deepEqual(
      exact.steps.map((step: Json) => step.standard_error),
      [0, 0, 0],
    );
    const estimated = await ask('funnel', approximate, { steps, include_revenue: true });
    assert.deepEqual([counts(estimated), estimated.precision], [expected, { share, approximate_share: share }]);
    for (const [index, { count, rate, standard_error: error, revenue }] of estimated.steps.entries()) {
      const [first = 0, last = 0] = [expected[0], expected[2]];
      assert.equal(error, Math.round(Math.sqrt(count * 3)));
      // One of two million runs is further away by chance.
      const { count: real } = exact.steps[index];
      assert.ok(Math.abs(count - real) <= 5 * Math.sqrt(real * 3), `${count} ± ${error}`);
      assert.equal(rate, Math.round((count / first) * 10_000) / 10_000);
      assert.deepEqual(revenue, [{ currency: 'EUR', amount: String(last) }]);
    }
  });

  test('divides the same people by source, and compares the same share', async () => {
    const next = new Date(time + 86_400_000).toISOString().slice(0, 10);
    const compared = await ask('funnel', { ...approximate, from: next, to: next, compare: 'previous' }, { steps });
    assert.deepEqual([compared.precision.share, compared.steps.map((step: Json) => step.previous_count)], [share, expected]);
    const { breakdown, ...divided } = await ask('funnel', approximate, { steps, breakdown_by: 'source' });
    assert.deepEqual(counts(divided), expected);
    assert.deepEqual(
      breakdown.map(({ value, steps: [first] }: Json) => [value, first.count]),
      [
        ['Google', countSample(share, (index) => index % 4 > 0) / share],
        ['', countSample(share, (index) => index % 4 === 0) / share],
      ],
    );
  });

  test('states no error for visits, whose people are in the sample', async () => {
    const byVisit = await ask('funnel', approximate, { steps, by: 'visit' });
    assert.deepEqual([counts(byVisit), byVisit.steps[0].standard_error], [expected, null]);
  });

  test('estimates paths, and cohorts by events', async () => {
    const { visits, paths, diagram, precision } = await ask('paths', { ...approximate, page: '/a', steps: '1', nodes: '1' });
    const on = countSample(share, (index) => reaches(index) > 1) / share;
    const [first = 0] = expected;
    assert.deepEqual([visits, precision.share], [first, share]);
    assert.deepEqual(new Set(paths.map((path: Json) => path.visits)), new Set([on, first - on]));
    assert.deepEqual(
      diagram.nodes.map((node: Json) => node.count),
      [first, on, first - on],
    );
    const users = countSample(share, isUser) / share;
    const day = { ...approximate, interval: 'day' };
    const retention = await ask('retention', { ...day, start_event: 'page_view' });
    assert.deepEqual(
      [retention.cohorts[0].size, retention.identified_visitors, retention.precision.share],
      [users, (PEOPLE * 2) / 3, share],
    );
    const filtered = await ask('retention', { ...day, filter: 'page:is:/a' });
    assert.deepEqual([filtered.cohorts[0].size, filtered.identified_visitors], [users, users]);
    const presence = await ask('retention', day);
    assert.deepEqual([presence.cohorts[0].size, presence.precision.approximate_share], [(PEOPLE * 2) / 3, 1]);
  });

  test('is exact about named users', async () => {
    const { precision, ...funnel } = await ask('funnel', { ...approximate, user_id: 'u10' }, { steps });
    assert.deepEqual([counts(funnel), precision], [[1, 1, 1], { share: 1, approximate_share: 1 }]);
  });
});

test('with few events, an approximate report is exact', async () => {
  const { ask } = await createProject();
  const estimated = await ask('funnel', approximate, { steps });
  assert.deepEqual(counts(estimated), [PEOPLE, PEOPLE / 2, PEOPLE / 10]);
  assert.deepEqual([estimated.precision, estimated.steps[0].standard_error], [{ share: 1, approximate_share: 1 }, 0]);
});

test('rejects unknown values, and precision of reports that have none', async () => {
  const { token, id } = await withEvents([]);
  const refuse = async (precision: string, method: string, path: string, body?: object) =>
    (await server.call(method, `/v1/analytics/${path}`, { token, query: { project_id: id, precision }, body })).body;
  for (const [code, ...asked] of [
    ['choice', 'rough', 'POST', 'funnel', { steps }],
    ['choice', 'rough', 'GET', 'retention'],
    ['choice', 'rough', 'GET', 'paths'],
    ['unknown', 'approximate', 'GET', 'overview'],
  ] as [code: string, precision: string, method: string, path: string, body?: object][]) {
    const { fields } = await refuse(...asked);
    assert.deepEqual(
      fields?.map((field: Json) => [field.path, field.code]),
      [['precision', code]],
    );
  }
});
