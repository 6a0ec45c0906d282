import { ORIGIN_FIELDS, PAGE_VIEW } from '../../event.ts';
import type { SettledDay } from '../../rollups/finalized-days-store.ts';
import { type Columns, type Part, PAGE_VIEWS } from './aggregates.ts';
import { type Bound, conditionsOf, type Dimension } from '../filters.ts';
import { BOUNCE, DURATION_MS, type Question, type Scope } from '../report-query.ts';
import type { Span } from '../periods.ts';
import { ofDays, ROLLED_UP } from './rollups.ts';

// Filters choose among the visits of settled days, which have counts of their events of the day beside them. Events themselves would have
// to be read all, and each looked for among the visits that are chosen, or these among the visits of events.

/** The columns that count values of what an event has, by the dimension, and the values that an event has. */
const COUNTS = {
  page: { column: 'pages', values: '[toString(events.path)]' },
  event: { column: 'names', values: '[toString(events.name)]' },
  hostname: { column: 'hostnames', values: '[toString(events.hostname)]' },
  property: { column: 'properties', values: 'events.property_hashes' },
} as const;

/** What is counted on the day that a visit began. */
const ifBegan = (began: string, value: string) => `if(${began}, ${value}, 0)`;

/** Settled visits of a day, for one of some portions of its people: the columns beside whose they are and of which build, and their rows. */
export function settledVisitRows(
  { overlaps, began, whole, events }: Scope,
  { portion, portions }: { portion: number; portions: number },
): { names: string[]; rows: string } {
  const isOfPortion = (table: string) => `${table}.person % ${portions} = ${portion}`;
  const counts = Object.values(COUNTS).map(({ column, values }) => {
    const each = (value: string) => `arrayMap(_ -> ${value}, ${values})`;
    return `sumMap(${values}, ${each(`toUInt64(events.name = '${PAGE_VIEW}')`)}, ${each('toUInt64(1)')}) AS ${column}`;
  });
  // What a visit ended by counts on the day that it began, and may be a page that it was on later.
  const pages = `if(${whole}, seen.pages.1, arrayDistinct(arrayPushBack(seen.pages.1, visits.exit_page)))`;
  const isExit = `${began} AND visits.page_views > 0 AND page = visits.exit_page`;
  const columns: Record<string, string> = {
    person: 'visits.person',
    is_whole: whole,
    id: `if(${whole}, 0, visits.id)`,
    began,
    bounces: ifBegan(began, BOUNCE),
    duration_ms: ifBegan(began, DURATION_MS),
    page_views: ifBegan(began, 'visits.page_views'),
    events: ifBegan(began, 'visits.events'),
    page_views_of_day: 'seen.page_views',
    events_of_day: 'seen.events',
    'pages.value': pages,
    'pages.page_views': `arrayResize(seen.pages.2, length(${pages}))`,
    'pages.events': `arrayResize(seen.pages.3, length(${pages}))`,
    'pages.exits': `arrayMap(page -> ${isExit}, ${pages})`,
    entry_page: 'visits.entry_page',
    exit_page: 'visits.exit_page',
  };
  for (const name of ['names', 'hostnames', 'properties'])
    Object.assign(columns, {
      [`${name}.value`]: `seen.${name}.1`,
      [`${name}.page_views`]: `seen.${name}.2`,
      [`${name}.events`]: `seen.${name}.3`,
    });
  for (const name of ORIGIN_FIELDS) if (name !== 'user_id') columns[name] = `visits.${name}`;
  return {
    names: Object.keys(columns),
    rows: `SELECT ${Object.values(columns).join(', ')} FROM visits FINAL INNER JOIN (
      SELECT events.visit AS visit, ${PAGE_VIEWS} AS page_views, count() AS events, ${counts.join(', ')} FROM events
      WHERE ${events} AND ${isOfPortion('events')} GROUP BY visit
    ) AS seen ON seen.visit = visits.id PREWHERE ${overlaps} AND ${isOfPortion('visits')}`,
  };
}

const PEOPLE: Columns = { people_set: { distinct: 'visits.person', where: '1' } };
const BEGAN: Columns = {
  visits: 'countIf(visits.began)',
  bounces: 'sum(visits.bounces)',
  duration_ms: 'sum(visits.duration_ms)',
};

