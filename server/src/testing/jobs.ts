import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Db } from '../platform/postgres/database.ts';
import { until } from './until.ts';

/** Channel on which pg-boss tells workers of jobs that can start. Without a notification, they would find them within a second. */
const CHANNEL = sql`'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`;

/**
 * Waits until the queues whose names start with `prefix` are empty. Scheduled jobs run immediately, earliest first, so that a test can
 * assert that nothing arrives without a sleep. Listeners of a domain event have queues named `<event>/<listener>`.
 */
export async function runJobs(db: Db, prefix: string, maxMs?: number): Promise<void> {
  const jobs = sql`pgboss.job WHERE starts_with(name, ${prefix})`;
  await until(async () => {
    const { rows } = await sql<{ left: number; due: number }>`
      SELECT count(*) FILTER (WHERE state < 'completed')::int AS left,
        count(*) FILTER (WHERE state = 'active' OR state < 'active' AND start_after <= now())::int AS due FROM ${jobs}`.execute(
      db,
    );
    const { left = 0, due = 0 } = rows[0] ?? {};
    if (left && !due)
      await sql`
        WITH due AS (
          UPDATE pgboss.job SET start_after = now()
          WHERE id = (SELECT id FROM ${jobs} AND state < 'active' ORDER BY start_after LIMIT 1) RETURNING name
        )
        SELECT pg_notify(${CHANNEL}, name) FROM due`.execute(db);
    return !left;
  }, maxMs);
}

/**
 * Ends scheduled jobs in a database. Otherwise, the result of a test would depend on the time of day: jobs run each minute, each ten minutes
 * or at night, and change rows or send mail.
 */
export async function stopSchedules(db: Db): Promise<void> {
  // pg-boss looks for due schedules when this time is long enough ago.
  await sql`UPDATE pgboss.version SET cron_on = 'infinity'`.execute(db);
}

/**
 * Waits until the jobs of a project that can start, and the first attempts of its deliveries, are complete, so that a test can compare its rows
 * with later ones.
 */
export async function settleJobs(db: Db, projectId: string): Promise<void> {
  const waiting = sql`
    SELECT FROM pgboss.job
    WHERE state IN ('created', 'active') AND start_after < now() + interval '10 seconds' AND strpos(data::text, ${projectId}) > 0
    UNION ALL SELECT FROM webhook_deliveries WHERE project_id = ${projectId} AND attempt_count = 0`;
  await until(async () => (await waiting.execute(db)).rows.length === 0);
}

/** Runs a scheduled job once, instead of waiting for its time. */
export async function runScheduled(db: Db, name: string): Promise<void> {
  await sql`
    WITH added AS (INSERT INTO pgboss.job (name, data) VALUES (${name}, '{}') RETURNING name)
    SELECT pg_notify(${CHANNEL}, name) FROM added`.execute(db);
  await runJobs(db, name);
}

/** Starts the jobs of a queue that wait for a retry, as their last attempt if `isLast`. */
export async function retryJobs(db: Db, name: string, isLast = false): Promise<void> {
  await sql`
    WITH due AS (
      UPDATE pgboss.job SET start_after = now(), retry_count = CASE WHEN ${isLast} THEN retry_limit - 1 ELSE retry_count END
      WHERE name = ${name} AND state = 'retry' RETURNING name
    )
    SELECT pg_notify(${CHANNEL}, name) FROM due`.execute(db);
}

/** Restarts the running jobs of a killed node, and waits for them. A node would do it when the last heartbeat is old enough. */
export async function restartAbandoned(db: Db, prefix: string, maxMs?: number): Promise<void> {
  await sql`
    UPDATE pgboss.job SET heartbeat_on = '-infinity' WHERE starts_with(name, ${prefix}) AND state = 'active'`.execute(db);
  await sql`UPDATE pgboss.queue SET monitor_on = NULL`.execute(db);
  const executeSql = async (text: string, values: unknown[] = []) => await db.executeQuery(CompiledQuery.raw(text, values));
  const boss = new PgBoss({ db: { executeSql }, schema: 'pgboss', supervise: false, schedule: false, migrate: false });
  await boss.start();
  await boss.supervise();
  await boss.stop();
  await runJobs(db, prefix, maxMs);
}

/** Holds each new job, so that a test can act before it runs. Call the returned function to release the jobs. */
export async function holdJobs(db: Db): Promise<() => Promise<void>> {
  await sql`
    CREATE FUNCTION hold_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.start_after := greatest(NEW.start_after, now()) + interval '100 years'; RETURN NEW; END
    $$`.execute(db);
  await sql`CREATE TRIGGER hold_job BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION hold_job()`.execute(db);
  return async () => {
    await sql`DROP FUNCTION hold_job CASCADE`.execute(db);
    await sql`
      WITH held AS (
        UPDATE pgboss.job SET start_after = start_after - interval '100 years'
        WHERE state < 'active' AND start_after > now() + interval '50 years' RETURNING name
      )
      SELECT pg_notify(${CHANNEL}, name) FROM (SELECT DISTINCT name FROM held)`.execute(db);
  };
}
