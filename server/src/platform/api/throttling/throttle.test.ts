import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../testing/server.ts';

const server = await startTestServer({ EARSHOT_THROTTLE: 'on', EARSHOT_TRUST_PROXY: '1' });
const { key } = await server.createProject();

const from = (address: string) => ({ 'x-forwarded-for': address });
const submit = (address: string) =>
  server.call('POST', '/v1/feedback', { key, headers: from(address), body: { title: 'From the office' } });

test('allows 60 submissions a minute from one address', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => submit('192.0.2.1')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  const remaining = Math.min(...answers.map(({ headers }) => Number(headers.get('ratelimit-remaining'))));
  assert.ok(remaining > 1000, `${remaining} more were allowed`);
});

test('throttles abuse with 429 and Retry-After, without affecting others and health checks', async () => {
  let refused;
  for (let n = 0; n < 200 && !refused; n++) {
    const answer = await server.call('POST', '/v1/auth/device', { headers: from('192.0.2.66'), body: {} });
    if (answer.status !== 200) refused = answer;
  }
  assert.equal(refused?.status, 429);
  assert.match(refused.body.error, /^Too many requests; try again in \d+ seconds$/);
  assert.deepEqual(refused.body.code, 'request.rate_limited');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(refused.headers.get('ratelimit-remaining'), '0');
  assert.ok(refused.headers.get('ratelimit-limit'));
  assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  assert.ok(refused.headers.get('x-request-id'));

  assert.equal((await server.call('POST', '/v1/auth/device', { headers: from('192.0.2.67'), body: {} })).status, 200);
  assert.equal((await submit('192.0.2.66')).status, 201, 'another kind of operation');
  assert.equal((await server.call('GET', '/health', { headers: from('192.0.2.66') })).headers.get('ratelimit-limit'), null);
});

test('sensitive operations share one limit per address, regardless of the project key', async () => {
  const keys = await Promise.all(Array.from({ length: 3 }, async () => (await server.createProject()).key));
  // A read, which caches the key on the server.
  for (const known of keys) await server.call('GET', '/v1/feedback', { key: known });
  const remaining = [];
  for (const [path, body] of [
    ['/v1/analytics/shares/open', { link: 'guessed' }],
    ['/v1/auth/token', { grant_type: 'refresh_token', refresh_token: 'guessed' }],
    ['/v1/auth/device', {}],
  ] as const)
    for (const known of [...keys, undefined]) {
      const answer = await server.call('POST', path, { key: known, headers: from('192.0.2.77'), body });
      remaining.push(Number(answer.headers.get('ratelimit-remaining')));
    }
  const [first = 0] = remaining;
  assert.equal(first, 119);
  assert.deepEqual(
    remaining,
    remaining.map((_, n) => first - n),
  );
});

test('requests to two sensitive operations count together', async () => {
  const operations = [
    ['/v1/auth/device', {}],
    ['/v1/auth/token', { grant_type: 'refresh_token', refresh_token: 'guessed' }],
  ] as const;
  const statuses = [];
  for (let n = 0; n < 61; n++)
    for (const [path, body] of operations)
      statuses.push((await server.call('POST', path, { headers: from('192.0.2.88'), body })).status);
  assert.equal(statuses.indexOf(429), 120);
  assert.deepEqual(statuses.slice(120), [429, 429]);
});

test('addresses of one IPv6 network count together', async () => {
  const remaining = async (address: string) =>
    Number((await server.call('GET', '/v1/auth/providers', { headers: from(address) })).headers.get('ratelimit-remaining'));
  const first = await remaining('2001:db8:1:2::1');
  assert.equal(await remaining('2001:db8:1:2:ffff::9'), first - 1);
  assert.equal(await remaining('2001:db8:1:3::1'), first);
});

test('invented keys get no limit of their own', async () => {
  const remaining = async (invented: string) =>
    Number(
      (await server.call('GET', '/v1/feedback', { key: invented, headers: from('192.0.2.9') })).headers.get(
        'ratelimit-remaining',
      ),
    );
  const first = await remaining(`pk_${'a'.repeat(32)}`);
  assert.equal(await remaining(`pk_${'b'.repeat(32)}`), first - 1);
});
