import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { startTestServer } from '../../../testing/server.ts';
import { addToInbox } from '../pipeline/inbox-store.ts';
import { createVisitors } from './visitors.ts';

// Visits of anonymous visitors around midnight, with a simulated clock: from salts through the inbox to reports.

const server = await startTestServer();
const ADA = { address: '198.51.100.1', userAgent: 'Firefox', hostname: 'acme.com' };
const MINUTE = 60_000;

test('a visit continues across midnight, a visitor of the next day is new, and salts are deleted after 48 hours', async () => {
  const project = await server.createProject();
  const { rows } = await sql<{ id: string }>`SELECT id FROM projects WHERE slug = ${project.slug}`.execute(server.db);
  const projectId = rows[0]?.id as string;
  assert.equal(formatId('prj', projectId), project.id);
  await sql`DELETE FROM analytics_salts`.execute(server.db);
  const midnight = Date.parse('2026-05-10T00:00Z');
  let now = 0;
  const visitors = createVisitors(server.db, () => now);
  const traits = { ...ADA, projectId };

  const view = async (time: number, arrivedAt = time, visitor = traits) => {
    now = arrivedAt;
    await visitors.prepare();
    const event = {
      id: newId(),
      time,
      name: 'page_view',
      interactive: true,
      path: '/',
      query: '',
      title: '',
      properties: {},
      bot: '',
    };
    const { partition, ...ids } = visitors.identifyAnonymous(visitor, time);
    const json = JSON.stringify({ ...event, ...ids });
    await addToInbox(server.db, projectId, [{ json, partition, eventId: null, outcomes: ['accepted'] }], {});
    // The report waits for the event, so that each event is forwarded before the next one.
    return await readTotals();
  };
  const readTotals = async () => {
    const { body } = await server.call('GET', '/v1/analytics/overview', {
      token: project.token,
      query: { project_id: project.id, from: '2026-05-01', to: '2026-05-20' },
    });
    return [body.visitors.value, body.visits.value, body.page_views.value];
  };

  assert.deepEqual(await view(midnight - 10 * MINUTE), [1, 1, 1]);
  assert.deepEqual(await view(midnight + 15 * MINUTE), [1, 1, 2], 'the visit continues');
  assert.deepEqual(
    await view(midnight + 40 * MINUTE),
    [1, 1, 3],
    'the visit continues: the salt of the day before identifies the visitor',
  );
  assert.deepEqual(await view(midnight + 3 * 60 * MINUTE), [2, 2, 4], 'hours later, the visitor is new');
  assert.deepEqual(
    await view(midnight - 5 * MINUTE, midnight + 4 * 60 * MINUTE),
    [2, 2, 5],
    'a late event extends its own visit',
  );
  assert.deepEqual(await view(midnight + 15 * MINUTE, midnight + 15 * MINUTE, { ...traits, address: '198.51.100.2' }), [3, 3, 6]);
  assert.deepEqual(await view(midnight + 27 * 60 * MINUTE), [4, 4, 7]);

  const salts = await sql<{ day: string }>`SELECT day::text FROM analytics_salts ORDER BY day`.execute(server.db);
  assert.deepEqual(
    salts.rows.map(({ day }) => day),
    ['2026-05-10', '2026-05-11'],
    'the salt of the 9th is deleted',
  );
  // Older than all salts: the visitor is known on that day only.
  assert.deepEqual(await view(midnight - 3 * 24 * 60 * MINUTE, midnight + 27 * 60 * MINUTE), [5, 5, 8]);
});

test('nodes share salts', async () => {
  const now = () => Date.parse('2026-06-01T12:00Z');
  const [a, b] = [createVisitors(server.db, now), createVisitors(server.db, now)];
  await Promise.all([a.prepare(), b.prepare()]);
  const traits = { ...ADA, projectId: newId() };
  assert.deepEqual(a.identifyAnonymous(traits, now()), b.identifyAnonymous(traits, now()));
});

test('an event belongs to the visit of its own day if both ids of the visitor have visits', async () => {
  const project = await server.createProject();
  const projectId = parseId('prj', project.id) as string;
  await sql`DELETE FROM analytics_salts`.execute(server.db);
  const midnight = Date.parse('2026-05-10T00:00Z');
  let now = 0;
  const visitors = createVisitors(server.db, () => now);
  const overview = async () => {
    const { body } = await server.call('GET', '/v1/analytics/overview', {
      token: project.token,
      query: { project_id: project.id, from: '2026-05-10', to: '2026-05-10' },
    });
    return [body.visitors.value, body.visits.value, body.page_views.value, body.visit_duration.value];
  };
  const view = async (time: number, arrivedAt: number) => {
    now = arrivedAt;
    await visitors.prepare();
    const event = { id: newId(), time, name: 'page_view', interactive: true, path: '/', query: '', title: '', properties: {} };
    const { partition, ...ids } = visitors.identifyAnonymous({ ...ADA, projectId }, time);
    const json = JSON.stringify({ ...event, bot: '', ...ids });
    await addToInbox(server.db, projectId, [{ json, partition, eventId: null, outcomes: ['accepted'] }], {});
    return await overview();
  };
  await view(midnight - 10 * MINUTE, midnight - 10 * MINUTE);
  assert.deepEqual(await view(midnight + 35 * MINUTE, midnight + 35 * MINUTE), [1, 1, 1, 0], 'too late for the earlier visit');
  // A late event, within half an hour of both visits.
  assert.deepEqual(await view(midnight + 10 * MINUTE, midnight + 40 * MINUTE), [1, 1, 2, 25 * 60]);
});
