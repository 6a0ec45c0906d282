import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { unnest } from '../../../platform/postgres/unnest.ts';
import type { Tables } from '../tables.ts';
import type { Vote } from '../votes/votes-store.ts';

export interface StoredVote extends Pick<
  Tables['feedback_votes'],
  'entry_id' | 'origin_id' | 'voter' | 'voter_name' | 'voter_email' | 'created_at'
> {
  value: Vote;
}

/** Returns the votes of some voters on some entries. */
export async function findStoredVotes(
  db: Db,
  projectId: string,
  votes: Pick<StoredVote, 'entry_id' | 'voter'>[],
): Promise<StoredVote[]> {
  const { rows } = await sql<StoredVote>`
    SELECT v.entry_id, v.origin_id, v.voter, v.voter_name, v.voter_email, v.value, v.created_at
    FROM ${unnest('given', { entry_id: 'uuid', voter: 'text' }, votes)}
    JOIN feedback_votes v ON v.project_id = ${projectId} AND v.entry_id = given.entry_id AND v.voter = given.voter`.execute(db);
  return rows;
}

/** A new vote. Marked as cast on behalf of the voter, so that its address proves nothing and the team can revoke the vote. */
export interface ImportedVote extends StoredVote {
  on_behalf_id: string;
}

const TYPES = {
  entry_id: 'uuid',
  origin_id: 'uuid',
  voter: 'text',
  voter_name: 'text',
  voter_email: 'text',
  value: 'smallint',
  created_at: 'timestamptz',
} as const;

export async function insertVotes(
  tx: Transaction,
  projectId: string,
  votes: ImportedVote[],
  importId: string | null,
): Promise<void> {
  if (!votes.length) return;
  await sql`
    INSERT INTO feedback_votes (project_id, entry_id, origin_id, voter, voter_name, voter_email, value, created_at, on_behalf_id, import_id)
    SELECT ${projectId}::uuid, entry_id, origin_id, voter, voter_name, voter_email, value, created_at, on_behalf_id, ${importId}::uuid
    FROM ${unnest('given', { ...TYPES, on_behalf_id: 'uuid' }, votes)}`.execute(tx);
}

export async function updateVotes(tx: Transaction, projectId: string, votes: StoredVote[]): Promise<void> {
  if (!votes.length) return;
  await sql`
    UPDATE feedback_votes v SET value = given.value, voter_name = given.voter_name, voter_email = given.voter_email,
      created_at = given.created_at
    FROM ${unnest('given', TYPES, votes)}
    WHERE v.project_id = ${projectId} AND v.entry_id = given.entry_id AND v.voter = given.voter`.execute(tx);
}
