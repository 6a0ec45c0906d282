import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { unnest } from '../../../platform/postgres/unnest.ts';

/** Anonymous vote from a network, on the current day. */
interface NetworkVote {
  entryId: string;
  voter: string;
  day: string;
  /** Keyed hash of the network. */
  network: Buffer;
}

const toRow = (vote: NetworkVote, index: number) => ({
  index,
  entry_id: vote.entryId,
  voter: vote.voter,
  day: vote.day,
  network: vote.network,
});

const columns = { index: 'int', entry_id: 'uuid', voter: 'text', day: 'date', network: 'bytea' };

/**
 * Counts the new votes among `votes`, up to `max` for each network, entry and day. Returns the indexes of the votes above the limit, which
 * are not counted. A voter who has voted for the entry casts no new vote. Requires locks of the entries.
 */
export async function countNetworkVotes(
  tx: Transaction,
  projectId: string,
  { votes, max }: { votes: NetworkVote[]; max: number },
): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`
    /* prepared */ WITH cast_now AS (
      SELECT given.*, row_number() OVER (PARTITION BY entry_id, day, network ORDER BY index) AS place
      FROM ${unnest('given', columns, votes.map(toRow))}
      WHERE NOT EXISTS (
        SELECT FROM feedback_votes v WHERE v.project_id = ${projectId} AND v.entry_id = given.entry_id AND v.voter = given.voter)
    ), allowed AS (
      SELECT c.* FROM cast_now c
      LEFT JOIN feedback_vote_networks n ON n.project_id = ${projectId} AND n.entry_id = c.entry_id AND n.day = c.day AND n.network = c.network
      WHERE coalesce(n.votes, 0) + c.place <= ${max}
    ), counted AS (
      INSERT INTO feedback_vote_networks AS n (project_id, entry_id, day, network, votes)
      SELECT ${projectId}::uuid, entry_id, day, network, count(*) FROM allowed GROUP BY entry_id, day, network
      ON CONFLICT (project_id, entry_id, day, network) DO UPDATE SET votes = n.votes + excluded.votes
    )
    SELECT index FROM cast_now WHERE index NOT IN (SELECT index FROM allowed)`.execute(tx);
  return rows.map(({ index }) => index);
}

/**
 * Gives votes that are about to be withdrawn back to their networks. The vote may come from another network or day: even then, each
 * returned vote removes one, so that the votes for an entry stay within the sum of the limits.
 */
export async function returnNetworkVotes(tx: Transaction, projectId: string, votes: NetworkVote[]): Promise<void> {
  await sql`
    UPDATE feedback_vote_networks n SET votes = greatest(n.votes - returned.votes, 0)
    FROM (
      SELECT entry_id, day, network, count(*)::int AS votes FROM ${unnest('given', columns, votes.map(toRow))}
      WHERE EXISTS (
        SELECT FROM feedback_votes v WHERE v.project_id = ${projectId} AND v.entry_id = given.entry_id AND v.voter = given.voter)
      GROUP BY entry_id, day, network
    ) AS returned
    WHERE n.project_id = ${projectId} AND n.entry_id = returned.entry_id AND n.day = returned.day AND n.network = returned.network`.execute(
    tx,
  );
}

/** Deletes the counts of days before `day`. */
export async function deleteNetworkVotes(db: Db, day: string): Promise<void> {
  await sql`/* all projects */ DELETE FROM feedback_vote_networks WHERE day < ${day}::date`.execute(db);
}
