import type { MemberSort, Sort } from '@earshot/contract/services/feedback/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import {
  andAfter,
  ascending,
  booleanKey,
  countRows,
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
} from '../../../platform/postgres/paging.ts';
import { buildMatchLevels } from '../../../platform/text/lexemes.ts';
import { ANYONE, findHiddenBoards, type Viewer } from '../boards/access.ts';
import { buildPlace } from '../order/store.ts';
import { orderBySegmentVotes } from '../people/segment-votes-store.ts';
import { buildScoreColumns, joinScore, orderByScore } from '../scores/order-store.ts';
import { type Entry, memberColumns, publicColumns } from '../store.ts';
import { buildCondition, buildKind, type Filter, isOfKindOnly } from './filter-store.ts';

/** An entry of a list, whose filter has already decided about access. */
export type ListedEntry = Omit<Entry, 'board_access' | 'board_segment_id'> & {
  /** Values of the score of the list. */
  score?: { value: number; values: number[]; known: number[]; unknown: number; voters: number };
};

/** Returns the columns of a `ListedEntry`. The most frequent lists are those of the public, and each part of a statement costs them time. */
export const buildListColumns = ({ hiddenBoards }: Filter) => (hiddenBoards ? publicColumns : memberColumns);

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
export function buildVisible(
  viewer: Viewer,
  { isOwn = false }: { isOwn?: boolean } = {},
): Pick<Filter, 'visibility' | 'hiddenBoards'> {
  if (viewer.audience === 'team') return {};
  // Submitters see their own entries while these await approval.
  return { hiddenBoards: findHiddenBoards(viewer, { isOwn }), ...(!isOwn && { visibility: 'public' }) };
}

/** Returns one page. Without a sort order, a search returns the best matches first, and a list the newest entries. */
export async function listEntries(
  db: Db,
  projectId: string,
  filter: Filter,
  { sort, ...rows }: { sort?: MemberSort | undefined } & PageRows,
): Promise<PageOf<ListedEntry>> {
  if (sort === 'score' && filter.score)
    return await listSorted(db, projectId, { filter, order: orderByScore(filter.score), ...rows });
  const levels = sort || !filter.q ? undefined : buildMatchLevels(projectId, filter.q);
  return levels
    ? await listMatches(db, projectId, { filter, levels, ...rows })
    : await listSorted(db, projectId, {
        filter,
        order: findOrder(filter, sort === 'score' ? undefined : sort),
        ...rows,
      });
}

/** Selects the ids of a page from the index first, so that only the rows of the page are read. */
async function listSorted(
  db: Db,
  projectId: string,
  { filter, order, limit, offset, after }: { filter: Filter; order: SortOrder } & PageRows,
): Promise<PageOf<ListedEntry>> {
  const { rows } = await sql<ListedEntry & { next_position: Position }>`
    SELECT ${buildListColumns(filter)} ${buildScoreColumns(filter.score)}, ${buildPosition(order)} AS next_position FROM feedback_entries e
    ${joinScore(filter.score)}
    JOIN (
      SELECT e.id FROM feedback_entries e ${joinScore(filter.score)} WHERE ${buildCondition(projectId, filter)} ${andAfter(order, after)}
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
): Promise<PageOf<ListedEntry>> {
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
  const { rows: entries } = await sql<ListedEntry>`
    SELECT ${buildListColumns(filter)} ${buildScoreColumns(filter.score)} FROM feedback_entries e ${joinScore(filter.score)}
    WHERE e.project_id = ${projectId} AND e.id = ANY(${[...found.keys()]}::uuid[])`.execute(db);
  const entryOfId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = [...found].flatMap(([id, position]) => {
    const entry = entryOfId.get(id);
    return entry ? [{ ...entry, next_position: position }] : [];
  });
  return toPage(rows, limit);
}

/** Returns a query of the number of entries. */
const buildCount = (projectId: string, filter: Filter): RawBuilder<{ total: number }> =>
  isOfKindOnly(projectId, filter)
    ? sql`SELECT coalesce(sum(count), 0)::int AS total FROM feedback_counts e WHERE ${buildKind(projectId, filter)}`
    : sql`SELECT count(*)::int AS total FROM feedback_entries e WHERE ${buildCondition(projectId, filter)}`;

export async function countEntries(db: Db, projectId: string, filter: Filter): Promise<number> {
  const { rows } = await buildCount(projectId, filter).execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the numbers of entries of several filters, in one statement. */
export async function countEach(db: Db, projectId: string, filters: Filter[]): Promise<number[]> {
  if (!filters.length) return [];
  const counts = sql.join(filters.map((filter) => sql`(${buildCount(projectId, filter)})`));
  const { rows } = await sql<{ totals: number[] }>`SELECT ARRAY[${counts}]::int[] AS totals`.execute(db);
  return rows[0]?.totals ?? [];
}

/** Returns the public entries for a sitemap, newest first. */
export async function listForSitemap(db: Db, projectId: string, limit: number): Promise<Pick<Entry, 'id' | 'updated_at'>[]> {
  const filter = buildVisible(ANYONE);
  const { rows } = await sql<Pick<Entry, 'id' | 'updated_at'>>`
    SELECT e.id, e.updated_at FROM feedback_entries e WHERE ${buildKind(projectId, filter)}
    ORDER BY ${orderBy(newestFirst)} LIMIT ${limit}`.execute(db);
  return rows;
}
