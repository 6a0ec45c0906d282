import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { findTablesWith } from '../../../testing/tables.ts';
import { createMmdb } from '../fixtures/mmdb.ts';

// Servers that send the events of many visitors, from requests to reports.

const folder = await mkdtemp(join(tmpdir(), 'earshot-server-side-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'City.mmdb');
await writeFile(
  file,
  createMmdb({ '192.0.2.0/24': { country: { iso_code: 'DE' } }, '203.0.113.0/24': { country: { iso_code: 'FR' } } }),
);

const server = await startTestServer({ EARSHOT_GEOIP_DB: file, EARSHOT_TRUST_PROXY: '1' });
const { call } = server;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** Headers of a server in France that sends events. */
const SERVER = { 'user-agent': 'node', 'x-forwarded-for': '203.0.113.1', 'accept-language': 'fr' };

const [ADA, BOB] = [
  { ip: '192.0.2.1', user_agent: FIREFOX },
  { ip: '192.0.2.2', user_agent: FIREFOX },
];
const HOME = { url: 'https://acme.example/' };

async function createProject() {
  const { id, key, token } = await server.createProject();
  const query = { project_id: id };
  const account = await call('POST', `/v1/projects/${id}/service-accounts`, {
    token,
    body: { name: 'Server', scopes: ['analytics:write'] },
  });
  const ask = async (path: string, more: Record<string, string> = {}): Promise<Json> => {
    const answer = await call('GET', `/v1/analytics/${path}`, {
      token,
      query: { ...query, ...(path === 'overview' && { compare: 'none' }), ...more },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const send = (body: object, by: object = { token: account.body.token }) =>
    call('POST', '/v1/analytics/events', { query, headers: SERVER, body, ...by });
  return {
    id,
    key,
    token,
    ask,
    send,
    sendBatch: async (...events: object[]) => {
      const { status, body } = await send({ events });
      assert.deepEqual([status, body], [202, { ok: true, accepted: events.length, rejected: [] }]);
    },
    /** Sends an event like a browser. */
    browse: async ({ ip, user_agent: userAgent }: typeof ADA, event: object = HOME) => {
      const headers = { 'user-agent': userAgent, 'x-forwarded-for': ip };
      assert.equal((await call('POST', '/v1/analytics/events', { key, headers, body: event })).status, 202);
      // Forwards the event.
      await ask('overview');
    },
    visitors: async (more?: Record<string, string>): Promise<number> => (await ask('overview', more)).visitors.value,
    by: async (dimension: string): Promise<[string, number][]> =>
      (await ask('breakdown', { by: dimension })).data.map(({ value, visitors }: Json) => [value, visitors]),
  };
}

describe('events with ip and user_agent', () => {
  test('a batch has one visitor for each ip and user agent', async () => {
    const { sendBatch, ask, visitors } = await createProject();
    await sendBatch({ ...HOME, ...ADA }, { ...HOME, ...BOB }, { ...HOME, ...ADA });
    assert.equal(await visitors(), 2);
    assert.equal((await ask('overview')).visits.value, 2);
    await sendBatch({ ...HOME, ...ADA }, { ...HOME, ip: ADA.ip, user_agent: SAFARI });
    assert.equal(await visitors(), 3);
  });

  test('a visitor is the same for the events of the server and of the browser', async () => {
    const { sendBatch, browse, visitors } = await createProject();
    for (const ip of ['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.3']) await browse({ ip, user_agent: FIREFOX });
    assert.equal(await visitors(), 3);
    await sendBatch(
      ...['::ffff:192.0.2.1', '2001:0DB8:0:0:0:0:0:1', '192.0.2.3'].map((ip) => ({ ...HOME, ip, user_agent: FIREFOX })),
    );
    assert.equal(await visitors(), 3);
  });

  test('determine location, device and source, and the headers of the server do not', async () => {
    const { sendBatch, by } = await createProject();
    await sendBatch(
      { ...HOME, ...ADA, referrer: 'https://www.google.com/' },
      { ...HOME, ip: '2001:db8::1', user_agent: SAFARI, language: 'de' },
    );
    const expected: Record<string, string[]> = {
      country: ['', 'DE'],
      browser: ['Firefox', 'Safari'],
      os: ['Linux', 'iOS'],
      language: ['', 'de'],
      source: ['', 'Google'],
    };
    for (const [dimension, values] of Object.entries(expected))
      assert.deepEqual((await by(dimension)).map(([value]) => value).toSorted(), values.toSorted(), dimension);
  });

  test('events without them have the address and the headers of the request', async () => {
    const { send, visitors, by } = await createProject();
    assert.equal((await send({ name: 'backup_finished' })).status, 202);
    assert.deepEqual(await by('country'), [['FR', 1]]);
    // Page views of HTTP libraries.
    assert.equal((await send({ ...HOME })).status, 202);
    assert.equal((await send({ ...HOME, ip: '192.0.2.9' })).status, 202);
    assert.equal(await visitors(), 1);
    assert.equal((await send({ ...HOME, user_agent: FIREFOX })).status, 202);
    assert.deepEqual(await by('country'), [['FR', 2]]);
  });

  test('bots are recognized by user_agent', async () => {
    const { sendBatch, visitors, ask } = await createProject();
    await sendBatch({ ...HOME, ...ADA }, { ...HOME, ...BOB, user_agent: GOOGLEBOT });
    assert.equal(await visitors(), 1);
    assert.equal(await visitors({ bots: 'only' }), 1);
    assert.deepEqual((await ask('intake')).bots, { crawler: 1 });
  });

  test('excluded addresses apply to ip', async () => {
    const { id, token, sendBatch, visitors, ask } = await createProject();
    await call('PATCH', `/v1/projects/${id}`, {
      token,
      body: { settings: { analytics: { excluded_addresses: ['192.0.2.2/32', '203.0.113.1'] } } },
    });
    await sendBatch({ ...HOME, ...ADA }, { ...HOME, ...BOB });
    assert.equal(await visitors(), 1);
    assert.deepEqual((await ask('intake')).dropped, { excluded_address: 1 });
  });

  test('anonymous events of a visit belong to the user who signs in, for any number of users in a batch', async () => {
    const { sendBatch, ask } = await createProject();
    const people = Array.from({ length: 8 }, (_, n) => ({ ip: `192.0.2.${n + 1}`, user_agent: FIREFOX, ...HOME }));
    await sendBatch(...people.flatMap((person, n) => [person, { ...person, name: 'signup', user_id: `u_${n}` }]));
    const { visitors, visits } = await ask('overview');
    assert.deepEqual([visitors.value, visits.value], [8, 8]);
  });

  test('addresses and user agents are not stored', async () => {
    const { sendBatch, ask, send } = await createProject();
    await sendBatch({ ...HOME, ip: '192.0.2.123', user_agent: `${FIREFOX} Secret/1` });
    await send({ events: [{ ...HOME, ip: '192.0.2.123', user_agent: FIREFOX, uri: '/' }] });
    const findStored = () => findTablesWith(server.db, '192.0.2.123', 'Secret/1');
    assert.deepEqual(await findStored(), []);
    await ask('overview');
    assert.deepEqual(await findStored(), []);
    const body = await ask('export.csv', { period: '24h' });
    assert.match(body, /acme\.example/);
    assert.doesNotMatch(body, /192\.0\.2\.123|Secret/);
  });
});

describe('credentials of events', () => {
  test('an API key may not send ip and user_agent', async () => {
    const { send, key, visitors } = await createProject();
    const refused = await send({ ...HOME, ...ADA }, { key });
    const messageFor = (field: string) =>
      `${field} requires a session token or a token of a service account with the scope analytics:write (Authorization: Bearer); an API key is not sufficient`;
    assert.deepEqual(
      [refused.status, refused.body],
      [
        400,
        {
          error: messageFor('ip'),
          code: 'validation',
          fields: ['ip', 'user_agent'].map((path) => ({ path, code: 'not_allowed', message: messageFor(path) })),
        },
      ],
    );
    const { body } = await send(
      {
        events: [
          { ...HOME, user_id: 'ada', referrer: 'https://example.com/' },
          { ...HOME, ...BOB },
        ],
      },
      { key },
    );
    assert.deepEqual([body.accepted, body.rejected.map(({ index }: Json) => index)], [1, [1]]);
    assert.equal(await visitors(), 1);
  });

  test('session tokens may, from the role member', async () => {
    const { id, token, send, visitors } = await createProject();
    for (const [role, status] of [
      ['viewer', 403],
      ['member', 202],
    ] as const) {
      const person = await server.signIn();
      await call('POST', `/v1/projects/${id}/members`, { token, body: { email: person.email, role } });
      const answer = await send({ ...HOME, ...ADA }, { token: person.token });
      assert.deepEqual([answer.status, answer.body.code], [status, status === 403 ? 'auth.role_required' : undefined]);
    }
    assert.equal(await visitors(), 1);
  });

  test('a token needs a project, and may name it with a key', async () => {
    const { token, key, send, visitors } = await createProject();
    for (const [query, status, code] of [
      [{}, 400, 'validation'],
      [{ project_id: 'prj_00000000000000000000000000' }, 404, 'projects.not_found'],
      [{ key }, 202, undefined],
    ] as const) {
      const answer = await send({ ...HOME, ...ADA }, { token, query });
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    }
    assert.equal(await visitors(), 1);
  });

  test('the user ids of a token need no signature', async () => {
    const { id, token, key, send, visitors } = await createProject();
    await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics: { signed_user_ids: true } } } });
    assert.equal((await send({ ...HOME, user_id: 'u_1' }, { key })).status, 400);
    assert.equal((await send({ ...HOME, user_id: 'u_1' })).status, 202);
    assert.equal(await visitors(), 1);
  });

  test('rejects invalid addresses', async () => {
    const { send } = await createProject();
    for (const ip of ['192.0.2', '192.0.2.0/24', 'unknown', '3232235521']) {
      const { status, body } = await send({ ...HOME, ip });
      assert.deepEqual([status, body.error], [400, 'ip must be an IPv4 or IPv6 address'], ip);
    }
  });
});
