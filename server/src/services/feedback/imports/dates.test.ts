import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { transact } from '../../../platform/postgres/database.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createBoard } from './fixtures/board.ts';

const server = await sharedTestServer();
const { call, db } = server;

/** Titles are years of creation. The order of the batch is another one, and an entry of today has the lowest number. */
async function createYears() {
  const board = await createBoard(server);
  await call('POST', '/v1/feedback', { key: board.key, body: { title: 'Report today' } });
  const years = [2021, 2024, 2019, 2023];
  await board.store(
    'feedback',
    years.map((year) => ({ title: `Report ${year}`, created_at: `${year}-05-01T00:00:00Z` })),
  );
  return board;
}

describe('lists order entries by their dates', () => {
  const NEWEST = ['today', '2024', '2023', '2021', '2019'];
  const OLDEST = NEWEST.toReversed();
  const cases: [query: object, years: string[]][] = [
    [{}, NEWEST],
    [{ sort: 'newest' }, NEWEST],
    [{ sort: 'oldest' }, OLDEST],
    [{ sort: 'top' }, NEWEST],
    [{ sort: 'trending' }, NEWEST],
    [{ sort: 'manual' }, NEWEST],
    [{ q: 'report' }, NEWEST],
    [{ q: 'rep', sort: 'oldest' }, OLDEST],
    [{ created_since: '2021-01-01T00:00:00Z', created_until: '2024-01-01T00:00:00Z' }, ['2023', '2021']],
    [{ min_age_days: 7 }, NEWEST.slice(1)],
    [{ max_age_days: 7 }, ['today']],
  ];

  test('in every order, on one page and on pages with cursors', async () => {
    const board = await createYears();
    for (const [query, years] of cases) {
      const titles = years.map((year) => `Report ${year}`);
      assert.deepEqual(await board.titles(query), titles, JSON.stringify(query));
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await board.read('/v1/feedback', { ...query, limit: 2, ...(cursor && { cursor }) });
        paged.push(...page.data.map(({ title }: Json) => title));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      assert.deepEqual(paged, titles, `pages of ${JSON.stringify(query)}`);
    }
  });

  test('on the board, its list and the roadmap', async () => {
    const board = await createYears();
    const { body: page } = await call('GET', `/v1/feedback/by-project/${board.slug}`);
    assert.deepEqual(
      page.data.map(({ title }: Json) => title),
      NEWEST.map((year) => `Report ${year}`),
    );
    const html = await (await fetch(`${server.url}/p/${board.slug}/feedback`)).text();
    const found = [...html.matchAll(/Report (\d{4}|today)/g)].map(([, year]) => year as string);
    assert.deepEqual([...new Set(found)], NEWEST);
    assert.match(html, /2019/);
  });

  test('and keep a manual order into which later entries are imported', async () => {
    const board = await createYears();
    const idOf = async (year: string) => (await board.list({ q: year }))[0]?.id as string;
    const move = async (year: string, target: object) =>
      call('POST', `/v1/feedback/${await idOf(year)}/move`, { token: board.token, body: target });
    await move('2019', { before: await idOf('2024') });
    const moved = ['today', '2019', '2024', '2023', '2021'];
    const manual = async () => (await board.titles({ sort: 'manual' })).map((title) => title.replace('Report ', ''));
    assert.deepEqual(await manual(), moved);
    await board.store('feedback', [{ title: 'Report 2022', created_at: '2022-01-01' }]);
    assert.deepEqual(await manual(), ['today', '2019', '2024', '2023', '2022', '2021']);
    await move('2022', { before: await idOf('today') });
    await call('POST', '/v1/feedback', { key: board.key, body: { title: 'Report now' } });
    assert.deepEqual(await manual(), ['now', '2022', ...moved]);
  });
});

