import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

// People whom events of the past name: imported ones, and those that a server or a browser sends later.

const server = await sharedTestServer();
const { call } = server;

async function setUp() {
  const { id, key, token } = await server.createProject();
  const query = { project_id: id };
  const list = async (): Promise<[string, string, string | null][]> =>
    (await call('GET', '/v1/people', { token, query })).body.data
      .map(({ user_ids, created_at, last_seen_at }: Json) => [user_ids.join(), created_at, last_seen_at])
      .toSorted();
  return { key, token, query, list };
}

test('imported events create people who were seen at the times of their events', async () => {
  const { token, query, list } = await setUp();
  const send = async (events: object[]) => {
    const { status, body } = await call('POST', '/v1/analytics/import', {
      token,
      query,
      body: { events: events.map((event) => ({ event_id: crypto.randomUUID(), ...event })) },
    });
    assert.deepEqual([status, body.rejected], [202, []]);
  };
  const url = 'https://acme.example/';
  await send([
    { url, user_id: 'u_1', timestamp: '2024-03-01T10:00:00.000Z' },
    { url, user_id: 'u_1', timestamp: '2024-02-01T10:00:00.000Z' },
    { url, user_id: 'u_2', timestamp: '2024-02-02T10:00:00.000Z' },
    { url, visitor_id: 'v_1', timestamp: '2024-02-02T10:00:00.000Z' },
    { url, user_id: 'crawler', user_agent: 'Googlebot/2.1', timestamp: '2024-02-02T10:00:00.000Z' },
  ]);
  assert.deepEqual(await list(), [
    ['u_1', '2024-02-01T10:00:00.000Z', '2024-03-01T10:00:00.000Z'],
    ['u_2', '2024-02-02T10:00:00.000Z', '2024-02-02T10:00:00.000Z'],
  ]);
  // Earlier events arrive later.
  await send([
    { url, user_id: 'u_1', timestamp: '2023-01-01T10:00:00.000Z' },
    { url, user_id: 'u_2', timestamp: '2024-05-05T10:00:00.000Z' },
  ]);
  assert.deepEqual(await list(), [
    ['u_1', '2023-01-01T10:00:00.000Z', '2024-03-01T10:00:00.000Z'],
    ['u_2', '2024-02-02T10:00:00.000Z', '2024-05-05T10:00:00.000Z'],
  ]);
});

test('events of the past create people who were seen then; a live event follows', async () => {
  const { key, list } = await setUp();
  const past = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const track = (event: object) =>
    call('POST', '/v1/analytics/events', { key, body: { events: [{ url: 'https://acme.example/', user_id: 'u_1', ...event }] } });
  await track({ timestamp: past });
  assert.deepEqual(await until(async () => (await list()).length === 1 && (await list())), [['u_1', past, past]]);
  await track({});
  const [person] = await until(async () => {
    const found = await list();
    return found[0]?.[2] !== past && found;
  });
  assert.equal(person?.[1], past);
});
