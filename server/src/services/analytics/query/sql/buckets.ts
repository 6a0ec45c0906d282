import { sql, type Sql } from '../../../../platform/clickhouse/sql.ts';

/**
 * Returns the start of the bucket that contains a time, in milliseconds. The bounds are computed by `computeBuckets`, so that server and
 * ClickHouse use the same calendar.
 */
export function bucketStart(time: Sql, bounds: number[]): Sql {
  const ms = sql`toUnixTimestamp64Milli(${time})`;
  const [start = 0, second = 0] = bounds;
  const step = second - start;
  if (bounds.every((bound, index) => bound === start + index * step))
    return sql`${start} + intDiv(${ms} - ${start}, ${step}) * ${step}`;
  return sql`roundDown(${ms}, ${bounds})`;
}
