import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { literal, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { NIL_ID } from '../../../platform/ids.ts';

/** A row of `searches` without the project. */
export interface SearchRow {
  index_id: string;
  /** Milliseconds since 1970. */
  time: number;
  /**
   * A shared search is a search that is recorded in another index, and does not count in this one. A judgement is about a search or one of
   * its results, a rating about a document without a search, a view of the public page of a document. An answer is that of the language model
   * to the query of a search; its results are sentences, and none when the question was refused.
   */
  kind: 'search' | 'shared' | 'click' | 'judgement' | 'rating' | 'view' | 'answer';
  /** Id of the search, or a new id for a rating or a view. */
  query_id: string;
  query?: string;
  words?: string;
  results?: number;
  document_id?: string;
  is_helpful?: boolean;
  /** The person who proved an identity with the search, see `findSearcher`, or `MEMBER_SEARCHER`. */
  searcher?: string;
}

/** A search index and a span of time. */
export interface SearchLogQuery {
  projectId: string;
  indexId: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** Searches and clicks of one query. */
export interface QueryCounts {
  /** The most frequent variant. */
  query: string;
  /** Queries that differ in inflection, word order or stop words only, most frequent first. */
  variants: string[];
  searches: number;
  /** Searches with a click. */
  clicks: number;
  /** Time of the last search, in milliseconds since 1970. */
  last: number;
}

const MAX_VARIANTS = 5;
/** Document id of a rating without a document. */
export const NO_DOCUMENT = NIL_ID;

export const inPeriod = ({ projectId, from, to }: Omit<SearchLogQuery, 'indexId'>): Sql =>
  sql`project_id = ${typed(projectId, 'UUID')} AND time >= ${toDateTime(from)} AND time < ${toDateTime(to)}`;

export const inLog = (query: SearchLogQuery): Sql => sql`${inPeriod(query)} AND index_id = ${typed(query.indexId, 'UUID')}`;

const IS_SEARCH = sql`kind IN ('search', 'shared')`;

/** Returns the condition that a row belongs to a search of the index. Clicks count only for existing searches. */
const isOfSearch = (query: SearchLogQuery): Sql =>
  sql`query_id IN (SELECT query_id FROM searches WHERE ${inLog(query)} AND ${IS_SEARCH})`;

/** Returns the condition that a search has a click, on a document of any index. GLOBAL, because other indexes may be on other shards. */
export const hasClick = (query: Omit<SearchLogQuery, 'indexId'>): Sql =>
  sql`query_id GLOBAL IN (SELECT query_id FROM searches WHERE ${inPeriod(query)} AND kind = 'click')`;

/** Returns the condition that the language model was asked about a search, with an outcome, such as `results = 0` of a refusal. */
export const hasAnswer = (query: Omit<SearchLogQuery, 'indexId'>, outcome: Sql): Sql =>
  sql`query_id GLOBAL IN (SELECT query_id FROM searches WHERE ${inPeriod(query)} AND kind = 'answer' AND ${outcome})`;

/** Returns the condition that a reader rated the results of a search, or its answer, not helpful. */
export const isDisliked = (query: Omit<SearchLogQuery, 'indexId'>): Sql =>
  sql`query_id GLOBAL IN (SELECT query_id FROM searches WHERE ${inPeriod(query)} AND kind = 'judgement' AND NOT is_helpful)`;

/** Counts searches, searches without results, and searches with a click. */
export async function countSearches(
  clickhouse: ClickHouse,
  query: SearchLogQuery,
): Promise<{ searches: number; missed: number; clicked: number }> {
  const [counts] = await clickhouse.query<{ searches: number; missed: number; clicked: number }>(
    sql`SELECT count() AS searches, countIf(results = 0) AS missed, countIf(${hasClick(query)}) AS clicked
    FROM searches WHERE ${inLog(query)} AND kind = 'search'`,
  );
  return counts ?? { searches: 0, missed: 0, clicked: 0 };
}

/**
 * Returns the most frequent queries, or those without results. Queries that differ in inflection, word order or stop words are combined.
 * A query has results when its last search has, even if this search is recorded in another index.
 */
export async function findQueries(
  clickhouse: ClickHouse,
  query: SearchLogQuery,
  { isMissed, limit }: { isMissed: boolean; limit: number },
): Promise<QueryCounts[]> {
  const searches = sql`countIf(kind = 'search')`;
  const last = sql`maxIf(time, kind = 'search')`;
  // Variants and clicks of these queries only: most queries are searched once, and a set of variants for each takes much memory.
  const frequent = sql`SELECT words FROM searches WHERE ${inLog(query)} AND ${IS_SEARCH} GROUP BY words
    HAVING ${searches} > 0 AND ${isMissed ? sql`argMax(results, time) = 0` : sql`1`}
    ORDER BY ${searches} DESC, ${last} DESC LIMIT ${limit}`;
  return await clickhouse.query<QueryCounts>(
    sql`SELECT variants[1] AS query, variants, searches, clicks, last FROM (
      SELECT topKIf(${literal(MAX_VARIANTS)})(query, kind = 'search') AS variants, ${searches} AS searches,
        countIf(kind = 'search' AND ${hasClick(query)}) AS clicks, toUnixTimestamp64Milli(${last}) AS last
      FROM searches WHERE ${inLog(query)} AND ${IS_SEARCH} AND words IN (${frequent}) GROUP BY words
    ) ORDER BY searches DESC, last DESC`,
  );
}

/** Clicks and ratings of one document. */
export interface DocumentCounts {
  document_id: string;
  clicks: number;
  helpful: number;
  not_helpful: number;
}

const DOCUMENT_COUNTS = sql`uniqExactIf(query_id, kind = 'click') AS clicks,
  uniqExactIf(query_id, kind IN ('judgement', 'rating') AND is_helpful) AS helpful,
  uniqExactIf(query_id, kind IN ('judgement', 'rating') AND NOT is_helpful) AS not_helpful`;

/** Returns the condition of clicks on documents, and of their ratings. */
const isAboutDocument = (query: SearchLogQuery): Sql =>
  sql`document_id != ${typed(NO_DOCUMENT, 'UUID')} AND (kind = 'rating' OR kind IN ('click', 'judgement') AND ${isOfSearch(query)})`;

/** Returns the most opened and rated documents. Each search counts once. */
export async function findOpenedDocuments(
  clickhouse: ClickHouse,
  query: SearchLogQuery,
  limit: number,
): Promise<DocumentCounts[]> {
  return await clickhouse.query<DocumentCounts>(
    sql`SELECT document_id, ${DOCUMENT_COUNTS} FROM searches WHERE ${inLog(query)} AND ${isAboutDocument(query)}
    GROUP BY document_id ORDER BY clicks DESC, helpful + not_helpful DESC, document_id LIMIT ${limit}`,
  );
}

/** Counts of one document, with the views of its public page. */
export interface DocumentFigures extends DocumentCounts {
  views: number;
}

/** Returns the counts of the given documents, or of all documents of an index. Documents without any are missing. */
export async function countByDocument(
  clickhouse: ClickHouse,
  query: SearchLogQuery,
  ids: string[] | undefined,
): Promise<DocumentFigures[]> {
  return await clickhouse.query<DocumentFigures>(
    sql`SELECT document_id, countIf(kind = 'view') AS views, ${DOCUMENT_COUNTS} FROM searches
    WHERE ${inLog(query)} AND (kind = 'view' OR ${isAboutDocument(query)})
      ${ids ? sql`AND document_id IN ${typed(ids, 'Array(UUID)')}` : sql``}
    GROUP BY document_id`,
  );
}
