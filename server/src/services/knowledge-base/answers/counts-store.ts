import { sql } from 'kysely';
import { type Db, transact } from '../../../platform/postgres/database.ts';

/** Key of the count of a whole project. */
const WHOLE_PROJECT = Buffer.alloc(0);

/** A limit of the questions of one day. Without a network, the limit of the whole project. */
interface Limit {
  network?: Buffer | undefined;
  max: number;
}

/** Counts a question on a day (as in `2026-05-01`). @returns false when a limit is reached, and nothing is counted */
export async function countQuestion(
  db: Db,
  projectId: string,
  { day, limits }: { day: string; limits: Limit[] },
): Promise<boolean> {
  const abort = new Error('limit reached');
  return await transact(db, async (tx) => {
    for (const { network = WHOLE_PROJECT, max } of limits) {
      const { numAffectedRows } = await sql`
        INSERT INTO knowledge_answer_counts AS c (project_id, day, network, questions) VALUES (${projectId}, ${day}, ${network}, 1)
        ON CONFLICT (project_id, day, network) DO UPDATE SET questions = c.questions + 1 WHERE c.questions < ${max}`.execute(tx);
      if (numAffectedRows !== 1n) throw abort;
    }
    return true;
  }).catch((error: unknown) => {
    if (error === abort) return false;
    throw error;
  });
}

/** Deletes the counts of past days. */
export async function deletePastCounts(db: Db, today: string): Promise<void> {
  await sql`DELETE FROM knowledge_answer_counts WHERE day < ${today}`.execute(db);
}
