import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';

/** Minimum interval between two reports of the same query. */
const INTERVAL = '1 hour';

/** Claims the report of a search without results. @returns false when the query was reported within the interval */
export async function claimMissedSearch(
  tx: Transaction,
  projectId: string,
  { id, normalizedQuery }: { id: string; normalizedQuery: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO knowledge_missed_searches AS m (project_id, index_id, normalized_query) VALUES (${projectId}, ${id}, ${normalizedQuery})
    ON CONFLICT (project_id, index_id, normalized_query)
      DO UPDATE SET reported_at = now() WHERE m.reported_at <= now() - ${INTERVAL}::interval`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes reports that are older than the interval. */
export async function deleteExpiredMissedSearches(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM knowledge_missed_searches WHERE reported_at <= now() - ${INTERVAL}::interval`.execute(
    db,
  );
}
