import { sql } from 'kysely';
import { UPLOAD_ID } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';

/**
 * Returns the given uploads that entries or comments mention. Reads all texts with uploads once, regardless of the number of ids.
 */
export async function findMentionedUploads(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT found[1] AS id
    FROM (
      SELECT coalesce(image_url, '') || ' ' || description AS text FROM feedback_entries WHERE project_id = ${projectId}
      UNION ALL SELECT body FROM feedback_comments WHERE project_id = ${projectId}
    ) texts, regexp_matches(text, ${UPLOAD_ID}, 'g') AS found
    WHERE text LIKE '%upl\\_%' AND found[1] = ANY(${ids}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
