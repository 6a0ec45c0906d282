import type { BoardAccess } from '@earshot/contract/services/feedback/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { ownsAddress } from '../../../instance/directory/segments/segments-store.ts';
import type { Tables } from '../tables.ts';
import type { HiddenBoards } from './access.ts';
import type { BoardSegment } from './segments-store.ts';

/** A board. The id of the default board is that of its project. */
export interface Board extends Pick<
  Tables['feedback_boards'],
  'project_id' | 'id' | 'is_default' | 'slug' | 'name' | 'description' | 'fields' | 'position' | 'created_at' | 'updated_at'
> {
  access: BoardAccess;
  segment_id: string | null;
}

export type BoardFields = Pick<Board, 'slug' | 'name' | 'description' | 'access' | 'segment_id' | 'fields'>;

/** The default board of a project that never changed it. */
const DEFAULT: BoardFields & Pick<Board, 'is_default' | 'position'> = {
  is_default: true,
  slug: 'feedback',
  name: 'Feedback',
  description: '',
  access: 'public',
  segment_id: null,
  fields: null,
  position: 0,
};

const columns = sql`b.project_id, CASE WHEN b.is_default THEN b.project_id ELSE b.id END AS id, b.is_default, b.slug, b.name,
  b.description, b.access, b.segment_id, b.fields, b.position, b.created_at, b.updated_at`;

/** Returns the condition that `feedback_boards b` is the board with an id. */
const hasId = (id: string) => sql`CASE WHEN b.is_default THEN b.project_id ELSE b.id END = ${id}::uuid`;

/** Returns the boards of a project in their order. */
export async function listBoards(db: Db, projectId: string): Promise<Board[]> {
  const { rows } = await sql<Board>`
    /* prepared */ SELECT ${columns} FROM feedback_boards b WHERE b.project_id = ${projectId}
    UNION ALL
    SELECT p.id, p.id, true, ${DEFAULT.slug}, ${DEFAULT.name}, ${DEFAULT.description}, ${DEFAULT.access}, NULL, NULL, ${DEFAULT.position}::integer,
      p.created_at, p.created_at
    FROM projects p WHERE p.id = ${projectId} AND NOT EXISTS (SELECT FROM feedback_boards b WHERE b.project_id = p.id AND b.is_default)
    ORDER BY position, created_at, id`.execute(db);
  return rows;
}

/** Returns the project of a board, for session requests that name the board only. */
export async function findBoardProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM feedback_boards WHERE id = ${id} AND NOT is_default
    UNION ALL SELECT id FROM projects WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns a column of the board of `feedback_entries` with an alias. */
const buildBoardColumn = (alias: 'e', column: 'access' | 'segment_id' | 'updated_at') => sql`(
  SELECT b.${sql.ref(column)} FROM feedback_boards b
  WHERE b.project_id = ${sql.ref(alias)}.project_id
    AND CASE WHEN ${sql.ref(alias)}.board_id IS NULL THEN b.is_default ELSE b.id = ${sql.ref(alias)}.board_id END)`;

/** Returns the access of the board of `feedback_entries` with an alias. */
export const buildBoardAccess = (alias: 'e') => sql`coalesce(${buildBoardColumn(alias, 'access')}, 'public')`;

/** Returns the segment to which the board of `feedback_entries` with an alias is limited. */
export const buildBoardSegment = (alias: 'e') => buildBoardColumn(alias, 'segment_id');

/** Returns the time of the last change of the board of `feedback_entries` with an alias. Null for a default board that never changed. */
export const buildBoardTime = (alias: 'e') => buildBoardColumn(alias, 'updated_at');

/** Returns the condition that the owner of the address of `feedback_subscribers s` is in the segment of the board of `feedback_entries e`. */
const isInSegment = (segments: BoardSegment[]): RawBuilder<unknown> =>
  segments.length
    ? sql`CASE ${buildBoardSegment('e')} ${sql.join(
        segments.map(
          ({ id, condition }) => sql`WHEN ${id}::uuid THEN ${ownsAddress(sql`s.project_id`, sql`s.email`, condition)}`,
        ),
        sql` `,
      )} ELSE false END`
    : sql`false`;

/** Returns the condition that `feedback_entries e` is on none of the hidden boards. PostgreSQL reads the boards once a statement. */
export const isOnNoHiddenBoard = (
  projectId: string,
  { accesses, segmentIds }: HiddenBoards,
): RawBuilder<unknown> => sql`coalesce(e.board_id, e.project_id) <> ALL (ARRAY(
    SELECT CASE WHEN b.is_default THEN b.project_id ELSE b.id END FROM feedback_boards b
    WHERE b.project_id = ${projectId} AND b.access = ANY(${accesses}::text[])
      AND (b.segment_id IS NULL OR b.segment_id <> ALL(${segmentIds}::uuid[]))))`;

/**
 * Returns the condition that `feedback_subscribers s` may read the board of `feedback_entries e`: the rule of `mayReadBoard` for an address.
 * Members read every board. Unless `segments` contains the segment of a board, only members follow it.
 */
export const mayFollow = (segments: BoardSegment[]): RawBuilder<unknown> => sql`(CASE ${buildBoardAccess('e')}
    WHEN 'public' THEN true
    WHEN 'signed_in' THEN s.is_verified
    WHEN 'segment' THEN s.is_verified AND ${isInSegment(segments)}
    WHEN 'submit_only' THEN s.email = ${mailboxKey(sql`e.submitter_email`)}
    ELSE false
  END OR EXISTS (
    SELECT FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = e.project_id AND ${mailboxKey(sql`u.email`)} = s.email))`;

const BOARDS_LOCK = 0x62_72_64_73;

