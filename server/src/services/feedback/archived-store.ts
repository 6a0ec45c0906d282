import { sql } from 'kysely';
import type { Transaction } from '../../platform/postgres/database.ts';

/** Returns the id of an entry that is merged in a circle, which would keep readers of its chain busy forever. */
export async function findCircularMerge(tx: Transaction, projectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE reached AS (
      SELECT id FROM feedback_entries WHERE project_id = ${projectId} AND merged_into IS NULL
      UNION ALL
      SELECT e.id FROM feedback_entries e JOIN reached ON e.merged_into = reached.id WHERE e.project_id = ${projectId}
    )
    SELECT id FROM feedback_entries WHERE project_id = ${projectId} AND id NOT IN (SELECT id FROM reached) LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

/** Computes the counts of restored entries, and the numbers of later ones. */
export async function rebuildCounts(tx: Transaction, projectId: string): Promise<void> {
  await sql`
    INSERT INTO feedback_counts (project_id, board_id, visibility, status, type, count)
    SELECT project_id, board_id, visibility, status, type, count(*) FROM feedback_entries
    WHERE project_id = ${projectId} GROUP BY 1, 2, 3, 4, 5`.execute(tx);
  // Numbers of later entries begin after those of the restored ones; the archive can contain a lower number.
  await sql`
    INSERT INTO feedback_sequences AS s (project_id, last_number)
    SELECT project_id, max(number) FROM feedback_entries WHERE project_id = ${projectId} GROUP BY 1
    ON CONFLICT (project_id) DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number)`.execute(tx);
}
