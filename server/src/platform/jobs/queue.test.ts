import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestDatabase } from '../../testing/database.ts';
import { createDatabase, createPool } from '../postgres/database.ts';
import { createJobQueue } from './queue.ts';

test('a scheduled job runs at its time', { timeout: 60_000 }, async () => {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.url }, () => {});
  const db = createDatabase(pool);
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const start = async () => {
    const ran = Promise.withResolvers<void>();
    const jobs = createJobQueue(db, pino({ level: 'silent' }), pool);
    jobs.schedule('each-minute', '* * * * *', async () => ran.resolve());
    await jobs.start();
    return { jobs, ran: ran.promise };
  };
  const first = await start();
  await first.jobs.stop();
  const { rows } = await sql<{ name: string }>`SELECT name FROM pgboss.schedule`.execute(db);
  assert.deepEqual(rows, [{ name: 'each-minute' }], 'those of earlier versions are gone');
  // Test databases have no due schedules.
  await sql`UPDATE pgboss.version SET cron_on = NULL`.execute(db);
  const second = await start();
  await second.ran;
  await second.jobs.stop();
});
