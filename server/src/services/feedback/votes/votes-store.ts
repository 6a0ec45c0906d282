import { unnest } from '../../../platform/postgres/unnest.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { ascending, type PageRows, readRows, textKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Author } from '../authors.ts';
import { isPublicComment } from '../comments/comments-store.ts';
import { buildWeight } from '../trending.ts';
import type { Tables } from '../tables.ts';

export type Vote = 1 | -1;

/** Vote of a voter on an entry. */
export interface VoteOf {
  entryId: string;
  voter: Pick<Author, 'name' | 'email'> & { id: string };
  value: Vote;
  /** Time of a new vote. Defaults to the current time. */
  at?: Date | undefined;
}

/** Counts of an entry whose votes changed. */
export interface VoteCounts {
  id: string;
  upvote_count: number;
  downvote_count: number;
}

/**
 * Adds changes of votes (`entry_id`, `up`, `down`, `trend`, `added`, `withdrawn`) to the counts of their entries, and notes them for the next
 * `feedback.voted` event. Changes that no event reports are counted before the noted ones.
 */
export const countChanges = (
  projectId: string,
  changes: RawBuilder<unknown>,
  { isNoted = true }: { isNoted?: boolean } = {},
) => sql<VoteCounts>`counted AS (
      UPDATE feedback_entries e SET
        upvote_count = e.upvote_count + change.up, downvote_count = e.downvote_count + change.down, trend = e.trend + change.trend
      FROM (
        SELECT entry_id, sum(up)::int AS up, sum(down)::int AS down, sum(trend) AS trend, sum(added)::int AS added,
          sum(withdrawn)::int AS withdrawn
        FROM ${changes} GROUP BY entry_id
      ) AS change
      WHERE e.project_id = ${projectId} AND e.id = change.entry_id
      RETURNING e.id, e.upvote_count, e.downvote_count, change.up, change.down, change.added, change.withdrawn
    ), noted AS (
      ${isNoted ? noteChanges(projectId) : shiftNotes(projectId)}
    )
    SELECT id, upvote_count, downvote_count FROM counted`;

const noteChanges = (projectId: string) => sql`
      INSERT INTO feedback_vote_changes AS c (project_id, entry_id, upvote_count, downvote_count, new_votes, withdrawn_votes)
      SELECT ${projectId}::uuid, id, upvote_count - up, downvote_count - down, added, withdrawn FROM counted
      ON CONFLICT (project_id, entry_id) DO UPDATE
        SET new_votes = c.new_votes + excluded.new_votes, withdrawn_votes = c.withdrawn_votes + excluded.withdrawn_votes`;

const shiftNotes = (projectId: string) => sql`
      UPDATE feedback_vote_changes c
      SET upvote_count = c.upvote_count + counted.up, downvote_count = c.downvote_count + counted.down
      FROM counted WHERE c.project_id = ${projectId} AND c.entry_id = counted.id`;

const toRow = ({ entryId, voter: { id, name, email }, value, at }: VoteOf) => ({
  entry_id: entryId,
  voter: id,
  name,
  email,
  value,
  at: at ?? null,
});

/**
 * Casts or changes votes and updates the counts, in one statement. Returns the counts of the entries that changed. Requires locks of the
 * entries, and at most one vote per voter and entry.
 */
export async function castVotes(tx: Transaction, projectId: string, votes: VoteOf[]): Promise<VoteCounts[]> {
  const { rows } = await sql<VoteCounts>`
    /* prepared */ WITH vote AS (
      INSERT INTO feedback_votes AS v (project_id, entry_id, voter, voter_name, voter_email, origin_id, value, created_at)
      SELECT ${projectId}::uuid, entry_id, voter, name, email, entry_id, value, coalesce(at, now())
      FROM ${unnest('given', { entry_id: 'uuid', voter: 'text', name: 'text', email: 'text', value: 'smallint', at: 'timestamptz' }, votes.map(toRow))}
      ON CONFLICT (project_id, entry_id, voter) DO UPDATE
        SET value = excluded.value, voter_name = excluded.voter_name, voter_email = excluded.voter_email, on_behalf_id = NULL
        WHERE v.value <> excluded.value
      -- xmax is 0 in an inserted row, and the current transaction in an updated one.
      RETURNING v.entry_id, v.value, v.created_at, CASE WHEN xmax = 0 THEN 0 ELSE 1 END AS turned
    ), change AS (
      SELECT entry_id, CASE WHEN value = 1 THEN 1 ELSE -turned END AS up, CASE WHEN value = -1 THEN 1 ELSE -turned END AS down,
        value * (1 + turned) * ${buildWeight(sql`created_at`)} AS trend, 1 AS added, turned AS withdrawn
      FROM vote
    ), ${countChanges(projectId, sql`change`)}`.execute(tx);
  return rows;
}

/** Removes votes that have the given values, like `castVotes`. */
export async function removeVotes(tx: Transaction, projectId: string, votes: VoteOf[]): Promise<VoteCounts[]> {
  const { rows } = await sql<VoteCounts>`
    WITH vote AS (
      DELETE FROM feedback_votes AS v
      USING ${unnest('given', { entry_id: 'uuid', voter: 'text', value: 'smallint' }, votes.map(toRow))}
      WHERE v.project_id = ${projectId} AND v.entry_id = given.entry_id AND v.voter = given.voter AND v.value = given.value
      RETURNING v.entry_id, v.value, v.created_at
    ), change AS (
      SELECT entry_id, CASE WHEN value = 1 THEN -1 ELSE 0 END AS up, CASE WHEN value = -1 THEN -1 ELSE 0 END AS down,
        -value * ${buildWeight(sql`created_at`)} AS trend, 0 AS added, 1 AS withdrawn
      FROM vote
    ), ${countChanges(projectId, sql`change`)}`.execute(tx);
  return rows;
}