/** Totals of settled days for a question with filters of visits. No part without days, or without filters: then rollups answer. */
export function settledTotals(question: Question, days: SettledDay[], { key, bound }: { key: string; bound: Bound }): Part[] {
  if (!days.length || !question.filters.length) return [];
  const columns = { ...PEOPLE, ...BEGAN, page_views: 'sum(visits.page_views_of_day)', events: 'sum(visits.events_of_day)' };
  return [{ key, columns, from: `settled_visits AS visits WHERE ${chosen(question, days, bound)}` }];
}

/** The same by a dimension. */
export function settledBy(
  question: Question,
  days: SettledDay[],
  { by: { name, of, column }, bound }: { by: Dimension; bound: Bound },
): Part[] {
  if (!days.length || !question.filters.length) return [];
  const where = `WHERE ${chosen(question, days, bound)}`;
  if (of === 'visit') {
    const columns = { ...PEOPLE, ...BEGAN, page_views: 'sum(visits.page_views)', events: 'sum(visits.events)' };
    return [{ key: column(bound), columns, from: `settled_visits AS visits ${where}` }];
  }
  // Pages are those that were looked at.
  const counted = name === 'page' ? 'seen.page_views > 0' : '1';
  const columns = {
    people_set: { distinct: 'visits.person', where: counted },
    visits: `countIf(visits.is_whole AND ${counted})`,
    visits_set: { distinct: 'visits.id', where: `NOT visits.is_whole AND ${counted}` },
    page_views: 'sum(seen.page_views)',
    events: 'sum(seen.events)',
    ...(name === 'page' && { exits: 'sum(seen.exits)' }),
  };
  const values = COUNTS[name as keyof typeof COUNTS].column;
  return [{ key: 'seen.value', columns, from: `settled_visits AS visits ARRAY JOIN ${values} AS seen ${where}` }];
}

/** That a settled visit is of these days, and one that filters of visits choose. */
const chosen = ({ projectId, filters }: Question, days: SettledDay[], bound: Bound) =>
  [ofDays('visits', projectId, days, bound), ...conditionsOf(filters, 'visit', bound)].join(' AND ');

/** The one thing that events have and that filters ask for. */
const askedOf = ({ filters }: Question) => filters.find(({ dimension }) => dimension.of === 'event')?.dimension.name ?? '';

/** How settled visits match filters of one thing that an event has, as SQL. */
function matchOf(question: Question, bound: Bound) {
  const { filters } = question;
  const name = askedOf(question);
  const { column } = COUNTS[(name.startsWith('property:') ? 'property' : name) as keyof typeof COUNTS];
  const ofValues = filters.map((filter) => {
    const { hashes = (values: string[]) => bound.bind(values, 'Array(String)') } = filter.dimension;
    const isOneOf: Dimension['isOneOf'] = (values) =>
      values.length === 1 ? `value = ${hashes(values, bound)}[1]` : `has(${hashes(values, bound)}, value)`;
    return { ...filter, dimension: { ...filter.dimension, column: () => 'value', isOneOf } };
  });
  const condition = conditionsOf(ofValues, 'event', bound).join(' AND ');
  const sumOf = (counts: string) =>
    `arraySum((value, count) -> if(${condition}, count, 0), visits.${column}.value, visits.${column}.${counts})`;
  return {
    page_views: sumOf('page_views'),
    events: sumOf('events'),
    isThere: `arrayExists(value -> ${condition}, visits.${column}.value)`,
  };
}

/** What events match filters of one thing alone, where rollups know it: reading them takes less than reading all visits' counts. */
function matchesOfRollups(
  question: Question,
  days: SettledDay[],
  { key, bound }: { key: string; bound: Bound },
): Part | undefined {
  const { projectId, filters } = question;
  const name = askedOf(question);
  if (!ROLLED_UP.includes(name) || filters.some(({ dimension }) => dimension.of === 'visit')) return undefined;
  const ofValues = filters.map((filter) => ({ ...filter, dimension: { ...filter.dimension, column: () => 'rollups.value' } }));
  const where = [
    `rollups.dimension = ${bound.bind(name, 'String')}`,
    ofDays('rollups', projectId, days, bound),
    ...conditionsOf(ofValues, 'event', bound),
  ];
  return {
    key,
    columns: { page_views: 'sum(rollups.page_views)', events: 'sum(rollups.events)' },
    from: `rollups WHERE ${where.join(' AND ')}`,
  };
}

