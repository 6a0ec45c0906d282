import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { findTablesWith } from '../../../testing/tables.ts';
import { forgetOldIds } from '../pipeline/inbox-store.ts';
import { TRAFFIC } from '../fixtures/traffic.ts';
import { USER_AGENTS } from '../fixtures/user-agents.ts';

const server = await startTestServer({
  EARSHOT_TRUST_PROXY: '1',
  EARSHOT_PLACE_HEADERS: 'cf-ipcountry,cf-region-code,cf-ipcity',
});
const { call } = server;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const HEADLESS = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';

async function setUp(settings?: object) {
  const project = await server.createProject();
  const owner = { token: project.token, query: { project_id: project.id } };
  if (settings) {
    const { status, body } = await call('PATCH', `/v1/projects/${project.id}`, {
      token: project.token,
      body: { settings: { analytics: settings } },
    });
    assert.equal(status, 200, JSON.stringify(body));
  }
  const ask = async (path: string, query: Record<string, string> = {}): Promise<Json> => {
    const answer = await call('GET', `/v1/analytics/${path}`, {
      ...owner,
      query: { ...owner.query, ...(path === 'overview' && { compare: 'none' }), ...query },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  return {
    ...project,
    owner,
    ask,
    track: (body: Json, headers: Record<string, string> = { 'user-agent': FIREFOX }) =>
      call('POST', '/v1/analytics/events', { key: project.key, body, headers }),
    intake: async () => {
      const { as_of: _a, from: _f, to: _t, missing, last_drops: _d, ...intake } = await ask('intake', { period: '24h' });
      assert.deepEqual(missing, []);
      return intake;
    },
    by: async (dimension: string, query: Record<string, string> = {}): Promise<[string, number][]> =>
      (await ask('breakdown', { by: dimension, ...query })).data.map(({ value, visitors }: Json) => [value, visitors]),
    visitors: async (query: Record<string, string> = {}): Promise<number> => (await ask('overview', query)).visitors.value,
  };
}

const repeatEvent = (count: number) => Array.from({ length: count }, () => ({ url: '/' }));
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const DAY_MS = 86_400_000;

test('an accepted event is in the next report', async () => {
  const { track, ask } = await setUp();
  for (let n = 1; n <= 5; n++) {
    assert.deepEqual(await track({ url: 'https://acme.com/' }).then(({ status, body }) => [status, body]), [202, { ok: true }]);
    assert.equal((await ask('overview')).page_views.value, n);
  }
});

describe('rejects invalid events and names the field', () => {
  const cases: [event: Json, error: string][] = [
    [{ name: '' }, 'name is required'],
    [{ name: 'x'.repeat(101) }, 'name must be a string of 1 to 100 characters'],
    [{ timestamp: 'yesterday' }, 'timestamp must be a date and time in ISO 8601'],
    [{ timestamp: ago(-60 * 60_000) }, 'timestamp must not be in the future'],
    [{ timestamp: ago(7 * DAY_MS + 60_000) }, 'timestamp must be at most 7 days ago'],
    [{ event_id: 'x' }, 'event_id must be a UUID'],
    [{ user_id: '' }, 'user_id is required'],
    [{ uri: '/' }, 'uri is not a known field'],
  ];
  for (const [event, error] of cases)
    test(error, async () => {
      const { track, intake } = await setUp();
      const single = await track(event);
      assert.deepEqual([single.status, single.body.error], [400, error]);
      const { status, body } = await track({ events: [{ url: '/' }, event, { url: '/' }] });
      assert.deepEqual([status, body], [202, { ok: true, accepted: 2, rejected: [{ index: 1, ...single.body }] }]);
      assert.deepEqual(await intake(), {
        received: 4,
        accepted: 2,
        dropped: { invalid: 2 },
        repaired: {},
        bots: {},
        duplicates: 0,
        late: 0,
        imported: 0,
        waiting: 0,
      });
    });

  test('rejects empty batches and batches of more than 500 events', async () => {
    const { track } = await setUp();
    for (const events of [[], repeatEvent(501), 'x', {}])
      assert.deepEqual((await track({ events })).body.error, 'events must be an array of 1 to 500 items');
    assert.equal((await track({ events: repeatEvent(500) })).body.accepted, 500);
    assert.equal((await track({ events: [{ url: '/' }], name: 'x' })).body.error, 'name is not a known field');
  });
});

test('accepts beacons: text/plain, with the key in the query', async () => {
  const { key, ask } = await setUp();
  const { status, headers, body } = await call('POST', '/v1/analytics/events', {
    query: { key },
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://acme.com', 'user-agent': FIREFOX },
    body: JSON.stringify({ url: 'https://acme.com/' }),
  });
  assert.deepEqual([status, body], [202, { ok: true }]);
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin', 'pages with an embedder policy send beacons');
  assert.equal((await ask('overview')).page_views.value, 1);
  assert.equal((await call('POST', '/v1/analytics/events', { query: { key: 'pk_nobody' }, body: { url: '/' } })).status, 401);
  assert.equal(
    (await call('GET', '/v1/feedback', { query: { key } })).status,
    401,
    'other operations do not accept the key in the query',
  );
});

test('an event_id counts once: within a batch, across batches and in concurrent requests', async () => {
  const { track, ask, intake } = await setUp();
  const [repeated, concurrent] = [randomUUID(), randomUUID()];
  await track({
    events: [
      { url: '/', event_id: repeated },
      { url: '/', event_id: repeated.toUpperCase() },
    ],
  });
  await track({ url: '/', event_id: repeated });
  await Promise.all(Array.from({ length: 20 }, () => track({ url: '/', event_id: concurrent })));
  assert.equal((await ask('overview')).page_views.value, 2);
  const { received, accepted, duplicates } = await intake();
  assert.deepEqual([received, accepted, duplicates], [23, 2, 21]);
});

test('removes fragments and tracking parameters from URLs, and derives source and channel from campaigns and referrers', async () => {
  const { track, by, ask } = await setUp();
  await track({
    url: 'https://www.acme.com/caf%C3%A9/?b=2&gclid=x&utm_source=newsletter&utm_medium=email&utm_campaign=may&fbclid=y#top',
    referrer: 'https://www.google.com/search?q=secret',
  });
  const { data } = await ask('pages');
  assert.deepEqual(
    data.map(({ value }: Json) => value),
    ['/café'],
  );
  for (const [dimension, value] of [
    ['hostname', 'acme.com'],
    ['source', 'newsletter'],
    ['channel', 'Email'],
    ['utm_campaign', 'may'],
    ['referrer', 'google.com/search'],
  ] as const)
    assert.deepEqual(await by(dimension), [[value, 1]], dimension);
  const csv: string = await ask('export.csv', { period: '24h' });
  const [event] = parse(csv, { columns: true }) as Json[];
  assert.deepEqual([event.query, event.utm_source], ['b=2', 'newsletter']);
  assert.ok(!csv.includes('secret'));
});

test('determines source and channel for 200 kinds of visits, and stores no click id', async () => {
  const { track, ask } = await setUp();
  const events = TRAFFIC.map(([query, referrer], index) => ({
    url: `https://acme.com/${query.replaceAll('=x', '=SECRET')}`,
    ...(referrer && { referrer }),
    user_id: String(index),
  }));
  assert.equal((await track({ events })).body.accepted, TRAFFIC.length);
  const csv: string = await ask('export.csv', { period: '24h' });
  const rows = parse(csv, { columns: true }) as Json[];
  const seen = new Map(rows.map(({ user_id, source, channel }) => [user_id, [source, channel]]));
  assert.deepEqual(
    TRAFFIC.map(([query, referrer], index) => [query, referrer, ...(seen.get(String(index)) ?? [])]),
    TRAFFIC,
  );
  assert.ok(!csv.includes('SECRET'));
});

test('devices, locations and languages', async () => {
  const { track, by } = await setUp();
  await track(
    { url: '/', screen_width: 1440, language: 'de-at' },
    { 'user-agent': FIREFOX, 'cf-ipcountry': 'AT', 'cf-region-code': '9', 'cf-ipcity': 'Vienna' },
  );
  await track({ url: '/' }, { 'user-agent': IPHONE, 'cf-ipcountry': 'XX', 'accept-language': 'fr-CA,fr;q=0.9' });
  const expected: Record<string, [string, number][]> = {
    device: [
      ['Desktop', 1],
      ['Mobile', 1],
    ],
    browser: [
      ['Firefox', 1],
      ['Safari', 1],
    ],
    os: [
      ['Linux', 1],
      ['iOS', 1],
    ],
    screen: [
      ['', 1],
      ['1440', 1],
    ],
    language: [
      ['de-AT', 1],
      ['fr-CA', 1],
    ],
    country: [
      ['', 1],
      ['AT', 1],
    ],
    region: [
      ['', 1],
      ['AT-9', 1],
    ],
    city: [
      ['', 1],
      ['Vienna', 1],
    ],
  };
  for (const [dimension, rows] of Object.entries(expected)) assert.deepEqual(await by(dimension), rows, dimension);
});

test('recognizes browsers, operating systems and devices by the User-Agent, and classifies HTTP libraries as bots', async () => {
  const { track, ask } = await setUp();
  const answers = await Promise.all(
    USER_AGENTS.map(async (row, index) => {
      const [screenWidth, userAgent = ''] = row.slice(-2);
      const event = { url: `/${index}`, ...(screenWidth && { screen_width: Number(screenWidth) }) };
      return await track(event, { 'user-agent': userAgent });
    }),
  );
  assert.ok(answers.every(({ status }) => status === 202));
  const rows: Json[] = parse(await ask('export.csv', { period: '24h', bots: 'include' }), { columns: true });
  const seen = new Map(rows.map((row) => [row.page, row]));
  const recognized = USER_AGENTS.map((row, index) => {
    const event = seen.get(`/${index}`);
    return [event?.device, event?.browser, event?.os, event?.bot, ...row.slice(-2)];
  });
  assert.deepEqual(recognized, USER_AGENTS);
});

test('custom events and page views with a user_id count, even if they are sent by HTTP libraries', async () => {
  const { track, ask, visitors, id, token } = await setUp();
  const curl = { 'user-agent': 'curl/8.5.0' };
  await track({ url: '/', user_id: 'ada' }, curl);
  await track({ name: 'paid', user_id: 'bob' }, curl);
  await track({ name: 'backup_finished' }, curl);
  await track({ url: '/' }, { 'user-agent': '' });
  assert.deepEqual([await visitors(), await visitors({ bots: 'only' })], [3, 1]);
  assert.equal((await ask('overview')).page_views.value, 1);
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics: { counted_bots: ['http_library'] } } } });
  assert.equal((await ask('overview')).page_views.value, 2);
});

test('bots are stored with the reason, and excluded, included on request, or counted by a setting of the project', async () => {
  const { track, visitors, by, intake, id, token } = await setUp();
  await track({ url: '/' });
  await track({ url: '/' }, { 'user-agent': GOOGLEBOT });
  await track({ url: '/' }, { 'user-agent': HEADLESS });
  await track({ url: '/' }, { 'user-agent': IPHONE, 'sec-purpose': 'prefetch;prerender' });
  await track({ url: '/' }, { 'user-agent': 'python-requests/2.32' });
  assert.deepEqual([await visitors(), await visitors({ bots: 'include' }), await visitors({ bots: 'only' })], [1, 5, 4]);
  assert.deepEqual(await by('bot'), [
    ['', 1],
    ['crawler', 1],
    ['headless', 1],
    ['http_library', 1],
    ['prefetch', 1],
  ]);
  assert.deepEqual((await intake()).bots, { crawler: 1, headless: 1, http_library: 1, prefetch: 1 });
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics: { counted_bots: ['headless'] } } } });
  assert.deepEqual([await visitors(), await visitors({ bots: 'only' })], [2, 3]);
});

test('drops events according to the settings of the project, and reports the reasons', async () => {
  const { track, ask, intake } = await setUp({
    allowed_hostnames: ['https://www.acme.com', '*.acme.com'],
    excluded_hostnames: ['staging.acme.com'],
    excluded_paths: ['/admin/*', '/int%C3%A9rieur/', 'https://acme.com/preview/*/'],
    excluded_addresses: ['192.0.2.0/24', '2001:db8::1'],
  });
  const from = (address: string) => ({ 'user-agent': FIREFOX, 'x-forwarded-for': address });
  const sent: [url: string, address?: string, origin?: string][] = [
    ['https://www.acme.com/'],
    ['https://app.acme.com/'],
    ['https://evil.example/'],
    ['https://staging.acme.com/'],
    ['https://acme.com/admin/users'],
    ['https://acme.com/admin/'],
    ['https://acme.com/int%c3%a9rieur'],
    ['https://acme.com/preview/7'],
    ['https://acme.com/', '192.0.2.77'],
    ['https://acme.com/', '2001:db8::1'],
    ['https://acme.com/', '198.51.100.1'],
    ['/path', '198.51.100.1', 'https://evil.example'],
  ];
  for (const [url, address = '203.0.113.5', origin] of sent)
    assert.equal((await track({ url }, { ...from(address), ...(origin && { origin }) })).status, 202);
  assert.equal((await ask('overview')).page_views.value, 3);
  assert.deepEqual((await intake()).dropped, {
    hostname_not_allowed: 2,
    excluded_hostname: 1,
    excluded_path: 4,
    excluded_address: 2,
  });
});

