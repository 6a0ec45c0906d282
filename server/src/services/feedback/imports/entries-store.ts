import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { columns, type Entry } from '../store.ts';
import { buildWeight } from '../trending.ts';

/** An entry with the fields that only imports compare. */
export interface StoredEntry extends Entry {
  external_id: string;
  /** Number of changes of the status and merges in the history, the latest time, and the item if there is one only. */
  status_count: number;
  status_at: Date | null;
  status_item: string | null;
}

/** Locks entries by external id until the transaction ends. */
export async function lockStored(tx: Transaction, projectId: string, externalIds: string[]): Promise<void> {
  await sql`
    SELECT FROM feedback_entries WHERE project_id = ${projectId} AND external_id = ANY(${externalIds}::text[])
    ORDER BY id FOR UPDATE`.execute(tx);
}

/** Returns entries by external id. */
export async function findStored(db: Db, projectId: string, externalIds: string[]): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    SELECT ${columns}, status_count, status_at, CASE WHEN status_count = 1 THEN status_item END AS status_item
    FROM feedback_entries e, LATERAL (
      SELECT count(*)::int AS status_count, max(h.created_at) AS status_at, (array_agg(h.id))[1] AS status_item FROM feedback_history h
      WHERE h.project_id = e.project_id AND h.entry_id = e.id AND h.field IN ('status', 'merged_into')
    ) latest
    WHERE e.project_id = ${projectId} AND e.external_id = ANY(${externalIds}::text[])`.execute(db);
  return rows;
}

export interface EntryUpdate extends Pick<
  StoredEntry,
  | 'id'
  | 'type'
  | 'status'
  | 'custom_status'
  | 'title'
  | 'description'
  | 'tags'
  | 'visibility'
  | 'board_id'
  | 'pinned'
  | 'image_url'
  | 'submitter_name'
  | 'submitter_email'
  | 'submitter_id'
  | 'metadata'
  | 'fields'
  | 'created_at'
> {
  status_before_merge: FeedbackStatus | null;
  lexemes: string[];
}

/** Updates entries. A new address of a submitter is not confirmed. */
export async function updateStored(tx: Transaction, projectId: string, updates: EntryUpdate[]): Promise<void> {
  if (!updates.length) return;
  await sql`
    UPDATE feedback_entries e SET type = g.type, status = g.status, custom_status = g.custom_status, status_before_merge = g.status_before_merge, title = g.title,
      description = g.description, tags = g.tags, visibility = g.visibility, board_id = g.board_id, pinned = g.pinned, image_url = g.image_url,
      submitter_name = g.submitter_name, submitter_email = g.submitter_email, submitter_id = g.submitter_id, metadata = g.metadata, fields = g.fields,
      submitter_confirmed_at = CASE WHEN g.submitter_email = e.submitter_email THEN e.submitter_confirmed_at END,
      search = array_to_tsvector(g.lexemes), created_at = g.created_at, updated_at = now(),
      trend = e.trend - ${buildWeight(sql`e.created_at`)} + ${buildWeight(sql`g.created_at`)}
    FROM jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) AS g (
      id uuid, type text, status text, custom_status text, status_before_merge text, title text, description text, tags text[], visibility text, board_id uuid, pinned boolean,
      image_url text, submitter_name text, submitter_email text, submitter_id text, metadata jsonb, fields jsonb, created_at timestamptz, lexemes text[])
    WHERE e.project_id = ${projectId} AND e.id = g.id`.execute(tx);
}

/** Changes the times of items of the history. */
export async function moveHistory(tx: Transaction, projectId: string, items: { id: string; at: Date }[]): Promise<void> {
  if (!items.length) return;
  await sql`
    UPDATE feedback_history h SET created_at = g.at FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS g (id uuid, at timestamptz)
    WHERE h.project_id = ${projectId} AND h.id = g.id`.execute(tx);
}

/**
 * Subscribes submitters whose address has a confirmed subscription in the project, in its last language, and who did not unsubscribe from
 * everything.
 */
export async function followKnown(
  tx: Transaction,
  projectId: string,
  followers: { entry_id: string; email: string }[],
): Promise<void> {
  if (!followers.length) return;
  const rows = followers.map(({ entry_id, email }) => ({ entry_id, email: toMailboxKey(email) }));
  await sql`
    INSERT INTO feedback_subscribers (project_id, entry_id, origin_id, email, confirmed_at, language)
    SELECT ${projectId}::uuid, root.id, g.entry_id, g.email, now(), (
      SELECT s.language FROM feedback_subscribers s
      WHERE s.project_id = ${projectId} AND s.email = g.email AND s.confirmed_at IS NOT NULL AND s.language IS NOT NULL
      ORDER BY s.created_at DESC LIMIT 1)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (entry_id uuid, email text)
    JOIN feedback_entries e ON e.project_id = ${projectId} AND e.id = g.entry_id
    JOIN feedback_entries root ON root.project_id = ${projectId} AND root.id = coalesce(e.merged_into, e.id)
    WHERE EXISTS (
        SELECT FROM feedback_subscribers s WHERE s.project_id = ${projectId} AND s.email = g.email AND s.confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM feedback_opt_outs o WHERE o.project_id = ${projectId} AND o.email = g.email)
    ORDER BY root.id, g.email
    ON CONFLICT DO NOTHING`.execute(tx);
}
