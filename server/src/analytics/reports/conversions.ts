import { join, sql, type Sql } from '../../clickhouse/sql.ts';
import type { Goal } from '../manage/goals-store.ts';
import { ratio, type ReportDeps, type ReportQuery } from '../query/report-query.ts';
import { aggregate, pick } from '../query/sql/aggregates.ts';
import { buildConditions } from '../query/sql/conditions.ts';
import { eventColumns } from '../query/sql/events.ts';
import { stepCondition } from '../query/sql/filter-conditions.ts';
import { findTotals, NO_TOTALS } from './totals.ts';

/** Returns unique visitors, conversions and the conversion rate of goals, in the order of the goals. */
export async function computeConversions(deps: ReportDeps, query: ReportQuery, goals: Goal[]) {
  if (!goals.length) return [];
  const [totals, rows] = await Promise.all([
    findTotals(deps, query, { spans: [query] }),
    deps.clickhouse.query<{ key: number; visitors: number; events: number }>(selectConversions(query, goals)),
  ]);
  const { visitors } = totals.get(0) ?? NO_TOTALS;
  const byGoal = new Map(rows.map((row) => [row.key, row]));
  return goals.map((goal, index) => {
    const found = byGoal.get(index);
    const converted = found?.visitors ?? 0;
    return { goal, visitors: converted, conversions: found?.events ?? 0, conversion_rate: ratio(converted, visitors) };
  });
}

/** Returns the statement that counts the events of each goal by its index. An event counts for each goal that it meets. */
function selectConversions(query: ReportQuery, goals: Goal[]): Sql {
  const met = goals.map(stepCondition);
  const { events } = buildConditions(query);
  return aggregate(
    [
      {
        key: sql`arrayJoin(arrayFilter((index, is_met) -> is_met, range(${goals.length}), [${join(met)}]))`,
        columns: pick(eventColumns(), ['people', 'people_set', 'events']),
        from: sql`events WHERE ${events} AND (${join(met, ' OR ')})`,
      },
    ],
    [],
    ['people', 'people_set', 'events'],
  );
}
