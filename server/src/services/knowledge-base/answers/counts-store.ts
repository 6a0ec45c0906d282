import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';

/** Key of the count of a whole project. */
const WHOLE_PROJECT = Buffer.alloc(0);

/** Counts a question on a day (as in `2026-05-01`), of a network or of the whole project. @returns false when the limit is reached */
export async function countQuestion(
  tx: Transaction,
  projectId: string,
  { day, network = WHOLE_PROJECT, max }: { day: string; network?: Buffer | undefined; max: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO knowledge_answer_counts AS c (project_id, day, network, questions) VALUES (${projectId}, ${day}, ${network}, 1)
    ON CONFLICT (project_id, day, network) DO UPDATE SET questions = c.questions + 1 WHERE c.questions < ${max}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes the counts of past days. */
export async function deletePastCounts(db: Db, today: string): Promise<void> {
  await sql`/* all projects */ DELETE FROM knowledge_answer_counts WHERE day < ${today}`.execute(db);
}
