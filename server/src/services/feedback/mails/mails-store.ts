import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { buildBoardAccess, mayFollow } from '../boards/boards-store.ts';
import type { BoardSegment } from '../boards/segments-store.ts';
import { type Comment, columns, isPublicComment } from '../comments/comments-store.ts';
import { columns as entryColumns, type Entry } from '../store.ts';
import type { Follower } from './followers.ts';

/** Replies and merges within this time of the first one are in one mail, in seconds. Until then, they can be taken back. */
export const BURST_S = 5 * 60;

/** The condition that `feedback_comments c` are replies that followers may read. */
export const isReply = sql`(${isPublicComment} AND c.author_role = 'team')`;

/**
 * Takes the public replies of the team that a mail is about: a reply that no mail has taken, later ones of the same entry, and earlier ones
 * of the same burst, whose jobs run at the same time after an outage. Returns those that are still public. A repetition returns the same
 * replies. Locks the entry, so that two mails never take one reply.
 */
export async function takeReplies(tx: Transaction, projectId: string, firstId: string): Promise<Comment[]> {
  await sql`
    SELECT FROM feedback_entries WHERE project_id = ${projectId} AND id = (
      SELECT entry_id FROM feedback_comments WHERE project_id = ${projectId} AND id = ${firstId}) FOR NO KEY UPDATE`.execute(tx);
  await sql`
    UPDATE feedback_comments c SET announced_with = ${firstId}
    FROM (
      SELECT c.entry_id, c.created_at FROM feedback_comments c
      WHERE c.project_id = ${projectId} AND c.id = ${firstId} AND c.announced_with IS NULL AND ${isReply}
    ) first
    WHERE c.project_id = ${projectId} AND c.entry_id = first.entry_id AND c.created_at >= first.created_at - make_interval(secs => ${BURST_S})
      AND c.announced_with IS NULL AND ${isReply}`.execute(tx);
  const { rows } = await sql<Comment>`
    SELECT ${columns} FROM feedback_comments c
    WHERE c.project_id = ${projectId} AND c.announced_with = ${firstId} AND ${isReply} ORDER BY c.created_at, c.id`.execute(tx);
  return rows;
}

/** A merged entry, with the user who merged it. */
export interface MergedEntry extends Pick<Entry, 'id' | 'title' | 'visibility' | 'board_access'> {
  actor_id: string | null;
}

/**
 * Takes the merged entries that a mail is about: those in the group of a target that no mail has taken. A repetition returns the same
 * entries. Locks the target, so that two mails never take one entry.
 */
export async function takeMerged(
  tx: Transaction,
  projectId: string,
  { first, target, group }: { first: string; target: string; group: string[] },
): Promise<MergedEntry[]> {
  await sql`
    SELECT FROM feedback_entries WHERE project_id = ${projectId} AND id = ${target} FOR NO KEY UPDATE`.execute(tx);
  await sql`
    UPDATE feedback_entries e SET merge_announced_with = ${first} FROM feedback_entries first
    WHERE first.project_id = ${projectId} AND first.id = ${first} AND first.merge_announced_with IS NULL
      AND e.project_id = first.project_id AND e.id = ANY(${group}::uuid[]) AND e.merged_into IS NOT NULL AND e.merge_announced_with IS NULL`.execute(
    tx,
  );
  const { rows } = await sql<MergedEntry>`
    SELECT e.id, e.title, e.visibility, ${buildBoardAccess('e')} AS board_access, (
      SELECT h.actor_id FROM feedback_history h
      WHERE h.project_id = e.project_id AND h.entry_id = e.id AND h.field = 'merged_into' AND NOT h.actor_is_service_account
      ORDER BY h.created_at DESC LIMIT 1
    ) AS actor_id
    FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND e.merge_announced_with = ${first} AND e.merged_into IS NOT NULL ORDER BY e.created_at, e.number`.execute(
    tx,
  );
  return rows;
}

/** Returns the confirmed followers of merged entries, each with the merged entries through which they follow the target. */
export async function listFollowersOfMerged(
  tx: Transaction,
  projectId: string,
  { merged, target, segments }: { merged: string[]; target: string; segments: BoardSegment[] },
): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    WITH RECURSIVE origins AS (
      SELECT id, id AS merged FROM unnest(${merged}::uuid[]) AS id
      UNION SELECT e.id, origins.merged FROM feedback_entries e JOIN origins ON e.merged_into = origins.id
      WHERE e.project_id = ${projectId} AND e.id <> ALL(${merged}::uuid[])
    )
    SELECT s.email, array_agg(DISTINCT origins.merged) AS entry_ids FROM origins
    JOIN feedback_subscribers s ON s.project_id = ${projectId} AND s.origin_id = origins.id
    JOIN feedback_subscribers there
      ON there.project_id = s.project_id AND there.entry_id = ${target} AND there.email = s.email AND there.confirmed_at IS NOT NULL
    JOIN feedback_entries e ON e.project_id = s.project_id AND e.id = ${target}
    WHERE ${mayFollow(segments)} GROUP BY s.email ORDER BY s.email`.execute(tx);
  return rows;
}

/** Returns the entry that a private answer is about: that of its recipient, also after a merge. */
export async function findAnsweredEntry(db: Db, projectId: string, commentId: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    SELECT ${entryColumns} FROM feedback_entries e WHERE e.project_id = ${projectId} AND e.id = (
      SELECT c.origin_id FROM feedback_comments c WHERE c.project_id = ${projectId} AND c.id = ${commentId})`.execute(db);
  return rows[0];
}
