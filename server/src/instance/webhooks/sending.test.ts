import assert from 'node:assert/strict';
import { EVENTS } from '@earshot/contract/instance/webhook-events';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { Webhook } from 'standardwebhooks';
import { parseId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { restartAbandoned, runScheduled } from '../../testing/jobs.ts';
import { startServerProcess } from '../../testing/process.ts';
import { type Receiver, startReceiver } from '../../testing/receiver.ts';
import { type Json, startTestServer, type TestClient } from '../../testing/server.ts';
import { HOUR_MS, until } from '../../testing/until.ts';

const ENV = { EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' };
const server = await startTestServer(ENV);
const { call, db } = server;

/** Creates a project whose events are sent to a receiver. */
async function setUp(options: object = {}, on: TestClient = server) {
  const project = await on.createProject();
  const receiver = await startReceiver();
  const { body: webhook } = await on.call('POST', '/v1/webhooks', {
    token: project.token,
    query: { project_id: project.id },
    body: { url: receiver.url, ...options },
  });
  const { key, token } = project;
  return {
    ...project,
    receiver,
    webhook,
    submit: (body: object = {}) => on.call('POST', '/v1/feedback', { key, body: { title: 'Export', ...body } }),
    deliveries: async (query: Record<string, string> = {}) =>
      (await on.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token, query })).body.data as Json[],
    details: async (id: string) => (await on.call('GET', `/v1/webhooks/${webhook.id}/deliveries/${id}`, { token })).body,
    retry: async (id: string) => (await on.call('POST', `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`, { token })).body,
    get: async () => (await on.call('GET', `/v1/webhooks/${webhook.id}`, { token })).body,
  };
}

const arrived = (receiver: Receiver, least: number) => until(() => receiver.received.length >= least);
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end(`answer ${code}`);

test('events follow the contract, and the Standard Webhooks library verifies them', async () => {
  const { id, receiver, webhook, submit, deliveries, details } = await setUp();
  const { body: entry } = await submit({ submitter_email: 'ada@example.com', submitter_name: 'Ada', metadata: { plan: 'pro' } });
  await arrived(receiver, 1);
  const [request] = receiver.received as [Receiver['received'][number]];
  const event = new Webhook(webhook.secret).verify(request.body, request.headers as Record<string, string>) as Json;
  const { submitter_name: _s, author_name: _a, viewer_vote: _v, fields: _f, status_name: _n, ...data } = entry;
  assert.deepEqual(event, {
    id: event.id,
    type: 'feedback.created',
    version: 1,
    created_at: event.created_at,
    project_id: id,
    data: { ...data, visibility: 'public', assignee_id: null, due_on: null },
  });
  assert.match(event.id, /^evt_[0-9a-z]{26}$/);
  assert.equal(request.headers['webhook-id'], event.id);
  assert.equal(request.headers['content-type'], 'application/json');
  assert.ok(!/ada@example|"Ada"|"pro"/.test(request.body), 'no personal data by default');
  assert.throws(() => new Webhook(webhook.secret).verify(`${request.body} `, request.headers as Record<string, string>));

  const [delivery] = await until(async () => {
    const all = await deliveries({ status: 'succeeded' });
    return all.length > 0 && all;
  });
  const { body, attempts, ...rest } = await details(delivery.id);
  assert.deepEqual(rest, delivery);
  assert.equal(body, request.body);
  assert.equal(attempts.length, 1);
  assert.deepEqual([attempts[0].status_code, attempts[0].error, attempts[0].url], [204, null, receiver.url]);
  assert.equal(attempts[0].request_headers['webhook-id'], event.id);
});

test('endpoints choose event types and personal data; changes contain old and new values', async () => {
  const { token, receiver, submit, deliveries } = await setUp({
    types: ['feedback.status_changed'],
    include_personal_data: true,
  });
  const { body: entry } = await submit({ submitter_email: 'ada@example.com', metadata: { plan: 'pro' } });
  await call('PATCH', `/v1/feedback/${entry.id}`, { token, body: { status: 'planned', tags: ['a'] } });
  await arrived(receiver, 1);
  assert.equal((await deliveries()).length, 1, 'neither feedback.created nor feedback.updated');
  const event = JSON.parse(receiver.received[0]?.body ?? '');
  assert.equal(event.type, 'feedback.status_changed');
  assert.deepEqual(event.changes, [{ field: 'status', old: 'new', new: 'planned' }]);
  assert.deepEqual(
    [event.data.status, event.data.submitter_email, event.data.metadata],
    ['planned', 'ada@example.com', { plan: 'pro' }],
  );
});