test('drops and counts events with a privacy signal, unless the project disables this', async () => {
  const { id, token, track, ask, intake } = await setUp();
  const views = async () => (await ask('overview')).page_views.value;
  const sendAll = async () => {
    for (const signal of [{ 'sec-gpc': '1' }, { dnt: '1' }, { dnt: '0' }, {}] as Record<string, string>[])
      assert.equal((await track({ url: '/' }, { 'user-agent': FIREFOX, ...signal })).status, 202);
  };
  await sendAll();
  assert.deepEqual([await views(), (await intake()).dropped], [2, { privacy_signal: 2 }]);
  const settings = { analytics: { honor_privacy_signals: false } };
  assert.equal((await call('PATCH', `/v1/projects/${id}`, { token, body: { settings } })).status, 200);
  await sendAll();
  assert.deepEqual([await views(), (await intake()).dropped], [6, { privacy_signal: 2 }]);
});

test('rejects invalid settings', async () => {
  const { id, token } = await setUp();
  for (const [analytics, error] of [
    [{ timezone: 'Mars/Phobos' }, 'settings.analytics.timezone must be an IANA time zone such as Europe/Berlin'],
    [
      { excluded_addresses: ['office'] },
      'settings.analytics.excluded_addresses[0] must be an IP address or network such as 192.0.2.0/24',
    ],
  ] as const)
    assert.deepEqual((await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics } } })).body.error, error);
});

