import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { countRows } from '../../../platform/postgres/paging.ts';

/** Condition that the leaderboard contains an entry. */
export const isListed = sql`referral_count > 0 AND on_leaderboard AND confirmed_at IS NOT NULL AND status <> 'removed'`;

/** Returns the entries with the most referrals; those with the same number share a rank, in the order of their sign-ups. */
export async function listLeaders(db: Db, projectId: string, limit: number) {
  const { rows } = await sql<{ rank: number; name: string | null; referral_count: number }>`
    SELECT rank() OVER (ORDER BY referral_count DESC)::int AS rank, name, referral_count FROM (
      SELECT name, referral_count, number FROM waitlist_entries WHERE project_id = ${projectId} AND ${isListed}
      ORDER BY referral_count DESC, number LIMIT ${limit}
    ) leaders ORDER BY referral_count DESC, number`.execute(db);
  return rows;
}

/** Returns the rank of an entry of the leaderboard by its referrals. */
export async function findRank(db: Db, projectId: string, count: number): Promise<number> {
  const better = sql`waitlist_entries WHERE project_id = ${projectId} AND referral_count > ${count} AND ${isListed}`;
  return (await countRows(db, better)) + 1;
}
