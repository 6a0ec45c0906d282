import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import { buildCondition, columns as entryColumns, type Entry, type Filter } from '../store.ts';
import type { Tables } from '../tables.ts';

export interface Broadcast extends Omit<Tables['waitlist_broadcasts'], 'last_number'> {
  filter: Record<string, unknown>;
  last_number: number;
}

/** A broadcast with the figures of its emails. */
export type ListedBroadcast = Broadcast & { delivered_count: number; failed_count: number };

const columns = sql`b.project_id, b.id, b.subject, b.body, b.filter, b.recipient_count, b.unsubscribed_count, b.last_number::int,
  b.queued_count, b.created_at, b.sent_at`;

/** Cause of the emails of a broadcast, of which each person gets one. */
export const toCause = (id: string) => `waitlist.broadcast:${id}`;

type Figures = Pick<ListedBroadcast, 'delivered_count' | 'failed_count'>;
const NO_MAILS: Figures = { delivered_count: 0, failed_count: 0 };

/** Returns the figures of the emails of broadcasts, by cause. */
async function countMails(db: Db, projectId: string, ids: string[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures & { cause: string }>`
    SELECT cause, count(*) FILTER (WHERE status = 'sent')::int AS delivered_count,
      count(*) FILTER (WHERE status IN ('failed', 'suppressed'))::int AS failed_count
    FROM mails WHERE project_id = ${projectId} AND cause = ANY(${ids.map(toCause)}) GROUP BY cause`.execute(db);
  return new Map(rows.map(({ cause, ...figures }) => [cause, figures]));
}

/** Returns the condition that an entry `e` receives broadcasts and matches a filter. */
const receives = (projectId: string, filter: Filter) =>
  sql`${buildCondition(projectId, filter)} AND e.confirmed_at IS NOT NULL AND e.status <> 'removed' AND e.unsubscribed_at IS NULL`;

export async function countRecipients(db: Db, projectId: string, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM waitlist_entries e WHERE ${receives(projectId, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the next recipients of a broadcast, who joined before it was sent. */
export async function listRecipients(
  db: Db,
  { project_id: projectId, last_number: last, created_at: until }: Broadcast,
  filter: Filter,
  limit: number,
): Promise<(Pick<Entry, 'id' | 'email'> & { number: number })[]> {
  const { rows } = await sql<Pick<Entry, 'id' | 'email'> & { number: number }>`
    SELECT ${entryColumns}, e.number::int FROM waitlist_entries e
    WHERE ${receives(projectId, filter)} AND e.number > ${last} AND e.created_at <= ${until} ORDER BY e.number LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

type NewBroadcast = Pick<Broadcast, 'id' | 'subject' | 'body' | 'filter' | 'recipient_count'>;

export async function insertBroadcast(tx: Transaction, projectId: string, broadcast: NewBroadcast): Promise<ListedBroadcast> {
  const { id, subject, body, filter, recipient_count: count } = broadcast;
  const { rows } = await sql<Broadcast>`
    INSERT INTO waitlist_broadcasts AS b (project_id, id, subject, body, filter, recipient_count)
    VALUES (${projectId}, ${id}, ${subject}, ${body}, ${JSON.stringify(filter)}::jsonb, ${count}) RETURNING ${columns}`.execute(
    tx,
  );
  return { ...(rows[0] as Broadcast), ...NO_MAILS };
}

/** Locks a broadcast of which emails are missing in the outbox. */
export async function lockUnsent(tx: Transaction, projectId: string, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    SELECT ${columns} FROM waitlist_broadcasts b WHERE b.project_id = ${projectId} AND b.id = ${id} AND b.sent_at IS NULL
    FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Records emails that are in the outbox. After the last ones, the broadcast is sent. */
export async function recordQueued(
  tx: Transaction,
  { project_id: projectId, id }: Broadcast,
  { count, last, isOver }: { count: number; last: number; isOver: boolean },
): Promise<void> {
  await sql`
    UPDATE waitlist_broadcasts SET last_number = ${last}, queued_count = queued_count + ${count},
      recipient_count = CASE WHEN ${isOver} THEN queued_count + ${count}::int ELSE recipient_count END,
      -- What names a person is forgotten with its use.
      filter = CASE WHEN ${isOver} THEN filter - 'q' - 'external_id' ELSE filter END,
      sent_at = CASE WHEN ${isOver} THEN now() END
    WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

/** Records that a person wants no more broadcasts. Returns false when the entry does not exist. */
export async function unsubscribe(
  tx: Transaction,
  projectId: string,
  { entryId, broadcastId }: { entryId: string; broadcastId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    UPDATE waitlist_entries e SET unsubscribed_at = coalesce(e.unsubscribed_at, now())
    FROM (SELECT id, unsubscribed_at FROM waitlist_entries WHERE project_id = ${projectId} AND id = ${entryId} FOR UPDATE) before
    WHERE e.project_id = ${projectId} AND e.id = before.id RETURNING before.unsubscribed_at IS NULL AS is_new`.execute(tx);
  if (rows[0]?.is_new)
    await sql`
      UPDATE waitlist_broadcasts SET unsubscribed_count = unsubscribed_count + 1
      WHERE project_id = ${projectId} AND id = ${broadcastId}`.execute(tx);
  return rows.length > 0;
}

const ORDER = descending(timeKey(sql`b.created_at`), uuidKey(sql`b.id`));

/** Returns broadcasts with the figures of their emails, latest first. */
export async function listBroadcasts(db: Db, projectId: string, rows: PageRows) {
  const page = await readPage<Broadcast>(db, {
    columns,
    source: sql`waitlist_broadcasts b WHERE b.project_id = ${projectId}`,
    order: ORDER,
    rows,
  });
  const figures = await countMails(
    db,
    projectId,
    page.rows.map(({ id }) => id),
  );
  const listed: ListedBroadcast[] = page.rows.map((row) => ({ ...row, ...(figures.get(toCause(row.id)) ?? NO_MAILS) }));
  return { ...page, rows: listed };
}
