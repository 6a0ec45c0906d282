import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const { call, db, createProject } = await sharedTestServer();

async function setUp() {
  const { id, key, token } = await createProject();
  const receiver = await startReceiver();
  const { body: webhook } = await call('POST', '/v1/webhooks', { token, query: { project_id: id }, body: { url: receiver.url } });
  const deliveries = async (query: Record<string, string> = {}): Promise<Json[]> =>
    (await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token, query: { limit: 100, ...query } })).body.data;
  return {
    id,
    token,
    receiver,
    webhook,
    deliveries,
    replay: (body: object, headers = {}) => call('POST', `/v1/webhooks/${webhook.id}/replay`, { token, headers, body }),
    /** Submits entries, and waits until their deliveries were attempted. */
    submit: async (...titles: string[]) => {
      const before = (await deliveries()).length;
      for (const title of titles) await call('POST', '/v1/feedback', { key, body: { title } });
      return await until(async () => {
        const all = await deliveries();
        return all.length === before + titles.length && all.every(({ attempt_count }) => attempt_count) && all;
      });
    },
    /** Changes deliveries, as an outage in the past would have. */
    age: (change: ReturnType<typeof sql>, where = sql`true`) =>
      sql`
      UPDATE webhook_deliveries SET ${change} WHERE endpoint_id = ${parseId('whk', webhook.id)} AND ${where}`.execute(db),
  };
}

const titlesOf = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).data.title as string);
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

test('failed deliveries of a period are sent again with the same id and body, oldest first', async () => {
  const { receiver, submit, age, replay, deliveries } = await setUp();
  await submit('Delivered', 'Old', 'Lost 1', 'Lost 2');
  await age(sql`status = 'failed', attempt_count = 7, next_attempt_at = NULL`, sql`body NOT LIKE '%Delivered%'`);
  await age(sql`created_at = created_at - interval '3 hours'`, sql`body LIKE '%Old%'`);
  const before = [...receiver.received];
  const { status, body } = await replay({ since: ago(2) });
  assert.deepEqual([status, body], [200, { count: 2 }]);
  await until(async () => !(await deliveries({ status: 'pending' })).length);
  const again = receiver.received.slice(before.length);
  assert.deepEqual(titlesOf(again).toSorted(), ['Lost 1', 'Lost 2']);
  for (const request of again) {
    const first = before.find(({ headers }) => headers['webhook-id'] === request.headers['webhook-id']);
    assert.equal(first?.body, request.body);
  }
  assert.deepEqual(
    (await deliveries()).map(({ status: state, attempt_count }) => [state, attempt_count]),
    [
      ['succeeded', 8],
      ['succeeded', 8],
      ['succeeded', 1],
      ['failed', 7],
    ],
  );
  assert.deepEqual((await replay({ since: ago(2) })).body, { count: 0 }, 'no failed delivery remains');
});

test('all deliveries, or those of some event types, are sent again; test events are not', async () => {
  const { receiver, token, webhook, submit, replay, deliveries } = await setUp();
  await submit('Export');
  await call('POST', `/v1/webhooks/${webhook.id}/test`, { token });
  const before = receiver.received.length;
  const since = ago(1);
  assert.deepEqual((await replay({ since })).body, { count: 0 });
  assert.deepEqual((await replay({ since, status: 'all', types: ['waitlist.joined'] })).body, { count: 0 });
  assert.deepEqual((await replay({ since: ago(3), until: ago(2), status: 'all' })).body, { count: 0 });
  const headers = { 'idempotency-key': 'again' };
  const request = { since, status: 'all', types: ['feedback.created'] };
  assert.deepEqual((await replay(request, headers)).body, { count: 1 });
  await until(async () => receiver.received.length === before + 1 && !(await deliveries({ status: 'pending' })).length);
  assert.deepEqual((await replay(request, headers)).body, { count: 1 }, 'the response of the first request');
  assert.deepEqual(await deliveries({ status: 'pending' }), []);
  assert.equal(receiver.received.length, before + 1);
});

test('a replayed delivery has seven attempts again, and its failure does not disable the endpoint at once', async () => {
  const { receiver, token, webhook, submit, age, replay, deliveries } = await setUp();
  await submit('Export');
  await age(sql`status = 'failed', attempt_count = 7, next_attempt_at = NULL`);
  receiver.answer((response) => response.writeHead(500).end());
  assert.deepEqual((await replay({ since: ago(1) })).body, { count: 1 });
  const [delivery] = await until(async () => {
    const all = await deliveries();
    return all[0]?.attempt_count === 8 && all;
  });
  assert.equal(delivery.status, 'pending');
  assert.ok(Date.parse(delivery.next_attempt_at) < Date.now() + 60_000);
  assert.equal((await call('GET', `/v1/webhooks/${webhook.id}`, { token })).body.enabled, true);
});

test('refuses a disabled endpoint, a reversed period, and more than 10,000 deliveries', async () => {
  const { token, webhook, id, submit, replay, deliveries } = await setUp();
  const { status, body } = await replay({ since: ago(1), until: ago(2) });
  assert.deepEqual([status, body.error], [400, 'until must be later than since']);
  assert.equal((await replay({})).body.error, 'since is required');

  await submit('Export');
  await sql`
    INSERT INTO webhook_deliveries (project_id, id, endpoint_id, event_id, type, body, status)
    SELECT ${parseId('prj', id)}, gen_random_uuid(), ${parseId('whk', webhook.id)}, gen_random_uuid(), 'feedback.created', '{}', 'failed'
    FROM generate_series(1, 10001)`.execute(db);
  const tooMany = await replay({ since: ago(1) });
  assert.deepEqual(
    [tooMany.status, tooMany.body.fields],
    [
      400,
      [
        {
          path: 'since',
          code: 'too_many',
          message: 'More than 10,000 deliveries match; choose a shorter period between since and until',
        },
      ],
    ],
  );
  assert.equal((await deliveries({ status: 'pending' })).length, 0);

  await call('PATCH', `/v1/webhooks/${webhook.id}`, { token, body: { enabled: false } });
  const refused = await replay({ since: ago(1), status: 'all' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'webhooks.disabled']);
});
