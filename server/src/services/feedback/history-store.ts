import { sql } from 'kysely';
import { formatId } from '../../platform/ids.ts';
import type { Principal } from '../../platform/api/credentials.ts';
import type { Change } from '../../platform/jobs/events.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';

/** The user or service account that made a change. */
export type HistoryActor = Principal & { name: string | null };

export interface HistoryItem {
  id: string;
  project_id: string;
  entry_id: string;
  field: string;
  old: unknown;
  new: unknown;
  actor_id: string | null;
  actor_is_service_account: boolean;
  actor_name: string | null;
  created_at: Date;
}

/** A change of an entry at a time. */
export interface PastChange extends Change {
  id: string;
  entry_id: string;
  at: Date;
}

/** Inserts changes of an entry that happened at the same time. */
export const insertHistory = (
  tx: Transaction,
  projectId: string,
  entryId: string,
  { items, actor, at }: { items: (Change & { id: string })[]; actor: HistoryActor | null; at: Date },
): Promise<void> =>
  insertChanges(
    tx,
    projectId,
    items.map((item) => ({ ...item, entry_id: entryId, at })),
    actor,
  );

export async function insertChanges(
  tx: Transaction,
  projectId: string,
  changes: PastChange[],
  actor: HistoryActor | null,
): Promise<void> {
  if (!changes.length) return;
  // The id of the default board is that of the project, which a restored archive changes.
  const defaultBoard = formatId('brd', projectId);
  const toStored = (value: unknown) => (value === defaultBoard ? null : value);
  const stored = changes.map((change) => ({ ...change, old: toStored(change.old), new: toStored(change.new) }));
  await sql`
    INSERT INTO feedback_history (project_id, id, entry_id, field, old, new, actor_id, actor_is_service_account, actor_name, created_at)
    SELECT ${projectId}, id, entry_id, field, old, new, ${actor?.id ?? null}::uuid, ${actor?.is_service_account ?? false}::boolean,
      ${actor?.name ?? null}, at
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      AS h (id uuid, entry_id uuid, field text, old jsonb, new jsonb, at timestamptz)`.execute(tx);
}

export const listHistory = (db: Db, projectId: string, entryId: string, rows: PageRows) =>
  readPage<HistoryItem>(db, {
    columns: sql`id, project_id, entry_id, field, old, new, actor_id, actor_is_service_account, actor_name, created_at`,
    source: sql`feedback_history WHERE project_id = ${projectId} AND entry_id = ${entryId}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });
