import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const { call, createProject } = await sharedTestServer();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HEADLESS = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';

test('the intake report says why events were dropped last', async () => {
  const { id, key, token } = await createProject();
  const configure = async (analytics: object) => {
    const { status } = await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics } } });
    assert.equal(status, 200);
  };
  const track = async (body: object, headers: Record<string, string> = {}) =>
    (await call('POST', '/v1/analytics/events', { key, body, headers: { 'user-agent': FIREFOX, ...headers } })).status;
  await configure({ allowed_hostnames: ['acme.com'] });
  const url = 'https://acme.com/';
  assert.equal(await track({ url: 'https://staging.acme.com/?email=ada@example.com' }), 202);
  await track({ url }, { dnt: '1' });
  await track({ url }, { 'user-agent': HEADLESS });
  await track({ name: '' });
  await track({ url });
  await configure({ excluded_addresses: ['127.0.0.0/8', '::1'] });
  await track({ url });
  // The page still uses the key that was replaced.
  const rotated = await call('POST', `/v1/projects/${id}/keys/rotate`, { token, body: { revoke_now: true } });
  assert.equal(rotated.status, 201);
  assert.equal(await track({ url }, { origin: 'https://acme.com' }), 401);

  const drops = await until<Json[]>(async () => {
    const { body } = await call('GET', '/v1/analytics/intake', { token, query: { project_id: id, period: '24h' } });
    return body.last_drops.length === 6 ? body.last_drops : undefined;
  });
  const rows = drops.map(({ reason, hostname, message }) => [reason, hostname, message] as const);
  assert.deepEqual(
    rows.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['bot:headless', 'acme.com', null],
      ['excluded_address', 'acme.com', null],
      ['hostname_not_allowed', 'staging.acme.com', null],
      ['invalid', null, 'name is required'],
      ['key_expired', 'acme.com', null],
      ['privacy_signal', 'acme.com', null],
    ],
  );
  assert.doesNotMatch(JSON.stringify(drops), /127\.0\.0|ada@/);
});