for (const include_personal_data of [false, true])
  test(`every event type is delivered as documented, ${include_personal_data ? 'with' : 'without'} personal data`, async () => {
    const { id, key, token, receiver, webhook, submit } = await setUp({ include_personal_data });
    const query = { project_id: id };
    const { body: entry } = await submit();
    const { body: other } = await submit();
    await call('PATCH', `/v1/feedback/${entry.id}`, { token, body: { status: 'planned' } });
    await call('POST', `/v1/feedback/${entry.id}/comments`, { key, body: { body: 'Yes', author_name: 'Ada' } });
    await call('POST', `/v1/feedback/${entry.id}/upvote`, { key, visitor: randomUUID() });
    await runScheduled(server.db, 'feedback.report-votes');
    await call('POST', `/v1/feedback/${other.id}/merge`, { token, body: { into: entry.id } });
    await call('DELETE', `/v1/feedback/${entry.id}`, { token });
    const rewards = [{ key: 'early', name: 'Early access', referrals: 1 }];
    await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist: { rewards } } } });
    const { body: ada } = await call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com', name: 'Ada' } });
    await call('POST', '/v1/waitlist', { key, body: { email: 'bob@example.com', referral_code: ada.referral_code } });
    await call('POST', '/v1/waitlist/invite', { token, query, body: { count: 1 } });
    const praise = { author_name: 'Ada', content: 'Good', rating: 5 };
    const { body: testimonial } = await call('POST', '/v1/testimonials', { key, body: praise });
    for (const decision of ['approved', 'rejected'])
      await call('PATCH', `/v1/testimonials/${testimonial.id}`, { token, body: { status: decision } });
    await call('POST', '/v1/changelog', { token, query, body: { title: 'News', published: true } });
    await call('POST', `/v1/webhooks/${webhook.id}/test`, { token });
    await arrived(receiver, 18);
    const events = receiver.received.map(({ body }): Json => JSON.parse(body));
    assert.deepEqual(
      new Set(events.map(({ type }) => type)),
      new Set([
        ...['created', 'updated', 'status_changed', 'commented', 'voted', 'merged', 'deleted'].map((name) => `feedback.${name}`),
        ...['submitted', 'approved', 'rejected'].map((name) => `testimonial.${name}`),
        'waitlist.joined',
        'waitlist.invited',
        'waitlist.reward_reached',
        'changelog.published',
        'webhook.test',
      ]),
    );
    for (const event of events) assert.deepEqual(Value.Errors(EVENTS[event.type]?.schema ?? {}, event), [], event.type);
    assert.equal(
      receiver.received.some(({ body }) => /ada@example|"Ada"/.test(body)),
      include_personal_data,
    );
  });

test('retries a failed attempt with the same id and body', async () => {
  const { receiver, submit, deliveries, details } = await setUp();
  receiver.answer(status(500));
  await submit();
  await arrived(receiver, 1);
  const [pending] = await until(async () => {
    const all = await deliveries({ status: 'pending' });
    return all[0]?.attempt_count === 1 && all;
  });
  const failed = (await details(pending.id)).attempts.at(-1);
  const wait = Date.parse(pending.next_attempt_at) - Date.parse(failed.created_at);
  assert.ok(wait > 2_000 && wait < 6_000, `the second attempt is due in ${wait} ms`);
  receiver.answer(status(200));
  await arrived(receiver, 2);
  const [first, second] = receiver.received as [Receiver['received'][number], Receiver['received'][number]];
  assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
  assert.equal(first.body, second.body);
  await until(async () => (await deliveries())[0]?.status === 'succeeded');
  const { attempts } = await details(pending.id);
  assert.deepEqual(
    attempts.map(({ status_code, error, response_body }: Json) => [status_code, error, response_body]),
    [
      [200, null, 'answer 200'],
      [500, 'The endpoint responded with 500', 'answer 500'],
    ],
  );
});

test('respects Retry-After', async () => {
  const { receiver, submit, deliveries } = await setUp();
  receiver.answer(status(503, { 'retry-after': '120' }));
  await submit();
  const [pending] = await until(async () => {
    const all = await deliveries();
    return all[0]?.attempt_count === 1 && all;
  });
  const wait = Date.parse(pending.next_attempt_at) - Date.now();
  assert.ok(wait > 110_000 && wait < 125_000, `${wait} ms`);
});

