import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';
import { selectConversions } from './sql/conversion-statements.ts';
import { findTotals, NO_TOTALS } from './totals.ts';

export interface Conversions {
  visitors: number;
  conversions: number;
  conversion_rate: number | null;
}

/** Returns unique visitors, conversions and the conversion rate of goals, in the order of the goals. */
export async function computeConversions(deps: ReportDeps, query: ReportQuery, goals: Step[]): Promise<Conversions[]> {
  if (!goals.length) return [];
  const [totals, rows] = await Promise.all([
    findTotals(deps, query, { spans: [query] }),
    deps.clickhouse.query<{ key: number; visitors: number; events: number }>(selectConversions(query, goals)),
  ]);
  const { visitors: all } = totals.get(0) ?? NO_TOTALS;
  const byGoal = new Map(rows.map((row) => [row.key, row]));
  return goals.map((_, index) => {
    const { visitors = 0, events = 0 } = byGoal.get(index) ?? {};
    return { visitors, conversions: events, conversion_rate: ratio(visitors, all) };
  });
}
