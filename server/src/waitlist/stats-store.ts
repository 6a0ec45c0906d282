import { sql } from 'kysely';
import type { Db } from '../postgres/database.ts';

/** Entries that count. */
const counted = sql`confirmed_at IS NOT NULL AND status <> 'removed'`;

/** Sign-ups of each of the last days, up to today in UTC. */
export async function countByDay(db: Db, projectId: string, days: number) {
  const { rows } = await sql<{ date: string; count: number; referred: number }>`
    WITH days AS (
      SELECT (now() AT TIME ZONE 'UTC')::date - ago AS date FROM generate_series(0, ${days - 1}::int) AS ago
    ), signups AS (
      SELECT (created_at AT TIME ZONE 'UTC')::date AS date, count(*) AS count, count(referred_by) AS referred FROM waitlist_entries
      WHERE project_id = ${projectId} AND ${counted} AND created_at >= ((now() AT TIME ZONE 'UTC')::date - ${days - 1}::int) AT TIME ZONE 'UTC'
      GROUP BY 1
    )
    SELECT days.date::text, coalesce(count, 0)::int AS count, coalesce(referred, 0)::int AS referred
    FROM days LEFT JOIN signups USING (date) ORDER BY days.date`.execute(db);
  return rows;
}

export async function countBySource(db: Db, projectId: string, limit: number) {
  const { rows } = await sql<{ source: string | null; count: number }>`
    SELECT referral_source AS source, count(*)::int AS count FROM waitlist_entries
    WHERE project_id = ${projectId} AND ${counted} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(db);
  return rows;
}

export async function listTopReferrers(db: Db, projectId: string, limit: number) {
  const { rows } = await sql<{ id: string; email: string; name: string | null; referral_count: number }>`
    SELECT id, email, name, referral_count FROM waitlist_entries
    WHERE project_id = ${projectId} AND referral_count > 0 ORDER BY referral_count DESC, number DESC LIMIT ${limit}`.execute(db);
  return rows;
}
