import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { isPublicComment } from '../comments/comments-store.ts';

const MERGING_LOCK = 0x6d_65_72_67;

/** Locks merging in the project until the transaction ends, so that merge targets do not change. */
export async function lockMerging(tx: Transaction, projectId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(MERGING_LOCK)}, hashtext(${projectId}))`.execute(tx);
}

/** Returns the entry that an entry is merged into, directly or indirectly, or the entry itself. */
export async function findMergeTarget(db: Db, projectId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE chain AS (
      SELECT id, merged_into FROM feedback_entries WHERE project_id = ${projectId} AND id = ${id}
      UNION SELECT e.id, e.merged_into FROM feedback_entries e JOIN chain ON e.id = chain.merged_into WHERE e.project_id = ${projectId}
    )
    SELECT id FROM chain WHERE merged_into IS NULL`.execute(db);
  return rows[0]?.id;
}

/** Returns a WITH clause that defines `merged`: the ids of an entry and of all entries merged into it, directly or indirectly. */
export const withMerged = (projectId: string, id: string) => sql`
    WITH RECURSIVE merged AS (
      SELECT ${id}::uuid AS id
      UNION SELECT e.id FROM feedback_entries e JOIN merged ON e.merged_into = merged.id WHERE e.project_id = ${projectId}
    )`;

/** Returns the ids of an entry and of all entries merged into it, directly or indirectly. */
export async function listMergeGroup(db: Db, projectId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${withMerged(projectId, id)} SELECT id FROM merged`.execute(db);
  return rows.map((row) => row.id);
}

/** Rows that a person has once in a group of merged entries: counted on the target, or kept uncounted at the original entry. */
const UNIQUE_TABLES = [
  { table: sql.table('feedback_votes'), who: sql.ref('voter') },
  { table: sql.table('feedback_subscribers'), who: sql.ref('email') },
];

/** Rows that all move to the target. */
const SHARED_TABLES = [sql.table('feedback_comments'), sql.table('feedback_vote_bursts')];

/**
 * Moves votes, comments and subscribers that originate from `origins` from one entry to another. Rows of people who already have
 * one at the target stay at their origin, uncounted, so that a merge can be undone without loss. Both entries must be locked.
 * Returns the affected voters and addresses.
 */
export async function moveActivity(
  tx: Transaction,
  projectId: string,
  { from, to, origins }: { from: string; to: string; origins: string[] },
): Promise<string[]> {
  const people: string[] = [];
  for (const { table, who } of UNIQUE_TABLES) {
    const { rows } = await sql<{ who: string }>`
      UPDATE ${table} moved SET entry_id = CASE
        WHEN EXISTS (SELECT FROM ${table} there WHERE there.project_id = ${projectId} AND there.entry_id = ${to} AND there.${who} = moved.${who})
        THEN moved.origin_id ELSE ${to} END
      WHERE moved.project_id = ${projectId} AND moved.entry_id = ${from} AND moved.origin_id = ANY(${origins}::uuid[])
      RETURNING moved.${who} AS who`.execute(tx);
    people.push(...rows.map((row) => row.who));
  }
  // The remaining subscription is confirmed if either one was.
  await sql`
    UPDATE feedback_subscribers there SET confirmed_at = coalesce(there.confirmed_at, waiting.confirmed_at),
      is_verified = there.is_verified OR waiting.is_verified, language = coalesce(waiting.language, there.language)
    FROM feedback_subscribers waiting
    WHERE there.project_id = ${projectId} AND there.entry_id = ${to}
      AND (there.confirmed_at IS NULL OR (waiting.is_verified AND NOT there.is_verified))
      AND waiting.project_id = ${projectId} AND waiting.entry_id = ANY(${origins}::uuid[]) AND waiting.email = there.email
      AND waiting.confirmed_at IS NOT NULL`.execute(tx);
  for (const table of SHARED_TABLES)
    await sql`
      UPDATE ${table} SET entry_id = ${to}
      WHERE project_id = ${projectId} AND entry_id = ${from} AND origin_id = ANY(${origins}::uuid[])`.execute(tx);
  return people;
}

/**
 * Moves uncounted rows of a group to its target, for all (or the given) people who have no row at the target. The target must
 * be locked.
 */
export async function gatherActivity(
  tx: Transaction,
  projectId: string,
  { target, group, people }: { target: string; group: string[]; people?: string[] },
): Promise<void> {
  for (const { table, who } of UNIQUE_TABLES)
    await sql`
      UPDATE ${table} moved SET entry_id = ${target}
      FROM (
        SELECT DISTINCT ON (w.${who}) w.entry_id, w.${who} FROM ${table} w
        WHERE w.project_id = ${projectId} AND w.entry_id = ANY(${group}::uuid[]) ${people ? sql`AND w.${who} = ANY(${people})` : sql``} AND NOT EXISTS (
          SELECT FROM ${table} there WHERE there.project_id = ${projectId} AND there.entry_id = ${target} AND there.${who} = w.${who})
        ORDER BY w.${who}, w.created_at, w.entry_id
      ) waiting
      WHERE moved.project_id = ${projectId} AND moved.entry_id = waiting.entry_id AND moved.${who} = waiting.${who}`.execute(tx);
}

/** Assigns rows that originate from deleted entries to the target permanently. */
export async function keepActivity(
  tx: Transaction,
  projectId: string,
  { target, origins }: { target: string; origins: string[] },
): Promise<void> {
  for (const table of [...UNIQUE_TABLES.map((unique) => unique.table), ...SHARED_TABLES])
    await sql`
      UPDATE ${table} SET origin_id = ${target}
      WHERE project_id = ${projectId} AND entry_id = ${target} AND origin_id = ANY(${origins}::uuid[])`.execute(tx);
}

export interface MergedCounts {
  upvote_count: number;
  downvote_count: number;
  repeated_vote_count: number;
  comment_count: number;
  follower_count: number;
}

/** Returns the counts of the first entry after the others were merged into it in their order: a vote on an earlier entry prevails. */
export async function countMerged(db: Db, projectId: string, ids: string[]): Promise<MergedCounts> {
  const { rows } = await sql<MergedCounts>`
    WITH votes AS (
      SELECT DISTINCT ON (voter) value, count(*) OVER (PARTITION BY voter) - 1 AS repeated FROM feedback_votes
      WHERE project_id = ${projectId} AND entry_id = ANY(${ids}::uuid[])
      ORDER BY voter, array_position(${ids}::uuid[], entry_id)
    )
    SELECT count(*) FILTER (WHERE value = 1)::int AS upvote_count, count(*) FILTER (WHERE value = -1)::int AS downvote_count,
      coalesce(sum(repeated), 0)::int AS repeated_vote_count,
      (SELECT count(*)::int FROM feedback_comments c
        WHERE c.project_id = ${projectId} AND c.entry_id = ANY(${ids}::uuid[]) AND ${isPublicComment}) AS comment_count,
      (SELECT count(DISTINCT email)::int FROM feedback_subscribers
        WHERE project_id = ${projectId} AND entry_id = ANY(${ids}::uuid[]) AND confirmed_at IS NOT NULL) AS follower_count
    FROM votes`.execute(db);
  return rows[0] as MergedCounts;
}

export async function setMerged(
  tx: Transaction,
  projectId: string,
  id: string,
  {
    status,
    mergedInto,
    statusBefore,
    at,
  }: { status: FeedbackStatus; mergedInto: string | null; statusBefore: FeedbackStatus | null; at: Date },
): Promise<void> {
  await sql`
    UPDATE feedback_entries SET status = ${status}, merged_into = ${mergedInto}, status_before_merge = ${statusBefore},
      merge_announced_with = NULL, updated_at = ${at}
    WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}
