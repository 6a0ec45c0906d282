import type { Sql } from '../../../platform/clickhouse/sql.ts';
import type { Counts } from '../query/imported-days-store.ts';
import type { Span } from '../pipeline/span.ts';
import { findPlan } from '../query/planner.ts';
import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, toSeconds } from '../query/report-query.ts';
import { selectTotals } from './sql/total-statements.ts';
import type { Step } from '../query/steps.ts';

export interface Totals {
  visitors: number;
  page_views: number;
  events: number;
  visits: number;
  bounces: number;
  duration_ms: number;
  conversions: number;
  converted: number;
}

export const NO_TOTALS: Totals = {
  visitors: 0,
  page_views: 0,
  events: 0,
  visits: 0,
  bounces: 0,
  duration_ms: 0,
  conversions: 0,
  converted: 0,
};

export type Metric = keyof ReturnType<typeof computeMetrics>;

/** Computes metrics from totals. A mean without values is null. */
export const computeMetrics = (totals: Totals) => ({
  visitors: totals.visitors,
  page_views: totals.page_views,
  visits: totals.visits,
  events: totals.events,
  views_per_visit: ratio(totals.page_views, totals.visits),
  bounce_rate: ratio(totals.bounces, totals.visits),
  visit_duration: totals.visits ? toSeconds(totals.duration_ms / totals.visits) : null,
  conversions: totals.conversions,
  conversion_rate: ratio(totals.converted, totals.visitors),
});

/** Returns totals of some spans, by the start of the bucket, or under the key 0 without bounds of buckets. */
export async function findTotals(
  { db, clickhouse }: ReportDeps,
  query: ReportQuery,
  { spans, goal, bounds }: { spans: Span[]; goal?: Step; bounds?: number[] },
): Promise<Map<number, Totals>> {
  const plan = await findPlan(db, query, { report: 'totals', spans, bounds, hasGoal: goal !== undefined });
  const statements: Sql[] = selectTotals(query, plan, { goal, bounds });
  const rows = await Promise.all(statements.map((one) => clickhouse.query<Partial<Totals> & { key: number }>(one)));
  const totals = new Map<number, Totals>();
  for (const { key, ...values } of rows.flat()) totals.set(key, add(totals.get(key) ?? NO_TOTALS, values));
  return totals;
}

const add = (totals: Totals, values: Partial<Totals>): Totals =>
  Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, value + (values[name as keyof Totals] ?? 0)])) as never;

/** Adds the totals of an imported day. */
export const addImported = (totals: Totals, { people, ...counts }: Counts): Totals =>
  add(totals, { visitors: people, ...counts });
