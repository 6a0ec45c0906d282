import { sql } from 'kysely';
import { type Db, type Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { descending, type PageOf, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import { EVERYONE } from '../../../instance/end-users/readers.ts';
import type { Tables } from '../../../instance/tables.ts';
import { columns, type Entry, isReadable } from '../store.ts';

/** A published entry whose adoption is measured. */
export interface MeasuredEntry extends Entry {
  success: NonNullable<Entry['success']>;
  published_at: Date;
}

const isMeasured = sql`e.status = 'published' AND e.success IS NOT NULL`;
const windowEnd = sql`e.published_at + make_interval(hours => 24 * e.window_days)`;

export async function findMeasured(db: Db, projectId: string, id: string): Promise<MeasuredEntry | undefined> {
  const { rows } = await sql<MeasuredEntry>`
    SELECT ${columns} FROM changelog_entries e WHERE e.project_id = ${projectId} AND e.id = ${id} AND ${isMeasured}`.execute(db);
  return rows[0];
}

/** Returns a page of the entries, newest first: all, or those that name one of some feedback entries. */
export const listMeasured = (
  db: Db,
  projectId: string,
  { feedbackIds }: { feedbackIds: string[] | undefined },
  rows: PageRows,
): Promise<PageOf<MeasuredEntry> & { total: number }> =>
  readPage<MeasuredEntry>(db, {
    columns,
    source: sql`changelog_entries e WHERE e.project_id = ${projectId} AND ${isMeasured}
      ${feedbackIds ? sql`AND e.feedback_ids && ${feedbackIds}::uuid[]` : sql``}`,
    order: descending(timeKey(sql`e.published_at`), uuidKey(sql`e.id`)),
    rows,
  });

/** Returns the latest entries that were published since a time, newest first. */
export async function listRecent(db: Db, projectId: string, since: Date): Promise<MeasuredEntry[]> {
  const { rows } = await sql<MeasuredEntry>`
    SELECT ${columns} FROM changelog_entries e
    WHERE e.project_id = ${projectId} AND ${isMeasured} AND e.published_at >= ${since}
    ORDER BY e.published_at DESC, e.id DESC LIMIT 100`.execute(db);
  return rows;
}

/** Returns the entries for everyone whose window ended in a period, in milliseconds since 1970. */
export async function listEnded(db: Db, projectId: string, { from, to }: { from: number; to: number }): Promise<MeasuredEntry[]> {
  const { rows } = await sql<MeasuredEntry>`
    SELECT ${columns} FROM changelog_entries e WHERE ${isReadable(projectId, EVERYONE)} AND ${isMeasured}
      AND ${windowEnd} >= ${new Date(from)} AND ${windowEnd} < ${new Date(to)}
    ORDER BY e.published_at DESC, e.id DESC`.execute(db);
  return rows;
}

/** Returns entries whose window has ended and whose measurement was not announced. */
export async function listUnannounced(db: Db): Promise<MeasuredEntry[]> {
  const { rows } = await sql<MeasuredEntry>`
    /* all projects */ SELECT ${columns} FROM changelog_entries e
    WHERE ${isMeasured} AND e.adoption_measured_at IS NULL AND ${windowEnd} <= now() ORDER BY e.published_at LIMIT 100`.execute(
    db,
  );
  return rows;
}

/** Marks a measurement as announced. Returns false if another node announced it, or the entry was changed in between. */
export async function markAnnounced(
  tx: Transaction,
  { project_id, id, published_at, success, window_days }: MeasuredEntry,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE changelog_entries e SET adoption_measured_at = now()
    WHERE e.project_id = ${project_id} AND e.id = ${id} AND ${isMeasured} AND e.adoption_measured_at IS NULL
      AND e.success = ${JSON.stringify(success)}::jsonb AND e.window_days = ${window_days}
      AND date_trunc('milliseconds', e.published_at) = ${published_at}`.execute(tx);
  return numAffectedRows === 1n;
}

export interface Asker extends Pick<Tables['people'], 'id' | 'name' | 'user_ids' | 'emails'> {
  told_at: Date | null;
}

/** Returns people, with the time of the first mail to them about a record. */
export async function listAskers(db: Db, projectId: string, ids: string[], subjectId: string): Promise<Asker[]> {
  const { rows } = await sql<Asker>`
    SELECT p.id, p.name, p.user_ids, p.emails, told.at AS told_at FROM people p
    LEFT JOIN (
      SELECT i.person_id, min(t.told_at) AS at FROM told t
      JOIN people_identities i ON i.project_id = t.project_id AND i.kind = 'email' AND i.value = ${mailboxKey(sql`t.recipient`)}
      WHERE t.project_id = ${projectId} AND t.subject_id = ${subjectId} GROUP BY i.person_id
    ) told ON told.person_id = p.id
    WHERE p.project_id = ${projectId} AND p.id = ANY(${ids}::uuid[]) ORDER BY p.id`.execute(db);
  return rows;
}
