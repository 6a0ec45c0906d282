import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { buildBoardAccess, buildBoardTime, mayFollow } from '../boards/boards-store.ts';
import { findBoardSegments, type SegmentDeps } from '../boards/segments-store.ts';
import { isReply } from './mails-store.ts';

/**
 * Returns which keys of mailboxes may read about all entries: they exist and are public, each on a board that everyone reads or that the owner
 * of the address may follow.
 */
export async function findReaders(
  deps: SegmentDeps,
  projectId: string,
  keys: string[],
  entryIds: string[],
): Promise<Set<string>> {
  const segments = await findBoardSegments(deps, projectId);
  const { rows } = await sql<{ email: string }>`
    WITH entries AS MATERIALIZED (
      SELECT e.*, ${buildBoardAccess('e')} = 'public' AS is_open FROM feedback_entries e
      WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds}::uuid[]) AND e.visibility = 'public'
    )
    SELECT given.email FROM unnest(${keys}::text[]) AS given (email)
    WHERE (SELECT count(*) FROM entries) = ${new Set(entryIds).size}::integer AND NOT EXISTS (
      SELECT FROM entries e WHERE NOT e.is_open AND NOT EXISTS (
        SELECT FROM feedback_subscribers s
        WHERE s.project_id = e.project_id AND s.email = given.email AND e.id IN (s.entry_id, s.origin_id) AND ${mayFollow(segments)}))`.execute(
    deps.db,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Returns whether the replies of a mail are public, of which the first one must exist. */
export async function areRepliesPublic(db: Db, projectId: string, firstId: string): Promise<boolean> {
  const { rows } = await sql<{ are_public: boolean | null }>`
    SELECT bool_and(${isReply}) AND bool_or(c.id = ${firstId}) AS are_public FROM feedback_comments c
    WHERE c.project_id = ${projectId} AND c.announced_with = ${firstId}`.execute(db);
  return rows[0]?.are_public ?? false;
}

/** Returns whether a private answer exists, and its recipient may read it. */
export async function isAnswerVisible(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM feedback_comments WHERE project_id = ${projectId} AND id = ${id} AND private AND visibility = 'public'`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Returns whether an entry of a mail about merges was hidden after a time. The mail does not name entries that were hidden before, so that
 * only later changes matter.
 */
export async function wasMergedHidden(
  db: Db,
  projectId: string,
  { firstId, since }: { firstId: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND e.merge_announced_with = ${firstId}
      AND (e.visibility <> 'public' OR ${buildBoardAccess('e')} <> 'public')
      AND greatest(e.updated_at, ${buildBoardTime('e')}) > ${since} LIMIT 1`.execute(db);
  return rows.length > 0;
}
