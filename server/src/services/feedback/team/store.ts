import { isEmail, toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import { formatId } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { escapeLike } from '../../../platform/postgres/patterns.ts';
import { voterColumns, type PersonInHistory, type Voter } from '../votes/votes-store.ts';

/** Returns people who submitted or voted and whose name or address contains a text, those with the latest activity first. */
export async function findPeople(db: Db, projectId: string, text: string, limit: number): Promise<PersonInHistory[]> {
  const pattern = `%${escapeLike(text.toLowerCase())}%`;
  const address = isEmail(text) ? toMailboxKey(text) : text.normalize('NFC').toLowerCase();
  const addressPattern = `%${escapeLike(address)}%`;
  const { rows } = await sql<PersonInHistory>`
    WITH person AS (
      SELECT CASE WHEN submitter_id LIKE 'end:%' THEN substr(submitter_id, 5) END AS user_id, submitter_name AS name,
        submitter_email AS email, created_at
      FROM feedback_entries
      WHERE project_id = ${projectId} AND (${mailboxKey(sql`submitter_email`)} LIKE ${addressPattern} OR lower(submitter_name) LIKE ${pattern})
        AND coalesce(submitter_id, '') NOT LIKE 'usr:%' AND coalesce(submitter_id, '') NOT LIKE 'svc:%'
      UNION ALL
      SELECT CASE WHEN voter LIKE 'end:%' THEN substr(voter, 5) END, voter_name, voter_email, created_at
      FROM feedback_votes
      WHERE project_id = ${projectId} AND (${mailboxKey(sql`voter_email`)} LIKE ${addressPattern} OR lower(voter_name) LIKE ${pattern})
        AND voter NOT LIKE 'usr:%' AND voter NOT LIKE 'svc:%'
    )
    SELECT (array_agg(user_id ORDER BY created_at DESC) FILTER (WHERE user_id IS NOT NULL))[1] AS user_id,
      (array_agg(name ORDER BY created_at DESC) FILTER (WHERE name IS NOT NULL))[1] AS name, max(email) AS email
    FROM person GROUP BY coalesce(${mailboxKey(sql`email`)}, 'user ' || user_id, 'name ' || name) ORDER BY max(created_at) DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the voter id of the user of the product with this address, by their votes and entries. */
export async function findUserWithAddress(db: Db, projectId: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ voter: string }>`
    SELECT voter FROM (
      SELECT voter, created_at FROM feedback_votes
      WHERE project_id = ${projectId} AND ${mailboxKey(sql`voter_email`)} = ${toMailboxKey(email)} AND voter LIKE 'end:%'
      UNION ALL SELECT submitter_id, created_at FROM feedback_entries
      WHERE project_id = ${projectId} AND ${mailboxKey(sql`submitter_email`)} = ${toMailboxKey(email)} AND submitter_id LIKE 'end:%'
    ) known ORDER BY created_at DESC LIMIT 1`.execute(db);
  return rows[0]?.voter;
}

/** Returns the user of the product who proved to own an address: a vote with X-User-Token contains it. */
export async function findVerifiedUser(
  db: Db,
  projectId: string,
  email: string,
): Promise<{ voter: string; name: string | null } | undefined> {
  const { rows } = await sql<{ voter: string; name: string | null }>`
    SELECT voter, voter_name AS name FROM feedback_votes
    WHERE project_id = ${projectId} AND ${mailboxKey(sql`voter_email`)} = ${toMailboxKey(email)} AND voter LIKE 'end:%' AND on_behalf_id IS NULL
    ORDER BY created_at DESC LIMIT 1`.execute(db);
  return rows[0];
}

export async function findVoter(db: Db, projectId: string, entryId: string, voter: string): Promise<Voter | undefined> {
  const { rows } = await sql<Voter>`
    SELECT ${voterColumns} FROM feedback_votes
    WHERE project_id = ${projectId} AND entry_id = ${entryId} AND voter = ${voter}`.execute(db);
  return rows[0];
}

export async function findVoteOnBehalf(db: Db, projectId: string, entryId: string, id: string): Promise<Voter | undefined> {
  const { rows } = await sql<Voter>`
    SELECT ${voterColumns} FROM feedback_votes
    WHERE project_id = ${projectId} AND entry_id = ${entryId} AND on_behalf_id = ${id}`.execute(db);
  return rows[0];
}

/** Moves the entries of an invited user, and the filters of views by them, to another user, who is the same person. */
export async function moveAssignments(tx: Transaction, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`/* all projects */ UPDATE feedback_entries SET assignee_id = ${into} WHERE assignee_id = ${from}`.execute(tx);
  const [before, after] = [formatId('usr', from), formatId('usr', into)];
  await sql`
    UPDATE feedback_views SET filters = replace(filters::text, ${before}, ${after})::jsonb
    WHERE project_id IN (SELECT project_id FROM project_members WHERE user_id IN (${from}, ${into}))
      AND (filters->'assignee' ? ${before} OR filters->'assignee_not' ? ${before})`.execute(tx);
}

/** Marks a vote as cast on behalf of its voter. */
export async function markOnBehalf(
  tx: Transaction,
  projectId: string,
  { entryId, voter, id }: { entryId: string; voter: string; id: string },
): Promise<Voter> {
  const { rows } = await sql<Voter>`
    UPDATE feedback_votes SET on_behalf_id = ${id}
    WHERE project_id = ${projectId} AND entry_id = ${entryId} AND voter = ${voter} RETURNING ${voterColumns}`.execute(tx);
  return rows[0] as Voter;
}

/** Returns the ids of two entries of a project, or of all if there are fewer. */
export async function findAnyTwo(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM feedback_entries WHERE project_id = ${projectId} LIMIT 2`.execute(db);
  return rows.map(({ id }) => id);
}