/**
 * The answer to a question with filters of one thing that an event has: by time, or by what visits have. Visits on one settled day alone
 * match or don't. Of others, what their days and the rest of the spans have is looked at together: their events may match on a day, and
 * their figures be on another.
 */
export function matchingVisits(
  question: Question,
  {
    days,
    rest,
    scope,
    by,
  }: { days: SettledDay[]; rest: Span[]; scope: Scope; by: Dimension | { time: (column: string) => string } },
): Part[] {
  const { bound } = scope;
  const match = matchOf(question, bound);
  const where = chosen(question, days, bound);
  const isByTime = 'time' in by;
  const key = isByTime ? by.time('visits.day') : by.column(bound);
  const ofRollups = isByTime && matchesOfRollups(question, days, { key: by.time('rollups.day'), bound });
  // By time, events that match are counted when they were; by what visits have, all of a visit counts.
  const ofDay = ofRollups ? ['0', '0'] : [match.page_views, match.events];
  const [pageViews, events] = isByTime ? ofDay : ['visits.page_views', 'visits.events'];
  const ofSettled = `SELECT ${key} AS key, visits.id AS id, visits.person AS person, visits.began AS began, visits.bounces AS bounces,
    visits.duration_ms AS duration_ms, ${pageViews} AS page_views, ${events} AS events, ${match.events} > 0 AS matches
    FROM settled_visits AS visits WHERE ${where} AND visits.is_whole = 0`;
  const ofRest = isByTime ? restByTime(scope, by.time) : [restByVisit(scope, key)];
  const rows = [ofSettled, ...(rest.length ? ofRest : [])].join('\nUNION ALL\n');
  return [
    ...(ofRollups ? [ofRollups] : []),
    {
      key,
      columns: { ...PEOPLE, ...BEGAN, page_views: `sum(${pageViews})`, events: `sum(${events})` },
      // Said apart, so that ClickHouse does not look for matches before it reads the rest: nearly all of that is read anyway.
      from: `settled_visits AS visits PREWHERE ${where} WHERE visits.is_whole = 1 AND ${match.isThere}`,
    },
    {
      key: 'visits.key',
      columns: {
        people_set: { distinct: 'visits.person', where: isByTime ? 'visits.matches' : '1' },
        ...BEGAN,
        page_views: 'sum(visits.page_views)',
        events: 'sum(visits.events)',
      },
      from: `(SELECT *, max(matches) OVER (PARTITION BY id) AS is_chosen FROM (${rows})) AS visits WHERE visits.is_chosen`,
    },
  ];
}

/** Visits of the rest with a part in it, and whether an event of theirs matches. */
const restByVisit = ({ began, overlaps, inSpan }: Scope, key: string) =>
  `SELECT ${key} AS key, visits.id AS id, visits.person AS person, ${began} AS began, ${ifBegan(began, BOUNCE)} AS bounces,
    ${ifBegan(began, DURATION_MS)} AS duration_ms, ${ifBegan(began, 'visits.page_views')} AS page_views,
    ${ifBegan(began, 'visits.events')} AS events, matches.there > 0 AS matches
    FROM visits FINAL LEFT JOIN (
      SELECT events.visit AS visit, count() AS there FROM events WHERE ${inSpan} GROUP BY visit
    ) AS matches ON matches.visit = visits.id PREWHERE ${overlaps}`;

/** Of the rest, visits where they began, and events that match where they are. */
const restByTime = ({ began, overlaps, events }: Scope, keyOf: (column: string) => string) => [
  `SELECT ${keyOf('visits.start')} AS key, visits.id AS id, visits.person AS person, 1 AS began, ${BOUNCE} AS bounces,
    ${DURATION_MS} AS duration_ms, 0 AS page_views, 0 AS events, 0 AS matches FROM visits FINAL PREWHERE ${overlaps} AND ${began}`,
  `SELECT ${keyOf('events.time')} AS key, events.visit AS id, any(events.person) AS person, 0 AS began, 0 AS bounces,
    0 AS duration_ms, ${PAGE_VIEWS} AS page_views, count() AS events, 1 AS matches FROM events WHERE ${events} GROUP BY key, id`,
];
