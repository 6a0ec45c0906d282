import { join, literal, raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { Span } from '../../pipeline/span.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { aggregate, pick } from '../../query/sql/aggregates.ts';
import { bucketStart } from '../../query/sql/buckets.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { eventColumns } from '../../query/sql/events.ts';
import { stepCondition } from '../../query/sql/filter-conditions.ts';
import type { Step } from '../../query/steps.ts';

const COLUMNS = ['people', 'people_set', 'events'] as const;

/**
 * Returns the statement that counts the events of each goal by its index, in buckets by the start of the bucket plus this index. An event
 * counts for each goal that it meets.
 */
export function selectConversions(
  query: ReportQuery,
  goals: Step[],
  { spans, bounds }: { spans?: Span[]; bounds?: number[] } = {},
): Sql {
  const met = goals.map(stepCondition);
  const { events } = buildConditions(query, spans);
  const start = bounds ? bucketStart(raw('events.time'), bounds) : literal(0);
  return aggregate(
    [
      {
        key: sql`${start} + arrayJoin(arrayFilter((index, is_met) -> is_met, range(${goals.length}), [${join(met)}]))`,
        columns: pick(eventColumns(), COLUMNS),
        from: sql`events WHERE ${events} AND (${join(met, ' OR ')})`,
      },
    ],
    [],
    COLUMNS,
  );
}