test('does not follow redirects, and reads the start of long responses only', async () => {
  const { receiver, submit, deliveries, retry } = await setUp();
  const elsewhere = await startReceiver();
  receiver.answer(status(302, { location: elsewhere.url }));
  await submit();
  await until(async () => (await deliveries())[0]?.attempt_count === 1);
  const [delivery] = await deliveries();
  receiver.answer((response) => {
    response.writeHead(200);
    const more = () => {
      while (response.write('x'.repeat(16 * 1024)));
      response.once('drain', more);
    };
    more();
  });
  const { status: state, attempts } = await retry(delivery.id);
  assert.equal(state, 'succeeded');
  assert.equal(attempts[0].response_body.length, 64 * 1024);
  assert.match(attempts[1].error, /^The endpoint redirects \(302\) to http.*; redirects are not followed$/);
  assert.equal(elsewhere.received.length, 0);
});

test('a slow endpoint does not delay others', async () => {
  const slow = await setUp();
  slow.receiver.answer(() => {});
  for (let index = 0; index < 30; index++) await slow.submit();
  await arrived(slow.receiver, 2);
  const quick = await setUp();
  for (let index = 0; index < 10; index++) await quick.submit();
  await arrived(quick.receiver, 10);
  assert.ok(slow.receiver.received.length < 30, 'most deliveries to the slow endpoint are still pending');
  const late = await until(async () =>
    (await slow.deliveries({ limit: '100' })).find(({ attempt_count }) => attempt_count === 1),
  );
  const { attempts } = await slow.details(late.id);
  assert.equal(attempts[0].error, 'No complete response within 10 seconds');
});

test('both secrets sign during rotation; after immediate revocation only the new one', async () => {
  const { token, receiver, webhook, submit } = await setUp();
  const verifies = (secret: string, { body, headers }: Receiver['received'][number]) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  const rotate = async (body?: object) => (await call('POST', `/v1/webhooks/${webhook.id}/rotate`, { token, body })).body.secret;
  const second = await rotate();
  assert.notEqual(second, webhook.secret);
  await submit();
  await arrived(receiver, 1);
  const [both] = receiver.received as [Receiver['received'][number]];
  assert.deepEqual([verifies(webhook.secret, both), verifies(second, both)], [true, true]);
  const third = await rotate({ revoke_now: true });
  await submit();
  await arrived(receiver, 2);
  const one = receiver.received[1] as Receiver['received'][number];
  assert.deepEqual(
    [webhook.secret, second, third].map((secret) => verifies(secret, one)),
    [false, false, true],
  );
});

/** Simulates that all attempts but the last have failed. */
async function wearOut(deliveryId: string): Promise<void> {
  await sql`UPDATE webhook_deliveries SET attempt_count = 6 WHERE id = ${parseId('dlv', deliveryId)}`.execute(server.db);
}

/** Returns the notifications of the owner of a project about disabled endpoints. */
const listNotices = async ({ id, token }: { id: string; token: string }) =>
  (await call('GET', '/v1/notifications', { token, query: { project_id: id, kind: 'webhook.disabled' } })).body;

test('disables the endpoint after the last attempt, tells its owner, and allows enabling it again', async () => {
  const project = await setUp();
  const { token, receiver, webhook, submit, deliveries, retry, get } = project;
  receiver.answer(status(500));
  await submit();
  const delivery = await until(async () => (await deliveries()).find(({ attempt_count }) => attempt_count === 1));
  await wearOut(delivery.id);
  assert.equal((await retry(delivery.id)).status, 'failed');
  const off = await get();
  assert.deepEqual(
    [off.enabled, off.disabled_reason],
    [false, 'No delivery succeeded for about a day. Last error: The endpoint responded with 500'],
  );
  const { data: notices } = await listNotices(project);
  assert.deepEqual([notices[0].heading, notices[0].title], ['Webhook endpoint disabled', receiver.url]);
  assert.match(notices[0].text, /responded with 500.*Resend deliveries/);
  const before = receiver.received.length;
  await submit();
  assert.equal((await deliveries()).length, 1, 'no delivery is created for a disabled endpoint');

  receiver.answer(status(200));
  const on = await call('PATCH', `/v1/webhooks/${webhook.id}`, { token, body: { enabled: true } });
  assert.deepEqual([on.body.enabled, on.body.disabled_reason], [true, null]);
  assert.equal((await retry(delivery.id)).status, 'succeeded');
  await submit();
  await arrived(receiver, before + 2);
});

test('a re-enabled endpoint stays enabled when an old delivery fails again', async () => {
  const project = await setUp();
  const { token, receiver, webhook, submit, deliveries, retry, get } = project;
  receiver.answer(status(500));
  await submit();
  const delivery = await until(async () => (await deliveries()).find(({ attempt_count }) => attempt_count === 1));
  await wearOut(delivery.id);
  assert.equal((await retry(delivery.id)).status, 'failed');
  assert.equal((await get()).enabled, false);
  const { data: told } = await listNotices(project);
  await call('PATCH', `/v1/webhooks/${webhook.id}`, { token, body: { enabled: true } });
  assert.equal((await retry(delivery.id)).status, 'failed');
  const { enabled, disabled_reason } = await get();
  assert.deepEqual([enabled, disabled_reason], [true, null]);
  const { data: now } = await listNotices(project);
  assert.equal(now[0].created_at, told[0].created_at, 'told once');
});

