import type { BroadcastStopReason } from '@earshot/contract/services/waitlist/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { countRows, descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import { buildCondition, columns as entryColumns, type Entry, type Filter } from '../store.ts';
import type { Tables } from '../tables.ts';

export interface Broadcast extends Omit<Tables['waitlist_broadcasts'], 'last_number' | 'progressed_at'> {
  filter: Record<string, unknown>;
  last_number: number;
  stop_reason: BroadcastStopReason | null;
}

const columns = sql`b.project_id, b.id, b.subject, b.body, b.filter, b.recipient_count, b.delivered_count, b.failed_count,
  b.unsubscribed_count, b.last_number::int, b.queued_count, b.stop_reason, b.created_at, b.sent_at`;

/** Returns the condition that an entry `e` receives broadcasts and matches a filter. */
const receives = (projectId: string, filter: Filter) =>
  sql`${buildCondition(projectId, filter)} AND e.confirmed_at IS NOT NULL AND e.status <> 'removed' AND e.unsubscribed_at IS NULL`;

export async function countRecipients(db: Db, projectId: string, filter: Filter): Promise<number> {
  return await countRows(db, sql`waitlist_entries e WHERE ${receives(projectId, filter)}`);
}

/** Returns the next recipients of a broadcast, who joined before it was sent. */
export async function listRecipients(
  db: Db,
  { project_id: projectId, last_number: last, created_at: until }: Broadcast,
  filter: Filter,
  limit: number,
): Promise<(Pick<Entry, 'id' | 'email' | 'language'> & { number: number })[]> {
  const { rows } = await sql<Pick<Entry, 'id' | 'email' | 'language'> & { number: number }>`
    SELECT ${entryColumns}, e.number::int FROM waitlist_entries e
    WHERE ${receives(projectId, filter)} AND e.number > ${last} AND e.created_at <= ${until} ORDER BY e.number LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

const isSending = sql`b.sent_at IS NULL AND b.stop_reason IS NULL`;

type NewBroadcast = Pick<Broadcast, 'id' | 'subject' | 'body' | 'filter' | 'recipient_count'>;

export async function insertBroadcast(tx: Transaction, projectId: string, broadcast: NewBroadcast): Promise<Broadcast> {
  const { id, subject, body, filter, recipient_count: count } = broadcast;
  const { rows } = await sql<Broadcast>`
    INSERT INTO waitlist_broadcasts AS b (project_id, id, subject, body, filter, recipient_count)
    VALUES (${projectId}, ${id}, ${subject}, ${body}, ${JSON.stringify(filter)}::jsonb, ${count}) RETURNING ${columns}`.execute(
    tx,
  );
  return rows[0] as Broadcast;
}

/** Locks a broadcast that is being sent. */
export async function lockUnsent(tx: Transaction, projectId: string, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    SELECT ${columns} FROM waitlist_broadcasts b WHERE b.project_id = ${projectId} AND b.id = ${id} AND ${isSending} FOR UPDATE`.execute(
    tx,
  );
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
      progressed_at = now(), sent_at = CASE WHEN ${isOver} THEN now() END
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

/** Stops a broadcast before its end. */
export async function stopBroadcast(db: Db, projectId: string, id: string, reason: BroadcastStopReason): Promise<void> {
  await sql`
    UPDATE waitlist_broadcasts b SET stop_reason = ${reason}
    WHERE b.project_id = ${projectId} AND b.id = ${id} AND ${isSending}`.execute(db);
}

/** Stops broadcasts whose job ended without a trace. */
export async function stopStalled(db: Db, hours: number): Promise<void> {
  await sql`
    /* all projects */ UPDATE waitlist_broadcasts b SET stop_reason = 'error'
    WHERE ${isSending} AND b.progressed_at < now() - make_interval(hours => ${hours})`.execute(db);
}

/** Ends the stop of a broadcast. Returns whether it was stopped. */
export async function resumeBroadcast(tx: Transaction, projectId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE waitlist_broadcasts SET stop_reason = NULL, progressed_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND stop_reason IS NOT NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Adds to the figures of a broadcast. */
export async function addFigures(
  tx: Transaction,
  projectId: string,
  id: string,
  { delivered, failed }: { delivered: number; failed: number },
): Promise<void> {
  await sql`
    UPDATE waitlist_broadcasts SET delivered_count = delivered_count + ${delivered}, failed_count = failed_count + ${failed}
    WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

/** Returns which keys of mailboxes still receive broadcasts. */
export async function findReceiving(db: Db, projectId: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email_key: string }>`
    SELECT e.email_key FROM waitlist_entries e WHERE e.email_key = ANY(${keys}::text[]) AND ${receives(projectId, {})}`.execute(
    db,
  );
  return new Set(rows.map(({ email_key: key }) => key));
}

/** Returns the project of a broadcast, for session requests that name the broadcast only. */
export async function findBroadcastProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM waitlist_broadcasts WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

export async function findBroadcast(db: Db, projectId: string, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    SELECT ${columns} FROM waitlist_broadcasts b WHERE b.project_id = ${projectId} AND b.id = ${id}`.execute(db);
  return rows[0];
}

const ORDER = descending(timeKey(sql`b.created_at`), uuidKey(sql`b.id`));

/** Returns broadcasts, latest first. */
export const listBroadcasts = (db: Db, projectId: string, rows: PageRows) =>
  readPage<Broadcast>(db, {
    columns,
    source: sql`waitlist_broadcasts b WHERE b.project_id = ${projectId}`,
    order: ORDER,
    rows,
  });
