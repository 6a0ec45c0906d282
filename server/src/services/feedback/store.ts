import type { FieldValues } from '@earshot/contract/services/feedback/fields';
import type { BoardAccess, FeedbackStatus, FeedbackType, Visibility } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { buildBoardAccess, buildBoardSegment } from './boards/boards-store.ts';
import type { SearchedTable } from '../../platform/text/reanalysis.ts';
import { withMerged } from './merging/merge-store.ts';
import { buildWeight } from './trending.ts';
import type { Tables } from './tables.ts';

export interface Entry extends Pick<
  Tables['feedback_entries'],
  | 'project_id'
  | 'id'
  | 'type'
  | 'status'
  | 'title'
  | 'description'
  | 'tags'
  | 'visibility'
  | 'pinned'
  | 'upvote_count'
  | 'downvote_count'
  | 'comment_count'
  | 'image_url'
  | 'submitter_name'
  | 'submitter_email'
  | 'submitter_id'
  | 'submitter_confirmed_at'
  | 'board_id'
  | 'metadata'
  | 'fields'
  | 'from_query'
  | 'merged_into'
  | 'status_before_merge'
  | 'custom_status'
  | 'assignee_id'
  | 'external_id'
  | 'created_at'
  | 'updated_at'
> {
  type: FeedbackType;
  status: FeedbackStatus;
  visibility: Visibility;
  metadata: Record<string, unknown>;
  /** Values of custom fields by key. */
  fields: FieldValues;
  status_before_merge: FeedbackStatus | null;
  /** Whether the entry has a burst of votes that no member has reviewed. Null in lists for the public, which do not show it. */
  has_vote_burst: boolean | null;
  /** Null for the default board. */
  board_id: string | null;
  board_access: BoardAccess;
  board_segment_id: string | null;
  /** Day, as `YYYY-MM-DD`. */
  due_on: string | null;
}

export type NewEntry = Pick<
  Entry,
  | 'id'
  | 'type'
  | 'title'
  | 'description'
  | 'tags'
  | 'visibility'
  | 'board_id'
  | 'image_url'
  | 'submitter_name'
  | 'submitter_email'
  | 'metadata'
  | 'fields'
  | 'from_query'
> & {
  submitter_id: string | null;
  /** Whether a session or an X-User-Token verifies the address. */
  submitter_confirmed: boolean;
  lexemes: string[];
  /** Null for the time of the insertion. */
  created_at: Date | null;
} & Partial<ImportedFields>;

/** Fields of entries that come from elsewhere. */
type ImportedFields = Pick<
  Entry,
  'status' | 'custom_status' | 'pinned' | 'merged_into' | 'status_before_merge' | 'external_id' | 'updated_at'
> &
  Pick<Tables['feedback_entries'], 'import_id'>;

const plainColumns = sql.raw(
  [
    'project_id, id, type, status, title, description, tags, visibility, pinned, upvote_count, downvote_count, comment_count',
    'image_url, submitter_name, submitter_email, submitter_id, submitter_confirmed_at, board_id, metadata, fields, from_query, merged_into',
    'status_before_merge, custom_status, external_id, created_at, updated_at',
  ]
    .flatMap((line) => line.split(', '))
    .map((column) => `e.${column}`)
    // The driver would return a date as a time in the time zone of the server.
    .concat('e.assignee_id, e.due_on::text AS due_on')
    .join(', '),
);
// Not EXISTS, for which the planner prepares a second plan that reads all bursts.
export const memberColumns = sql`${plainColumns}, coalesce((
  SELECT true FROM feedback_vote_bursts b WHERE b.project_id = e.project_id AND b.entry_id = e.id AND b.state = 'open' LIMIT 1
), false) AS has_vote_burst`;
export const publicColumns = sql`${plainColumns}, NULL::boolean AS has_vote_burst`;