test('pages of large projects are read from an index', async () => {
  const { projectId } = await createBoard(server);
  await sql`
    INSERT INTO feedback_entries (project_id, id, number, type, title, visibility, search, trend, created_at, updated_at)
    SELECT ${projectId}, gen_random_uuid(), n, 'bug', 'Entry', 'public', '', n, now() - n * interval '1 hour', now()
    FROM generate_series(1, 20000) AS n`.execute(db);
  await sql`ANALYZE feedback_entries`.execute(db);
  const orders: [index: string, order: string][] = [
    ['newest', 'pinned DESC, created_at DESC, number DESC'],
    ['oldest', 'created_at, number'],
    ['top', 'pinned DESC, (upvote_count - downvote_count) DESC, created_at DESC, number DESC'],
    ['manual', `coalesce(board_order, -extract(epoch FROM created_at AT TIME ZONE 'UTC')), (-number)`],
  ];
  for (const [index, order] of orders) {
    const { rows } = await transact(db, async (tx) => {
      // Entries of other tests change the estimates, and then sorting can look as cheap.
      await sql`SET LOCAL enable_sort = off`.execute(tx);
      return await sql<{ 'QUERY PLAN': string }>`
        EXPLAIN SELECT id FROM feedback_entries WHERE project_id = ${projectId} AND status <> 'duplicate' AND visibility = 'public'
        ORDER BY ${sql.raw(order)} LIMIT 20 OFFSET 1000`.execute(tx);
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, new RegExp(`feedback_entries_${index}`), plan);
    assert.doesNotMatch(plan, /Sort/);
  }
});

describe('single records of members', () => {
  test('take dates and external ids', async () => {
    const board = await createBoard(server);
    const { token } = board;
    const query = { project_id: board.id };
    const at = '2023-04-05T06:07:08.000Z';
    const body = { title: 'Old', status: 'planned', external_id: 'old:1', created_at: at };
    const { body: entry } = await call('POST', '/v1/feedback/by-team', { token, query, body });
    assert.deepEqual([entry.created_at, entry.external_id], [at, 'old:1']);
    const comments = `/v1/feedback/${entry.id}/comments`;
    const { body: comment } = await call('POST', comments, { token, body: { body: 'Hi', created_at: at, external_id: 'c1' } });
    assert.deepEqual([comment.created_at, comment.external_id], [at, 'c1']);
    const vote = { email: 'ada@customer.example', created_at: at };
    const { body: voter } = await call('POST', `/v1/feedback/${entry.id}/voters`, { token, body: vote });
    assert.equal(voter.created_at, at);
    assert.deepEqual(await board.store('feedback', [{ external_id: 'old:1', title: 'Old' }]), ['unchanged']);
    const { body: forPublic } = await call('GET', `/v1/feedback/${entry.id}`, { key: board.key });
    assert.equal('external_id' in forPublic, false);
    assert.equal((await board.find('old:1')).id, entry.id);
    const both = await board.titles({ external_id: ['old:1', 'old:2'] });
    assert.deepEqual([both, await board.titles({ external_id: 'old:2' })], [['Old'], []]);

    const refused: [path: string, by: object, body: object, field: string][] = [
      ['/v1/feedback/by-team', { token, query }, body, 'external_id taken'],
      [comments, { token }, { body: 'Hi', external_id: 'c1' }, 'external_id taken'],
      ['/v1/feedback/by-team', { token, query }, { title: 'x', created_at: '2999-01-01' }, 'created_at too_large'],
      ['/v1/feedback/by-team', { token, query }, { title: 'x', created_at: '0001-01-01' }, 'created_at too_small'],
      [comments, { token }, { body: 'Hi', created_at: '1980-01-01' }, 'created_at too_small'],
      [`/v1/feedback/${entry.id}/voters`, { token }, { ...vote, created_at: '2999-01-01' }, 'created_at too_large'],
      [comments, { key: board.key }, { body: 'Hi', created_at: at }, 'created_at not_allowed'],
      [comments, { key: board.key }, { body: 'Hi', external_id: 'c2' }, 'external_id not_allowed'],
      ['/v1/feedback', { key: board.key }, { title: 'x', created_at: at }, 'created_at unknown'],
    ];
    for (const [path, by, given, field] of refused) {
      const { status, body: answer } = await call('POST', path, { ...by, body: given });
      assert.deepEqual([status, `${answer.fields[0].path} ${answer.fields[0].code}`], [400, field]);
    }
    const filtered = await call('GET', '/v1/feedback', { key: board.key, query: { external_id: 'old:1' } });
    assert.deepEqual([filtered.status, filtered.body.fields[0].path], [400, 'external_id']);
  });
});
