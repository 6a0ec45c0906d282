import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Returns those of some feedback entries that a changelog entry is about, published or not. */
export async function findAnnounced(db: Db, projectId: string, feedbackIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT id FROM changelog_entries, unnest(feedback_ids) AS id
    WHERE project_id = ${projectId} AND feedback_ids && ${feedbackIds}::uuid[] AND id = ANY(${feedbackIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}
