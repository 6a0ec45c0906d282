import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { computeFunnelRevenue } from './revenue.ts';
import { type FunnelDivision, type FunnelParams, selectFunnelByValue, selectFunnelLevels } from './sql/funnel-levels.ts';

interface Additions {
  includeRevenue: boolean;
  compare: boolean;
  /** Dimension by which people or visits are divided. */
  division?: FunnelDivision;
}

/**
 * Returns how many people or visits reached each step, and optionally their revenue, the values of the comparison period, and all of it by
 * value of a dimension. Each counts once, by its longest chain.
 */
export async function computeFunnel(
  deps: ReportDeps,
  query: ReportQuery,
  params: FunnelParams,
  { includeRevenue, compare, division }: Additions,
) {
  const before = { ...query, ...query.previous };
  const [counts, previous, revenue, breakdown] = await Promise.all([
    countSteps(deps, query, params),
    compare ? countSteps(deps, before, params) : undefined,
    includeRevenue ? computeFunnelRevenue(deps, query, params) : undefined,
    division ? divideFunnel(deps, [query, ...(compare ? [before] : [])], params, division) : null,
  ]);
  const steps = compareSteps(counts, previous);
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
      ...(steps[index] as ComparedStep),
      ...(revenue && { revenue: revenue[index] ?? [] }),
    })),
    breakdown,
  };
}

type ComparedStep = ReturnType<typeof compareSteps>[number];

/** Returns the count of each step, and its shares of the first and of the preceding step, in a period and the one before, if any. */
function compareSteps(counts: number[], previous?: number[]) {
  const before = previous?.map(addRates);
  return counts.map(addRates).map((step, index) => ({
    ...step,
    previous_count: before?.[index]?.count ?? null,
    previous_rate: before?.[index]?.rate ?? null,
    previous_step_rate: before?.[index]?.step_rate ?? null,
  }));
}

const addRates = (count: number, index: number, counts: number[]) => ({
  count,
  rate: ratio(count, counts[0] ?? 0) ?? 0,
  step_rate: ratio(count, counts[Math.max(index - 1, 0)] ?? 0) ?? 0,
});

/** Returns how many people or visits reached each step. */
async function countSteps({ clickhouse }: ReportDeps, query: ReportQuery, params: FunnelParams): Promise<number[]> {
  const rows = await clickhouse.query<{ level: number; count: number }>(selectFunnelLevels(query, params));
  return params.steps.map((_, index) => rows.filter(({ level }) => level > index).reduce((sum, { count }) => sum + count, 0));
}

/** Returns the steps by value, and all other values as null. The comparison period, if any, has the same values. */
async function divideFunnel(
  { clickhouse }: ReportDeps,
  [query, before]: ReportQuery[],
  params: FunnelParams,
  division: FunnelDivision,
) {
  const count = (period: ReportQuery, values?: string[]) =>
    clickhouse.query<{ position: number; value: string; counts: number[] }>(
      selectFunnelByValue(period, params, { ...division, ...(values && { values }) }),
    );
  const rows = query ? await count(query) : [];
  const values = rows.filter(({ position }) => position <= division.limit).map(({ value }) => value);
  const previous = before && values.length ? await count(before, values) : undefined;
  const nobody = params.steps.map(() => 0);
  const find = (found: typeof rows, position: number) => found.find((row) => row.position === position)?.counts;
  // Other values have a position after the last one.
  const hasOthers = [rows, previous ?? []].some((found) => find(found, values.length + 1));
  return [...values, ...(hasOthers ? [null] : [])].map((value, index) => ({
    value,
    steps: compareSteps(find(rows, index + 1) ?? nobody, previous && (find(previous, index + 1) ?? nobody)),
  }));
}
