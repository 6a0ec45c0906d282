import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Returns those of some feedback entries that a changelog entry is about, published or not. */
export async function findAnnounced(db: Db, projectId: string, feedbackIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT f.id FROM changelog_entries e, unnest(e.feedback_ids) AS f (id)
    WHERE e.project_id = ${projectId} AND f.id = ANY(${feedbackIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}
