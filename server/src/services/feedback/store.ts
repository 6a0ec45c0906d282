import type { BoardAccess, FeedbackStatus, FeedbackType, Sort, Visibility } from '@earshot/contract/services/feedback/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import {
  andAfter,
  ascending,
  booleanKey,
  decimalKey,
  descending,
  integerKey,
  numberKey,
  orderBy,
  type PageOf,
  toPage,
  type PageRows,
  type Position,
  buildPosition,
  type SortOrder,
  timeKey,
} from '../../platform/postgres/paging.ts';
import { buildMatchLevels } from '../../platform/text/lexemes.ts';
import { ANYONE, type Viewer } from './boards/access.ts';
import { orderBySegmentVotes } from './people/segment-votes-store.ts';
import { buildBoardAccess, buildBoardSegment, findHiddenBoards } from './boards/boards-store.ts';
import { buildPlace } from './order/store.ts';
import { buildCondition, type Filter, isOfKindOnly, buildKind } from './views/filter-store.ts';
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
  | 'from_query'
  | 'merged_into'
  | 'status_before_merge'
  | 'assignee_id'
  | 'external_id'
  | 'created_at'
  | 'updated_at'
> {
  type: FeedbackType;
  status: FeedbackStatus;
  visibility: Visibility;
  metadata: Record<string, unknown>;
  status_before_merge: FeedbackStatus | null;
  /** Whether the entry has a burst of votes that no member has reviewed. */
  has_vote_burst: boolean;
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
type ImportedFields = Pick<Entry, 'status' | 'pinned' | 'merged_into' | 'status_before_merge' | 'external_id' | 'updated_at'> &
  Pick<Tables['feedback_entries'], 'import_id'>;

const plainColumns = sql.raw(
  [
    'project_id, id, type, status, title, description, tags, visibility, pinned, upvote_count, downvote_count, comment_count',
    'image_url, submitter_name, submitter_email, submitter_id, submitter_confirmed_at, board_id, metadata, from_query, merged_into',
    'status_before_merge, external_id, created_at, updated_at',
  ]
    .flatMap((line) => line.split(', '))
    .map((column) => `e.${column}`)
    // The driver would return a date as a time in the time zone of the server.
    .concat(
      'e.assignee_id, e.due_on::text AS due_on',
      `EXISTS (SELECT FROM feedback_vote_bursts b
        WHERE b.project_id = e.project_id AND b.entry_id = e.id AND b.state = 'open') AS has_vote_burst`,
    )
    .join(', '),
);
/** Columns of an `Entry`, of the table with the alias `e`. */
export const columns = sql`${plainColumns}, ${buildBoardAccess('e')} AS board_access, ${buildBoardSegment('e')} AS board_segment_id`;

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
    WITH sequence AS (
      INSERT INTO feedback_sequences AS s (project_id, last_number) VALUES (${projectId}, ${entries.length})
      ON CONFLICT (project_id) DO UPDATE SET last_number = s.last_number + excluded.last_number
      RETURNING s.last_number - ${entries.length} AS before, date_trunc('milliseconds', clock_timestamp()) AS now
    ), given AS MATERIALIZED (
      SELECT *, coalesce(created_at, (SELECT now FROM sequence)) AS at FROM jsonb_to_recordset(${given}::jsonb) AS g (
        position integer, id uuid, type text, title text, description text, tags text[], visibility text, board_id uuid, image_url text,
        submitter_name text, submitter_email text, submitter_id text, submitter_confirmed boolean, metadata jsonb, from_query text,
        lexemes text[], created_at timestamptz, status text, pinned boolean, merged_into uuid, status_before_merge text,
        updated_at timestamptz, external_id text, import_id uuid)
    ), e AS (
      INSERT INTO feedback_entries (project_id, id, number, type, title, description, tags, visibility, board_id, image_url, submitter_name,
        submitter_email, submitter_id, submitter_confirmed_at, metadata, from_query, search, trend, created_at, updated_at,
        status, pinned, merged_into, status_before_merge, external_id, import_id)
      SELECT ${projectId}, id, before + position, type, title, description, tags, visibility, board_id, image_url, submitter_name,
        submitter_email, submitter_id, CASE WHEN submitter_confirmed THEN at END, metadata, from_query, array_to_tsvector(lexemes),
        ${buildWeight(sql`at`)}, at, coalesce(updated_at, at),
        coalesce(status, 'new'), coalesce(pinned, false), merged_into, status_before_merge, external_id, import_id
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
    SELECT ${columns} FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[]) ORDER BY e.id ${sql.raw(lock)}`.execute(tx);
  return rows;
}

export async function findEntries(db: Db, projectId: string, ids: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM feedback_entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[])`.execute(db);
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

const pinned = booleanKey(sql`e.pinned`);
const number = integerKey(sql`e.number`);
/** Entries that were imported have numbers of today and times of the past. */
const created = [timeKey(sql`e.created_at`), number];
const ORDER: Record<Sort, SortOrder> = {
  newest: descending(pinned, ...created),
  oldest: ascending(...created),
  top: descending(pinned, integerKey(sql`(e.upvote_count - e.downvote_count)`), ...created),
  trending: descending(pinned, numberKey(sql`e.trend`), number),
  // The same expressions as in the index.
  manual: ascending(decimalKey(buildPlace('e')), integerKey(sql`(-e.number)`)),
};

const newestFirst = descending(...created);
const findOrder = ({ votersSegment }: Filter, sort: Sort = 'newest'): SortOrder =>
  votersSegment && sort === 'top' ? orderBySegmentVotes(votersSegment) : ORDER[sort];

/** Returns the filter of the entries that a viewer may read, for lists and counts; with `isOwn` of a viewer's own entries. */
export async function buildVisible(
  db: Db,
  projectId: string,
  viewer: Viewer,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<Pick<Filter, 'visibility' | 'hiddenBoards'>> {
  if (viewer.audience === 'team') return {};
  return {
    hiddenBoards: await findHiddenBoards(db, projectId, viewer, { isOwn }),
    // Submitters see their own entries while these await approval.
    ...(!isOwn && { visibility: 'public' }),
  };
}

/** Returns one page. Without a sort order, a search returns the best matches first, and a list the newest entries. */
export async function listEntries(
  db: Db,
  projectId: string,
  filter: Filter,
  { sort, ...rows }: { sort?: Sort | undefined } & PageRows,
): Promise<PageOf<Entry>> {
  const levels = sort || !filter.q ? undefined : buildMatchLevels(projectId, filter.q);
  return levels
    ? await listMatches(db, projectId, { filter, levels, ...rows })
    : await listSorted(db, projectId, { filter, order: findOrder(filter, sort), ...rows });
}

/** Selects the ids of a page from the index first, so that only the rows of the page are read. */
async function listSorted(
  db: Db,
  projectId: string,
  { filter, order, limit, offset, after }: { filter: Filter; order: SortOrder } & PageRows,
): Promise<PageOf<Entry>> {
  const { rows } = await sql<Entry & { next_position: Position }>`
    SELECT ${columns}, ${buildPosition(order)} AS next_position FROM feedback_entries e
    JOIN (
      SELECT e.id FROM feedback_entries e WHERE ${buildCondition(projectId, filter)} ${andAfter(order, after)}
      ORDER BY ${orderBy(order)} LIMIT ${limit + 1} OFFSET ${offset}
    ) page ON page.id = e.id
    WHERE e.project_id = ${projectId} ORDER BY ${orderBy(order)}`.execute(db);
  return toPage(rows, limit);
}

/**
 * Returns one page of the entries that a search finds: those of each level of matches, newest first. Levels are read one after another until
 * the page is full, because ranking all matches of a frequent word would read them all.
 */
async function listMatches(
  db: Db,
  projectId: string,
  { filter, levels, limit, offset, after }: { filter: Filter; levels: string[] } & PageRows,
): Promise<PageOf<Entry>> {
  const condition = buildCondition(projectId, filter);
  const found = new Map<string, Position>();
  let skipped = offset;
  for (const [at, query] of [...levels, undefined].entries()) {
    const level = levels.length - at;
    if (after && level > Number(after[0])) continue;
    const conditions = [
      condition,
      ...(query === undefined ? [] : [sql`e.search @@ ${query}::tsquery`]),
      ...levels.slice(0, at).map((above) => sql`NOT e.search @@ ${above}::tsquery`),
      ...(after && level === Number(after[0])
        ? [sql`(e.created_at, e.number) < (${after[1]}::timestamptz, ${after[2]}::bigint)`]
        : []),
    ];
    const source = sql`feedback_entries e WHERE ${sql.join(conditions, sql` AND `)}`;
    const { rows } = await sql<{ id: string; position: Position }>`
      SELECT e.id, ${buildPosition(newestFirst)} AS position FROM ${source}
      ORDER BY ${orderBy(newestFirst)} LIMIT ${limit + 1 - found.size} OFFSET ${skipped}`.execute(db);
    for (const { id, position } of rows) found.set(id, [String(level), ...position]);
    if (found.size > limit) break;
    if (rows.length) skipped = 0;
    else if (skipped) skipped -= await countRows(db, source);
  }
  const { rows: entries } = await sql<Entry>`
    SELECT ${columns} FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND e.id = ANY(${[...found.keys()]}::uuid[])`.execute(db);
  const entryOfId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = [...found].flatMap(([id, position]) => {
    const entry = entryOfId.get(id);
    return entry ? [{ ...entry, next_position: position }] : [];
  });
  return toPage(rows, limit);
}

async function countRows(db: Db, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${source}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function countEntries(db: Db, projectId: string, filter: Filter): Promise<number> {
  const { rows } = await (
    isOfKindOnly(projectId, filter)
      ? sql<{
          total: number;
        }>`SELECT coalesce(sum(count), 0)::int AS total FROM feedback_counts e WHERE ${buildKind(projectId, filter)}`
      : sql<{ total: number }>`SELECT count(*)::int AS total FROM feedback_entries e WHERE ${buildCondition(projectId, filter)}`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the public entries for a sitemap, newest first. */
export async function listForSitemap(db: Db, projectId: string, limit: number): Promise<Pick<Entry, 'id' | 'updated_at'>[]> {
  const filter = await buildVisible(db, projectId, ANYONE);
  const { rows } = await sql<Pick<Entry, 'id' | 'updated_at'>>`
    SELECT e.id, e.updated_at FROM feedback_entries e WHERE ${buildKind(projectId, filter)}
    ORDER BY ${orderBy(newestFirst)} LIMIT ${limit}`.execute(db);
  return rows;
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
    'status' | 'title' | 'description' | 'type' | 'tags' | 'visibility' | 'board_id' | 'pinned' | 'assignee_id' | 'due_on'
  >
>;

export async function updateEntry(tx: Transaction, entry: Entry, lexemes: string[]): Promise<void> {
  await sql`
    UPDATE feedback_entries SET status = ${entry.status}, title = ${entry.title}, description = ${entry.description}, type = ${entry.type},
      tags = ${entry.tags}, visibility = ${entry.visibility}, board_id = ${entry.board_id}::uuid, pinned = ${entry.pinned}, search = array_to_tsvector(${lexemes}::text[]),
      assignee_id = ${entry.assignee_id}, due_on = ${entry.due_on}, updated_at = ${entry.updated_at}
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
