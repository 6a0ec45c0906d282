import { sql } from 'kysely';
import type { Db } from '../postgres/database.ts';
import { until } from './until.ts';

/**
 * Waits until no job is left in the queues whose names begin with `prefix`. Jobs that wait for a later time run at once, the earliest
 * first, so that a test can say "nothing came" without a sleep. Listeners of a domain event have queues named `<event>/<listener>`.
 */
export async function runJobs(db: Db, prefix: string): Promise<void> {
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
        UPDATE pgboss.job SET start_after = now()
        WHERE id = (SELECT id FROM ${jobs} AND state < 'active' ORDER BY start_after LIMIT 1)`.execute(db);
    return !left;
  });
}
