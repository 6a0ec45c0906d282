import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { checkTarget, createCheckedLookup, isPublicAddress, parseNetworks, RefusedAddressError } from './addresses.ts';
import { post } from './requests.ts';

const PUBLIC = ['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'];
const NOT_PUBLIC = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.8.9.10', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local, and the metadata of clouds': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fd00:ec2::254', '100.100.100.200'],
  'carrier-grade NAT': ['100.64.0.1'],
  'unique local and site-local': ['fc00::1', 'fdff::1', 'fec0::1'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'reserved, for documentation and benchmarks': [
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
  ],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::93.184.215.14',
    '64:ff9b:1::5db8:d70e',
    '64:ff9b:1:5db8:d7:e00::',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::',
    '2001:0:4136:e378::',
  ],
  'the platform of a cloud': ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110', '2002:a83f:8110::1'],
  'no address': ['', 'localhost', '127.1', '0x7f000001.example'],
};

describe('addresses', () => {
  for (const address of PUBLIC) test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
  for (const [kind, addresses] of Object.entries(NOT_PUBLIC))
    test(`${kind}: not public`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
    });
});

const PUBLIC_ONLY = { allowPrivate: false, denied: [] };

const send = (url: string, lookup?: ReturnType<typeof createCheckedLookup>) =>
  post(url, { headers: {}, body: '{}' }, { ...PUBLIC_ONLY, lookup });

test('rejects all spellings of local addresses', async () => {
  const { url, received } = await startReceiver();
  const { port } = new URL(url);
  const hosts = [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
  ];
  for (const host of hosts) {
    const { status, error } = await send(`http://${host}:${port}/`);
    assert.equal(status, null, host);
    assert.match(error ?? '', /is not a public address/, host);
  }
  assert.equal(received.length, 0);
});

test('rejects names with a private address among public ones', async () => {
  const { url, received } = await startReceiver();
  const { port } = new URL(url);
  const addresses = ['93.184.215.14', '127.0.0.1'].map((address) => ({ address, family: 4 }));
  const { error } = await send(
    `http://rebinding.example:${port}/`,
    createCheckedLookup(PUBLIC_ONLY, (_host, _options, done) => done(null, addresses)),
  );
  assert.match(error ?? '', /^rebinding.example is not a public address/);
  assert.equal(received.length, 0);
});

test('connects to the checked address without a second lookup', async () => {
  let lookups = 0;
  const lookup = createCheckedLookup(PUBLIC_ONLY, (_host, _options, done) => {
    lookups += 1;
    // A second lookup would return this machine.
    done(null, [{ address: lookups === 1 ? '192.0.2.255' : '127.0.0.1', family: 4 }]);
  });
  const { status } = await send('http://rebinding.example:9/', lookup);
  assert.deepEqual([status, lookups], [null, 1]);
});

test('denied networks are rejected by address, name and other spellings, even if private addresses are allowed', async () => {
  const { url, received } = await startReceiver();
  const { port } = new URL(url);
  const allowed = {
    allowPrivate: true,
    denied: parseNetworks('127.0.0.0/8, 203.0.113.7,2001:db8::/32,::ffff:198.51.100.0/120,::ffff:cb00:7108'),
  };
  const to = (host: string, address?: string) =>
    post(
      `http://${host}:${port}/`,
      { headers: {}, body: '{}' },
      {
        ...allowed,
        ...(address && {
          lookup: createCheckedLookup(allowed, (_host, _options, done) => done(null, [{ address, family: 4 }])),
        }),
      },
    );
  for (const [host, address] of [
    ['127.0.0.1'],
    ['127.1'],
    ['[::ffff:127.0.0.1]'],
    ['[64:ff9b::127.0.0.1]'],
    ['[2002:7f00:1::]'],
    ['[::127.0.0.1]'],
    ['[::ffff:0:127.0.0.1]'],
    ['[2001:0:7f00:1::]'],
    ['[2001::80ff:fffe]'],
    // NAT64 of local use, by prefixes of 96, 64, 56 and 48 bits.
    ['[64:ff9b:1::127.0.0.1]'],
    ['[64:ff9b:1:0:7f:0:100::]'],
    ['[64:ff9b:1:7f:0:1::]'],
    ['[64:ff9b:1:7f00:0:100::]'],
    ['198.51.100.9'],
    ['[::ffff:198.51.100.9]'],
    ['203.0.113.8'],
    ['203.0.113.7'],
    ['[2001:db8::7]'],
    ['localhost', '127.0.0.1'],
    ['rebinding.example', '203.0.113.7'],
    ['compatible.example', '::127.0.0.1'],
    ['zoned.example', '2001:db8::7%lo'],
  ] as const) {
    const { status, error } = await to(host, address);
    assert.equal(status, null, host);
    assert.match(error ?? '', /is in a network that EARSHOT_WEBHOOK_DENY excludes$/, host);
  }
  assert.equal(received.length, 0);
});

