import { raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import { EVENT_TOTALS, pick, type Subquery, VISIT_TOTALS } from './aggregates.ts';
import type { Conditions } from './conditions.ts';
import { COUNT_PAGE_VIEWS, eventColumns } from './events.ts';
import { visitColumns } from './visits.ts';

/** Returns the key of a time column: the start of its bucket, or the same key for all rows. */
export type KeyOfTime = (time: Sql) => Sql;
/** Key of totals without buckets. */
export const ALL_KEY = sql`0`;
export const GOAL_TOTALS = ['conversions', 'converted_set'] as const;

/** Subqueries of totals. */
export interface TotalsSubqueries {
  /** Subqueries that contain people, which must be counted together. */
  people: Subquery[];
  /** Subqueries without people, which can be queried at the same time. */
  visits: Subquery[];
}

/** Totals from events, and of visits where they started. */
export const totalsFromEvents = (
  { events, startedVisits }: Conditions,
  keyOf: KeyOfTime,
  meetsGoal: Sql | undefined,
): TotalsSubqueries => ({
  people: [
    {
      key: keyOf(raw('events.time')),
      columns: pick(eventColumns({ meetsGoal }), [...EVENT_TOTALS, ...GOAL_TOTALS]),
      from: sql`events WHERE ${events}`,
    },
  ],
  visits: [
    {
      key: keyOf(raw('visits.start')),
      columns: pick(visitColumns({ starts: sql`1` }), VISIT_TOTALS),
      from: sql`visits FINAL PREWHERE ${startedVisits}`,
    },
  ],
});

/** Totals with filters on events, without buckets: matching events are read once and joined to their visits. */
export function totalsFromMatchingEvents({ eventsOfAllVisits, overlappingVisits, startsInSpan }: Conditions): TotalsSubqueries {
  const matches = sql`SELECT events.visit AS visit, ${COUNT_PAGE_VIEWS} AS page_views, count() AS events FROM events WHERE ${eventsOfAllVisits} GROUP BY visit`;
  const columns = {
    ...pick(visitColumns({ starts: startsInSpan }), ['people_set', ...VISIT_TOTALS]),
    page_views: raw('sum(matches.page_views)'),
    events: raw('sum(matches.events)'),
  };
  const from = sql`visits FINAL INNER JOIN (${matches}) AS matches ON matches.visit = visits.id PREWHERE ${overlappingVisits}`;
  return { people: [{ key: ALL_KEY, columns, from }], visits: [] };
}

/** Totals without filters on events: visits are fewer than events. Only visits that cross the edge of a group need their events. */
export function totalsFromVisits(
  { overlappingVisits, startsInSpan, isWithinSpan, isNearEdge, eventsOfAllVisits }: Conditions,
  keyOf: KeyOfTime,
  hasBuckets: boolean,
): TotalsSubqueries {
  const isInOneGroup = sql`${isWithinSpan} AND ${keyOf(raw('visits.start'))} = ${keyOf(raw('visits.end'))}`;
  // Buckets have edges anywhere in the span.
  const canCrossEdge = (time: Sql) => (hasBuckets ? sql`1` : isNearEdge(time));
  const crossing = sql`SELECT visits.id FROM visits FINAL PREWHERE ${overlappingVisits} AND ${canCrossEdge(raw('visits.start'))} AND NOT (${isInOneGroup})`;
  return {
    people: [
      {
        key: keyOf(raw('visits.start')),
        columns: {
          ...visitColumns({ starts: startsInSpan }),
          ...pick(visitColumns({ starts: isInOneGroup, counted: isInOneGroup }), EVENT_TOTALS),
        },
        from: sql`visits FINAL PREWHERE ${overlappingVisits}`,
      },
      {
        key: keyOf(raw('events.time')),
        columns: pick(eventColumns(), EVENT_TOTALS),
        from: sql`events WHERE ${eventsOfAllVisits} AND ${canCrossEdge(raw('events.time'))} AND events.visit IN (${crossing})`,
      },
    ],
    visits: [],
  };
}
