import { WEB_VITALS } from '@earshot/contract/services/analytics/values';
import { join, raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import type { PageRows } from '../../../../platform/postgres/paging.ts';
import type { Dimension } from '../../query/filters.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { buildConditions } from '../../query/sql/conditions.ts';

export type WebVitalName = (typeof WEB_VITALS)[number];

/** Name of the events of the tracker with `data-vitals`. */
const EVENT = 'web_vital';
/** Factor of CLS, a score, so that `quantileTiming`, which counts whole numbers, is as precise as for milliseconds. */
export const CLS_SCALE = 1_000;

/** Thresholds of web.dev: values up to `good` are good, values above `poor` are poor. Milliseconds; CLS is a score. */
export const THRESHOLDS: Record<WebVitalName, { good: number; poor: number }> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  FCP: { good: 1_800, poor: 3_000 },
  TTFB: { good: 800, poor: 1_800 },
};

/** Columns of a metric: number of measurements, of good and of poor ones, and the 75th percentile. */
export type WebVitalColumns = Record<`${WebVitalName}_${'count' | 'good' | 'poor' | 'p75'}`, number>;

const EVENT_COLUMNS: Record<string, string> = { page: 'path' };

/**
 * Returns the statement of all Web Vitals by a dimension of events, or of all events together, most measurements first, with the number
 * of groups and one row more than the limit. `quantileTiming` needs the same memory for any number of measurements.
 */
export function selectWebVitals(query: ReportQuery, by: Dimension | undefined, { limit, offset, after }: PageRows): Sql {
  const { events } = buildConditions(query);
  const key = by ? raw(`toString(events.${EVENT_COLUMNS[by.name] ?? by.name})`) : sql`''`;
  const columns = WEB_VITALS.flatMap((metric) => {
    const { good, poor } = THRESHOLDS[metric];
    const isMetric = sql`measured.metric = ${metric}`;
    const scale = metric === 'CLS' ? sql` * ${CLS_SCALE}` : raw('');
    return [
      sql`countIf(${isMetric}) AS ${raw(metric)}_count`,
      sql`countIf(${isMetric} AND measured.value <= ${good}) AS ${raw(metric)}_good`,
      sql`countIf(${isMetric} AND measured.value > ${poor}) AS ${raw(metric)}_poor`,
      sql`quantileTimingIf(0.75)(round(measured.value${scale}), ${isMetric}) AS ${raw(metric)}_p75`,
    ];
  });
  const rows = sql`SELECT measured.key AS key, count() AS measurements, count() OVER () AS total, ${join(columns)} FROM (
      SELECT ${key} AS key, events.properties['metric'] AS metric, ifNull(toFloat64OrNull(events.properties['value']), -1) AS value
      FROM events WHERE ${events} AND events.name = ${EVENT}
    ) AS measured WHERE measured.metric IN ${[...WEB_VITALS]} AND measured.value >= 0 AND isFinite(measured.value) GROUP BY key`;
  const found = after ? sql`SELECT * FROM (\n${rows}\n) ${whereAfter(after)}` : rows;
  return sql`${found} ORDER BY measurements DESC, key LIMIT ${limit + 1} OFFSET ${offset}`;
}

function whereAfter([count = '', key = '']: string[]): Sql {
  const measurements = typed(BigInt(count), 'UInt64');
  return sql`WHERE measurements < ${measurements} OR (measurements = ${measurements} AND key > ${key})`;
}
