import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until, withinPeriod } from '../../testing/until.ts';
import { parseId } from '../../platform/ids.ts';
import { BUCKET_BITS } from './line-store.ts';

const server = await sharedTestServer();
const { call } = server;

/** A waitlist with people on it: `a@example.com` and so on, in that order. */
async function waitlist(names: string) {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const query = { project_id: id };
  const people: Json[] = [];
  for (const name of names)
    people.push(
      (
        await call('POST', '/v1/waitlist', {
          key,
          body: { email: `${name}@example.com`, name: name.toUpperCase(), referral_source: `s-${name}` },
        })
      ).body,
    );
  const list = async (more: Record<string, string | number> = {}) =>
    (await call('GET', '/v1/waitlist', { token, query: { ...query, ...more } })).body;
  return {
    ...project,
    query,
    people,
    list,
    names: async (more: Record<string, string | number> = {}) =>
      (await list(more)).data.map(({ email }: Json) => email.split('@')[0]).join(''),
    update: (person: Json, body: object) => call('PATCH', `/v1/waitlist/${person.id}`, { token, body }),
    invite: (body: object, headers = {}) => call('POST', '/v1/waitlist/invite', { token, query, headers, body }),
    count: async () => (await call('GET', '/v1/waitlist/count', { key })).body.count as number,
    stats: async (more = {}) => (await call('GET', '/v1/waitlist/stats', { token, query: { ...query, ...more } })).body,
    mails: async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[],
    csv: async (more = {}) => {
      const { status, headers, body } = await call('GET', '/v1/waitlist/export.csv', { token, query: { ...query, ...more } });
      assert.equal(status, 200);
      return { headers, body: body as string, rows: parse(body, { columns: true }) as Record<string, string>[] };
    },
  };
}

test('the team lists, filters and sorts all entries', async () => {
  const { id, key, people, list, names, update, invite, token } = await waitlist('abcd');
  await call('POST', '/v1/waitlist', { key, body: { email: 'e@example.com', referral_code: people[2].referral_code } });
  const { data, total } = await list();
  assert.equal(total, 5);
  assert.equal(await names(), 'acbde');
  const { confirmed_at, updated_at, ...first } = data[0];
  assert.ok(confirmed_at && updated_at);
  const { rewards: _rewards, leaderboard_rank: _rank, ...joined } = people[0];
  assert.deepEqual(first, {
    ...joined,
    project_id: id,
    referral_source: 's-a',
    external_id: null,
    country: null,
    referred_by: null,
    notes: null,
    metadata: {},
    answers: {},
    reached_rewards: [],
    on_leaderboard: true,
    unsubscribed_at: null,
    invited_at: null,
  });
  assert.equal(data[4].referred_by, people[2].id);
  assert.deepEqual((await call('GET', `/v1/waitlist/${people[0].id}`, { token })).body, data[0]);
  await invite({ ids: [people[1].id] });
  await update(people[3], { status: 'removed' });
  assert.equal(await names(), 'acebd', 'the line first');
  assert.equal(await names({ status: 'waiting' }), 'ace');
  assert.equal(await names({ status: 'invited' }), 'b');
  assert.equal(await names({ sort: 'newest' }), 'edcba');
  assert.equal((await names({ sort: 'referrals' }))[0], 'c');
  assert.equal(await names({ q: 'A' }), 'a');
  assert.equal((await list({ q: 'example.com' })).total, 5);
  assert.equal(await names({ q: '!' }), '');
  assert.equal(await names({ limit: 2, page: 2 }), 'eb');
  for (const [status, count] of [
    ['waiting', 3],
    ['invited', 1],
    ['joined', 0],
    ['removed', 1],
  ] as const)
    assert.equal((await list({ status })).total, count);
});