test('an IPv6 network denies no IPv4 address, and an IPv4-mapped network only its mapped range', async () => {
  const { url } = await startReceiver();
  for (const denied of ['::/0', '::ffff:127.0.0.2/127', '::ffff:0.0.0.0/98,2001:db8::/32'])
    assert.equal(
      (await post(url, { headers: {}, body: '{}' }, { allowPrivate: true, denied: parseNetworks(denied) })).error,
      null,
    );
});

for (const entry of [
  'example.com',
  '10.1',
  '10.1/16',
  '1',
  '010.0.0.1',
  '0x0a.0.0.1',
  '10.0.0.0/33',
  '10.0.0.0/',
  '2001:db8::/129',
  'fe80::1%lo',
  '',
])
  test(`EARSHOT_WEBHOOK_DENY refuses to start with ${JSON.stringify(entry)}`, () => {
    assert.throws(() => readConfig({ EARSHOT_WEBHOOK_DENY: `192.0.2.0/24,${entry}` }), {
      message: `EARSHOT_WEBHOOK_DENY must be a list of addresses and networks such as 203.0.113.7 or 2001:db8::/32, and ${JSON.stringify(entry)} is neither`,
    });
  });

test('EARSHOT_WEBHOOK_DENY rejects an IPv4 prefix length after an IPv4-mapped address', () => {
  assert.throws(() => readConfig({ EARSHOT_WEBHOOK_DENY: '::ffff:10.0.0.0/8' }), {
    message:
      'EARSHOT_WEBHOOK_DENY must not shorten the prefix of an IPv4-mapped network below 96: write "::ffff:10.0.0.0/8" as an IPv4 network',
  });
});

test('a saved URL is checked with all addresses of its name', async () => {
  const check = (url: string, addresses: string[], { allowPrivate = false, allowHttp = false } = {}) =>
    checkTarget(url, { allowPrivate, denied: parseNetworks('198.18.0.0/15'), allowHttp, resolve: async () => addresses });
  const isRefused = (checked: Promise<void>, reason: RegExp) =>
    assert.rejects(checked, (error) => error instanceof RefusedAddressError && reason.test(error.message));
  await check('https://hooks.example/', ['93.184.215.14', '2606:4700:4700::1111']);
  await check('https://hooks.example/', []);
  await isRefused(check('https://hooks.example/', ['93.184.215.14', '10.0.0.1']), /^hooks\.example is not a public address/);
  await isRefused(check('https://hooks.example/', ['198.18.0.1'], { allowPrivate: true }), /^hooks\.example is in a network/);

  const needsHttps = /^https is required/;
  await isRefused(check('http://hooks.example/', ['93.184.215.14']), needsHttps);
  await isRefused(check('http://hooks.example/', []), needsHttps);
  await check('http://hooks.example/', ['93.184.215.14'], { allowHttp: true });
  await check('http://crm.internal/', ['10.0.0.1'], { allowPrivate: true });
  await check('http://crm.internal/', [], { allowPrivate: true });
  await isRefused(check('http://crm.internal/', ['10.0.0.1', '93.184.215.14'], { allowPrivate: true }), needsHttps);
});

test('an unknown name is a regular error', async () => {
  const { status, error } = await send('http://nobody.invalid/');
  assert.equal(status, null);
  assert.ok(error);
});