/** Columns of an `Entry`, of the table with the alias `e`. */
export const columns = sql`${memberColumns}, ${buildBoardAccess('e')} AS board_access, ${buildBoardSegment('e')} AS board_segment_id`;

/**
 * Inserts entries in the given order with consecutive numbers. Concurrent calls for the project wait for the commit. A transaction that changes
 * other entries as well counts all of them at its end (`recount`).
 */
export async function insertEntries(
  tx: Db,
  projectId: string,
  entries: NewEntry[],
  { isCounted = true }: { isCounted?: boolean } = {},
): Promise<Entry[]> {
  const given = JSON.stringify(entries.map((entry, index) => ({ ...entry, position: index + 1 })));
  const { rows } = await sql<Entry>`
    /* prepared */ WITH sequence AS (
      INSERT INTO feedback_sequences AS s (project_id, last_number) VALUES (${projectId}, ${entries.length})
      ON CONFLICT (project_id) DO UPDATE SET last_number = s.last_number + excluded.last_number
      RETURNING s.last_number - ${entries.length} AS before, date_trunc('milliseconds', clock_timestamp()) AS now
    ), given AS MATERIALIZED (
      SELECT *, coalesce(created_at, (SELECT now FROM sequence)) AS at FROM jsonb_to_recordset(${given}::jsonb) AS g (
        position integer, id uuid, type text, title text, description text, tags text[], visibility text, board_id uuid, image_url text,
        submitter_name text, submitter_email text, submitter_id text, submitter_confirmed boolean, metadata jsonb, fields jsonb, from_query text,
        lexemes text[], created_at timestamptz, status text, custom_status text, pinned boolean, merged_into uuid, status_before_merge text,
        updated_at timestamptz, external_id text, import_id uuid)
    ), e AS (
      INSERT INTO feedback_entries (project_id, id, number, type, title, description, tags, visibility, board_id, image_url, submitter_name,
        submitter_email, submitter_id, submitter_confirmed_at, metadata, fields, from_query, search, trend, created_at, updated_at,
        status, custom_status, pinned, merged_into, status_before_merge, external_id, import_id)
      SELECT ${projectId}, id, before + position, type, title, description, tags, visibility, board_id, image_url, submitter_name,
        submitter_email, submitter_id, CASE WHEN submitter_confirmed THEN at END, metadata, fields, from_query, array_to_tsvector(lexemes),
        ${buildWeight(sql`at`)}, at, coalesce(updated_at, at),
        coalesce(status, 'new'), custom_status, coalesce(pinned, false), merged_into, status_before_merge, external_id, import_id
      FROM given, sequence ORDER BY position
      RETURNING *
    ), counted AS (
      INSERT INTO feedback_counts AS c (project_id, board_id, visibility, status, type, count)
      SELECT ${projectId}, board_id, visibility, 'new', type, count(*) FROM given WHERE ${isCounted}::boolean
      GROUP BY board_id, visibility, type ORDER BY board_id, visibility, type
      ON CONFLICT (project_id, board_id, visibility, status, type) DO UPDATE SET count = c.count + excluded.count
    )
    SELECT ${columns} FROM e ORDER BY number`.execute(tx);
  return rows;
}

/** Returns an entry, which `mayRead` decides who sees. */
export async function findEntry(db: Db, projectId: string, id: string): Promise<Entry | undefined> {
  const [entry] = await findEntries(db, projectId, [id]);
  return entry;
}

/**
 * Locks entries until the transaction ends, in the order of their ids, which prevents deadlocks. Other transactions can still add votes
 * and comments to entries that are locked `FOR NO KEY UPDATE`.
 */
