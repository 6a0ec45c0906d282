import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';
import { descending, type PageRows, readPage, textKey, timeKey } from '../postgres/paging.ts';
import type { Author } from './authors.ts';
import { weightOf } from './trending.ts';

export type Vote = 1 | -1;

/** Selects and locks an entry that accepts votes: neither merged nor, with `isPublic`, hidden from the public. */
const lockEntry = ({ projectId, entryId, isPublic }: { projectId: string; entryId: string; isPublic: boolean }) => sql`
      SELECT project_id, id FROM feedback_entries
      WHERE project_id = ${projectId} AND id = ${entryId} AND merged_into IS NULL ${isPublic ? sql`AND visibility = 'public'` : sql``}
      FOR NO KEY UPDATE`;

/**
 * Casts or changes a vote and updates the counts, in one statement. Locks the entry first, which serializes votes and merges.
 * Returns false and changes nothing when the vote already exists, or when the entry is missing, merged, or not public although
 * `isPublic` is set.
 */
export async function castVote(
  db: Db,
  projectId: string,
  {
    entryId,
    voter: { id: voter, name, email },
    value,
    isPublic,
  }: { entryId: string; voter: Pick<Author, 'name' | 'email'> & { id: string }; value: Vote; isPublic: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    WITH entry AS (${lockEntry({ projectId, entryId, isPublic })}), vote AS (
      INSERT INTO feedback_votes AS v (project_id, entry_id, voter, voter_name, voter_email, origin_id, value, created_at)
      SELECT project_id, id, ${voter}, ${name}, ${email}, id, ${value}, now() FROM entry
      ON CONFLICT (project_id, entry_id, voter) DO UPDATE
        SET value = excluded.value, voter_name = excluded.voter_name, voter_email = excluded.voter_email WHERE v.value <> excluded.value
      -- xmax is 0 in an inserted row, and the current transaction in an updated one.
      RETURNING v.value, v.created_at, CASE WHEN xmax = 0 THEN 0 ELSE 1 END AS turned
    )
    UPDATE feedback_entries e SET
      upvote_count = e.upvote_count + CASE WHEN vote.value = 1 THEN 1 ELSE -vote.turned END,
      downvote_count = e.downvote_count + CASE WHEN vote.value = -1 THEN 1 ELSE -vote.turned END,
      trend = e.trend + vote.value * (1 + vote.turned) * ${weightOf(sql`vote.created_at`)}
    FROM vote WHERE e.project_id = ${projectId} AND e.id = ${entryId}
    RETURNING e.id`.execute(db);
  return rows.length > 0;
}

/** Removes a vote with this value. Returns false when there is none, or the entry is not accessible. */
export async function removeVote(
  db: Db,
  projectId: string,
  { entryId, voterId, value, isPublic }: { entryId: string; voterId: string; value: Vote; isPublic: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    WITH entry AS (${lockEntry({ projectId, entryId, isPublic })}), vote AS (
      DELETE FROM feedback_votes v USING entry
      WHERE v.project_id = entry.project_id AND v.entry_id = entry.id AND v.voter = ${voterId} AND v.value = ${value}
      RETURNING v.value, v.created_at
    )
    UPDATE feedback_entries e SET
      upvote_count = e.upvote_count - CASE WHEN vote.value = 1 THEN 1 ELSE 0 END,
      downvote_count = e.downvote_count - CASE WHEN vote.value = -1 THEN 1 ELSE 0 END,
      trend = e.trend - vote.value * ${weightOf(sql`vote.created_at`)}
    FROM vote WHERE e.project_id = ${projectId} AND e.id = ${entryId}
    RETURNING e.id`.execute(db);
  return rows.length > 0;
}

/** Returns the votes of a voter by entry. */
export async function findVotes(db: Db, projectId: string, entryIds: string[], voter: string): Promise<Map<string, Vote>> {
  const { rows } = await sql<{ entry_id: string; value: Vote }>`
    SELECT entry_id, value FROM feedback_votes
    WHERE project_id = ${projectId} AND entry_id = ANY(${entryIds}::uuid[]) AND voter = ${voter}`.execute(db);
  return new Map(rows.map(({ entry_id, value }) => [entry_id, value]));
}

/** Recomputes vote and comment counts of entries after a merge. */
export async function recountActivity(tx: Transaction, projectId: string, entryIds: string[]): Promise<void> {
  await sql`
    UPDATE feedback_entries e SET
      upvote_count = votes.up, downvote_count = votes.down, trend = votes.trend + ${weightOf(sql`e.created_at`)},
      comment_count = (SELECT count(*) FROM feedback_comments c
        WHERE c.project_id = e.project_id AND c.entry_id = e.id AND NOT c.internal AND c.visibility = 'public')
    FROM feedback_entries counted, LATERAL (
      SELECT count(*) FILTER (WHERE v.value = 1) AS up, count(*) FILTER (WHERE v.value = -1) AS down,
        coalesce(sum(v.value * ${weightOf(sql`v.created_at`)}), 0) AS trend
      FROM feedback_votes v WHERE v.project_id = counted.project_id AND v.entry_id = counted.id
    ) votes
    WHERE counted.project_id = ${projectId} AND counted.id = ANY(${entryIds}::uuid[]) AND e.project_id = counted.project_id AND e.id = counted.id`.execute(
    tx,
  );
}

export interface Voter {
  voter: string;
  voter_name: string | null;
  voter_email: string | null;
  value: Vote;
  created_at: Date;
}

/** Returns the voters of an entry, latest first. */
export const listVoters = (db: Db, projectId: string, entryId: string, rows: PageRows) =>
  readPage<Voter>(db, {
    columns: sql`voter, voter_name, voter_email, value, created_at`,
    source: sql`feedback_votes WHERE project_id = ${projectId} AND entry_id = ${entryId}`,
    order: descending(timeKey(sql`created_at`), textKey(sql`voter`)),
    rows,
  });
