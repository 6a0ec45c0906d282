import type { VoteBurstState } from '@earshot/contract/services/feedback/values';
import { type RawBuilder, sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import { unnest } from '../../../platform/postgres/unnest.ts';
import type { Tables } from '../tables.ts';
import { countVotes, type Vote } from './votes-store.ts';

/** Period in which an entry received unusually many anonymous votes. */
export interface VoteBurst extends Pick<
  Tables['feedback_vote_bursts'],
  'project_id' | 'id' | 'entry_id' | 'origin_id' | 'votes' | 'started_at' | 'ended_at' | 'created_at' | 'updated_at'
> {
  state: VoteBurstState;
}

const columns = sql`project_id, id, entry_id, origin_id, state, votes, started_at, ended_at, created_at, updated_at`;

/** Condition on a vote `v` that an anonymous visitor cast here. */
const isAnonymous = sql`v.voter LIKE 'vis:%' AND v.import_id IS NULL`;

/** Condition on a vote `v` that it belongs to a burst `b` that ends at a time. */
const isOfBurst = (end: RawBuilder<unknown>) => sql`v.project_id = b.project_id AND v.entry_id = b.entry_id
          AND v.origin_id = b.origin_id AND ${isAnonymous} AND v.created_at BETWEEN b.started_at AND ${end}`;

export interface BurstRule {
  /** Length of the window that is compared with the usual rate. */
  windowMinutes: number;
  /** Period before the window that defines the usual rate. */
  usualDays: number;
  /** Votes in a window below which no burst begins. */
  minVotes: number;
  /** Multiple of the usual number of votes in a window. */
  factor: number;
}

const MINUTES_A_DAY = 24 * 60;
const BURSTS_LOCK = 0x62_75_72_73;

/**
 * Finds entries that had unusually many anonymous votes in the window that ends now. Extends the burst of an entry that ended less than a
 * window earlier, and stores and returns new bursts.
 */
export async function recordBursts(
  tx: Transaction,
  projectId: string,
  { entryIds, rule }: { entryIds: string[]; rule: BurstRule },
): Promise<VoteBurst[]> {
  const { windowMinutes, usualDays, minVotes, factor } = rule;
  // The job of another node, or a late one of this node, would store the same burst.
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(BURSTS_LOCK)}, hashtext(${projectId}))`.execute(tx);
  const ofWindow = sql`v.created_at > now() - make_interval(mins => ${windowMinutes})`;
  const windows = (usualDays * MINUTES_A_DAY) / windowMinutes;
  const { rows } = await sql<VoteBurst>`
    WITH current AS (
      SELECT v.entry_id, v.origin_id, count(*) FILTER (WHERE ${ofWindow})::int AS votes,
        min(v.created_at) FILTER (WHERE ${ofWindow}) AS started_at, max(v.created_at) AS ended_at
      FROM feedback_votes v
      WHERE v.project_id = ${projectId} AND v.entry_id = ANY(${entryIds}::uuid[]) AND ${isAnonymous}
        AND v.created_at > now() - make_interval(mins => ${windowMinutes}, days => ${usualDays})
      GROUP BY v.entry_id, v.origin_id
      HAVING count(*) FILTER (WHERE ${ofWindow}) >= greatest(${minVotes}::int, ${factor}::float8 * count(*) FILTER (WHERE NOT (${ofWindow})) / ${windows})
    ), extended AS (
      UPDATE feedback_vote_bursts b SET ended_at = current.ended_at, updated_at = now(), votes = (
        SELECT count(*) FROM feedback_votes v WHERE ${isOfBurst(sql`current.ended_at`)})
      FROM current
      WHERE b.project_id = ${projectId} AND b.entry_id = current.entry_id AND b.origin_id = current.origin_id AND b.state <> 'removed'
        AND b.ended_at >= current.started_at - make_interval(mins => ${windowMinutes})
      RETURNING b.origin_id
    )
    INSERT INTO feedback_vote_bursts (project_id, id, entry_id, origin_id, votes, started_at, ended_at)
    SELECT ${projectId}, given.id, current.entry_id, current.origin_id, current.votes, current.started_at, current.ended_at
    FROM current JOIN ${unnest(
      'given',
      { entry_id: 'uuid', id: 'uuid' },
      entryIds.map((entry) => ({ entry_id: entry, id: newId() })),
    )} ON given.entry_id = current.entry_id
    WHERE current.origin_id = current.entry_id AND current.origin_id NOT IN (SELECT origin_id FROM extended)
    RETURNING ${columns}`.execute(tx);
  return rows;
}

/** Returns the bursts of an entry, latest first. */
export const listBursts = (db: Db, projectId: string, entryId: string, rows: PageRows) =>
  readPage<VoteBurst>(db, {
    columns,
    source: sql`feedback_vote_bursts WHERE project_id = ${projectId} AND entry_id = ${entryId}`,
    order: descending(timeKey(sql`started_at`), uuidKey(sql`id`)),
    rows,
  });

/** Returns a burst of an entry, locked until the transaction ends. */
export async function lockBurst(tx: Transaction, projectId: string, entryId: string, id: string): Promise<VoteBurst | undefined> {
  const { rows } = await sql<VoteBurst>`
    SELECT ${columns} FROM feedback_vote_bursts
    WHERE project_id = ${projectId} AND entry_id = ${entryId} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function updateBurst(
  tx: Transaction,
  { project_id, id }: VoteBurst,
  { state, votes }: { state: VoteBurstState; votes: number },
): Promise<VoteBurst> {
  const { rows } = await sql<VoteBurst>`
    UPDATE feedback_vote_bursts SET state = ${state}, votes = ${votes}, updated_at = now()
    WHERE project_id = ${project_id} AND id = ${id} RETURNING ${columns}`.execute(tx);
  return rows[0] as VoteBurst;
}

/** Removes the votes of a burst, and returns their number. Requires a lock of the entry. */
export async function removeBurstVotes(tx: Transaction, { project_id: projectId, entry_id, id }: VoteBurst): Promise<number> {
  const { rows } = await sql<{ value: Vote; created_at: Date }>`
    DELETE FROM feedback_votes v USING feedback_vote_bursts b
    WHERE b.project_id = ${projectId} AND b.id = ${id} AND ${isOfBurst(sql`b.ended_at`)}
    RETURNING v.value, v.created_at`.execute(tx);
  const votes = rows.map(({ value, created_at: at }) => ({ entry_id, value, at, sign: -1 as const }));
  await countVotes(tx, projectId, votes, { isNoted: true });
  return votes.length;
}