test('late events are counted as late, and reported at their own time', async () => {
  const { track, ask, intake } = await setUp();
  await track({ url: '/', timestamp: ago(31 * 60_000) });
  await track({ url: '/', timestamp: ago(29 * 60_000) });
  await track({ url: '/', timestamp: ago(-30_000) });
  assert.equal((await intake()).late, 1);
  assert.equal((await ask('realtime')).page_views, 1, 'the time of a fast clock is replaced by the current time');
});

test('visitors are distinguished by address, browser and site, and no address is stored', async () => {
  const { track, visitors } = await setUp();
  const from = (address: string, agent = FIREFOX) => ({ 'user-agent': agent, 'x-forwarded-for': address });
  await track({ url: 'https://acme.com/' }, from('198.51.100.1'));
  await track({ url: 'https://docs.acme.com/' }, from('198.51.100.1'));
  assert.equal(await visitors(), 1, 'one site');
  await track({ url: 'https://acme.com/' }, from('198.51.100.2'));
  await track({ url: 'https://acme.com/' }, from('198.51.100.1', IPHONE));
  await track({ url: 'https://other.example/' }, from('198.51.100.1'));
  assert.equal(await visitors(), 4);
  await track({ url: 'https://acme.com/', user_id: 'u1' }, from('198.51.100.1'));
  await track({ url: 'https://acme.com/', user_id: 'u1' }, from('198.51.100.9', IPHONE));
  assert.equal(await visitors(), 4, 'once on all devices, with the earlier events of the visit');
  assert.deepEqual(await findTablesWith(server.db, '198.51.100'), []);
});

test('event ids are remembered for eight days', async () => {
  const { track, intake } = await setUp();
  const event = { url: '/', event_id: randomUUID() };
  await track(event);
  for (const [hours, counts] of [
    [8 * 24 - 1, [1, 1]],
    [8 * 24 + 1, [2, 1]],
  ] as const) {
    await sql`
      UPDATE analytics_event_ids SET seen_at = now() - make_interval(hours => ${hours}) WHERE event_id = ${event.event_id}`.execute(
      server.db,
    );
    await forgetOldIds(server.db);
    await track(event);
    const { accepted, duplicates } = await intake();
    assert.deepEqual([accepted, duplicates], counts, `${hours} hours`);
  }
});
