import { join, joinAnd, raw, sql, type Sql, typed, unionAll } from '../../../../platform/clickhouse/sql.ts';
import { ATTRIBUTE_FIELDS } from '../../pipeline/event.ts';
import type { FinalizedDay } from '../../pipeline/finalized-days-store.ts';
import { type Dimension, type Filter, findProperty } from '../filters.ts';
import type { DirectPart, FinalizedPart } from '../planner.ts';
import type { ReportQuery } from '../report-query.ts';
import { ALL_ROWS, type Columns, type Subquery } from './aggregates.ts';
import type { Conditions } from './conditions.ts';
import { COUNT_PAGE_VIEWS, IS_PAGE_VIEW } from './events.ts';
import { dimensionColumn, filterConditions, hashProperties } from './filter-conditions.ts';
import { daysCondition } from './rollups.ts';
import type { KeyOfTime } from './totals.ts';
import { DURATION_MS, IS_BOUNCE } from './visits.ts';

// Filters select visit facts of finalized days. Reading events instead would mean to read all of them, and to look up each event among
// the selected visits or each visit among the selected events.

/** Columns with counts of events by value, with the values of an event, by dimension. */
const COUNTS = {
  page: { column: 'pages', values: raw('[toString(events.path)]') },
  event: { column: 'names', values: raw('[toString(events.name)]') },
  hostname: { column: 'hostnames', values: raw('[toString(events.hostname)]') },
  property: { column: 'properties', values: raw('events.property_hashes') },
} as const;

const chooseCounts = (dimension: Dimension) =>
  COUNTS[findProperty(dimension) === undefined ? (dimension.name as keyof typeof COUNTS) : 'property'];

/** Metrics of a whole visit are stored on the day of its start. */
const onFirstDay = (starts: Sql, value: Sql): Sql => sql`if(${starts}, ${value}, 0)`;

/**
 * Returns the visit facts of a day for one of several portions of its people, without project, day and build: names of the columns, and
 * a query of the rows.
 */
export function buildVisitFacts(
  { overlappingVisits, startsInSpan, isWithinSpan, events }: Conditions,
  { portion, portions }: { portion: number; portions: number },
): { names: string[]; rows: Sql } {
  const isInPortion = (table: string) => sql`${raw(table)}.person % ${typed(portions, 'UInt32')} = ${typed(portion, 'UInt32')}`;
  const counts = Object.values(COUNTS).map(({ column, values }) => {
    const forEach = (value: Sql) => sql`arrayMap(_ -> ${value}, ${values})`;
    return sql`sumMap(${values}, ${forEach(sql`toUInt64(${IS_PAGE_VIEW})`)}, ${forEach(raw('toUInt64(1)'))}) AS ${raw(column)}`;
  });
  // The exit counts on the day of the start, and can be a page of a later day.
  const pages = sql`if(${isWithinSpan}, day_events.pages.1, arrayDistinct(arrayPushBack(day_events.pages.1, visits.exit_page)))`;
  const isExit = sql`${startsInSpan} AND visits.page_views > 0 AND page = visits.exit_page`;
  const columns: Record<string, Sql> = {
    person: raw('visits.person'),
    has_user_id: raw(`visits.user_id != ''`),
    is_whole: isWithinSpan,
    id: sql`if(${isWithinSpan}, 0, visits.id)`,
    began: startsInSpan,
    bounces: onFirstDay(startsInSpan, IS_BOUNCE),
    duration_ms: onFirstDay(startsInSpan, DURATION_MS),
    page_views: onFirstDay(startsInSpan, raw('visits.page_views')),
    events: onFirstDay(startsInSpan, raw('visits.events')),
    page_views_of_day: raw('day_events.page_views'),
    events_of_day: raw('day_events.events'),
    'pages.value': pages,
    'pages.page_views': sql`arrayResize(day_events.pages.2, length(${pages}))`,
    'pages.events': sql`arrayResize(day_events.pages.3, length(${pages}))`,
    'pages.exits': sql`arrayMap(page -> ${isExit}, ${pages})`,
    entry_page: raw('visits.entry_page'),
    exit_page: raw('visits.exit_page'),
  };
  for (const name of ['names', 'hostnames', 'properties'])
    Object.assign(columns, {
      [`${name}.value`]: raw(`day_events.${name}.1`),
      [`${name}.page_views`]: raw(`day_events.${name}.2`),
      [`${name}.events`]: raw(`day_events.${name}.3`),
    });
  for (const name of ATTRIBUTE_FIELDS) columns[name] = raw(`visits.${name}`);
  return {
    names: Object.keys(columns),
    rows: sql`SELECT ${join(Object.values(columns))} FROM visits FINAL INNER JOIN (
      SELECT events.visit AS visit, ${COUNT_PAGE_VIEWS} AS page_views, count() AS events, ${join(counts)} FROM events
      WHERE ${events} AND ${isInPortion('events')} GROUP BY visit
    ) AS day_events ON day_events.visit = visits.id PREWHERE ${overlappingVisits} AND ${isInPortion('visits')}`,
  };
}

