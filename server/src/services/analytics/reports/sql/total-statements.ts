import { raw, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { Plan } from '../../query/planner.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { aggregate, EVENT_TOTALS, VISIT_TOTALS } from '../../query/sql/aggregates.ts';
import { bucketStart } from '../../query/sql/buckets.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { stepCondition } from '../../query/sql/filter-conditions.ts';
import { selectTotalRollups } from '../../query/sql/rollups.ts';
import {
  ALL_KEY,
  GOAL_TOTALS,
  type KeyOfTime,
  totalsFromEvents,
  totalsFromMatchingEvents,
  totalsFromVisits,
} from '../../query/sql/totals.ts';
import { matchVisitFacts, totalsFromVisitFacts } from '../../query/sql/visit-facts.ts';
import type { Step } from '../../query/steps.ts';

/** Returns the statements of totals. Their rows have disjoint columns, or different keys. */
export function selectTotals(
  query: ReportQuery,
  { finalized, direct }: Plan,
  { goal, bounds }: { goal?: Step; bounds?: number[] },
): Sql[] {
  const buildKey: KeyOfTime = (time) => (bounds ? bucketStart(time, bounds) : ALL_KEY);
  const meetsGoal = goal && stepCondition(goal);
  const columns = [...EVENT_TOTALS, ...VISIT_TOTALS, ...(goal ? GOAL_TOTALS : [])];
  const conditions = buildConditions(query, direct.spans);
  const fromEvents = () => totalsFromEvents(conditions, buildKey, meetsGoal);
  /** Next to finalized days, the other spans are short, and one statement is enough. */
  const rest = () => (direct.spans.length ? Object.values(fromEvents()).flat() : []);
  switch (finalized?.source) {
    case 'rollups': {
      const rollups = selectTotalRollups(query, finalized, { key: buildKey(raw('rollups.day')), columns });
      return [aggregate(rest(), rollups, columns)];
    }
    case 'visit facts':
      return [aggregate([totalsFromVisitFacts(query, finalized.days, buildKey), ...rest()], [], columns)];
    case 'matching visit facts':
      return [
        aggregate(matchVisitFacts(query, { ...finalized, spans: direct.spans }, conditions, { time: buildKey }), [], columns),
      ];
    default: {
      const tables = {
        events: fromEvents,
        visits: () => totalsFromVisits(conditions, buildKey, bounds !== undefined),
        'matching events': () => totalsFromMatchingEvents(conditions),
      };
      const { people, visits } = tables[direct.source]();
      return [aggregate(people, [], columns), ...visits.map((subquery) => aggregate([subquery], [], VISIT_TOTALS))];
    }
  }
}
