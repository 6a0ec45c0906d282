import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';
import { withinPeriod } from '../../testing/until.ts';

// A database whose own time zone is not UTC.
const database = await createTestDatabase();
const server = await startTestServer({
  DATABASE_URL: `${database.url}&options=${encodeURIComponent('-c TimeZone=Pacific/Auckland')}`,
});
const { call, db } = server;
const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

describe('stats', () => {
  test('count days in UTC, to the millisecond', () =>
    withinPeriod(async () => {
      const { join, query, token } = await createWaitlist(server);
      for (const at of [
        `${day(1)}T23:59:59.999Z`,
        `${day(0)}T00:00:00.000Z`,
        `${day(2)}T00:00:00.000Z`,
        `${day(3)}T23:59:59.999Z`,
      ]) {
        const { body } = await join();
        await sql`UPDATE waitlist_entries SET created_at = ${at} WHERE id = ${parseId('wl', body.id)}`.execute(db);
      }
      const { body } = await call('GET', '/v1/waitlist/stats', { token, query: { ...query, days: 3 } });
      assert.deepEqual(body.signups, [
        { date: day(2), count: 1, referred: 0 },
        { date: day(1), count: 1, referred: 0 },
        { date: day(0), count: 1, referred: 0 },
      ]);
      assert.equal(body.total, 4);
      const one = await call('GET', '/v1/waitlist/stats', { token, query: { ...query, days: 1 } });
      assert.deepEqual(one.body.signups, [{ date: day(0), count: 1, referred: 0 }]);
    }));

  test('of an empty waitlist are zero', () =>
    withinPeriod(async () => {
      const { query, token } = await createWaitlist(server);
      const { status, body } = await call('GET', '/v1/waitlist/stats', { token, query: { ...query, days: 2 } });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        total: 0,
        unconfirmed: 0,
        statuses: { waiting: 0, invited: 0, joined: 0, removed: 0 },
        signups: [
          { date: day(1), count: 0, referred: 0 },
          { date: day(0), count: 0, referred: 0 },
        ],
        sources: [],
        countries: [],
        top_referrers: [],
      });
    }));

  test('exclude unconfirmed entries, and list the top 20 sources and 10 referrers', () =>
    withinPeriod(async () => {
      const { join, configure, query, token } = await createWaitlist(server, { welcome_mail: false });
      const codes: string[] = [];
      for (let index = 0; index < 22; index++)
        codes.push((await join({ referral_source: `s${String(index).padStart(2, '0')}` })).body.referral_code);
      for (const code of codes.slice(0, 11)) await join({ referral_code: code });
      await join({ referral_code: codes[3] });
      await configure({ waitlist: { double_opt_in: true } });
      for (let index = 0; index < 3; index++) await join({ referral_source: 'late', referral_code: codes[5] });
      const { body } = await call('GET', '/v1/waitlist/stats', { token, query });
      assert.deepEqual([body.total, body.unconfirmed, body.statuses.waiting, body.signups.at(-1).count], [34, 3, 34, 34]);
      assert.deepEqual([body.sources.length, body.sources[0]], [20, { source: null, count: 12 }]);
      assert.ok(!body.sources.some(({ source }: Json) => source === 'late'));
      assert.equal(body.top_referrers.length, 10);
      assert.equal(body.top_referrers[0].referral_count, 2);
    }));

  test('accept 1 to 366 days', async () => {
    const { query, token } = await createWaitlist(server);
    for (const days of [0, 367, 1.5, 'x']) {
      const { status, body } = await call('GET', '/v1/waitlist/stats', { token, query: { ...query, days } });
      assert.deepEqual([status, body.error], [400, 'days must be an integer from 1 to 366']);
    }
  });
});

test('search matches prefixes in name and address; pages after the last are empty', async () => {
  const { join, list, token, query } = await createWaitlist(server);
  await join({ email: 'grace.hopper@navy.example', name: 'Grace Hopper' });
  await join({ email: 'ada@example.com', name: 'Åda 表格' });
  for (const [q, total] of [
    ['grace', 1],
    ['HOP', 1],
    ['opper', 0],
    ['grace.hopper@navy.example', 1],
    ['navy', 1],
    ['表', 1],
    ['', 2],
    ['!', 0],
    [':*', 0],
    ["' | 'x", 0],
  ] as const)
    assert.deepEqual([(await list({ q })).total, (await list({ q })).data.length], [total, total], q);
  assert.equal((await list({ q: 'grace', status: 'waiting' })).total, 1);
  assert.equal((await list({ q: 'grace', status: 'invited' })).total, 0);
  assert.deepEqual(await list({ page: 3, limit: 1 }), { data: [], total: 2, page: 3, limit: 1, next_cursor: null });
  for (const [more, error] of [
    [{ sort: 'oldest' }, 'sort must be one of position, newest, referrals'],
    [{ status: 'gone' }, 'status must be one of waiting, invited, joined, removed'],
    [{ limit: 101 }, 'limit must be an integer from 1 to 100'],
    [{ page: 0 }, 'page must be an integer from 1 to 1,000,000'],
    [{ q: 'x'.repeat(201) }, 'q must be a string of at most 200 characters'],
  ] as [Record<string, string | number>, string][]) {
    const { status, body } = await call('GET', '/v1/waitlist', { token, query: { ...query, ...more } });
    assert.deepEqual([status, body.error], [400, error]);
  }
});

