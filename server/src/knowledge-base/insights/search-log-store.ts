import type { ClickHouse } from '../../clickhouse/clickhouse.ts';

/** A row of `searches`, without its project. */
export interface SearchRow {
  index_id: string;
  /** Milliseconds since 1970. */
  time: number;
  kind: 'search' | 'click' | 'judgement';
  query_id: string;
  query?: string;
  words?: string;
  results?: number;
  document_id?: string;
  is_helpful?: boolean;
}

export interface Asked {
  projectId: string;
  indexId: string;
  /** Milliseconds. */
  from: number;
  to: number;
}

export interface FoundQuery {
  query: string;
  variants: string[];
  searches: number;
  clicks: number;
  last: number;
}

const MOST_VARIANTS = 5;
const WHERE = `project_id = {project:UUID} AND index_id = {index:UUID}
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})`;
// Whoever has a key can send a click; it counts where there was a search.
const CLICKED = `query_id IN (SELECT query_id FROM searches WHERE ${WHERE} AND kind = 'click')`;
const SEARCHED = `query_id IN (SELECT query_id FROM searches WHERE ${WHERE} AND kind = 'search')`;

const paramsOf = ({ projectId, indexId, from, to }: Asked) => ({ project: projectId, index: indexId, from, to });

/** How many searches there were, without a result, and with a click. */
export async function countSearches(
  clickhouse: ClickHouse,
  asked: Asked,
): Promise<{ searches: number; missed: number; clicked: number }> {
  const [counts] = await clickhouse.query<{ searches: number; missed: number; clicked: number }>(
    `SELECT count() AS searches, countIf(results = 0) AS missed, countIf(${CLICKED}) AS clicked FROM searches WHERE ${WHERE} AND kind = 'search'`,
    paramsOf(asked),
  );
  return counts ?? { searches: 0, missed: 0, clicked: 0 };
}

/** What was searched for most: queries that differ by inflections, order and little words are one. */
export async function findQueries(
  clickhouse: ClickHouse,
  asked: Asked,
  { isMissed, most }: { isMissed: boolean; most: number },
): Promise<FoundQuery[]> {
  return await clickhouse.query<FoundQuery>(
    `SELECT variants[1] AS query, variants, searches, clicks, last FROM (
      SELECT topK(${MOST_VARIANTS})(query) AS variants, count() AS searches, countIf(${CLICKED}) AS clicks,
        toUnixTimestamp64Milli(max(time)) AS last, argMax(results, time) AS latest
      FROM searches WHERE ${WHERE} AND kind = 'search' GROUP BY words
    ) WHERE ${isMissed ? 'latest = 0' : '1'} ORDER BY searches DESC, last DESC LIMIT ${most}`,
    paramsOf(asked),
  );
}

export interface FoundDocument {
  document_id: string;
  clicks: number;
  helpful: number;
  not_helpful: number;
}

/** What people opened, and what they said of it. One search counts once. */
export async function findOpened(clickhouse: ClickHouse, asked: Asked, most: number): Promise<FoundDocument[]> {
  return await clickhouse.query<FoundDocument>(
    `SELECT document_id, uniqExactIf(query_id, kind = 'click') AS clicks, uniqExactIf(query_id, kind = 'judgement' AND is_helpful) AS helpful,
      uniqExactIf(query_id, kind = 'judgement' AND NOT is_helpful) AS not_helpful
    FROM searches WHERE ${WHERE} AND kind IN ('click', 'judgement') AND document_id != toUUID('00000000-0000-0000-0000-000000000000') AND ${SEARCHED}
    GROUP BY document_id ORDER BY clicks DESC, helpful DESC, document_id LIMIT ${most}`,
    paramsOf(asked),
  );
}
