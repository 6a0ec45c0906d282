import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { buildSharedWordsQuery, buildSimilarTitlesQuery } from '../../../platform/text/lexemes.ts';
import type { Entry } from '../store.ts';
import { buildListColumns, type ListedEntry } from '../views/list-store.ts';
import { buildKind, type Filter } from '../views/filter-store.ts';
import { isProbableDuplicate } from './similar.ts';

/** Number of candidates that are compared with an entry of a list. */
const MAX_CANDIDATES = 30;
/** Number of duplicates of an entry of a list. */
const MAX_DUPLICATES = 5;

/** Statuses of entries whose work is over, for which a duplicate is no task. */
const CLOSED: readonly FeedbackStatus[] = ['done', 'declined', 'duplicate'];

/** Returns the condition that no member dismissed two entries as duplicates, in either order. */
const isNotDismissed = (projectId: string, a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql`NOT EXISTS (
    SELECT FROM feedback_distinct_pairs p
    WHERE p.project_id = ${projectId} AND ((p.entry_id, p.other_id) = (${a}, ${b}) OR (p.entry_id, p.other_id) = (${b}, ${a})))`;

/** Returns entries whose titles share words with the given one, most shared words first, without the entry and its dismissed duplicates. */
export async function findSimilarTitles(
  db: Db,
  projectId: string,
  title: string,
  { filter, limit, entryId }: { filter: Filter; limit: number; entryId?: string | undefined },
): Promise<ListedEntry[]> {
  const query = buildSimilarTitlesQuery(projectId, title);
  if (!query) return [];
  const isOther = entryId
    ? sql`AND e.id <> ${entryId} AND ${isNotDismissed(projectId, sql`${entryId}::uuid`, sql`e.id`)}`
    : sql``;
  const { rows } = await sql<ListedEntry>`
    SELECT ${buildListColumns(filter)} FROM feedback_entries e
    WHERE ${buildKind(projectId, filter)} AND e.search @@ ${query}::tsquery ${isOther}
    ORDER BY ts_rank(e.search, ${query}::tsquery) DESC, e.created_at DESC, e.number DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export type Duplicate = Pick<Entry, 'id' | 'title' | 'status' | 'upvote_count'>;

/** Returns the open entries that are probably duplicates of the open ones among the given entries, most votes first. */
export async function findDuplicates(
  db: Db,
  projectId: string,
  entries: Pick<Entry, 'id' | 'title' | 'status'>[],
): Promise<Map<string, Duplicate[]>> {
  const queries = entries
    .filter(({ status }) => !CLOSED.includes(status))
    .map(({ id, title }) => ({ id, title, query: buildSharedWordsQuery(projectId, title) }))
    .filter(({ query }) => query !== undefined);
  if (!queries.length) return new Map();
  const { rows } = await sql<Duplicate & { of: string }>`
    SELECT q.id AS of, c.* FROM unnest(${queries.map(({ id }) => id)}::uuid[], ${queries.map(({ query }) => query)}::text[]) AS q (id, query),
    LATERAL (
      SELECT e.id, e.title, e.status, e.upvote_count FROM feedback_entries e
      WHERE e.project_id = ${projectId} AND e.search @@ q.query::tsquery AND e.status <> ALL(${CLOSED}::text[]) AND e.id <> q.id
        AND ${isNotDismissed(projectId, sql`q.id`, sql`e.id`)}
      LIMIT ${MAX_CANDIDATES}
    ) c`.execute(db);
  const candidates = Map.groupBy(rows, ({ of }) => of);
  return new Map(
    queries.map(({ id, title }) => [
      id,
      (candidates.get(id) ?? [])
        .filter((candidate) => isProbableDuplicate(title, candidate.title))
        .toSorted((a, b) => b.upvote_count - a.upvote_count)
        .slice(0, MAX_DUPLICATES),
    ]),
  );
}

/** Records that two entries are not duplicates. */
export async function dismissPair(db: Db, projectId: string, [a, b]: readonly [string, string]): Promise<void> {
  await sql`
    INSERT INTO feedback_distinct_pairs (project_id, entry_id, other_id)
    SELECT ${projectId}, ${a}, ${b} WHERE ${isNotDismissed(projectId, sql`${a}::uuid`, sql`${b}::uuid`)}
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function restorePair(db: Db, projectId: string, [a, b]: readonly [string, string]): Promise<void> {
  await sql`
    DELETE FROM feedback_distinct_pairs
    WHERE project_id = ${projectId} AND ((entry_id, other_id) = (${a}, ${b}) OR (entry_id, other_id) = (${b}, ${a}))`.execute(db);
}
