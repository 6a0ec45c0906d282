import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { startTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';
import { findRank, isListed } from './referrals/leaderboard-store.ts';
import { type AnswerFilter, buildCondition, countEntries } from './store.ts';

// Its own server, because other rows would change the statistics of the tables.
const server = await startTestServer();
const { db } = server;

test('filters by answers and ranks of the leaderboard use their indexes in a list of 100,000', { timeout: 120_000 }, async () => {
  const { id } = await createWaitlist(server);
  const projectId = parseId('prj', id) as string;
  await sql`
    INSERT INTO waitlist_entries (project_id, id, number, email, email_key, rank, referral_code, search, confirmed_at, referral_count,
      on_leaderboard, answers, created_at, updated_at)
    SELECT ${projectId}, gen_random_uuid(), n, n || '@example.com', n || '@example.com', n, 'code' || n, '', now(),
      -- The leaderboard has 500 people, and the team hides the others.
      CASE WHEN n % 200 = 0 THEN n / 200 ELSE n END, n % 200 = 0, jsonb_build_object('size', 'size ' || n % 500), now(), now()
    FROM generate_series(1, 100000) AS n`.execute(db);
  await sql`VACUUM ANALYZE waitlist_entries`.execute(db);
  const explain = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const answers: AnswerFilter[] = [{ name: 'size', type: 'text', operator: 'is', value: 'size 7', isList: false }];
  assert.match(
    await explain(sql`SELECT count(*) FROM waitlist_entries e WHERE ${buildCondition(projectId, { answers })}`),
    /waitlist_entries_answers/,
  );
  assert.equal(await countEntries(db, projectId, { answers }), 200);
  for (const query of [
    sql`SELECT count(*) FROM waitlist_entries WHERE project_id = ${projectId} AND referral_count > 400 AND ${isListed}`,
    sql`SELECT name FROM waitlist_entries WHERE project_id = ${projectId} AND ${isListed} ORDER BY referral_count DESC, number LIMIT 10`,
  ]) {
    const plan = await explain(query);
    assert.match(plan, /waitlist_entries_leaders/);
    assert.doesNotMatch(plan, /Sort/);
  }
  assert.equal(await findRank(db, projectId, 400), 101);
});