test('the team changes statuses, names and notes', async () => {
  const { people, names, update, count, list, mails } = await waitlist('abc');
  const [a, b, c] = people;
  const noted = await update(b, { notes: 'Met at the fair', name: 'Bea' });
  assert.deepEqual([noted.status, noted.body.notes, noted.body.name, noted.body.position], [200, 'Met at the fair', 'Bea', 2]);
  assert.equal(await names({ q: 'bea' }), 'b');
  assert.equal((await update(b, { name: null, notes: null })).body.name, null);

  assert.equal((await update(a, { status: 'removed' })).body.position, null);
  assert.equal(await count(), 2);
  assert.deepEqual(
    (await list({ status: 'waiting' })).data.map(({ position }: Json) => position),
    [1, 2],
  );
  assert.equal((await update(a, { status: 'waiting' })).body.position, 1, 'back in the old place');

  const invited = await update(c, { status: 'invited' });
  assert.ok(invited.body.invited_at);
  await until(async () =>
    (await mails()).some(({ recipient, subject }) => recipient === 'c@example.com' && subject === 'You’re invited to Acme'),
  );
  assert.equal((await update(c, { status: 'joined' })).body.status, 'joined');
  assert.equal(await count(), 3);

  for (const [body, error] of [
    [{}, 'The request body must have at least one field'],
    [{ status: 'gone' }, 'status must be one of waiting, invited, joined, removed'],
    [{ email: 'x@example.com' }, 'email is not a known field'],
  ] as const)
    assert.deepEqual((await update(a, body)).body.error, error);
});

test('a deleted entry leaves no data, and no longer counts for its referrer', async () => {
  const { key, token, people, names, count } = await waitlist('abc');
  const { body: d } = await call('POST', '/v1/waitlist', {
    key,
    body: { email: 'd@example.com', referral_code: people[2].referral_code },
  });
  assert.equal(await names(), 'acbd');
  assert.deepEqual((await call('DELETE', `/v1/waitlist/${d.id}`, { token })).body, { ok: true });
  assert.equal((await call('DELETE', `/v1/waitlist/${d.id}`, { token })).status, 404);
  assert.equal(await names(), 'abc', 'the referral is taken back');
  assert.equal(await count(), 3);
  const { status } = await call('POST', '/v1/waitlist', { key, body: { email: 'd@example.com' } });
  assert.equal(status, 201, 'the address is free again');
});

describe('invitations', () => {
  test('go to the next people in line, with a mail each', async () => {
    const { id, token, names, invite, mails, count } = await waitlist('abcd');
    await call('PATCH', `/v1/projects/${id}`, {
      token,
      body: { settings: { waitlist: { invitation_url: 'https://acme.example/in' } } },
    });
    const { status, body } = await invite({ count: 2 });
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ email, status: state }: Json) => [email, state]),
      [
        ['a@example.com', 'invited'],
        ['b@example.com', 'invited'],
      ],
    );
    assert.deepEqual([await names({ status: 'waiting' }), await count()], ['cd', 4]);
    const invitations = await until(async () => {
      const found = (await mails()).filter(({ subject }) => subject === 'You’re invited to Acme');
      return found.length === 2 && found;
    });
    assert.deepEqual(invitations.map(({ recipient }) => recipient as string).toSorted(), ['a@example.com', 'b@example.com']);
    assert.ok(invitations[0]?.text.includes('https://acme.example/in'));
    assert.equal((await invite({ count: 1000 })).body.total, 2);
    assert.equal((await invite({ count: 1 })).body.total, 0);
  });

  test('by id go to entries in line only', async () => {
    const { people, invite, update } = await waitlist('abcd');
    await update(people[3], { status: 'removed' });
    const ids = [people[2].id, people[1].id, people[3].id, 'wl_00000000000000000000000000'];
    const { body } = await invite({ ids });
    assert.deepEqual(
      body.data.map(({ id }: Json) => id),
      [people[1].id, people[2].id],
    );
    assert.equal((await invite({ ids })).body.total, 0);
  });

  test('with an Idempotency-Key are sent once', async () => {
    const { invite } = await waitlist('abcd');
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await invite({ count: 1 }, headers), await invite({ count: 1 }, headers)];
    assert.deepEqual(second.body, first.body);
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [200, 'true']);
    assert.equal((await invite({ count: 2 }, headers)).status, 409);
  });

  test('require a count or ids', async () => {
    const { invite } = await waitlist('');
    for (const [body, error] of [
      [{}, 'The request body must have at least one field'],
      [{ count: 0 }, 'count must be an integer from 1 to 1,000'],
      [{ ids: ['fb_1'] }, 'ids[0] must be the id of a waitlist entry'],
      [{ count: 1, ids: ['wl_00000000000000000000000000'] }, 'count must not be combined with ids'],
    ] as const) {
      const answer = await invite(body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
    }
  });
});

