import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMailServer } from '../../testing/mail-server.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const mailServer = await startMailServer();
after(mailServer.close);
const server = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  EARSHOT_MAIL_FROM: 'Acme <acme@example.com>',
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on',
});
const { call } = server;

async function setUp(testSettings: object) {
  const project = await server.createProject();
  const { id, token } = project;
  const change = (changes: object) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { test: changes } } });
  assert.equal((await change(testSettings)).status, 200);
  return {
    ...project,
    change,
    mails: async () => (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data as Json[],
    addWebhook: async (url: string) =>
      (await call('POST', '/v1/webhooks', { token, query: { project_id: id }, body: { url } })).body,
    deliveries: async (webhook: string) =>
      (await call('GET', `/v1/webhooks/${webhook}/deliveries`, { token })).body.data as Json[],
  };
}

test('mails of a test project stay in the outbox, where the team reads and retries them', async () => {
  const { id, key, token, change, mails } = await setUp({ enabled: true });
  await call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com' } });
  const [welcome] = await until(async () => {
    const all = await mails();
    return all[0]?.status === 'kept' && all;
  });
  assert.match(welcome.text, /waitlist/i);
  const { body: tried } = await call('POST', `/v1/projects/${id}/mails/test`, { token });
  assert.equal(tried.status, 'kept');
  assert.equal(mailServer.count(), 0);

  await change({ enabled: false });
  await call('POST', `/v1/projects/${id}/mails/${welcome.id}/retry`, { token });
  await until(() => mailServer.count() === 1);
  assert.deepEqual((await mailServer.mails())[0]?.recipients, ['ada@example.com']);
});

test('webhooks of a test project are delivered to allowed hosts only', async () => {
  const [allowed, other] = [await startReceiver(), await startReceiver()];
  const { key, token, change, addWebhook, deliveries } = await setUp({ enabled: true, webhook_hosts: ['localhost'] });
  const [yes, no] = [await addWebhook(allowed.url.replace('127.0.0.1', 'localhost')), await addWebhook(other.url)];
  await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  await until(() => allowed.received.length === 1);
  const [refused] = await until(async () => {
    const all = await deliveries(no.id);
    return all[0]?.status === 'failed' && all;
  });
  assert.equal(refused.next_attempt_at, null, 'another attempt would be refused as well');
  const { body: details } = await call('GET', `/v1/webhooks/${no.id}/deliveries/${refused.id}`, { token });
  assert.equal(
    details.attempts[0].error,
    'Not sent: this is a test project, and 127.0.0.1 is not one of its allowed hosts (settings.test.webhook_hosts)',
  );
  assert.equal((await call('GET', `/v1/webhooks/${no.id}`, { token })).body.enabled, true);
  assert.equal(other.received.length, 0);
  await until(async () => (await deliveries(yes.id))[0].status === 'succeeded');

  await change({ webhook_hosts: ['localhost', '127.0.0.1'] });
  const retried = await call('POST', `/v1/webhooks/${no.id}/deliveries/${refused.id}/retry`, { token });
  assert.equal(retried.body.status, 'succeeded');
  assert.equal(other.received.length, 1);
});

test('rejects hosts with protocol, port or path', async () => {
  const { change } = await setUp({ webhook_hosts: ['hooks.acme.example', 'localhost', '192.0.2.1', '::1', '2001:db8::1'] });
  for (const host of ['https://acme.example', 'acme.example:8080', 'acme.example/hook', 'Acme.example', '*.acme.example', '']) {
    const { status, body } = await change({ webhook_hosts: [host] });
    assert.deepEqual([status, body.code], [400, 'validation'], host);
  }
  assert.equal(
    (await change({ webhook_hosts: ['https://acme.example'] })).body.error,
    'settings.test.webhook_hosts[0] must be a host name or address in lower case, without protocol and port',
  );
});

test('the switch is in the audit log', async () => {
  const { id, token } = await setUp({ enabled: true });
  const { body } = await call('GET', `/v1/projects/${id}/audit-log`, { token, query: { action: 'project.updated' } });
  assert.deepEqual(
    [body.data[0].before, body.data[0].after],
    [{ 'settings.test.enabled': false }, { 'settings.test.enabled': true }],
  );
});
