import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

// Telemetry that nobody can correct is repaired instead of refused.

const { call, createProject } = await sharedTestServer();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

async function setUp() {
  const { key, token, id } = await createProject();
  const headers = { 'content-type': 'application/json', 'user-agent': FIREFOX };
  return {
    send: (body: object | string) => call('POST', '/v1/analytics/events', { key, headers, body }),
    ask: async (path: string, query = {}): Promise<Json> =>
      (await call('GET', `/v1/analytics/${path}`, { token, query: { project_id: id, ...query } })).body,
  };
}

test('repairs text that cannot be stored, so that no page view is lost', async () => {
  const { send, ask } = await setUp();
  const cut = 'A very long title 🎉'.slice(0, -1);
  const { status, body } = await send({ url: `/a?q=${cut}`, title: cut, name: 'b\0', properties: { [cut]: cut } });
  assert.deepEqual([status, body], [202, { ok: true }]);
  assert.equal((await ask('overview')).events.value, 1);
  const { data } = await ask('breakdown', { by: 'property:A very long title �' });
  assert.deepEqual(
    data.map(({ value }: Json) => value),
    ['A very long title �'],
  );
});

test('stores the rest of an event without a usable page, campaign, language or width, and says so', async () => {
  const { send, ask } = await setUp();
  const cases: [sent: object, changes: [path: string, code: string][]][] = [
    [{ url: 'ftp://acme.com/' }, [['url', 'invalid']]],
    [
      { url: 'about:blank', title: null },
      [
        ['url', 'invalid'],
        ['title', 'dropped'],
      ],
    ],
    [
      { url: 7, screen_width: '1440' },
      [
        ['url', 'invalid'],
        ['screen_width', 'invalid'],
      ],
    ],
    [
      { url: `/long?${'q'.repeat(3_000)}`, utm_source: 'u'.repeat(201) },
      [
        ['url', 'truncated'],
        ['utm_source', 'truncated'],
      ],
    ],
    [
      { url: '/', referrer: 'r'.repeat(3_000), language: {} },
      [
        ['referrer', 'truncated'],
        ['language', 'invalid'],
      ],
    ],
    [
      { url: '/', title: '🎉'.repeat(301), screen_width: 0 },
      [
        ['title', 'truncated'],
        ['screen_width', 'invalid'],
      ],
    ],
    [{ url: '//acme.com/', title: '🎉'.repeat(300), screen_width: 392.7 }, []],
  ];
  for (const [sent, changes] of cases) {
    const { status, body } = await send(sent);
    assert.deepEqual(
      [status, body.warnings?.map(({ path, code }: Json) => [path, code]) ?? []],
      [202, changes],
      JSON.stringify(sent),
    );
  }
  assert.equal((await ask('overview')).page_views.value, cases.length);
  assert.deepEqual((await ask('intake')).repaired, { truncated: 3, invalid: 5 });
  const { data } = await ask('pages');
  assert.deepEqual(data.map(({ value }: Json) => value).toSorted(), ['', '/', '/long']);
});

test('removes what could pollute prototypes from the event that has it alone', async () => {
  const { send, ask } = await setUp();
  const polluted = '{"url":"/","properties":{"__proto__":{"a":1},"plan":"pro"}}';
  assert.equal((await send(polluted)).status, 202);
  assert.equal((await send(`{"events":[{"url":"/"},${polluted}]}`)).body.accepted, 2);
  assert.equal((await ask('overview')).page_views.value, 3);
});
