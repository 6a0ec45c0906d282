import { raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import { ALL_ROWS, type Columns, distinctColumns, type SingleDay } from './aggregates.ts';

/** Single-page visits without interaction count as bounces. */
export const IS_BOUNCE = raw('visits.page_views = 1 AND visits.interactions = 0');
export const DURATION_MS = raw('toUnixTimestamp64Milli(visits.end) - toUnixTimestamp64Milli(visits.start)');

/**
 * Returns columns that are computed from visits. People are those with a `counted` visit; all other columns are of visits that match
 * `starts`. `goalEvents` is the number of events of a visit that meet the goal.
 */
export const visitColumns = ({
  starts,
  counted = ALL_ROWS,
  singleDay,
  goalEvents,
}: {
  starts: Sql;
  counted?: Sql;
  singleDay?: SingleDay;
  goalEvents?: Sql;
}): Columns => ({
  ...distinctColumns('people', raw('visits.person'), counted, singleDay?.person('visits')),
  visits: sql`countIf(${starts})`,
  page_views: sql`sumIf(visits.page_views, ${starts})`,
  events: sql`sumIf(visits.events, ${starts})`,
  bounces: sql`countIf(${starts} AND ${IS_BOUNCE})`,
  duration_ms: sql`sumIf(${DURATION_MS}, ${starts})`,
  ...(goalEvents && {
    conversions: sql`sum(${goalEvents})`,
    converted_set: { distinct: raw('visits.person'), where: sql`${goalEvents} > 0` },
  }),
});
