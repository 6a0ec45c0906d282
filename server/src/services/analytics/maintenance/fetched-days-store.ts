import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Lets the next fetch read all days again, whose search terms are deleted. */
export async function forgetFetchedDays(db: Db, projectId: string): Promise<void> {
  await sql`
    UPDATE analytics_search_consoles SET fetched_from = NULL, fetched_until = NULL, revision = revision + 1
    WHERE project_id = ${projectId}`.execute(db);
}
