import { sql } from 'kysely';
import { countRows } from '../../platform/postgres/paging.ts';
import type { Db } from '../../platform/postgres/database.ts';

/** Entries that are included in statistics. */
const counted = sql`confirmed_at IS NOT NULL AND status <> 'removed'`;

/** Returns sign-ups for each of the last `days` days, in UTC, including today. */
export async function countByDay(db: Db, projectId: string, days: number) {
  const { rows } = await sql<{ date: string; count: number; referred: number }>`
    SELECT days.date::text, signups.count, signups.referred
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS date FROM generate_series(0, ${days - 1}::int) AS ago) AS days
    -- One index range for each day: faster than computing the day of every row.
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, count(referred_by)::int AS referred FROM waitlist_entries
      WHERE project_id = ${projectId} AND ${counted}
        AND created_at >= days.date::timestamp AT TIME ZONE 'UTC' AND created_at < (days.date + 1)::timestamp AT TIME ZONE 'UTC'
    ) AS signups ORDER BY days.date`.execute(db);
  return rows;
}

/** Returns the sign-ups of given days (UTC) that have any, including those whose address is not confirmed yet. */
export async function countOnDays(db: Db, projectId: string, days: string[]) {
  const { rows } = await sql<{ date: string; count: number }>`
    SELECT days.date::text, signups.count FROM unnest(${days}::date[]) AS days (date)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM waitlist_entries
      WHERE project_id = ${projectId} AND status <> 'removed'
        AND created_at >= days.date::timestamp AT TIME ZONE 'UTC' AND created_at < (days.date + 1)::timestamp AT TIME ZONE 'UTC'
    ) AS signups WHERE signups.count > 0`.execute(db);
  return rows;
}

/** Returns the number of sign-ups in a span of time, in milliseconds since 1970. */
export async function countSignups(db: Db, projectId: string, { from, to }: { from: number; to: number }): Promise<number> {
  return await countRows(
    db,
    sql`waitlist_entries
    WHERE project_id = ${projectId} AND ${counted} AND created_at >= ${new Date(from)} AND created_at < ${new Date(to)}`,
  );
}

export async function countBySource(db: Db, projectId: string, limit: number) {
  const { rows } = await sql<{ source: string | null; count: number }>`
    SELECT referral_source AS source, count(*)::int AS count FROM waitlist_entries
    WHERE project_id = ${projectId} AND ${counted} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countByCountry(db: Db, projectId: string, limit: number) {
  const { rows } = await sql<{ country: string; count: number }>`
    SELECT country, count(*)::int AS count FROM waitlist_entries
    WHERE project_id = ${projectId} AND ${counted} AND country IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function listTopReferrers(db: Db, projectId: string, limit: number) {
  const { rows } = await sql<{ id: string; email: string; name: string | null; referral_count: number }>`
    SELECT id, email, name, referral_count FROM waitlist_entries
    WHERE project_id = ${projectId} AND referral_count > 0 ORDER BY referral_count DESC, number DESC LIMIT ${limit}`.execute(db);
  return rows;
}
