import { WEB_VITALS } from '@earshot/contract/services/analytics/values';
import type { PageOf, PageRows } from '../../../platform/postgres/paging.ts';
import type { Dimension } from '../query/filters.ts';
import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import { CLS_SCALE, selectWebVitals, THRESHOLDS, type WebVitalColumns, type WebVitalName } from './sql/web-vital-statements.ts';

type FoundRow = WebVitalColumns & { key: string; measurements: number; total: number };

/** Returns the 75th percentile and the shares of ratings of each metric. */
export async function computeWebVitals({ clickhouse }: ReportDeps, query: ReportQuery) {
  const [row] = await clickhouse.query<FoundRow>(selectWebVitals(query, undefined, { limit: 1, offset: 0 }));
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    metrics: WEB_VITALS.map((metric) => readMetric(metric, row)),
  };
}

/** Returns the same by value of a dimension, most measurements first. */
export async function breakDownWebVitals(
  { clickhouse }: ReportDeps,
  query: ReportQuery,
  { by, rows }: { by: Dimension; rows: PageRows },
) {
  const read = await clickhouse.query<FoundRow>(selectWebVitals(query, by, rows));
  const found = read.slice(0, rows.limit);
  const last = found.at(-1);
  return {
    total: last?.total ?? 0,
    next: last && read.length > rows.limit ? [String(last.measurements), last.key] : null,
    rows: found.map((row) => ({
      value: row.key,
      measurements: row.measurements,
      metrics: WEB_VITALS.map((metric) => readMetric(metric, row)),
    })),
  } satisfies PageOf<unknown> & { total: number };
}

function readMetric(metric: WebVitalName, row: FoundRow | undefined) {
  const { good, poor } = THRESHOLDS[metric];
  const measurements = row?.[`${metric}_count`] ?? 0;
  const goodCount = row?.[`${metric}_good`] ?? 0;
  const poorCount = row?.[`${metric}_poor`] ?? 0;
  const isScore = metric === 'CLS';
  const p75 = row && measurements ? row[`${metric}_p75`] / (isScore ? CLS_SCALE : 1) : null;
  return {
    metric,
    unit: isScore ? ('score' as const) : ('ms' as const),
    good_up_to: good,
    poor_above: poor,
    measurements,
    p75,
    rating: p75 === null ? null : rate(p75, { good, poor }),
    good: ratio(goodCount, measurements),
    needs_improvement: ratio(measurements - goodCount - poorCount, measurements),
    poor: ratio(poorCount, measurements),
  };
}

const rate = (value: number, { good, poor }: { good: number; poor: number }) =>
  value <= good ? ('good' as const) : value > poor ? ('poor' as const) : ('needs_improvement' as const);
