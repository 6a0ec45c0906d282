import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

test('a release is mailed to the followers of its entries, and not to the member who published or scheduled it', async () => {
  const ways: Record<string, object[]> = {
    'published when it is created': [{ published: true }],
    'published later': [{}, { published: true }],
    scheduled: [{ scheduled_at: IN_AN_HOUR }],
    'scheduled later': [{}, { scheduled_at: IN_AN_HOUR }],
  };
  await Promise.all(
    Object.entries(ways).map(async ([name, [first, second]]) => {
      const project = await server.createProject();
      const { key, token, email } = project;
      const projectId = parseId('prj', project.id) as string;
      const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
      for (const follower of ['ada@example.com', email.toUpperCase()]) {
        const headers = { 'x-user-token': await server.signUser(project, { id: follower, email: follower }) };
        await call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, headers, body: { email: follower } });
      }
      const body = { title: 'CSV', content: 'Done', feedback_ids: [entry.id], ...first };
      const by = { token, query: { project_id: project.id } };
      const { body: release } = await call('POST', '/v1/changelog', { ...by, body });
      if (second) assert.equal((await call('PATCH', `/v1/changelog/${release.id}`, { ...by, body: second })).status, 200);
      await sql`UPDATE changelog_entries SET scheduled_at = now() WHERE project_id = ${projectId} AND scheduled_at > now()`.execute(
        db,
      );
      await sql`
        UPDATE pgboss.job SET start_after = now()
        WHERE name = 'changelog.publish' AND data->>'project_id' = ${projectId} AND state = 'created'`.execute(db);
      const recipients = async () =>
        (
          await sql<{ recipient: string }>`
          SELECT recipient FROM mails WHERE project_id = ${projectId} AND event = 'changelog.published'`.execute(db)
        ).rows.map(({ recipient }) => recipient);
      await until(async () => (await recipients()).length);
      // All followers of a release are mailed in one transaction.
      assert.deepEqual(await recipients(), ['ada@example.com'], name);
    }),
  );
});
