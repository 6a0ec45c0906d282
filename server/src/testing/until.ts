import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/database.ts';

/** Half of the time after which the runner ends a silent file. A busy machine takes several times longer than a quiet one. */
const TIMEOUT_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Calls `check` repeatedly until it returns a truthy value, and returns this value. @throws after `timeoutMs` */
export async function until<T>(
  check: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const end = performance.now() + timeoutMs; ; await sleep(50)) {
    // The last check begins after the end: the process may have stood still meanwhile.
    const isLast = performance.now() >= end;
    const found = await check();
    if (found) return found;
    if (isLast) throw new Error(`Condition not met within ${timeoutMs} ms`);
  }
}

/** Waits until a number of statements in a database wait for locks. Other databases of the cluster belong to other tests. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows.length >= count;
  });
}

/**
 * Tests something that the product counts or remembers by day, or by a shorter period, in UTC. Runs `check` once more if it failed and the
 * next period had begun meanwhile, so it must create what it needs.
 */
export async function withinPeriod(check: () => Promise<void>, periodMs = DAY_MS): Promise<void> {
  const period = () => Math.floor(Date.now() / periodMs);
  const begin = period();
  try {
    await check();
  } catch (error) {
    if (period() === begin) throw error;
    await check();
  }
}
