import { join, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { aggregate, pick } from '../../query/sql/aggregates.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { eventColumns } from '../../query/sql/events.ts';
import { stepCondition } from '../../query/sql/filter-conditions.ts';
import type { Step } from '../../query/steps.ts';

const COLUMNS = ['people', 'people_set', 'events'] as const;

/** Returns the statement that counts the events of each goal by its index. An event counts for each goal that it meets. */
export function selectConversions(query: ReportQuery, goals: Step[]): Sql {
  const met = goals.map(stepCondition);
  const { events } = buildConditions(query);
  return aggregate(
    [
      {
        key: sql`arrayJoin(arrayFilter((index, is_met) -> is_met, range(${goals.length}), [${join(met)}]))`,
        columns: pick(eventColumns(), COLUMNS),
        from: sql`events WHERE ${events} AND (${join(met, ' OR ')})`,
      },
    ],
    [],
    COLUMNS,
  );
}
