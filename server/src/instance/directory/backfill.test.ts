import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../testing/database.ts';
import { runJobs } from '../../testing/jobs.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

// Own servers: the job runs once in the life of an instance, at its start.

const DAY_MS = 86_400_000;
/** Clocks of PostgreSQL and the test differ by some ms, and a time of the future would be -0 days ago. */
const daysSince = (time: string) => Math.round((Date.now() - Date.parse(time)) / DAY_MS) + 0;

test('two nodes that start with records of an earlier version create their people once, with the times of the records', async () => {
  const database = await createTestDatabase();
  after(database.drop);
  const before = await startTestServer({ DATABASE_URL: database.url });
  const { db } = before;
  const { id, key, token } = await before.createProject();
  const query = { project_id: id };
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const events = [
    { user_id: 'u_1', timestamp: ago(6) },
    { user_id: 'u_1', timestamp: ago(2) },
    { user_id: 'u_2', timestamp: ago(5) },
    { timestamp: ago(4) },
  ].map((event) => ({ url: 'https://acme.example/', ...event }));
  await before.call('POST', '/v1/analytics/events', { key, body: { events } });
  await before.call('GET', '/v1/analytics/overview', { token, query });
  const other = await before.createProject();
  await before.call('POST', '/v1/analytics/events', {
    key: other.key,
    body: { url: 'https://acme.example/', user_id: 'u_of_another_project' },
  });
  await before.call('GET', '/v1/analytics/overview', { token: other.token, query: { project_id: other.id } });
  await before.call('POST', '/v1/changelog/subscribe', { key, body: { email: 'confirmed@example.com' } });
  await before.call('POST', '/v1/changelog/subscribe', { key, body: { email: 'unconfirmed@example.com' } });
  await before.call('POST', '/v1/waitlist', { key, body: { email: 'joined@example.com', name: 'Joan' } });
  const { body: entry } = await before.call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  await before.call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, body: { email: 'follower@example.com' } });
  await sql`UPDATE changelog_subscribers SET confirmed_at = now() - interval '3 days' WHERE email = 'confirmed@example.com'`.execute(
    db,
  );
  await sql`UPDATE waitlist_entries SET confirmed_at = created_at + interval '1 second'`.execute(db);
  await sql`UPDATE feedback_subscribers SET confirmed_at = now()`.execute(db);
  const list = async (server: typeof before): Promise<Json[]> =>
    (await server.call('GET', '/v1/people', { token, query: { ...query, limit: 100 } })).body.data;
  await until(async () => (await list(before)).length === 2);

  // The state of an earlier version, except for a person whom a request proved since.
  await sql`DELETE FROM people`.execute(db);
  await sql`DELETE FROM one_time_jobs`.execute(db);
  await before.call('PUT', '/v1/people/u_2', { token, query, body: { name: 'Bob' } });
  const [known] = await list(before);

  const [one] = await Promise.all([1, 2].map(() => startTestServer({ DATABASE_URL: database.url })));
  await runJobs(db, 'people.backfill');
  const people = await list(one as typeof before);
  const summary = people
    .map(({ user_ids, emails, name, created_at, last_seen_at }) => [
      [...user_ids, ...emails].join(),
      name,
      daysSince(created_at),
      last_seen_at && daysSince(last_seen_at),
    ])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  assert.deepEqual(summary, [
    ['confirmed@example.com', null, 3, 3],
    ['follower@example.com', null, 0, 0],
    ['joined@example.com', 'Joan', 0, 0],
    ['u_1', null, 6, 2],
    ['u_2', 'Bob', 0, null],
  ]);
  assert.deepEqual(
    people.find(({ name }) => name === 'Bob'),
    known,
    'people who exist are not changed',
  );
});
