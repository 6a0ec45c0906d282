import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';

/** What is known of a project's line without looking at anyone in it. Unconfirmed entries wait for their confirmation, not in line. */
export interface Line {
  last_number: number;
  last_place: number;
  unconfirmed: number;
  waiting: number;
  invited: number;
  joined: number;
  removed: number;
}

const columns = sql`last_number::int, last_place::int, unconfirmed::int, waiting::int, invited::int, joined::int, removed::int`;

/** The line, locked until the transaction ends: whoever changes places or counts holds it. */
export async function lockLine(tx: Transaction, projectId: string): Promise<Line> {
  const { rows } = await sql<Line>`
    INSERT INTO waitlist_lines (project_id) VALUES (${projectId})
    ON CONFLICT (project_id) DO UPDATE SET project_id = excluded.project_id RETURNING ${columns}`.execute(tx);
  return rows[0] as Line;
}

const EMPTY: Line = { last_number: 0, last_place: 0, unconfirmed: 0, waiting: 0, invited: 0, joined: 0, removed: 0 };

export async function readLine(db: Db, projectId: string): Promise<Line> {
  const { rows } = await sql<Line>`SELECT ${columns} FROM waitlist_lines WHERE project_id = ${projectId}`.execute(db);
  return rows[0] ?? EMPTY;
}

// 1,024 places: a position is the sum of the stretches before it, and a count within its own.
const STRETCH_BITS = 10;
const stretchOf = (place: number) => Math.floor(place / 2 ** STRETCH_BITS);

/** Writes a line back that was locked, and who came into it or left it, by their places. */
export async function saveLine(
  tx: Transaction,
  projectId: string,
  line: Line,
  { came, left }: { came: number[]; left: number[] },
): Promise<void> {
  const deltas = new Map<number, number>();
  for (const place of came) deltas.set(stretchOf(place), (deltas.get(stretchOf(place)) ?? 0) + 1);
  for (const place of left) deltas.set(stretchOf(place), (deltas.get(stretchOf(place)) ?? 0) - 1);
  const changes = JSON.stringify([...deltas].map(([stretch, delta]) => ({ stretch, delta })));
  await sql`
    WITH stretches AS (
      INSERT INTO waitlist_stretches AS s (project_id, stretch, count)
      SELECT ${projectId}, stretch, delta FROM jsonb_to_recordset(${changes}::jsonb) AS d (stretch bigint, delta integer)
      ON CONFLICT (project_id, stretch) DO UPDATE SET count = s.count + excluded.count
    )
    UPDATE waitlist_lines SET last_number = ${line.last_number}, last_place = ${line.last_place}, unconfirmed = ${line.unconfirmed},
      waiting = ${line.waiting}, invited = ${line.invited}, joined = ${line.joined}, removed = ${line.removed}
    WHERE project_id = ${projectId}`.execute(tx);
}

/** The position, from 1, of each of these places of people who wait. */
export async function findPositions(db: Db, projectId: string, places: number[]): Promise<Map<number, number>> {
  if (!places.length) return new Map();
  const { rows } = await sql<{ place: number; position: number }>`
    WITH before AS MATERIALIZED (
      SELECT stretch, sum(count) OVER (ORDER BY stretch) - count AS people FROM waitlist_stretches
      WHERE project_id = ${projectId} AND stretch <= ${Math.max(...places.map(stretchOf))}
    )
    SELECT p.place, (before.people + within.people)::int AS position
    FROM unnest(${places}::int[]) AS p (place)
    JOIN before ON before.stretch = p.place >> ${STRETCH_BITS}::int
    CROSS JOIN LATERAL (
      SELECT count(*) AS people FROM waitlist_entries e
      WHERE e.project_id = ${projectId} AND e.status = 'waiting'
        AND e.place >= before.stretch << ${STRETCH_BITS}::int AND e.place <= p.place
    ) within`.execute(db);
  return new Map(rows.map(({ place, position }) => [place, position]));
}

/**
 * Moves someone so many places up in line (down, when negative), or as far as it goes: those between move by one the other way. They
 * change places among themselves, so that no stretch gains or loses anyone. Who is not in line stays where they are.
 */
export async function movePlaces(tx: Transaction, projectId: string, id: string, up: number): Promise<void> {
  if (up === 0) return;
  const [side, order, end] = up > 0 ? [sql`<=`, sql`DESC`, sql`min`] : [sql`>=`, sql`ASC`, sql`max`];
  await sql`
    WITH passed AS (
      SELECT id, place FROM waitlist_entries
      WHERE project_id = ${projectId} AND status = 'waiting'
        AND place ${side} (SELECT place FROM waitlist_entries WHERE project_id = ${projectId} AND id = ${id} AND status = 'waiting')
      ORDER BY place ${order} LIMIT ${Math.abs(up) + 1}
    ), turned AS (
      SELECT id, coalesce(lag(place) OVER (ORDER BY place ${order}), ${end}(place) OVER ()) AS place FROM passed
    )
    UPDATE waitlist_entries e SET place = turned.place FROM turned WHERE e.project_id = ${projectId} AND e.id = turned.id`.execute(
    tx,
  );
}
