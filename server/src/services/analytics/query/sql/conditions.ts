import { onDays, toDateTime } from '../../../../platform/clickhouse/schema.ts';
import { join, joinAnd, raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import type { Span } from '../../pipeline/span.ts';
import { arePagesOfEvents } from '../filters.ts';
import type { ReportQuery } from '../report-query.ts';
import { ALL_ROWS } from './aggregates.ts';
import { IS_PAGE_VIEW } from './events.ts';
import { filterConditions } from './filter-conditions.ts';

const DAY_MS = 86_400_000;
/** Gaps within a visit are at most half an hour, so that a visit with a part in a longer span has an event in the span. */
const SHORT_SPAN_MS = 3_600_000;

export type Conditions = ReturnType<typeof buildConditions>;

/**
 * Builds the conditions of a report query on the tables `events` and `visits`, in one span or several. Conditions on visits are applied
 * before rows collapse (`FINAL PREWHERE`): a row and the row that cancels it have equal columns, so that both match or neither, and
 * rows that don't match need not be sorted.
 */
export function buildConditions(query: Omit<ReportQuery, 'timezone' | 'previous'>, spans: Span | Span[] = query) {
  const project = typed(query.projectId, 'UUID');
  const bounds = [spans].flat().map(({ from, to }) => ({
    from: toDateTime(from),
    to: toDateTime(to),
    dayBefore: toDateTime(from - DAY_MS),
    firstDayEnd: toDateTime(from + DAY_MS),
    lastDayStart: toDateTime(to - DAY_MS),
  }));
  const inAnySpan = (condition: (span: (typeof bounds)[number]) => Sql): Sql =>
    bounds.length ? sql`(${join(bounds.map(condition), ' OR ')})` : sql`(0)`;
  const botConditions = (table: 'events' | 'visits'): Sql[] => {
    if (query.bots === 'include') return [];
    const isPerson = query.countedBots.length
      ? sql`(NOT ${raw(table)}.is_bot OR ${raw(table)}.bot IN ${query.countedBots})`
      : sql`NOT ${raw(table)}.is_bot`;
    return query.bots === 'only' ? [sql`NOT (${isPerson})`] : [isPerson];
  };
  const { share = 1 } = query;
  const people = query.people && typed(query.people.map(BigInt), 'Array(UInt64)');
  const personConditions = (table: 'events' | 'visits'): Sql[] => [
    ...(people ? [sql`${raw(table)}.person IN ${people}`] : []),
    ...(share < 1 ? [sql`${raw(table)}.person < ${typed(BigInt(2 ** 64 * share), 'UInt64')}`] : []),
  ];
  const eventFilters = filterConditions(query.filters, 'event');
  const visitFilters = filterConditions(query.filters, 'visit');

  const eventsOfAllVisits = joinAnd([
    sql`events.project_id = ${project}`,
    inAnySpan(({ from, to }) => sql`events.time >= ${from} AND events.time < ${to} AND ${onDays(raw('events.time'), from, to)}`),
    ...personConditions('events'),
    ...botConditions('events'),
    ...eventFilters,
  ]);
  const visitsWhere = (condition: Sql) =>
    joinAnd([
      sql`visits.project_id = ${project}`,
      condition,
      ...personConditions('visits'),
      ...botConditions('visits'),
      ...visitFilters,
    ]);
  const overlappingVisits = visitsWhere(
    inAnySpan(({ dayBefore, from, to }) => sql`visits.start >= ${dayBefore} AND visits.start < ${to} AND visits.end >= ${from}`),
  );
  // Includes all visits with events in the span, without reading the end of visits.
  const candidateVisits = visitsWhere(
    inAnySpan(({ dayBefore, to }) => sql`visits.start >= ${dayBefore} AND visits.start < ${to}`),
  );
  const startsInSpan = inAnySpan(({ from, to }) => sql`visits.start >= ${from} AND visits.start < ${to}`);
  const hasEvent = sql`visits.id IN (SELECT events.visit FROM events WHERE ${eventsOfAllVisits})`;
  const isShort = [spans].flat().some(({ from, to }) => to - from < SHORT_SPAN_MS);
  return {
    /** Events in the span. */
    events: visitFilters.length
      ? sql`${eventsOfAllVisits} AND events.visit IN (SELECT visits.id FROM visits FINAL PREWHERE ${candidateVisits})`
      : eventsOfAllVisits,
    /** Events in the span, without the filters on their visits. */
    eventsOfAllVisits,
    /** Events that count for their page, of those that match. */
    countsForPage: arePagesOfEvents(query.filters) ? ALL_ROWS : IS_PAGE_VIEW,
    candidateVisits,
    /** Visits that overlap the span, with or without an event in the span. */
    overlappingVisits,
    /** A visit lies within the span. */
    isWithinSpan: inAnySpan(({ from, to }) => sql`visits.start >= ${from} AND visits.end < ${to}`),
    /** A time can belong to a visit that crosses an edge of the span. */
    isNearEdge: (time: Sql) =>
      inAnySpan(({ firstDayEnd, lastDayStart }) => sql`${time} < ${firstDayEnd} OR ${time} >= ${lastDayStart}`),
    /** A visit started in the span. */
    startsInSpan,
    /** Visits that started in the span. */
    startedVisits: joinAnd([visitsWhere(startsInSpan), ...(eventFilters.length ? [hasEvent] : [])]),
    /** Visits with an event in the span. */
    presentVisits: joinAnd([overlappingVisits, ...(eventFilters.length || isShort ? [hasEvent] : [])]),
  };
}
