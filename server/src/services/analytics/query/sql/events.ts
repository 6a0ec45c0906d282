import { raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import { PAGE_VIEW } from '../../pipeline/event.ts';
import { ALL_ROWS, type Columns, distinctColumns, type SingleDay } from './aggregates.ts';

export const IS_PAGE_VIEW = sql`events.name = ${PAGE_VIEW}`;
export const COUNT_PAGE_VIEWS = sql`countIf(${IS_PAGE_VIEW})`;

/**
 * Returns columns that are computed from events. People and visits are those with a `counted` event, conversions are events that meet
 * the goal.
 */
export const eventColumns = ({
  counted = ALL_ROWS,
  singleDay,
  meetsGoal,
}: { counted?: Sql; singleDay?: SingleDay; meetsGoal?: Sql } = {}): Columns => ({
  ...distinctColumns('people', raw('events.person'), counted, singleDay?.person('events')),
  ...distinctColumns('visits', raw('events.visit'), counted, singleDay?.visit),
  page_views: COUNT_PAGE_VIEWS,
  events: raw('count()'),
  ...(meetsGoal && {
    conversions: sql`countIf(${meetsGoal})`,
    converted_set: { distinct: raw('events.person'), where: meetsGoal },
  }),
});