test('stats contain all days, sources, referrers and statuses', () =>
  withinPeriod(async () => {
    const { key, people, invite, update, stats } = await waitlist('abcd');
    for (const [email, by] of [
      ['x', 0],
      ['y', 1],
      ['z', 1],
    ] as const)
      await call('POST', '/v1/waitlist', {
        key,
        body: { email: `${email}@example.com`, referral_code: people[by].referral_code, referral_source: 's-a' },
      });
    await invite({ ids: [people[2].id] });
    await update(people[3], { status: 'removed' });
    await sql`UPDATE waitlist_entries SET created_at = now() - interval '2 days' WHERE id = ${parseId('wl', people[0].id)}`.execute(
      server.db,
    );
    const body = await stats({ days: 4 });
    assert.deepEqual([body.total, body.unconfirmed, body.statuses], [6, 0, { waiting: 5, invited: 1, joined: 0, removed: 1 }]);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    assert.deepEqual(body.signups, [
      { date: day(3), count: 0, referred: 0 },
      { date: day(2), count: 1, referred: 0 },
      { date: day(1), count: 0, referred: 0 },
      { date: day(0), count: 5, referred: 3 },
    ]);
    assert.deepEqual(body.sources, [
      { source: 's-a', count: 4 },
      { source: 's-b', count: 1 },
      { source: 's-c', count: 1 },
    ]);
    assert.deepEqual(
      body.top_referrers.map(({ email, referral_count }: Json) => [email, referral_count]),
      [
        ['b@example.com', 2],
        ['a@example.com', 1],
      ],
    );
    assert.equal((await stats()).signups.length, 30);
  }));

describe('CSV', () => {
  test('contains all entries in order of position, and no formulas', async () => {
    const { slug, key, people, csv, update, invite } = await waitlist('abc');
    await call('POST', '/v1/waitlist', { key, body: { email: 'd@example.com', name: '=1+1', metadata: { a: 'x,"y"\nz' } } });
    await invite({ ids: [people[0].id] });
    await update(people[1], { notes: '@SUM(A1)' });
    const { headers, rows } = await csv();
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('content-disposition'), `attachment; filename="waitlist-${slug}.csv"`);
    assert.deepEqual(
      rows.map(({ position, email, status }) => [position, email, status]),
      [
        ['1', 'b@example.com', 'waiting'],
        ['2', 'c@example.com', 'waiting'],
        ['3', 'd@example.com', 'waiting'],
        ['', 'a@example.com', 'invited'],
      ],
    );
    assert.equal(rows[0]?.notes, "'@SUM(A1)");
    assert.equal(rows[2]?.name, "'=1+1");
    assert.deepEqual(JSON.parse(rows[2]?.metadata ?? ''), { a: 'x,"y"\nz' });
    assert.match(rows[0]?.created_at ?? '', /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.deepEqual(
      (await csv({ status: 'invited' })).rows.map(({ email }) => email),
      ['a@example.com'],
    );
  });

  test('of 20,000 entries is complete, and an aborted reader releases the connection', async () => {
    const { id, token, csv, query } = await waitlist('');
    await sql`
      INSERT INTO waitlist_entries (project_id, id, number, email, email_key, rank, referral_code, search, confirmed_at, created_at, updated_at)
      SELECT ${parseId('prj', id)}, gen_random_uuid(), n, n || '@example.com', n || '@example.com', n, 'code' || n, '', now(), now(), now()
      FROM generate_series(1, 20000) AS n`.execute(server.db);
    await sql`
      INSERT INTO waitlist_rank_buckets (project_id, bucket, count)
      SELECT project_id, rank >> ${BUCKET_BITS}::int, count(*) FROM waitlist_entries WHERE project_id = ${parseId('prj', id)} GROUP BY 1, 2`.execute(
      server.db,
    );
    const { rows } = await csv();
    assert.equal(rows.length, 20_000);
    assert.deepEqual([rows[0]?.position, rows[19_999]?.position], ['1', '20000']);
    // More than there are connections to the database.
    for (let index = 0; index < 15; index++) {
      const abort = new AbortController();
      const response = await fetch(`${server.url}/v1/waitlist/export.csv?project_id=${query.project_id}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: abort.signal,
      });
      await response.body?.getReader().read();
      abort.abort();
    }
    assert.equal((await call('GET', '/v1/waitlist', { token, query })).status, 200);
  });
});
