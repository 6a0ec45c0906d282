import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { computeFunnelRevenue } from './revenue.ts';
import { type FunnelParams, selectFunnelLevels } from './sql/funnel-levels.ts';

/** Returns how many people or visits reached each step, and optionally their revenue. Each counts once, by its longest chain. */
export async function computeFunnel(
  deps: ReportDeps,
  query: ReportQuery,
  { includeRevenue, ...params }: FunnelParams & { includeRevenue: boolean },
) {
  const rows = await deps.clickhouse.query<{ level: number; count: number }>(selectFunnelLevels(query, params));
  const revenue = includeRevenue ? await computeFunnelRevenue(deps, query, params) : undefined;
  const reached = params.steps.map((_, index) =>
    rows.filter(({ level }) => level > index).reduce((sum, { count }) => sum + count, 0),
  );
  const countAt = (index: number) => reached[index] ?? 0;
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    steps: params.steps.map(({ event, page }, index) => ({
      event: event ?? null,
      page: page ?? null,
      count: countAt(index),
      rate: ratio(countAt(index), countAt(0)) ?? 0,
      step_rate: ratio(countAt(index), countAt(Math.max(index - 1, 0))) ?? 0,
      ...(revenue && { revenue: revenue[index] ?? [] }),
    })),
  };
}
