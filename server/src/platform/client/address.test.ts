import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../testing/server.ts';
import { withinPeriod } from '../../testing/until.ts';
import { createProxyTrust, readAddress, toNetwork } from './address.ts';

const NOTATIONS: [text: string, address: string | undefined][] = [
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:51001', '203.0.113.7'],
  ['"203.0.113.7:51001"', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:cb00:7107]:443', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['203.0.113', undefined],
  ['010.0.0.1', undefined],
  ['203.0.113.7:51001:1', undefined],
  ['[203.0.113.7', undefined],
  ['', undefined],
];

for (const [text, address] of NOTATIONS)
  test(`reads ${JSON.stringify(text)} as ${address ?? 'no address'}`, () => assert.equal(readAddress(text), address));

test('networks are IPv4 addresses and /64 prefixes of IPv6', () => {
  assert.equal(toNetwork('203.0.113.7'), '203.0.113.7');
  assert.equal(toNetwork('2001:db8::1'), toNetwork('2001:db8:0:0:ffff::2'));
  assert.notEqual(toNetwork('2001:db8::1'), toNetwork('2001:db8:0:1::1'));
});

test('proxies in a list are trusted in every notation', () => {
  const isTrusted = createProxyTrust(['10.0.0.0/8', '2001:db8::1']) as (address: string, hop: number) => boolean;
  for (const proxy of ['10.1.2.3', '10.1.2.3:8080', '::ffff:10.1.2.3', '[2001:db8::1]:443'])
    assert.ok(isTrusted(proxy, 0), proxy);
  for (const other of ['203.0.113.7', 'unknown', '[2001:db8::2]:443']) assert.ok(!isTrusted(other, 0), other);
});

const testClient = async () => {
  const server = await startTestServer({ EARSHOT_THROTTLE: 'on', EARSHOT_TRUST_PROXY: '1' });
  const { key, token, id } = await server.createProject();
  const remaining: number[] = [];
  for (const address of ['203.0.113.7', '203.0.113.7:51001', '203.0.113.7:51002', '"[::ffff:203.0.113.7]:443"']) {
    const headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0' };
    const { status } = await server.call('POST', '/v1/analytics/events', {
      key,
      headers,
      body: { url: 'https://acme.example/' },
    });
    assert.equal(status, 202);
    const limited = await server.call('POST', '/v1/auth/device', { headers, body: {} });
    remaining.push(Number(limited.headers.get('ratelimit-remaining')));
  }
  assert.deepEqual(remaining, [119, 118, 117, 116]);
  const query = { project_id: id, period: '24h' };
  const { body } = await server.call('GET', '/v1/analytics/overview', { token, query });
  assert.deepEqual([body.visitors.value, body.events.value], [1, 4]);
};

// A visitor is counted by day.
test('a client is one visitor with one limit, whatever its proxy writes next to the address', () => withinPeriod(testClient));

test('text of a proxy that is no address falls back to the address of the connection', async () => {
  const server = await startTestServer({ EARSHOT_TRUST_PROXY: '1' });
  const { token } = await server.createProject();
  for (const text of ['unknown', '_hidden', 'example.com', '203.0.113.9, unknown']) {
    const { body } = await server.call('GET', '/v1/diagnostics', { token, headers: { 'x-forwarded-for': text } });
    assert.deepEqual([body.request?.address, body.request?.is_address_readable], ['127.0.0.1', false], text);
  }
  for (const text of ['203.0.113.9:51001', 'unknown, 203.0.113.9', '"[2001:db8::1]:443"']) {
    const { body } = await server.call('GET', '/v1/diagnostics', { token, headers: { 'x-forwarded-for': text } });
    assert.equal(body.request?.is_address_readable, true, text);
  }
});
