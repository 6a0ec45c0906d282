import { findImportedTotals } from '../query/imported-days.ts';
import { computeBuckets, type Interval } from '../query/periods.ts';
import type { Span } from '../pipeline/span.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';
import { addImported, computeMetrics, findTotals, type Metric, NO_TOTALS } from './totals.ts';

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
    data: current.buckets.map(({ start, end, value, isImported }, index) => ({
      time: timestamp(start),
      value,
      previous: previous?.buckets[index]?.value ?? null,
      previous_time: previous?.buckets[index] ? timestamp(previous.buckets[index].start) : null,
      is_complete: end <= now,
      is_imported: isImported,
    })),
    imported: current.imported,
    previous_imported: previous?.imported ?? null,
  };
}

async function findSeries(deps: ReportDeps, query: ReportQuery, span: Span, { metric, interval, goal }: SeriesParams) {
  const bounds = computeBuckets({ ...span, timezone: query.timezone }, interval);
  const [totals, { days, imported }] = await Promise.all([
    findTotals(deps, query, { spans: [span], goal, bounds }),
    findImportedTotals(deps, query, { span, goal, interval }),
  ]);
  const starts = bounds.slice(0, -1);
  const byBucket = Map.groupBy(days, (day) => starts.findLast((start) => start <= day.start));
  const buckets = starts.map((start, index) => {
    const added = byBucket.get(start) ?? [];
    return {
      start,
      end: bounds[index + 1] as number,
      value: computeMetrics(added.reduce(addImported, totals.get(start) ?? NO_TOTALS))[metric],
      isImported: added.length > 0,
    };
  });
  return { buckets, imported };
}