/** Locks the boards of a project against other changes of boards, and stores the default board if it has no row yet. */
export async function lockBoards(tx: Transaction, projectId: string, id: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(BOARDS_LOCK)}, hashtext(${projectId}))`.execute(tx);
  await sql`
    INSERT INTO feedback_boards (project_id, id, is_default, slug, name, description, access, position)
    SELECT ${projectId}, ${id}, true, ${DEFAULT.slug}, ${DEFAULT.name}, ${DEFAULT.description}, ${DEFAULT.access}, ${DEFAULT.position}::integer
    WHERE NOT EXISTS (SELECT FROM feedback_boards WHERE project_id = ${projectId} AND is_default)`.execute(tx);
}

/** Returns those of some boards that exist, and keeps them from being deleted until the transaction ends. Null is the default board. */
export async function keepBoards(
  tx: Transaction,
  projectId: string,
  ids: (string | null | undefined)[],
): Promise<Set<string | null | undefined>> {
  const others = ids.filter((id) => typeof id === 'string');
  if (!others.length) return new Set(ids);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM feedback_boards WHERE project_id = ${projectId} AND id = ANY(${others}::uuid[]) FOR KEY SHARE`.execute(tx);
  return new Set([null, undefined, ...rows.map(({ id }) => id)]);
}

/** Locks a board that will be deleted: submissions wait, and do not find it afterwards. */
export async function lockForDeletion(tx: Transaction, { project_id, id }: Pick<Board, 'project_id' | 'id'>): Promise<void> {
  await sql`SELECT FROM feedback_boards WHERE project_id = ${project_id} AND id = ${id} FOR UPDATE`.execute(tx);
}

/** Inserts a board at the end. @throws a unique violation when another board has the slug */
export async function insertBoard(tx: Transaction, projectId: string, { id, ...fields }: BoardFields & Pick<Board, 'id'>) {
  await sql`
    INSERT INTO feedback_boards (project_id, id, slug, name, description, access, segment_id, fields, position)
    SELECT ${projectId}, ${id}, ${fields.slug}, ${fields.name}, ${fields.description}, ${fields.access}, ${fields.segment_id}::uuid, ${fields.fields}::text[], coalesce(max(position), 0) + 1
    FROM feedback_boards WHERE project_id = ${projectId}`.execute(tx);
}

/** Updates a board. @throws a unique violation when another board has the slug */
export async function updateBoard(tx: Transaction, board: Board): Promise<void> {
  await sql`
    UPDATE feedback_boards b SET slug = ${board.slug}, name = ${board.name}, description = ${board.description}, access = ${board.access},
      segment_id = ${board.segment_id}, fields = ${board.fields}::text[], updated_at = now()
    WHERE b.project_id = ${board.project_id} AND ${hasId(board.id)}`.execute(tx);
}

/** Sets the order of boards. */
export async function orderBoards(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  await sql`
    UPDATE feedback_boards b SET position = place - 1 FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ordered (id, place)
    WHERE b.project_id = ${projectId} AND CASE WHEN b.is_default THEN b.project_id ELSE b.id END = ordered.id`.execute(tx);
}

/** Deletes a board without entries. */
export async function deleteBoard(tx: Transaction, { project_id, id }: Pick<Board, 'project_id' | 'id'>): Promise<void> {
  await sql`DELETE FROM feedback_boards b WHERE b.project_id = ${project_id} AND ${hasId(id)}`.execute(tx);
}

/** Returns whether a board has entries, including merged ones. */
export async function hasEntries(db: Db, projectId: string, boardId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM feedback_entries WHERE project_id = ${projectId} AND board_id = ${boardId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns the numbers of entries without merged ones by board. */
export async function countBoards(db: Db, projectId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT coalesce(board_id, project_id) AS id, sum(count)::int AS count FROM feedback_counts
    WHERE project_id = ${projectId} AND status <> 'duplicate' GROUP BY 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Moves all entries of a board to another one (null for the default board), with the change in their history. Returns their number. */
export async function moveEntries(
  tx: Transaction,
  projectId: string,
  { from, to, names, actor }: MoveOfEntries,
): Promise<number> {
  // In the order in which votes lock.
  await sql`
    SELECT FROM feedback_entries WHERE project_id = ${projectId} AND board_id = ${from} ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ moved: number }>`
    WITH moved AS (
      UPDATE feedback_entries SET board_id = ${to}::uuid WHERE project_id = ${projectId} AND board_id = ${from}
      RETURNING id, visibility, status, type
    ), noted AS (
      INSERT INTO feedback_history (project_id, id, entry_id, field, old, new, actor_id, actor_is_service_account, actor_name, created_at)
      SELECT ${projectId}, gen_random_uuid(), id, 'board_id', ${JSON.stringify(names.from)}::jsonb, ${JSON.stringify(names.to)}::jsonb,
        ${actor.id}::uuid, ${actor.is_service_account}::boolean, ${actor.name}, date_trunc('milliseconds', now())
      FROM moved
    ), counted AS (
      INSERT INTO feedback_counts AS c (project_id, board_id, visibility, status, type, count)
      SELECT ${projectId}::uuid, board, visibility, status, type, sum(delta)
      FROM moved, (VALUES (${from}::uuid, -1), (${to}::uuid, 1)) AS d (board, delta)
      GROUP BY board, visibility, status, type ORDER BY board, visibility, status, type
      ON CONFLICT (project_id, board_id, visibility, status, type) DO UPDATE SET count = c.count + excluded.count
    )
    SELECT count(*)::int AS moved FROM moved`.execute(tx);
  return rows[0]?.moved ?? 0;
}

interface MoveOfEntries {
  from: string;
  to: string | null;
  /** Ids of the boards in the API, for the history. Null for the default board. */
  names: { from: string; to: string | null };
  actor: { id: string; is_service_account: boolean; name: string | null };
}
