import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { migrate } from '../../../platform/postgres/migrate.ts';
import { openBefore } from '../../../platform/postgres/fixtures/before-migration.ts';
import { listRequests } from './store.ts';

test('earlier requests find their release by its title, and unknown titles are not shown', async () => {
  const db = await openBefore('0090_released_requests');
  const [project, rule, goal] = [newId(), newId(), newId()];
  await sql`INSERT INTO projects (id, name, slug) VALUES (${project}, 'Acme', 'acme')`.execute(db);
  for (const [id, trigger] of [
    [rule, 'release_used'],
    [goal, 'goal_reached'],
  ])
    await sql`
      INSERT INTO testimonial_rules (project_id, id, name, trigger, channel) VALUES (${project}, ${id}, ${trigger}, ${trigger}, 'mail')`.execute(
      db,
    );
  const publish = async (title: string, daysAgo: number) => {
    const id = newId();
    await sql`
      INSERT INTO changelog_entries (project_id, id, slug, title, content, content_html, type, status, search, created_at, updated_at, published_at)
      VALUES (${project}, ${id}, ${id}, ${title}, '', '', 'new', 'published', '', now() - make_interval(days => ${daysAgo}),
        now(), now() - make_interval(days => ${daysAgo}))`.execute(db);
    return id;
  };
  const [first, second] = [await publish('Export', 9), await publish('Export', 5)];
  const other = await publish('Import', 9);
  await publish('Export', 1);
  const requests: [ruleId: string | null, subject: string, daysAgo: number, expected: (string | null)[]][] = [
    [rule, 'Export', 3, [second, null]],
    [rule, 'Export', 7, [first, null]],
    [rule, 'Renamed since', 3, [null, null]],
    [goal, 'Export', 3, [null, 'Export']],
    [null, 'Import', 3, [other, null]],
    [null, 'signed_up', 3, [null, 'signed_up']],
  ];
  const ids = requests.map(() => newId());
  for (const [index, [ruleId, subject, daysAgo]] of requests.entries())
    await sql`
      INSERT INTO testimonial_requests (project_id, id, rule_id, channel, identity_kind, identity, subject, created_at)
      VALUES (${project}, ${ids[index]}, ${ruleId}, 'mail', 'user_id', ${`u${index}`}, ${subject}, now() - make_interval(days => ${daysAgo}))`.execute(
      db,
    );
  await migrate(db);
  const { rows } = await listRequests(db, project, {}, { limit: 10, offset: 0 });
  const found = new Map(rows.map(({ id, release_id, subject }) => [id, [release_id, subject]]));
  assert.deepEqual(
    ids.map((id) => found.get(id)),
    requests.map(([, , , expected]) => expected),
  );
});
