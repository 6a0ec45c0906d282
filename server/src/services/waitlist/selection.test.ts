import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type Json, startTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

// The shared server locates no addresses.
const server = await startTestServer({ EARSHOT_PLACE_HEADERS: 'cf-ipcountry', EARSHOT_TRUST_PROXY: '1' });

const toNames = (entries: Json[]) => entries.map(({ email }) => email.split('@')[0]).join('');

/**
 * A waitlist on which `a` to `f` are in this order. The source of `a`, `c` and `f` is the newsletter, `b` and `c` are from Germany, and `e`
 * joined by a link of `a`, `d` and `f` by one of `b`. Only `f` is not confirmed.
 */
async function setUp() {
  const line = await createWaitlist(server, { referral_boost: 0 });
  const join = async (name: string, body: object = {}, country = 'FR') =>
    (await line.join({ email: `${name}@example.com`, ...body }, { 'cf-ipcountry': country })).body;
  const people: Record<string, Json> = {};
  people.a = await join('a', { referral_source: 'newsletter' }, 'XX');
  people.b = await join('b', {}, 'DE');
  people.c = await join('c', { referral_source: 'newsletter' }, 'DE');
  people.d = await join('d', { referral_source: 'all', referral_code: people.b?.referral_code });
  people.e = await join('e', { name: 'Eve', referral_code: people.a?.referral_code });
  await line.configure({ waitlist: { double_opt_in: true } });
  people.f = await join('f', { referral_source: 'newsletter', referral_code: people.b?.referral_code });
  await line.configure({ waitlist: { double_opt_in: false } });
  return { ...line, people, names: async (query: Json) => toNames((await line.list(query)).data) };
}

test('entries are listed and exported by source, referrals, country, confirmation and id', async () => {
  const { id, token, people, names, list } = await setUp();
  const cases: [query: Json, names: string][] = [
    [{ source: 'newsletter' }, 'acf'],
    [{ source: 'newsletter', confirmed: true }, 'ac'],
    [{ source: '' }, 'be'],
    [{ confirmed: false }, 'f'],
    [{ min_referrals: 1 }, 'ab'],
    [{ min_referrals: 2 }, ''],
    [{ country: 'DE' }, 'bc'],
    [{ country: 'DE', source: 'newsletter' }, 'c'],
    [{ ids: [people.d.id, people.a.id] }, 'ad'],
    [{ ids: people.e.id }, 'e'],
  ];
  for (const [query, expected] of cases) {
    assert.equal(await names(query), expected, JSON.stringify(query));
    assert.equal((await list(query)).total, expected.length);
    const csv = await server.call('GET', '/v1/waitlist/export.csv', { token, query: { project_id: id, ...query } });
    assert.equal(toNames(parse(csv.body, { columns: true })), expected);
  }
  const { data } = await list();
  assert.deepEqual(
    data.map(({ country }: Json) => country),
    [null, 'DE', 'DE', 'FR', 'FR', 'FR'],
  );
  const { body: stats } = await server.call('GET', '/v1/waitlist/stats', { token, query: { project_id: id } });
  assert.deepEqual(stats.countries, [
    { country: 'DE', count: 2 },
    { country: 'FR', count: 2 },
  ]);
});

test('people are invited by filter, in the order of the line', async () => {
  const { people, invite, names } = await setUp();
  const cases: [body: Json, names: string][] = [
    [{ source: 'newsletter', count: 1 }, 'a'],
    [{ source: 'newsletter' }, 'c'],
    [{ source: 'newsletter' }, ''],
    [{ country: 'DE' }, 'b'],
    [{ min_referrals: 1 }, ''],
    [{ q: 'eve' }, 'e'],
    [{ ids: [people.d.id, people.f.id] }, 'd'],
  ];
  for (const [body, expected] of cases) {
    const { status, body: invited } = await invite(body);
    assert.deepEqual([status, toNames(invited.data)], [200, expected], JSON.stringify(body));
  }
  assert.equal(await names({ status: 'waiting' }), 'f', 'without a confirmed address');
});

test('refuses filters with ids, and malformed ones', async () => {
  const { people, invite, id, token } = await setUp();
  const cases: [body: Json, error: RegExp][] = [
    [{ ids: [people.a.id], source: 'newsletter' }, /^source must not be combined with ids$/],
    [{ ids: [people.a.id], min_referrals: 1 }, /^min_referrals must not be combined with ids$/],
    [{ country: 'de' }, /^country /],
    [{ min_referrals: 0 }, /^min_referrals /],
    [{}, /./],
  ];
  for (const [body, error] of cases) {
    const answer = await invite(body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, error);
  }
  const unknown = await server.call('GET', '/v1/waitlist', { token, query: { project_id: id, ids: 'wl_1' } });
  assert.equal(unknown.status, 400);
});
