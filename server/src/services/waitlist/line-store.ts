import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';

/** Counters of a project's waitlist. Unconfirmed entries are not in line. */
export interface Line {
  last_number: number;
  last_rank: number;
  unconfirmed: number;
  waiting: number;
  invited: number;
  joined: number;
  removed: number;
}

const columns = sql`last_number::int, last_rank::int, unconfirmed::int, waiting::int, invited::int, joined::int, removed::int`;

/** Locks the line until the transaction ends. Required for every change of ranks or counts. */
export async function lockLine(tx: Transaction, projectId: string): Promise<Line> {
  const { rows } = await sql<Line>`
    INSERT INTO waitlist_lines (project_id) VALUES (${projectId})
    ON CONFLICT (project_id) DO UPDATE SET project_id = excluded.project_id RETURNING ${columns}`.execute(tx);
  return rows[0] as Line;
}

const EMPTY: Line = { last_number: 0, last_rank: 0, unconfirmed: 0, waiting: 0, invited: 0, joined: 0, removed: 0 };

export async function readLine(db: Db, projectId: string): Promise<Line> {
  const { rows } = await sql<Line>`SELECT ${columns} FROM waitlist_lines WHERE project_id = ${projectId}`.execute(db);
  return rows[0] ?? EMPTY;
}

// Buckets of 1,024 ranks: a position is the sum of the buckets before it plus a count within its own bucket.
export const BUCKET_BITS = 10;
const toBucket = (rank: number) => Math.floor(rank / 2 ** BUCKET_BITS);

/** Saves a locked line, with the ranks that joined and left it. */
export async function saveLine(
  tx: Transaction,
  projectId: string,
  line: Line,
  { joined, left }: { joined: number[]; left: number[] },
): Promise<void> {
  const deltas = new Map<number, number>();
  for (const rank of joined) deltas.set(toBucket(rank), (deltas.get(toBucket(rank)) ?? 0) + 1);
  for (const rank of left) deltas.set(toBucket(rank), (deltas.get(toBucket(rank)) ?? 0) - 1);
  const changes = JSON.stringify([...deltas].map(([bucket, delta]) => ({ bucket, delta })));
  await sql`
    WITH buckets AS (
      INSERT INTO waitlist_rank_buckets AS s (project_id, bucket, count)
      SELECT ${projectId}, bucket, delta FROM jsonb_to_recordset(${changes}::jsonb) AS d (bucket bigint, delta integer)
      ON CONFLICT (project_id, bucket) DO UPDATE SET count = s.count + excluded.count
    )
    UPDATE waitlist_lines SET last_number = ${line.last_number}, last_rank = ${line.last_rank}, unconfirmed = ${line.unconfirmed},
      waiting = ${line.waiting}, invited = ${line.invited}, joined = ${line.joined}, removed = ${line.removed}
    WHERE project_id = ${projectId}`.execute(tx);
}

/** Returns the position in line, from 1, of each of these ranks. */
export async function findPositions(db: Db, projectId: string, ranks: number[]): Promise<Map<number, number>> {
  if (!ranks.length) return new Map();
  const { rows } = await sql<{ rank: number; position: number }>`
    WITH before AS MATERIALIZED (
      SELECT bucket, sum(count) OVER (ORDER BY bucket) - count AS people FROM waitlist_rank_buckets
      WHERE project_id = ${projectId} AND bucket <= ${Math.max(...ranks.map(toBucket))}
    )
    SELECT p.rank, (before.people + within.people)::int AS position
    FROM unnest(${ranks}::int[]) AS p (rank)
    JOIN before ON before.bucket = p.rank >> ${BUCKET_BITS}::int
    CROSS JOIN LATERAL (
      SELECT count(*) AS people FROM waitlist_entries e
      WHERE e.project_id = ${projectId} AND e.status = 'waiting'
        AND e.rank >= before.bucket << ${BUCKET_BITS}::int AND e.rank <= p.rank
    ) within`.execute(db);
  return new Map(rows.map(({ rank, position }) => [rank, position]));
}

/**
 * Moves an entry up by a number of positions (down when negative), at most to the end of the line; the entries between move by one in the
 * other direction. They exchange their ranks, so the counts of the buckets do not change. Ignores entries that are not in line.
 */
export async function moveInLine(tx: Transaction, projectId: string, id: string, up: number): Promise<void> {
  if (up === 0) return;
  const [side, order, end] = up > 0 ? [sql`<=`, sql`DESC`, sql`min`] : [sql`>=`, sql`ASC`, sql`max`];
  await sql`
    WITH passed AS (
      SELECT id, rank FROM waitlist_entries
      WHERE project_id = ${projectId} AND status = 'waiting'
        AND rank ${side} (SELECT rank FROM waitlist_entries WHERE project_id = ${projectId} AND id = ${id} AND status = 'waiting')
      ORDER BY rank ${order} LIMIT ${Math.abs(up) + 1}
    ), turned AS (
      SELECT id, coalesce(lag(rank) OVER (ORDER BY rank ${order}), ${end}(rank) OVER ()) AS rank FROM passed
    )
    UPDATE waitlist_entries e SET rank = turned.rank FROM turned WHERE e.project_id = ${projectId} AND e.id = turned.id`.execute(
    tx,
  );
}
