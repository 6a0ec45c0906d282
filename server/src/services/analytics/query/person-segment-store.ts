import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Returns at most `limit` user ids of the people of a project for whom a condition on `people p` holds. */
export async function findSegmentUserIds(
  db: Db,
  projectId: string,
  { segment, limit }: { segment: RawBuilder<unknown>; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT u.user_id FROM people p CROSS JOIN unnest(p.user_ids) AS u (user_id)
    WHERE p.project_id = ${projectId} AND ${segment} LIMIT ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
