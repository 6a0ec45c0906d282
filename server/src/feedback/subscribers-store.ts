import { sql } from 'kysely';
import type { Db } from '../postgres/database.ts';

/** Addresses are kept in lower case: one mailbox, one subscription. */
const normalise = (email: string) => email.toLowerCase();

export async function insertSubscribers(
  db: Db,
  projectId: string,
  subscribers: { entry_id: string; email: string }[],
): Promise<void> {
  if (!subscribers.length) return;
  const rows = subscribers.map(({ entry_id, email }) => ({ entry_id, email: normalise(email) }));
  await sql`
    INSERT INTO feedback_subscribers (project_id, entry_id, origin_id, email)
    SELECT ${projectId}, entry_id, entry_id, email FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s (entry_id uuid, email text)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Who follows any of the entries, and which of them. */
export async function listSubscribers(
  db: Db,
  projectId: string,
  entryIds: string[],
): Promise<{ email: string; entry_ids: string[] }[]> {
  const { rows } = await sql<{ email: string; entry_ids: string[] }>`
    SELECT email, array_agg(entry_id ORDER BY entry_id) AS entry_ids FROM feedback_subscribers
    WHERE project_id = ${projectId} AND entry_id = ANY(${entryIds}::uuid[]) GROUP BY email ORDER BY email`.execute(db);
  return rows;
}

/** Ends a subscription wherever merging has taken it, and what the same address has at entries that were merged into this one. */
export async function deleteSubscriber(db: Db, projectId: string, entryId: string, email: string): Promise<void> {
  await sql`
    WITH RECURSIVE family AS (
      SELECT ${entryId}::uuid AS id
      UNION SELECT e.id FROM feedback_entries e JOIN family ON e.merged_into = family.id WHERE e.project_id = ${projectId}
    )
    DELETE FROM feedback_subscribers
    WHERE project_id = ${projectId} AND email = ${normalise(email)}
      AND (entry_id IN (SELECT id FROM family) OR origin_id IN (SELECT id FROM family))`.execute(db);
}
