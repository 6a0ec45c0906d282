import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { createDatabase, createPool } from '../../../platform/postgres/database.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { failAt } from '../../../testing/fail-point.ts';
import { restartAbandoned, runJobs } from '../../../testing/jobs.ts';
import { IS_LONG } from '../../../testing/long.ts';
import { startServerProcess } from '../../../testing/process.ts';
import { startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

/** The short version has a few batches, too. */
const FOLLOWERS = IS_LONG ? 10_000 : 1_200;
/** Mails of one transaction. */
const BATCH = 1_000;
const MAX_MS = 120_000;

test('mails each of many followers once although the server is killed in the middle', { timeout: 300_000 }, async (t) => {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.url }, () => {});
  const db = createDatabase(pool);
  after(() => pool.end());
  const env = { DATABASE_URL: database.url };
  const first = await startTestServer(env);
  const { id, key, token } = await first.createProject('Acme');
  const projectId = parseId('prj', id) as string;
  const createEntry = async (server: Pick<typeof first, 'call'>, title: string, replies: string[]) => {
    const { body: entry } = await server.call('POST', '/v1/feedback', { key, body: { title } });
    const entryId = parseId('fb', entry.id) as string;
    await sql`
      INSERT INTO feedback_subscribers (project_id, entry_id, origin_id, email, confirmed_at)
      SELECT ${projectId}, ${entryId}, ${entryId}, 'follower-' || n || '@example.com', now()
      FROM generate_series(1, ${FOLLOWERS}) AS n`.execute(db);
    for (const body of replies) await server.call('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body } });
  };
  const count = async () => {
    const { rows } = await sql<{ mails: number; recipients: number }>`
      SELECT count(*)::int AS mails, count(DISTINCT (cause, recipient))::int AS recipients FROM mails WHERE project_id = ${projectId}`.execute(
      db,
    );
    return rows[0];
  };

  await createEntry(first, 'Export', ['In May', 'Or June']);
  await first.stop();
  // The five minutes are over. A running server would begin to mail.
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'feedback.commented/mail-replies'`.execute(db);
  const killed = await startServerProcess(
    { ...env, EARSHOT_THROTTLE: 'off' },
    failAt({ statement: 'INSERT INTO mails', moment: 'before commit', occurrence: 2 }),
  );
  await until(() => killed.child.signalCode, MAX_MS);
  assert.deepEqual(await count(), { mails: BATCH, recipients: BATCH }, 'killed in the middle');

  const next = await startTestServer(env);
  await restartAbandoned(db, 'feedback.commented/', MAX_MS);
  assert.deepEqual(await count(), { mails: FOLLOWERS, recipients: FOLLOWERS });

  await createEntry(next, 'Import', ['In July']);
  await runJobs(db, 'feedback.commented/mail-replies', MAX_MS);
  assert.deepEqual(await count(), { mails: 2 * FOLLOWERS, recipients: 2 * FOLLOWERS });
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM completed_on - started_on)::float8 AS seconds FROM pgboss.job
    WHERE name = 'feedback.commented/mail-replies' ORDER BY completed_on DESC LIMIT 1`.execute(db);
  t.diagnostic(`one reply queued ${FOLLOWERS} mails in ${rows[0]?.seconds} s`);
});
