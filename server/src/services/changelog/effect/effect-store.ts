import { sql } from 'kysely';
import { countRows } from '../../../platform/postgres/paging.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** Returns the number of other entries that were published in a span (milliseconds since 1970). */
export async function countPublished(
  db: Db,
  { project_id: projectId, id }: { project_id: string; id: string },
  { from, to }: { from: number; to: number },
): Promise<number> {
  return await countRows(
    db,
    sql`changelog_entries
    WHERE project_id = ${projectId} AND id <> ${id} AND status = 'published'
      AND published_at >= ${new Date(from)} AND published_at < ${new Date(to)}`,
  );
}
