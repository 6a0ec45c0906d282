import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { MEMBER_SEARCHER, toDateTime } from '../../../platform/clickhouse/schema.ts';
import { literal, sql, type Sql } from '../../../platform/clickhouse/sql.ts';
import { hasAnswer, hasClick, inPeriod, isDisliked, type SearchLogQuery } from '../insights/search-log-store.ts';

/** Searches of a project in a span of time. */
type Span = Omit<SearchLogQuery, 'indexId'>;

/** Unanswered searches with one query. */
export interface UnansweredQuery {
  query: string;
  searches: number;
  /** Identities of people who proved who they are. */
  people: string[];
  /** Time of the last search, in milliseconds since 1970. */
  last: number;
}

/** Most frequent queries of a project that are clustered. */
const MAX_QUERIES = 200_000;
/** Identities that are read of one query. */
const MAX_PEOPLE = 1_000;

/**
 * Returns the condition that a search was answered: it has results, and one of them was opened. Results alone are enough for searches with
 * a session token, and in projects whose search forms report no clicks, unless the language model found no answer in them. A question that
 * the model answered is answered unless its reader disagreed.
 * @param clicks span of the clicks
 */
const isAnswered = (clicks: Span): Sql =>
  sql`(results > 0 AND (searcher = ${MEMBER_SEARCHER} OR ${hasClick(clicks)}
    OR ((SELECT count() FROM searches WHERE ${inPeriod(clicks)} AND kind = 'click') = 0 AND NOT ${hasAnswer(clicks, sql`results = 0`)})
    OR (${hasAnswer(clicks, sql`results > 0`)} AND NOT ${isDisliked(clicks)})))`;

/** Returns the queries of unanswered searches, most frequent first. */
export const findUnanswered = (clickhouse: ClickHouse, span: Span): Promise<UnansweredQuery[]> =>
  clickhouse.query<UnansweredQuery>(
    sql`SELECT query, count() AS searches, toUnixTimestamp64Milli(max(time)) AS last,
      groupUniqArrayIf(${literal(MAX_PEOPLE)})(searcher, searcher NOT IN ('', ${MEMBER_SEARCHER})) AS people
    FROM searches WHERE ${inPeriod(span)} AND kind = 'search' AND NOT ${isAnswered(span)}
    GROUP BY query ORDER BY searches DESC, query LIMIT ${MAX_QUERIES}`,
  );

/** Counts the searches of each query in a part of a span, and the answered ones. */
export const countAnswered = (
  clickhouse: ClickHouse,
  span: Span,
  part: Pick<Span, 'from' | 'to'>,
): Promise<{ query: string; searches: number; answered: number }[]> =>
  clickhouse.query<{ query: string; searches: number; answered: number }>(
    sql`SELECT query, count() AS searches, countIf(${isAnswered(span)}) AS answered
    FROM searches WHERE ${inPeriod({ ...span, ...part })} AND kind = 'search'
    GROUP BY query ORDER BY searches DESC, query LIMIT ${MAX_QUERIES}`,
  );

/** Returns projects with a search or a click since a time in milliseconds. */
export async function findSearchedProjects(clickhouse: ClickHouse, since: number): Promise<string[]> {
  const rows = await clickhouse.query<{ id: string }>(
    sql`SELECT DISTINCT toString(project_id) AS id FROM searches WHERE time >= ${toDateTime(since)}`,
  );
  return rows.map(({ id }) => id);
}
