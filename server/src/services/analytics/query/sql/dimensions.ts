import { raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import { type Dimension, findProperty } from '../filters.ts';
import { ALL_ROWS, type SingleDay, type Subquery } from './aggregates.ts';
import type { Conditions } from './conditions.ts';
import { eventColumns } from './events.ts';
import { dimensionColumn } from './filter-conditions.ts';
import { visitColumns } from './visits.ts';

/** Groups events or visits by the value of a dimension. With `singleDay`, the columns are those of a rollup. */
export function groupByDimension(
  dimension: Dimension,
  { conditions, meetsGoal, singleDay }: { conditions: Conditions; meetsGoal?: Sql; singleDay?: SingleDay },
): Subquery {
  const { startsInSpan, presentVisits, events, countsForPage } = conditions;
  const key = dimensionColumn(dimension);
  if (dimension.subject === 'visit') {
    const goalEvents = meetsGoal
      ? sql`LEFT JOIN (SELECT events.visit AS visit, count() AS goal_events FROM events WHERE ${events} AND ${meetsGoal} GROUP BY visit) AS goal ON goal.visit = visits.id`
      : raw('');
    const columns = visitColumns({ starts: startsInSpan, singleDay, goalEvents: meetsGoal && raw('goal.goal_events') });
    return { key, columns, from: sql`visits FINAL ${goalEvents} PREWHERE ${presentVisits}` };
  }
  // Events without the property are not counted.
  const hasValue = findProperty(dimension) === undefined ? raw('') : sql`AND ${key} != ''`;
  const counted = dimension.name === 'page' ? countsForPage : ALL_ROWS;
  return { key, columns: eventColumns({ counted, singleDay, meetsGoal }), from: sql`events WHERE ${events} ${hasValue}` };
}

/** Groups visits by their exit page. */
export const groupByExitPage = ({ startedVisits }: Conditions): Subquery => ({
  key: raw('visits.exit_page'),
  columns: { exits: raw('count()') },
  from: sql`visits FINAL PREWHERE ${startedVisits} AND visits.page_views > 0`,
});
