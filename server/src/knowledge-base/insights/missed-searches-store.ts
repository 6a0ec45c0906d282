import { sql } from 'kysely';
import type { Db, Transaction } from '../../postgres/database.ts';

const PAUSE = '1 hour';

/** Whether a search that found nothing is to be told of: not when one like it was within the hour. */
export async function claimMissed(
  tx: Transaction,
  projectId: string,
  { id, words }: { id: string; words: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO knowledge_missed_searches AS m (project_id, index_id, words) VALUES (${projectId}, ${id}, ${words})
    ON CONFLICT (project_id, index_id, words) DO UPDATE SET told_at = now() WHERE m.told_at <= now() - ${PAUSE}::interval`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function forgetMissed(db: Db): Promise<void> {
  await sql`DELETE FROM knowledge_missed_searches WHERE told_at <= now() - ${PAUSE}::interval`.execute(db);
}
