import type { INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { TEAM } from '../../../instance/end-users/readers.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findTitles } from '../documents/documents-store.ts';
import { type AnswerCounts, type AskedQuestion, countAnswers, findQuestions } from './answers-log-store.ts';
import { countSearches, findOpenedDocuments, findQueries, type DocumentCounts, type QueryCounts } from './search-log-store.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';

export interface Insights {
  from: number;
  to: number;
  searches: number;
  missed: number;
  clicked: number;
  answers: AnswerCounts;
  questions: AskedQuestion[];
  top: QueryCounts[];
  missedQueries: QueryCounts[];
  documents: (DocumentCounts & { title: string | null })[];
}

const DAY_MS = 86_400_000;
const MAX_ROWS = 100;

/** Returns frequent queries, queries without results, and opened documents. */
export async function findInsights(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  index: IndexKey,
  period: (typeof INSIGHT_PERIODS)[number],
): Promise<Insights> {
  const to = Date.now() + 1;
  const query = { projectId: index.project_id, indexId: index.id, from: to - Number.parseInt(period) * DAY_MS, to };
  const [counts, answers, questions, top, missedQueries, opened] = await Promise.all([
    countSearches(clickhouse, query),
    countAnswers(clickhouse, query),
    findQuestions(clickhouse, query, MAX_ROWS),
    findQueries(clickhouse, query, { isMissed: false, limit: MAX_ROWS }),
    findQueries(clickhouse, query, { isMissed: true, limit: MAX_ROWS }),
    findOpenedDocuments(clickhouse, query, MAX_ROWS),
  ]);
  const titles = await findTitles(
    db,
    index,
    opened.map(({ document_id }) => document_id),
    TEAM,
  );
  const documents = opened.map((one) => ({ ...one, title: titles.get(one.document_id) ?? null }));
  return { ...query, ...counts, answers, questions, top, missedQueries, documents };
}
