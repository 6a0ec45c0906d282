import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/postgres/database.ts';

/** Decimals of a place beyond which the entries of the project are numbered again. Each entry moved to the same place adds one. */
const MAX_DECIMALS = 60;

/** Seconds from 1970 to a time with microseconds, negative: the place of new entries is before those of others. */
const buildDefaultPlace = (time: RawBuilder<unknown>) => sql`-extract(epoch FROM ${time} AT TIME ZONE 'UTC')`;

/** Place of an entry in the manual order: where it was moved to, or the place of its time. The index has the same expression. */
export const buildPlace = (alias: 'e' | 'n' | 'anchor') =>
  sql`coalesce(${sql.ref(alias)}.board_order, ${buildDefaultPlace(sql`${sql.ref(alias)}.created_at`)})`;

/**
 * Places an entry next to another one in the manual order of the project, in the middle between it and its neighbor.
 * @returns false when the other entry does not exist
 */
export async function placeEntry(
  tx: Transaction,
  projectId: string,
  { id, anchorId, side }: { id: string; anchorId: string; side: 'before' | 'after' },
): Promise<boolean> {
  const [comparison, direction] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  // The first entry stays behind future ones. Clocks of nodes may differ.
  const bound =
    side === 'before'
      ? sql`least(${buildDefaultPlace(sql`date_trunc('milliseconds', now())`)}, ${buildPlace('anchor')} - 0.000001)`
      : sql`${buildPlace('anchor')} + 2`;
  const { rows } = await sql<{ decimals: number }>`
    UPDATE feedback_entries e SET board_order = target.place FROM (
      SELECT (${buildPlace('anchor')} + coalesce(neighbor.place, ${bound})) * 0.5 AS place
      FROM feedback_entries anchor
      LEFT JOIN LATERAL (
        SELECT ${buildPlace('n')} AS place FROM feedback_entries n
        WHERE n.project_id = ${projectId} AND ${buildPlace('n')} ${sql.raw(comparison)} ${buildPlace('anchor')} AND n.id <> ${id}
        ORDER BY ${buildPlace('n')} ${sql.raw(direction)} LIMIT 1
      ) neighbor ON true
      WHERE anchor.project_id = ${projectId} AND anchor.id = ${anchorId}
    ) target
    WHERE e.project_id = ${projectId} AND e.id = ${id} RETURNING scale(e.board_order) AS decimals`.execute(tx);
  const [moved] = rows;
  if (moved && moved.decimals > MAX_DECIMALS) await renumber(tx, projectId);
  return moved !== undefined;
}

/**
 * Replaces the places of all entries of a project by the places of their times, in the same order: the first entry receives the place of the
 * newest one, and so on. A billionth of a second for each separates entries of the same time.
 */
async function renumber(tx: Transaction, projectId: string): Promise<void> {
  await sql`SELECT FROM feedback_entries WHERE project_id = ${projectId} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`
    WITH ranked AS (
      SELECT e.id, row_number() OVER (ORDER BY ${buildPlace('e')}, -e.number) AS rank FROM feedback_entries e WHERE e.project_id = ${projectId}
    ), places AS (
      SELECT ${buildDefaultPlace(sql`e.created_at`)} AS place, row_number() OVER (ORDER BY e.created_at DESC) AS rank
      FROM feedback_entries e WHERE e.project_id = ${projectId}
    )
    UPDATE feedback_entries e SET board_order = places.place + rank * 0.000000001 FROM ranked JOIN places USING (rank)
    WHERE e.project_id = ${projectId} AND e.id = ranked.id`.execute(tx);
}