test('unconfirmed entries are listed, but not in line', async () => {
  const { join, list, configure, update } = await createWaitlist(server, { double_opt_in: true });
  const { body: first } = await join({ email: 'first@example.com' });
  await configure({ waitlist: { double_opt_in: false } });
  await join({ email: 'second@example.com' });
  const { data, total } = await list();
  assert.deepEqual(
    data.map(({ email, position, confirmed_at }: Json) => [email, position, confirmed_at !== null]),
    [
      ['second@example.com', 1, true],
      ['first@example.com', null, false],
    ],
  );
  assert.deepEqual([total, (await list({ status: 'waiting' })).total], [2, 2]);
  // An invitation by the team, and access, confirm the address, and no other change does.
  await configure({ waitlist: { double_opt_in: true } });
  const { body: third } = await join({ email: 'third@example.com' });
  for (const [person, change, isConfirmed, place] of [
    [first, { notes: 'Met at the fair' }, false, null],
    [first, { status: 'removed' }, false, null],
    [first, { status: 'waiting' }, false, null],
    [first, { status: 'invited' }, true, null],
    [first, { status: 'waiting' }, true, 2],
    [third, { status: 'joined' }, true, null],
  ] as const) {
    const { confirmed_at, position } = (await update(person, change)).body;
    assert.deepEqual([confirmed_at !== null, position], [isConfirmed, place], JSON.stringify(change));
  }
});

test('empty names and notes are stored as null, and too long ones rejected', async () => {
  const { join, update } = await createWaitlist(server);
  const { body: person } = await join({ name: 'Ada' });
  const { body } = await update(person, { name: ' Ada L. ', notes: ' a\nb ' });
  assert.deepEqual([body.name, body.notes], ['Ada L.', 'a\nb']);
  const { body: emptied } = await update(person, { name: ' ', notes: '' });
  assert.deepEqual([emptied.name, emptied.notes], [null, null]);
  for (const [change, error] of [
    [{ name: 'x'.repeat(101) }, 'name must be a string of at most 100 characters or null'],
    [{ notes: 'x'.repeat(5001) }, 'notes must be a string of at most 5,000 characters or null'],
    [{ status: null }, 'status must be one of waiting, invited, joined, removed'],
    [{ position: 1 }, 'position is not a known field'],
  ] as const)
    assert.deepEqual((await update(person, change)).body.error, error);
});

test('invitations do not affect other projects', async () => {
  const [mine, other] = [await createWaitlist(server), await createWaitlist(server)];
  const { body: person } = await other.join();
  const { body } = await mine.invite({ ids: [person.id, 'wl_00000000000000000000000000'] });
  assert.deepEqual(body, { data: [], total: 0, page: 1, limit: 20, next_cursor: null });
  assert.equal((await other.list()).data[0].status, 'waiting');
  for (const ids of [[], Array(1001).fill(person.id)]) assert.equal((await mine.invite({ ids })).status, 400);
  assert.equal((await mine.invite({ ids: ['nobody'] })).body.error, 'ids[0] must be the id of a waitlist entry');
});

test('the count includes everyone who joined, except removed entries', async () => {
  const { join, update, count } = await createWaitlist(server);
  const { body: person } = await join();
  for (const [status, expected] of [
    ['invited', 1],
    ['joined', 1],
    ['removed', 0],
    ['joined', 1],
    ['waiting', 1],
  ] as const) {
    assert.equal((await update(person, { status })).body.status, status);
    assert.equal(await count(), expected, status);
  }
});

test('referral codes of removed entries are unknown', async () => {
  const { join, update, position } = await createWaitlist(server);
  const { body: person } = await join();
  await update(person, { status: 'invited' });
  assert.deepEqual((await position(person.referral_code)).body.position, null);
  await update(person, { status: 'removed' });
  const { status, body } = await position(person.referral_code);
  assert.deepEqual([status, body.code], [404, 'waitlist.referral_code_not_found']);
});