/** A vote that is added to the counts of its entry (1) or subtracted from them (-1). */
export interface CountedVote {
  entry_id: string;
  value: Vote;
  at: Date;
  sign: 1 | -1;
}

/** Changes the counts of entries, which must be locked. */
export async function countVotes(
  tx: Transaction,
  projectId: string,
  votes: CountedVote[],
  { isNoted }: { isNoted: boolean },
): Promise<void> {
  if (!votes.length) return;
  await sql`
    WITH change AS (
      SELECT entry_id, CASE WHEN value = 1 THEN sign ELSE 0 END AS up, CASE WHEN value = -1 THEN sign ELSE 0 END AS down,
        sign * value * ${buildWeight(sql`at`)} AS trend, greatest(sign, 0) AS added, greatest(-sign, 0) AS withdrawn
      FROM ${unnest('given', { entry_id: 'uuid', value: 'smallint', at: 'timestamptz', sign: 'smallint' }, votes)}
    ), ${countChanges(projectId, sql`change`, { isNoted })}`.execute(tx);
}

export interface VoteChange extends Pick<
  Tables['feedback_vote_changes'],
  'entry_id' | 'upvote_count' | 'downvote_count' | 'new_votes' | 'withdrawn_votes'
> {}

export interface UnreportedEntry {
  project_id: string;
  entry_id: string;
}

/** Returns entries with votes that no event has reported, of all projects, in an order in which `after` continues. */
export async function findUnreported(
  db: Db,
  { after, limit }: { after: UnreportedEntry | undefined; limit: number },
): Promise<UnreportedEntry[]> {
  const { rows } = await sql<UnreportedEntry>`
    /* all projects */ SELECT project_id, entry_id FROM feedback_vote_changes
    ${after ? sql`WHERE (project_id, entry_id) > (${after.project_id}, ${after.entry_id})` : sql``}
    ORDER BY project_id, entry_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Removes and returns the unreported votes of entries. Requires locks of the entries. */
export async function takeUnreported(tx: Transaction, projectId: string, entryIds: string[]): Promise<VoteChange[]> {
  const { rows } = await sql<VoteChange>`
    DELETE FROM feedback_vote_changes WHERE project_id = ${projectId} AND entry_id = ANY(${entryIds}::uuid[])
    RETURNING entry_id, upvote_count, downvote_count, new_votes, withdrawn_votes`.execute(tx);
  return rows;
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
      upvote_count = votes.up, downvote_count = votes.down, trend = votes.trend + ${buildWeight(sql`e.created_at`)},
      comment_count = (SELECT count(*) FROM feedback_comments c
        WHERE c.project_id = e.project_id AND c.entry_id = e.id AND ${isPublicComment})
    FROM feedback_entries counted, LATERAL (
      SELECT count(*) FILTER (WHERE v.value = 1) AS up, count(*) FILTER (WHERE v.value = -1) AS down,
        coalesce(sum(v.value * ${buildWeight(sql`v.created_at`)}), 0) AS trend
      FROM feedback_votes v WHERE v.project_id = counted.project_id AND v.entry_id = counted.id
    ) votes
    WHERE counted.project_id = ${projectId} AND counted.id = ANY(${entryIds}::uuid[]) AND e.project_id = counted.project_id AND e.id = counted.id`.execute(
    tx,
  );
}

/** Field of history items about votes on behalf of people. Their values are `PersonInHistory`. */
export const VOTE_ON_BEHALF = 'vote_on_behalf';

export interface PersonInHistory {
  user_id: string | null;
  name: string | null;
  email: string | null;
}

export interface Voter extends Pick<
  Tables['feedback_votes'],
  'project_id' | 'entry_id' | 'voter' | 'voter_name' | 'voter_email' | 'on_behalf_id' | 'import_id' | 'created_at'
> {
  value: Vote;
  /** Set when a member cast the vote on behalf of the voter. */
  on_behalf_id: string | null;
}

/** Columns of a `Voter`. */
export const voterColumns = sql`project_id, entry_id, voter, voter_name, voter_email, value, on_behalf_id, import_id, created_at`;

/** Returns votes on one or all entries with the titles of the entries, in the order of the ids of the entries. */
export const exportVotes = (db: Db, projectId: string, { entryId, ...rows }: { entryId: string | undefined } & PageRows) =>
  readRows<Voter & { title: string }>(db, {
    columns: sql`v.project_id, v.entry_id, v.voter, v.voter_name, v.voter_email, v.value, v.on_behalf_id, v.created_at, e.title`,
    source: sql`feedback_votes v JOIN feedback_entries e ON e.project_id = v.project_id AND e.id = v.entry_id
      WHERE v.project_id = ${projectId} ${entryId === undefined ? sql`` : sql`AND v.entry_id = ${entryId}`}`,
    order: ascending(uuidKey(sql`v.entry_id`), textKey(sql`v.voter`)),
    rows,
  });
