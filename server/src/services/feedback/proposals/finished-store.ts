import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { ANYONE, mayRead } from '../boards/access.ts';
import { columns, type Entry } from '../store.ts';

/** Finished entries that are read, of which some may be private or announced. */
const MAX_FINISHED = 200;

/** Returns entries that everyone may read: the given ones, or finished ones, the last changed first. */
export async function findFinished(db: Db, projectId: string, ids: string[] | undefined): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND ${ids ? sql`e.id = ANY(${ids}::uuid[]) AND e.merged_into IS NULL` : sql`e.status = 'done'`}
    ORDER BY e.updated_at DESC, e.number DESC LIMIT ${MAX_FINISHED}`.execute(db);
  return rows.filter((entry) => mayRead(entry, ANYONE));
}
