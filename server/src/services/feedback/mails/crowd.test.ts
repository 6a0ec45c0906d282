import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { failAt } from '../../../testing/fail-point.ts';
import { restartAbandoned } from '../../../testing/jobs.ts';
import { IS_LONG } from '../../../testing/long.ts';
import { startServerProcess } from '../../../testing/process.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

/** The short version has a few batches, too. */
const FOLLOWERS = IS_LONG ? 10_000 : 1_200;
const MAX_MS = 120_000;

test('mails each of many followers once although the server is killed in the middle', { timeout: 300_000 }, async (t) => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  const first = await startTestServer(env);
  const { id, key, token } = await first.createProject('Acme');
  const projectId = parseId('prj', id) as string;
  const { body: entry } = await first.call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  const entryId = parseId('fb', entry.id) as string;
  await sql`
    INSERT INTO feedback_subscribers (project_id, entry_id, origin_id, email, confirmed_at)
    SELECT ${projectId}, ${entryId}, ${entryId}, 'follower-' || n || '@example.com', now() FROM generate_series(1, ${FOLLOWERS}) AS n`.execute(
    first.db,
  );
  for (const body of ['In May', 'Or June'])
    await first.call('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body } });
  // The five minutes are over.
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'feedback.commented/mail-replies'`.execute(first.db);
  await first.stop();

  const killed = await startServerProcess(
    { ...env, EARSHOT_THROTTLE: 'off' },
    failAt({ statement: 'INSERT INTO mails', moment: 'before commit', occurrence: 2 }),
  );
  await until(() => killed.child.signalCode, MAX_MS);

  const next = await startTestServer(env);
  const count = async () => {
    const { rows } = await sql<{ mails: number; recipients: number }>`
      SELECT count(*)::int AS mails, count(DISTINCT recipient)::int AS recipients FROM mails WHERE project_id = ${projectId}`.execute(
      next.db,
    );
    return rows[0];
  };
  assert.ok(((await count())?.mails ?? FOLLOWERS) < FOLLOWERS, 'killed in the middle');
  await restartAbandoned(next.db, 'feedback.commented/', MAX_MS);
  assert.deepEqual(await count(), { mails: FOLLOWERS, recipients: FOLLOWERS });
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM max(completed_on - started_on))::float8 AS seconds FROM pgboss.job
    WHERE name = 'feedback.commented/mail-replies'`.execute(next.db);
  t.diagnostic(`the job queued the rest in ${rows[0]?.seconds} s`);
});
