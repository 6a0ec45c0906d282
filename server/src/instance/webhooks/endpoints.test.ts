import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { startReceiver } from '../../testing/receiver.ts';
import { sharedTestServer, startTestServer } from '../../testing/server.ts';
import { parseId } from '../../platform/ids.ts';
import { deleteOldDeliveries } from './deliveries-store.ts';

const server = await sharedTestServer();
const { call } = server;
const { id, token } = await server.createProject();
const query = { project_id: id };
const create = (body: object) => call('POST', '/v1/webhooks', { token, query, body });

test('endpoints can be created, read, updated and deleted', async () => {
  const { status, body } = await create({ url: 'https://example.com/hook', description: 'Chat', types: ['waitlist.joined'] });
  assert.equal(status, 201);
  const { id: webhook, secret, created_at, updated_at, ...rest } = body;
  assert.match(webhook, /^whk_[0-9a-z]{26}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    project_id: id,
    url: 'https://example.com/hook',
    description: 'Chat',
    types: ['waitlist.joined'],
    format: 'standard',
    statuses: [],
    tags: [],
    min_votes: 0,
    enabled: true,
    disabled_reason: null,
    include_personal_data: false,
    include_internal_notes: true,
  });
  assert.deepEqual((await call('GET', `/v1/webhooks/${webhook}`, { token })).body, body);
  assert.deepEqual((await call('GET', '/v1/webhooks', { token, query })).body, {
    data: [body],
    total: 1,
    page: 1,
    limit: 20,
    next_cursor: null,
  });
  const changed = await call('PATCH', `/v1/webhooks/${webhook}`, { token, body: { enabled: false, types: [] } });
  assert.deepEqual({ ...changed.body, updated_at }, { ...body, enabled: false, types: [] });
  assert.deepEqual((await call('DELETE', `/v1/webhooks/${webhook}`, { token })).body, { ok: true });
  for (const method of ['GET', 'DELETE']) assert.equal((await call(method, `/v1/webhooks/${webhook}`, { token })).status, 404);
});

test('the URL of a chat service selects its format, and filters are stored', async () => {
  const filters = { statuses: ['planned'], tags: ['billing'], min_votes: 10 };
  const { body: webhook } = await create({ url: 'https://hooks.slack.com/services/T0/B0/X', ...filters });
  assert.deepEqual([webhook.format, webhook.statuses, webhook.tags, webhook.min_votes], ['slack', ['planned'], ['billing'], 10]);
  const update = (body: object) => call('PATCH', `/v1/webhooks/${webhook.id}`, { token, body });
  assert.equal((await update({ description: 'Team' })).body.format, 'slack');
  assert.equal((await update({ url: 'https://discord.com/api/webhooks/1/x' })).body.format, 'discord');
  assert.equal((await update({ format: 'standard' })).body.format, 'standard');
  const wrong = await update({ url: 'https://api.telegram.org/bot1:x/sendMessage' });
  assert.deepEqual([wrong.status, wrong.body.fields[0].path], [400, 'url']);
  const { body: preview } = await call('POST', '/v1/webhooks/preview', {
    token,
    query,
    body: { url: 'https://ntfy.sh/acme-news', type: 'waitlist.joined' },
  });
  assert.deepEqual([preview.format, preview.url, JSON.parse(preview.body).topic], ['ntfy', 'https://ntfy.sh/', 'acme-news']);
});

describe('rejects', () => {
  const cases: [body: object, error: string][] = [
    [{}, 'url is required'],
    [{ url: 'ftp://example.com' }, 'url must be an http or https URL of at most 2,048 characters'],
    [{ url: 'https://ada:secret@example.com' }, 'url must not contain a username or password'],
    [{ url: 'https://example.com', types: ['feedback.exploded'] }, 'types[0] must be one of feedback.created, feedback.updated'],
    [{ url: 'https://example.com', types: ['waitlist.joined', 'waitlist.joined'] }, 'types must be an array'],
    [{ url: 'https://example.com', secret: 'x' }, 'secret is not a known field'],
  ];
  for (const [body, error] of cases)
    test(error, async () => {
      const answer = await create(body);
      assert.equal(answer.status, 400);
      assert.ok(answer.body.error.startsWith(error), answer.body.error);
    });

  test('updates to a URL with a password', async () => {
    const { body } = await create({ url: 'https://example.com/hook' });
    const { status } = await call('PATCH', `/v1/webhooks/${body.id}`, { token, body: { url: 'https://a:b@example.com' } });
    assert.equal(status, 400);
    assert.equal((await call('PATCH', `/v1/webhooks/${body.id}`, { token, body: {} })).status, 400);
  });

  test('members: secrets require the role admin', async () => {
    const member = await server.signIn();
    await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role: 'member' } });
    assert.equal((await call('GET', '/v1/webhooks', { token: member.token, query })).status, 403);
  });
});

