import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { literal, sql, typed } from '../../../platform/clickhouse/sql.ts';
import { inLog, NO_DOCUMENT, type SearchLogQuery } from './search-log-store.ts';

/** Outcomes of questions to the language model. */
export interface AnswerCounts {
  asked: number;
  answered: number;
  /** Rated answers. */
  helpful: number;
  not_helpful: number;
}

/** Questions that differ in inflection, word order or stop words only. */
export interface AskedQuestion extends AnswerCounts {
  /** As asked last. */
  query: string;
  /** Time of the last question, in milliseconds since 1970. */
  last: number;
}

/** Questions of the language model, each with its outcome and its rating. The question is the query of its search. */
const questions = (query: SearchLogQuery) => sql`
  SELECT argMaxIf(searches.query, time, kind = 'search') AS question, argMaxIf(words, time, kind = 'search') AS normalized,
    maxIf(results, kind = 'answer') AS sentences, max(time) AS last_time,
    max(kind = 'judgement' AND is_helpful AND document_id = ${typed(NO_DOCUMENT, 'UUID')}) AND sentences > 0 AS is_liked,
    max(kind = 'judgement' AND NOT is_helpful AND document_id = ${typed(NO_DOCUMENT, 'UUID')}) AND sentences > 0 AS is_disliked
  FROM searches WHERE ${inLog(query)}
    AND query_id IN (SELECT query_id FROM searches WHERE ${inLog(query)} AND kind = 'answer')
  GROUP BY query_id`;

const COUNTS = sql`count() AS asked, countIf(sentences > 0) AS answered, countIf(is_liked) AS helpful, countIf(is_disliked) AS not_helpful`;

/** Counts answered, refused and rated questions. */
export async function countAnswers(clickhouse: ClickHouse, query: SearchLogQuery): Promise<AnswerCounts> {
  const [counts] = await clickhouse.query<AnswerCounts>(sql`SELECT ${COUNTS} FROM (${questions(query)})`);
  return counts ?? { asked: 0, answered: 0, helpful: 0, not_helpful: 0 };
}

/** Returns the most frequent questions. */
export const findQuestions = (clickhouse: ClickHouse, query: SearchLogQuery, limit: number): Promise<AskedQuestion[]> =>
  clickhouse.query<AskedQuestion>(
    sql`SELECT argMax(question, last_time) AS query, ${COUNTS}, toUnixTimestamp64Milli(max(last_time)) AS last
    FROM (${questions(query)}) WHERE question != '' GROUP BY normalized ORDER BY asked DESC, last DESC, query LIMIT ${literal(limit)}`,
  );
