import { sql } from 'kysely';
import type { Transaction } from '../../../platform/postgres/database.ts';

/** Decimals of a place beyond which the entries of the project are numbered again. Each entry moved to the same place adds one. */
const MAX_DECIMALS = 60;

/** Place of an entry in the manual order. The index has the same expression. */
const buildPlace = (alias: 'e' | 'n' | 'anchor') => {
  const at = sql.raw(alias);
  return sql`coalesce(${at}.board_order, -${at}.number::numeric)`;
};

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
  // The first entry stays behind future ones.
  const bound =
    side === 'before'
      ? sql`(SELECT -last_number::numeric - 1 FROM feedback_sequences WHERE project_id = ${projectId})`
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

/** Replaces the places of all entries of a project by whole numbers below those of future entries, in the same order. */
async function renumber(tx: Transaction, projectId: string): Promise<void> {
  await sql`SELECT FROM feedback_entries WHERE project_id = ${projectId} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`
    UPDATE feedback_entries e SET board_order = ranked.place FROM (
      SELECT e.id, row_number() OVER (ORDER BY ${buildPlace('e')}, -e.number) - 1 - max(e.number) OVER () AS place
      FROM feedback_entries e WHERE e.project_id = ${projectId}
    ) ranked
    WHERE e.project_id = ${projectId} AND e.id = ranked.id`.execute(tx);
}