const PEOPLE: Columns = { people_set: { distinct: raw('visits.person'), where: ALL_ROWS } };
const STARTED: Columns = {
  visits: raw('countIf(visits.began)'),
  bounces: raw('sum(visits.bounces)'),
  duration_ms: raw('sum(visits.duration_ms)'),
};

/** Table of the visit facts of some days that match the filters on visits. Requires at least one day. */
export const selectVisitFacts = (query: ReportQuery, days: FinalizedDay[]): Sql =>
  sql`visit_facts AS visits WHERE ${factsCondition(query, days)}`;

const factsCondition = ({ projectId, filters }: ReportQuery, days: FinalizedDay[]): Sql =>
  joinAnd([daysCondition('visits', projectId, days), ...filterConditions(filters, 'visit')]);

/** Totals of finalized days for filters on visits. */
export const totalsFromVisitFacts = (query: ReportQuery, days: FinalizedDay[], keyOf: KeyOfTime): Subquery => ({
  key: keyOf(raw('visits.day')),
  columns: {
    ...PEOPLE,
    ...STARTED,
    page_views: raw('sum(visits.page_views_of_day)'),
    events: raw('sum(visits.events_of_day)'),
  },
  from: selectVisitFacts(query, days),
});

/** Groups visit facts of finalized days by the value of a dimension, for filters on visits. */
export function groupVisitFacts(query: ReportQuery, days: FinalizedDay[], dimension: Dimension): Subquery {
  const { name, subject } = dimension;
  if (subject === 'visit') {
    const columns = { ...PEOPLE, ...STARTED, page_views: raw('sum(visits.page_views)'), events: raw('sum(visits.events)') };
    return { key: dimensionColumn(dimension), columns, from: selectVisitFacts(query, days) };
  }
  const isPage = name === 'page';
  const counted = isPage ? raw('counts.page_views > 0') : ALL_ROWS;
  const columns = {
    people_set: { distinct: raw('visits.person'), where: counted },
    visits: sql`countIf(visits.is_whole AND ${counted})`,
    visits_set: { distinct: raw('visits.id'), where: sql`NOT visits.is_whole AND ${counted}` },
    page_views: raw('sum(counts.page_views)'),
    events: raw('sum(counts.events)'),
    ...(isPage && { exits: raw('sum(counts.exits)') }),
  };
  const from = sql`visit_facts AS visits ARRAY JOIN ${raw(chooseCounts(dimension).column)} AS counts WHERE ${factsCondition(query, days)}`;
  return { key: raw('counts.value'), columns, from };
}

/** Returns how visit facts match filters on one dimension of events. */
function matchFacts(filters: Filter[], dimension: Dimension) {
  const column = raw(chooseCounts(dimension).column);
  const property = findProperty(dimension);
  const buildValues = (values: string[]) => (property === undefined ? sql`${values}` : hashProperties(property, values));
  const condition = joinAnd(
    filterConditions(filters, 'event', {
      column: () => raw('value'),
      isOneOf: (_, values) =>
        values.length === 1 ? sql`value = ${buildValues(values)}[1]` : sql`has(${buildValues(values)}, value)`,
    }),
  );
  const buildSum = (counts: 'page_views' | 'events') =>
    sql`arraySum((value, count) -> if(${condition}, count, 0), visits.${column}.value, visits.${column}.${raw(counts)})`;
  return {
    page_views: buildSum('page_views'),
    events: buildSum('events'),
    exists: sql`arrayExists(value -> ${condition}, visits.${column}.value)`,
  };
}

/** Returns the totals of matching events from rollups of the filtered dimension. */
function totalsFromDimensionRollups(
  { projectId, filters }: ReportQuery,
  days: FinalizedDay[],
  dimension: Dimension,
): Omit<Subquery, 'key'> {
  const conditions = filterConditions(filters, 'event', {
    column: () => raw('rollups.value'),
    isOneOf: (_, values) => sql`rollups.value IN ${values}`,
  });
  const where = joinAnd([sql`rollups.dimension = ${dimension.name}`, daysCondition('rollups', projectId, days), ...conditions]);
  return {
    columns: { page_views: raw('sum(rollups.page_views)'), events: raw('sum(rollups.events)') },
    from: sql`rollups WHERE ${where}`,
  };
}