export async function lockEntries(
  tx: Transaction,
  projectId: string,
  ids: string[],
  lock: 'FOR UPDATE' | 'FOR NO KEY UPDATE' = 'FOR UPDATE',
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    /* prepared */ SELECT ${columns} FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[]) ORDER BY e.id ${sql.raw(lock)}`.execute(tx);
  return rows;
}

export async function findEntries(db: Db, projectId: string, ids: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    /* prepared */ SELECT ${columns} FROM feedback_entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Returns the fields of entries for lists of links. */
export async function listTitles(db: Db, projectId: string, ids: string[]) {
  const { rows } = await sql<Pick<Entry, 'id' | 'title' | 'status'>>`
    SELECT id, title, status FROM feedback_entries WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[]) ORDER BY created_at, number`.execute(
    db,
  );
  return rows;
}

/** Returns the given ids that exist in the project. */
export async function findEntryIds(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM feedback_entries WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the project of an entry, for session requests that name the entry only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM feedback_entries WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Texts of entries that searches find. */
export const SEARCHED_ENTRIES = {
  table: 'feedback_entries',
  columns: ['title', 'description', 'tags'],
  toText: ({ title, description, tags }: Pick<Entry, 'title' | 'description' | 'tags'>) => ({ title, text: description, tags }),
} satisfies SearchedTable<Pick<Entry, 'title' | 'description' | 'tags'>>;

export type EntryChange = Partial<
  Pick<
    Entry,
    | 'status'
    | 'custom_status'
    | 'title'
    | 'description'
    | 'type'
    | 'tags'
    | 'visibility'
    | 'board_id'
    | 'pinned'
    | 'assignee_id'
    | 'due_on'
    | 'fields'
  >
>;

export async function updateEntry(tx: Transaction, entry: Entry, lexemes: string[]): Promise<void> {
  await sql`
    UPDATE feedback_entries SET status = ${entry.status}, custom_status = ${entry.custom_status}, title = ${entry.title}, description = ${entry.description}, type = ${entry.type},
      tags = ${entry.tags}, visibility = ${entry.visibility}, board_id = ${entry.board_id}::uuid, pinned = ${entry.pinned}, search = array_to_tsvector(${lexemes}::text[]),
      assignee_id = ${entry.assignee_id}, due_on = ${entry.due_on}, fields = ${JSON.stringify(entry.fields)}::jsonb, updated_at = ${entry.updated_at}
    WHERE project_id = ${entry.project_id} AND id = ${entry.id}`.execute(tx);
}

/** Deletes an entry and the entries merged into it, and returns them. */
export async function deleteEntry(tx: Transaction, projectId: string, id: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    ${withMerged(projectId, id)}
    DELETE FROM feedback_entries e USING merged WHERE e.project_id = ${projectId} AND e.id = merged.id RETURNING ${columns}`.execute(
    tx,
  );
  return rows;
}

type Kind = Pick<Entry, 'board_id' | 'visibility' | 'status' | 'type'>;

/**
 * Updates the counts for changed, added (`from` null) and deleted (`to` null) entries. Must be the last statement of a transaction;
 * it updates rows in order, which prevents deadlocks.
 */
export async function recount(
  tx: Transaction,
  projectId: string,
  moves: { from: Kind | null; to: Kind | null }[],
): Promise<void> {
  const changes = moves.flatMap(({ from, to }) => [
    ...(from ? [{ ...kind(from), delta: -1 }] : []),
    ...(to ? [{ ...kind(to), delta: 1 }] : []),
  ]);
  if (!changes.length) return;
  await sql`
    INSERT INTO feedback_counts AS c (project_id, board_id, visibility, status, type, count)
    SELECT ${projectId}, board_id, visibility, status, type, sum(delta)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS d (board_id uuid, visibility text, status text, type text, delta integer)
    GROUP BY board_id, visibility, status, type HAVING sum(delta) <> 0 ORDER BY board_id, visibility, status, type
    ON CONFLICT (project_id, board_id, visibility, status, type) DO UPDATE SET count = c.count + excluded.count`.execute(tx);
}

const kind = ({ board_id, visibility, status, type }: Kind) => ({ board_id, visibility, status, type });
