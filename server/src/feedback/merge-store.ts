import type { FeedbackStatus } from '@earshot/contract/feedback';
import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';

/** The entry that this one lives on in: itself, when it is not merged. */
export async function findSurvivor(db: Db, projectId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE chain AS (
      SELECT id, merged_into FROM feedback_entries WHERE project_id = ${projectId} AND id = ${id}
      UNION SELECT e.id, e.merged_into FROM feedback_entries e JOIN chain ON e.id = chain.merged_into WHERE e.project_id = ${projectId}
    )
    SELECT id FROM chain WHERE merged_into IS NULL`.execute(db);
  return rows[0]?.id;
}

/** An entry and all that were merged into it, directly or not. */
export async function findFamily(tx: Transaction, projectId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE family AS (
      SELECT ${id}::uuid AS id
      UNION SELECT e.id FROM feedback_entries e JOIN family ON e.merged_into = family.id WHERE e.project_id = ${projectId}
    )
    SELECT id FROM family`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Moves votes, comments and subscribers that began at one of `origins` from one entry to another. A voter or subscriber who is there
 * already stays behind, uncounted, so that moving back loses nothing. Both entries must be locked.
 */
export async function moveActivity(
  tx: Transaction,
  projectId: string,
  { from, to, origins }: { from: string; to: string; origins: string[] },
): Promise<void> {
  await sql`
    UPDATE feedback_votes v SET entry_id = ${to}
    WHERE v.project_id = ${projectId} AND v.entry_id = ${from} AND v.origin_id = ANY(${origins}::uuid[])
      AND NOT EXISTS (SELECT FROM feedback_votes w WHERE w.project_id = v.project_id AND w.entry_id = ${to} AND w.voter = v.voter)`.execute(
    tx,
  );
  await sql`
    UPDATE feedback_subscribers s SET entry_id = ${to}
    WHERE s.project_id = ${projectId} AND s.entry_id = ${from} AND s.origin_id = ANY(${origins}::uuid[])
      AND NOT EXISTS (SELECT FROM feedback_subscribers t WHERE t.project_id = s.project_id AND t.entry_id = ${to} AND t.email = s.email)`.execute(
    tx,
  );
  await sql`
    UPDATE feedback_comments c SET entry_id = ${to}
    WHERE c.project_id = ${projectId} AND c.entry_id = ${from} AND c.origin_id = ANY(${origins}::uuid[])`.execute(tx);
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
    UPDATE feedback_entries SET status = ${status}, merged_into = ${mergedInto}, status_before_merge = ${statusBefore}, updated_at = ${at}
    WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}