/**
 * Returns metrics for filters on one dimension of events, by time or by a key of visits. Visits within a finalized day match or
 * don't match as a whole. The parts of all other visits, on finalized days and in the rest of the spans, are combined by the id of the
 * visit: the matching events and the metrics of a visit can be on different days.
 */
export function matchVisitFacts(
  query: ReportQuery,
  { days, spans, eventTotals }: FinalizedPart & { source: 'matching visit facts' } & Pick<DirectPart, 'spans'>,
  conditions: Conditions,
  by: { key: Sql } | { time: KeyOfTime },
): Subquery[] {
  const [filtered] = query.filters.filter(({ dimension }) => dimension.subject === 'event') as [Filter];
  const match = matchFacts(query.filters, filtered.dimension);
  const where = factsCondition(query, days);
  const time = 'time' in by ? by.time : undefined;
  const key = 'time' in by ? by.time(raw('visits.day')) : by.key;
  // By time, matching events count when they occurred. By a key of visits, all events of a visit count.
  const fromFacts = eventTotals === 'rollups' ? [raw('0'), raw('0')] : [match.page_views, match.events];
  const [pageViews, events] = (time ? fromFacts : [raw('visits.page_views'), raw('visits.events')]) as [Sql, Sql];
  const partsOnDays = sql`SELECT ${key} AS key, visits.id AS id, visits.person AS person, visits.began AS began, visits.bounces AS bounces,
    visits.duration_ms AS duration_ms, ${pageViews} AS page_views, ${events} AS events, ${match.events} > 0 AS matches
    FROM visit_facts AS visits WHERE ${where} AND visits.is_whole = 0`;
  const partsInRest = time ? selectRestByTime(conditions, time) : [selectRestVisits(conditions, key)];
  const parts = unionAll([partsOnDays, ...(spans.length ? partsInRest : [])]);
  return [
    ...(time && eventTotals === 'rollups'
      ? [{ key: time(raw('rollups.day')), ...totalsFromDimensionRollups(query, days, filtered.dimension) }]
      : []),
    {
      key,
      columns: { ...PEOPLE, ...STARTED, page_views: sql`sum(${pageViews})`, events: sql`sum(${events})` },
      // PREWHERE without the match: nearly all rows are read anyway, and ClickHouse would otherwise evaluate matches before reading the rest.
      from: sql`visit_facts AS visits PREWHERE ${where} WHERE visits.is_whole = 1 AND ${match.exists}`,
    },
    {
      key: raw('visits.key'),
      columns: {
        people_set: { distinct: raw('visits.person'), where: time ? raw('visits.matches') : ALL_ROWS },
        ...STARTED,
        page_views: raw('sum(visits.page_views)'),
        events: raw('sum(visits.events)'),
      },
      from: sql`(SELECT *, max(matches) OVER (PARTITION BY id) AS is_match FROM (${parts})) AS visits WHERE visits.is_match`,
    },
  ];
}

/** Returns visits that overlap the rest, and whether they have a matching event. */
const selectRestVisits = ({ startsInSpan, overlappingVisits, eventsOfAllVisits }: Conditions, key: Sql): Sql =>
  sql`SELECT ${key} AS key, visits.id AS id, visits.person AS person, ${startsInSpan} AS began, ${onFirstDay(startsInSpan, IS_BOUNCE)} AS bounces,
    ${onFirstDay(startsInSpan, DURATION_MS)} AS duration_ms, ${onFirstDay(startsInSpan, raw('visits.page_views'))} AS page_views,
    ${onFirstDay(startsInSpan, raw('visits.events'))} AS events, matching.event_count > 0 AS matches
    FROM visits FINAL LEFT JOIN (
      SELECT events.visit AS visit, count() AS event_count FROM events WHERE ${eventsOfAllVisits} GROUP BY visit
    ) AS matching ON matching.visit = visits.id PREWHERE ${overlappingVisits}`;

/** Returns visits of the rest by their start, and matching events by their time. */
const selectRestByTime = ({ startsInSpan, overlappingVisits, events }: Conditions, keyOf: KeyOfTime): Sql[] => [
  sql`SELECT ${keyOf(raw('visits.start'))} AS key, visits.id AS id, visits.person AS person, 1 AS began, ${IS_BOUNCE} AS bounces,
    ${DURATION_MS} AS duration_ms, 0 AS page_views, 0 AS events, 0 AS matches FROM visits FINAL PREWHERE ${overlappingVisits} AND ${startsInSpan}`,
  sql`SELECT ${keyOf(raw('events.time'))} AS key, events.visit AS id, any(events.person) AS person, 0 AS began, 0 AS bounces,
    0 AS duration_ms, ${COUNT_PAGE_VIEWS} AS page_views, count() AS events, 1 AS matches FROM events WHERE ${events} GROUP BY key, id`,
];
