import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { computeFunnelRevenue } from './revenue.ts';
import { type FunnelParams, selectFunnelLevels } from './sql/funnel-levels.ts';

interface Additions {
  includeRevenue: boolean;
  compare: boolean;
}

/**
 * Returns how many people or visits reached each step, and optionally their revenue, and the values of the comparison period. Each counts
 * once, by its longest chain.
 */
export async function computeFunnel(
  deps: ReportDeps,
  query: ReportQuery,
  params: FunnelParams,
  { includeRevenue, compare }: Additions,
) {
  const [steps, previous, revenue] = await Promise.all([
    countSteps(deps, query, params),
    compare ? countSteps(deps, { ...query, ...query.previous }, params) : undefined,
    includeRevenue ? computeFunnelRevenue(deps, query, params) : undefined,
  ]);
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    previous_from: compare ? timestamp(query.previous.from) : null,
    previous_to: compare ? timestamp(query.previous.to) : null,
    steps: params.steps.map(({ event, page, filters = [] }, index) => ({
      event: event ?? null,
      page: page ?? null,
      filters,
      ...(steps[index] as StepCount),
      previous_count: previous?.[index]?.count ?? null,
      previous_rate: previous?.[index]?.rate ?? null,
      previous_step_rate: previous?.[index]?.step_rate ?? null,
      ...(revenue && { revenue: revenue[index] ?? [] }),
    })),
  };
}

interface StepCount {
  count: number;
  rate: number;
  step_rate: number;
}

/** Returns the count of each step, and its shares of the first and of the preceding step. */
async function countSteps({ clickhouse }: ReportDeps, query: ReportQuery, params: FunnelParams): Promise<StepCount[]> {
  const rows = await clickhouse.query<{ level: number; count: number }>(selectFunnelLevels(query, params));
  const reached = params.steps.map((_, index) =>
    rows.filter(({ level }) => level > index).reduce((sum, { count }) => sum + count, 0),
  );
  return reached.map((count, index) => ({
    count,
    rate: ratio(count, reached[0] ?? 0) ?? 0,
    step_rate: ratio(count, reached[Math.max(index - 1, 0)] ?? 0) ?? 0,
  }));
}