test('disables an endpoint that accepted earlier events', async () => {
  const { receiver, submit, deliveries, retry, get } = await setUp();
  await submit();
  await until(async () => (await deliveries({ status: 'succeeded' })).length === 1);
  receiver.answer(status(500));
  await submit();
  const delivery = await until(async () => (await deliveries()).find((one) => one.status === 'pending' && one.attempt_count));
  await wearOut(delivery.id);
  assert.equal((await retry(delivery.id)).status, 'failed');
  assert.equal((await get()).enabled, false);
});

test('keeps an endpoint enabled that accepts other events', async () => {
  const { receiver, submit, deliveries, retry, get } = await setUp();
  receiver.answer(status(500));
  await submit();
  const delivery = await until(async () => (await deliveries()).find(({ attempt_count }) => attempt_count === 1));
  await wearOut(delivery.id);
  receiver.answer(status(200));
  await submit();
  await until(async () => (await deliveries({ status: 'succeeded' })).length === 1);
  receiver.answer(status(500));
  assert.equal((await retry(delivery.id)).status, 'failed');
  assert.equal((await get()).enabled, true);
});

test('410 Gone disables the endpoint immediately', async () => {
  const { receiver, submit, get } = await setUp();
  receiver.answer(status(410));
  await submit();
  await until(async () => !(await get()).enabled);
  assert.match((await get()).disabled_reason, /410 Gone/);
});

test(
  'a node that is killed between a delivery and its record sends it again, with the same id',
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const env = { ...ENV, DATABASE_URL: database.url };
    const first = await startTestServer(env);
    const { receiver, webhook, key, token } = await setUp({}, first);
    await first.stop();

    const killed = await startServerProcess({ ...env, EARSHOT_THROTTLE: 'off' });
    const submitted = Promise.withResolvers<void>();
    const kill = async (response: ServerResponse) => {
      // The request has arrived, but the process ends before it stores the result.
      await submitted.promise;
      process.kill(killed.child.pid ?? 0, 'SIGKILL');
      response.destroy();
    };
    receiver.answer((response) => void kill(response));
    const answer = await fetch(`${killed.url}/v1/feedback`, {
      method: 'POST',
      headers: { 'x-project-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Export' }),
    });
    assert.equal(answer.status, 201);
    submitted.resolve();
    await arrived(receiver, 1);

    receiver.answer(status(200));
    const next = await startTestServer(env);
    await restartAbandoned(next.db, 'webhooks.deliver');
    assert.equal(receiver.received.length, 2);
    const [before, after] = receiver.received as [Receiver['received'][number], Receiver['received'][number]];
    assert.equal(after.headers['webhook-id'], before.headers['webhook-id']);
    assert.equal(after.body, before.body);
    const { body } = await next.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token });
    assert.equal(body.data[0]?.status, 'succeeded');
  },
);

test('a chat service receives messages no faster than it accepts them', async () => {
  const begin = Date.now();
  const { id, receiver, deliveries, details, submit } = await setUp({ format: 'slack', min_votes: 0 });
  await submit({ title: 'First <!channel>', type: 'bug' });
  await arrived(receiver, 1);
  assert.match(JSON.parse(receiver.received[0]?.body ?? '').text, /: New bug report: First &lt;!channel&gt;$/);
  const [first] = await deliveries();
  assert.equal((await details(first?.id)).body, receiver.received[0]?.body, 'the log shows what was sent');
  // As if the messages of an hour were waiting.
  const owner = parseId('prj', id);
  await sql`UPDATE webhook_endpoints SET next_slot_at = next_slot_at + interval '1 hour' WHERE project_id = ${owner}`.execute(db);
  for (const title of ['Second', 'Third']) await submit({ title });
  const [turn = 0, next] = await until(async () => {
    const turns = (await deliveries({ status: 'pending' })).map(({ next_attempt_at: at }) => Date.parse(at) - begin);
    return (receiver.received.length > 1 || turns.every((one) => one >= HOUR_MS)) && turns.toSorted((one, other) => one - other);
  });
  assert.deepEqual([turn >= HOUR_MS + 1_000, next, receiver.received.length], [true, turn + 1_000, 1], 'one message a second');
  await sql`
    UPDATE pgboss.job SET start_after = now()
    WHERE name = 'webhooks.deliver' AND state < 'active' AND data ->> 'project_id' = ${owner}`.execute(db);
  await arrived(receiver, 3);
});
