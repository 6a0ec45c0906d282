import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestDatabase } from '../../testing/database.ts';
import { createDatabase, createPool } from '../postgres/database.ts';
import { createJobQueue } from './queue.ts';

const database = await createTestDatabase();
const pool = createPool({ connectionString: database.url }, () => {});
const db = createDatabase(pool);
after(async () => {
  await pool.end();
  await database.drop();
});

/** Starts and stops a queue with jobs of these schedules, such as those of a version. Returns the schedules in the database. */
async function startWith(crons: Record<string, string>) {
  const jobs = createJobQueue(db, pino({ level: 'silent' }));
  for (const [name, cron] of Object.entries(crons)) jobs.schedule(name, cron, async () => {});
  await jobs.start();
  await jobs.stop();
  const { rows } = await sql<{ name: string; cron: string }>`SELECT name, cron FROM pgboss.schedule`.execute(db);
  return Object.fromEntries(rows.map(({ name, cron }) => [name, cron]));
}

test('a start adds, changes and removes schedules', async () => {
  const versions: Record<string, string>[] = [
    { backup: '15 3 * * *', clean: '7 * * * *' },
    { backup: '45 4 * * *', report: '*/15 * * * *' },
  ];
  for (const crons of versions) assert.deepEqual(await startWith(crons), crons);
});

test('a scheduled job runs at its time', { timeout: 60_000 }, async () => {
  await startWith({ 'each-minute': '* * * * *' });
  // Test databases have no due schedules.
  await sql`UPDATE pgboss.version SET cron_on = NULL`.execute(db);
  const ran = Promise.withResolvers<void>();
  const jobs = createJobQueue(db, pino({ level: 'silent' }), pool);
  jobs.schedule('each-minute', '* * * * *', async () => ran.resolve());
  await jobs.start();
  await ran.promise;
  await jobs.stop();
});
