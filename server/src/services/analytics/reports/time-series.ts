import { computeBuckets, type Interval } from '../query/periods.ts';
import type { Span } from '../pipeline/span.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';
import { computeMetrics, findTotals, type Metric, NO_TOTALS } from './totals.ts';

interface SeriesParams {
  metric: Metric;
  interval: Interval;
  goal?: Step;
}

/** Returns a metric by interval, including intervals without events. */
export async function computeTimeSeries(
  deps: ReportDeps,
  query: ReportQuery,
  { compare, now, ...params }: SeriesParams & { compare: boolean; now: number },
) {
  const [current, previous] = await Promise.all([
    findSeries(deps, query, query, params),
    compare ? findSeries(deps, query, query.previous, params) : undefined,
  ]);
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    metric: params.metric,
    interval: params.interval,
    data: current.map(({ start, end, value }, index) => ({
      time: timestamp(start),
      value,
      previous: previous?.[index]?.value ?? null,
      previous_time: previous?.[index] ? timestamp(previous[index].start) : null,
      is_complete: end <= now,
    })),
  };
}

async function findSeries(deps: ReportDeps, query: ReportQuery, span: Span, { metric, interval, goal }: SeriesParams) {
  const bounds = computeBuckets({ ...span, timezone: query.timezone }, interval);
  const totals = await findTotals(deps, query, { spans: [span], goal, bounds });
  return bounds.slice(0, -1).map((start, index) => ({
    start,
    end: bounds[index + 1] as number,
    value: computeMetrics(totals.get(start) ?? NO_TOTALS)[metric],
  }));
}