test('test events are sent immediately, with a readable result', async () => {
  const receiver = await startReceiver();
  const { body: webhook } = await create({ url: receiver.url, types: ['waitlist.joined'] });
  const { status, body } = await call('POST', `/v1/webhooks/${webhook.id}/test`, { token });
  assert.equal(status, 200);
  assert.deepEqual([body.type, body.status, body.attempts[0].status_code], ['webhook.test', 'succeeded', 204]);
  assert.equal(receiver.received.length, 1);
  receiver.answer((response) => response.writeHead(500).end());
  const failed = await call('POST', `/v1/webhooks/${webhook.id}/test`, { token });
  assert.deepEqual([failed.body.status, failed.body.next_attempt_at], ['failed', null]);
  assert.equal(
    (await call('GET', `/v1/webhooks/${webhook.id}`, { token })).body.enabled,
    true,
    'a failed test event does not disable the endpoint',
  );
  const { body: log } = await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token, query: { status: 'failed' } });
  assert.deepEqual([log.total, log.data[0].id], [1, failed.body.id]);
  assert.equal((await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token, query: { type: 'x' } })).body.total, 0);
  const { body: wrong } = await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token, query: { status: 'lost' } });
  assert.equal(wrong.error, 'status must be one of pending, succeeded, failed');

  // A delivery belongs to its endpoint.
  const { body: other } = await create({ url: receiver.url });
  for (const path of [`deliveries/${failed.body.id}`, 'deliveries/dlv_1'])
    assert.equal((await call('GET', `/v1/webhooks/${other.id}/${path}`, { token })).status, 404);
  assert.equal((await call('POST', `/v1/webhooks/${other.id}/deliveries/${failed.body.id}/retry`, { token })).status, 404);
});

