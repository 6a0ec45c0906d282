import { sql } from 'kysely';
import type { Transaction } from '../../../platform/postgres/database.ts';
import type { Author } from '../authors.ts';
import type { Tables } from '../tables.ts';
import type { Vote, VoteOf } from '../votes/votes-store.ts';

/** A change of the owner of what a visitor did. */
export interface TakeOver {
  /** Id of the visitor (`vis:…`), or of an address (`eml:…`). */
  from: string;
  to: Pick<Author, 'name' | 'email'> & { id: string };
}

interface OwnVote extends Pick<Tables['feedback_votes'], 'entry_id' | 'origin_id' | 'created_at'> {
  value: Vote;
}

/** Returns the votes of a voter. */
export async function listVotes(tx: Transaction, projectId: string, voter: string): Promise<OwnVote[]> {
  const { rows } = await sql<OwnVote>`
    SELECT entry_id, origin_id, value, created_at FROM feedback_votes
    WHERE project_id = ${projectId} AND voter = ${voter} ORDER BY entry_id`.execute(tx);
  return rows;
}

/** Returns the ids of the entries of a submitter. */
export async function listSubmitted(tx: Transaction, projectId: string, submitter: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM feedback_entries WHERE project_id = ${projectId} AND submitter_id = ${submitter}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Moves votes to the person, on entries without a vote of the person. Returns the entries of the moved votes. */
export async function moveVotes(
  tx: Transaction,
  projectId: string,
  { entryIds, from, to }: TakeOver & { entryIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ entry_id: string }>`
    UPDATE feedback_votes v SET voter = ${to.id}, voter_name = ${to.name}, voter_email = ${to.email}
    WHERE v.project_id = ${projectId} AND v.entry_id = ANY(${entryIds}::uuid[]) AND v.voter = ${from} AND NOT EXISTS (
      SELECT FROM feedback_votes own WHERE own.project_id = v.project_id AND own.entry_id = v.entry_id AND own.voter = ${to.id})
    RETURNING v.entry_id`.execute(tx);
  return rows.map(({ entry_id }) => entry_id);
}

/** Inserts votes at merged entries, so that the votes return to them when the merge is undone. */
export async function keepAtOrigin(
  tx: Transaction,
  projectId: string,
  votes: { originId: string; value: Vote; at: Date; voter: VoteOf['voter'] }[],
): Promise<void> {
  for (const { originId, value, at, voter } of votes)
    await sql`
      INSERT INTO feedback_votes (project_id, entry_id, origin_id, voter, voter_name, voter_email, value, created_at)
      VALUES (${projectId}, ${originId}, ${originId}, ${voter.id}, ${voter.name}, ${voter.email}, ${value}, ${at})
      ON CONFLICT (project_id, entry_id, voter) DO NOTHING`.execute(tx);
}

/** Makes the person the author of entries and comments, and the recipient of answers. The name stays as it was shown. */
export async function moveTexts(tx: Transaction, projectId: string, { from, to }: TakeOver): Promise<void> {
  await sql`
    UPDATE feedback_entries SET submitter_id = ${to.id}, submitter_email = coalesce(submitter_email, ${to.email}),
      submitter_confirmed_at = CASE WHEN submitter_email IS NULL AND ${to.email}::text IS NOT NULL THEN now() ELSE submitter_confirmed_at END
    WHERE project_id = ${projectId} AND submitter_id = ${from}`.execute(tx);
  await sql`
    UPDATE feedback_comments SET author_id = ${to.id} WHERE project_id = ${projectId} AND author_id = ${from}`.execute(tx);
  await sql`
    UPDATE feedback_comments SET recipient_id = ${to.id}
    WHERE project_id = ${projectId} AND private AND recipient_id = ${from}`.execute(tx);
}

/** Returns the addresses that voted, of all projects, and belong to a user, with the latest user id. */
export async function listVotersOfUsers(tx: Transaction): Promise<{ project_id: string; email: string; user_id: string }[]> {
  const { rows } = await sql<{ project_id: string; email: string; user_id: string }>`
    /* all projects */ SELECT DISTINCT i.project_id, i.value AS email, p.user_ids[1] AS user_id
    FROM people_identities i JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
    WHERE i.kind = 'email' AND cardinality(p.user_ids) > 0
      AND EXISTS (SELECT FROM feedback_votes v WHERE v.project_id = i.project_id AND v.voter = 'eml:' || i.value)`.execute(tx);
  return rows;
}
