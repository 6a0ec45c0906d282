import type { PRECISIONS } from '@earshot/contract/services/analytics/values';
import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { findStandardError, samplePeople, scaleCount } from '../query/sampling.ts';
import { computeFunnelRevenue } from './revenue.ts';
import { type FunnelDivision, type FunnelParams, selectFunnelByValue, selectFunnelLevels } from './sql/funnel-levels.ts';

interface Additions {
  includeRevenue: boolean;
  compare: boolean;
  precision: (typeof PRECISIONS)[number];
  /** Dimension by which people or visits are divided. */
  division?: FunnelDivision;
}

/**
 * Returns how many people or visits reached each step, and optionally their revenue, the values of the comparison period, and all of it by
 * value of a dimension. Each counts once, by its longest chain.
 */
export async function computeFunnel(
  deps: ReportDeps,
  everybody: ReportQuery,
  params: FunnelParams,
  { includeRevenue, compare, division, precision: requested }: Additions,
) {
  const { query, precision } = await samplePeople(deps.db, everybody, {
    precision: requested,
    spans: [everybody, ...(compare ? [everybody.previous] : [])],
  });
  const before = compare ? { ...query, ...query.previous } : undefined;
  const [{ counts, previous, breakdown }, revenue] = await Promise.all([
    division ? divideFunnel(deps, [query, before], params, division) : countFunnel(deps, [query, before], params),
    includeRevenue ? computeFunnelRevenue(deps, query, params) : undefined,
  ]);
  const steps = compareSteps(query, params, counts, previous);
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
    precision,
  };
}

type ComparedStep = ReturnType<typeof compareSteps>[number];

/** Returns the count of each step with its standard error, and its shares of the first and of the preceding step, in a period and the one before, if any. */
function compareSteps(query: ReportQuery, { by }: FunnelParams, counts: number[], previous?: number[]) {
  const before = previous?.map(addRates);
  return counts.map(addRates).map((step, index) => ({
    ...step,
    standard_error: findStandardError(query, step.count, by),
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
  return params.steps.map((_, index) =>
    rows.filter(({ level }) => level > index).reduce((sum, { count }) => sum + scaleCount(query, count), 0),
  );
}

/** A period, and the comparison period, if any. */
type Periods = [query: ReportQuery, before: ReportQuery | undefined];

async function countFunnel(deps: ReportDeps, [query, before]: Periods, params: FunnelParams) {
  const [counts, previous] = await Promise.all([
    countSteps(deps, query, params),
    before ? countSteps(deps, before, params) : undefined,
  ]);
  return { counts, previous, breakdown: null };
}

/**
 * Returns the counts, and the steps by value, with all other values as null. The comparison period, if any, has the same values. Each
 * person or visit has one value, so that the counts are the sums over all values: those of chains whose visit is stored. Both tables agree
 * once a batch is written.
 */
async function divideFunnel(deps: ReportDeps, [query, before]: Periods, params: FunnelParams, division: FunnelDivision) {
  const count = async (period: ReportQuery, values?: string[]) => {
    const found = await deps.clickhouse.query<{ position: number; value: string; counts: number[] }>(
      selectFunnelByValue(period, params, { ...division, ...(values && { values }) }),
    );
    return found.map((row) => ({ ...row, counts: row.counts.map((one) => scaleCount(period, one)) }));
  };
  const rows = await count(query);
  const values = rows.filter(({ position }) => position <= division.limit).map(({ value }) => value);
  const previous = before && values.length ? await count(before, values) : undefined;
  const nobody = params.steps.map(() => 0);
  const find = (found: typeof rows, position: number) => found.find((row) => row.position === position)?.counts;
  // Other values have a position after the last one.
  const hasOthers = [rows, previous ?? []].some((found) => find(found, values.length + 1));
  const sum = (found: typeof rows) =>
    params.steps.map((_, index) => found.reduce((total, { counts }) => total + (counts[index] ?? 0), 0));
  return {
    counts: sum(rows),
    previous: previous ? sum(previous) : before && (await countSteps(deps, before, params)),
    breakdown: [...values, ...(hasOthers ? [null] : [])].map((value, index) => ({
      value,
      steps: compareSteps(query, params, find(rows, index + 1) ?? nobody, previous && (find(previous, index + 1) ?? nobody)),
    })),
  };
}