describe('a URL that the instance would not call', async () => {
  const strict = await startTestServer({ EARSHOT_WEBHOOK_DENY: '93.184.215.0/24' });
  const project = await strict.createProject();
  const access = { token: project.token, query: { project_id: project.id } };
  const save = (url: string) => strict.call('POST', '/v1/webhooks', { ...access, body: { url } });
  const isPrivate = (host: string) =>
    `${host} is not a public address: requests are not sent into private networks (EARSHOT_WEBHOOK_ALLOW_PRIVATE allows it)`;
  const isClear = 'https is required, except for private addresses and in test projects';
  const cases: [url: string, reason: string][] = [
    ['https://127.0.0.1/hook', isPrivate('127.0.0.1')],
    ['https://localhost:8443/hook', isPrivate('localhost')],
    ['https://2130706433/hook', isPrivate('127.0.0.1')],
    ['https://[::ffff:10.0.0.1]/hook', isPrivate('::ffff:a00:1')],
    ['https://169.254.169.254/latest/meta-data', isPrivate('169.254.169.254')],
    ['https://93.184.215.14/hook', '93.184.215.14 is in a network that EARSHOT_WEBHOOK_DENY excludes'],
    ['http://1.1.1.1/hook', isClear],
    ['http://nobody.invalid/hook', isClear],
  ];
  for (const [url, reason] of cases)
    test(`${url} is refused when it is saved`, async () => {
      const { status, body } = await save(url);
      assert.deepEqual(
        [status, body.fields],
        [400, [{ path: 'url', code: 'not_allowed', message: `url is not allowed: ${reason}` }]],
      );
    });

  test('is refused by an update, which may repeat the current URL', async () => {
    const { body: webhook } = await save('https://1.1.1.1/hook');
    const update = (url: string) => strict.call('PATCH', `/v1/webhooks/${webhook.id}`, { ...access, query: {}, body: { url } });
    assert.equal((await update('https://10.0.0.1/hook')).status, 400);
    assert.equal((await update('http://1.1.1.1/hook')).status, 400);
    // Saved by an earlier version, or by another configuration.
    await sql`UPDATE webhook_endpoints SET url = 'http://127.0.0.1:9/' WHERE id = ${parseId('whk', webhook.id)}`.execute(
      strict.db,
    );
    assert.equal((await update('http://127.0.0.1:9/')).status, 200);
    const { body: delivery } = await strict.call('POST', `/v1/webhooks/${webhook.id}/test`, { token: project.token });
    assert.deepEqual([delivery.status, delivery.attempts[0].error], ['failed', isPrivate('127.0.0.1')]);
  });

  test('hosts that cannot be resolved are accepted, and http in test projects', async () => {
    assert.equal((await save('https://nobody.invalid/hook')).status, 201);
    const settings = { test: { enabled: true } };
    await strict.call('PATCH', `/v1/projects/${project.id}`, { token: project.token, body: { settings } });
    assert.equal((await save('http://1.1.1.1/hook')).status, 201);
    assert.equal((await save('http://127.0.0.1/hook')).status, 400);
    await strict.call('PATCH', `/v1/projects/${project.id}`, {
      token: project.token,
      body: { settings: { test: { enabled: false } } },
    });
  });

  test('an instance that allows private addresses accepts http for these only', async () => {
    for (const url of ['http://127.0.0.1:9/hook', 'http://localhost:9/hook', 'http://crm.invalid/hook', 'https://1.1.1.1/hook'])
      assert.equal((await create({ url })).status, 201, url);
    assert.equal((await create({ url: 'http://1.1.1.1/hook' })).body.error, `url is not allowed: ${isClear}`);
  });
});

test('an Idempotency-Key creates one endpoint, and rotates a secret once', async () => {
  const headers = { 'idempotency-key': 'once' };
  const send = () => call('POST', '/v1/webhooks', { token, query, headers, body: { url: 'https://example.com/once' } });
  const [first, second] = await Promise.all([send(), send()]);
  assert.equal(first.body.id, second.body.id);
  const reused = await call('POST', '/v1/webhooks', { token, query, headers, body: { url: 'https://example.com/other' } });
  assert.equal(reused.status, 409);
  const rotate = (body?: object) =>
    call('POST', `/v1/webhooks/${first.body.id}/rotate`, { token, headers: { 'idempotency-key': 'r' }, body });
  assert.equal((await rotate()).body.secret, (await rotate()).body.secret);
  assert.equal((await rotate({ revoke_now: true })).status, 409);
});

test('deliveries are deleted after the retention period of the project', async () => {
  const receiver = await startReceiver();
  const { body: webhook } = await create({ url: receiver.url });
  for (let index = 0; index < 2; index++) await call('POST', `/v1/webhooks/${webhook.id}/test`, { token });
  await sql`
    UPDATE webhook_deliveries SET created_at = now() - interval '31 days'
    WHERE id = (SELECT id FROM webhook_deliveries WHERE endpoint_id = ${parseId('whk', webhook.id)} ORDER BY created_at DESC LIMIT 1)`.execute(
    server.db,
  );
  await deleteOldDeliveries(server.db, parseId('prj', query.project_id) ?? '', { days: 30, limit: 10 });
  const { body } = await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token });
  assert.equal(body.total, 1);
});

test('deleting a project deletes its webhooks', async () => {
  const project = await server.createProject();
  const { body: webhook } = await call('POST', '/v1/webhooks', {
    token: project.token,
    query: { project_id: project.id },
    body: { url: (await startReceiver()).url },
  });
  await call('POST', `/v1/webhooks/${webhook.id}/test`, { token: project.token });
  await call('DELETE', `/v1/projects/${project.id}`, { token: project.token, query: { confirm: project.slug } });
  assert.equal((await call('GET', `/v1/webhooks/${webhook.id}`, { token: project.token })).status, 404);
});
