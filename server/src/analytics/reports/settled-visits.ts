import { ORIGIN_FIELDS, PAGE_VIEW } from '../event.ts';
import type { SettledDay } from '../settled-days-store.ts';
import { type Columns, type Part, PAGE_VIEWS } from './figures.ts';
import { type Bound, conditionsOf, type Dimension } from './filters.ts';
import { BOUNCE, DURATION_MS, type Question, type Scope } from './question.ts';
import { ofDays } from './settled.ts';

// Filters of visits choose among the visits of settled days, which have counts of their events of the day beside them. Events themselves
// would have to be read all, and each looked for among the visits that are chosen.

/** The columns that count values of what an event has, by its dimension. */
const COUNTS = {
  page: { column: 'pages', value: 'events.path' },
  event: { column: 'names', value: 'events.name' },
  hostname: { column: 'hostnames', value: 'events.hostname' },
} as const;

/** Settled visits of a day, for one of some portions of its people: the columns beside whose they are and of which build, and their rows. */
export function settledVisitRows(
  { overlaps, began, whole, events }: Scope,
  { portion, portions }: { portion: number; portions: number },
): { names: string[]; rows: string } {
  const ifBegan = (value: string) => `if(${began}, ${value}, 0)`;
  const isOfPortion = (table: string) => `${table}.person % ${portions} = ${portion}`;
  const counts = Object.values(COUNTS).map(
    ({ column, value }) => `sumMap([toString(${value})], [toUInt64(events.name = '${PAGE_VIEW}')], [toUInt64(1)]) AS ${column}`,
  );
  // What a visit ended by counts on the day that it began, and may be a page that it was on later.
  const pages = 'arrayDistinct(arrayPushBack(seen.pages.1, visits.exit_page))';
  const isExit = `${began} AND visits.page_views > 0 AND page = visits.exit_page`;
  const columns: Record<string, string> = {
    person: 'visits.person',
    id: `if(${whole}, 0, visits.id)`,
    began,
    bounces: ifBegan(BOUNCE),
    duration_ms: ifBegan(DURATION_MS),
    page_views: ifBegan('visits.page_views'),
    events: ifBegan('visits.events'),
    page_views_of_day: 'seen.page_views',
    events_of_day: 'seen.events',
    'pages.value': pages,
    'pages.page_views': `arrayResize(seen.pages.2, length(${pages}))`,
    'pages.events': `arrayResize(seen.pages.3, length(${pages}))`,
    'pages.exits': `arrayMap(page -> ${isExit}, ${pages})`,
    'names.value': 'seen.names.1',
    'names.page_views': 'seen.names.2',
    'names.events': 'seen.names.3',
    'hostnames.value': 'seen.hostnames.1',
    'hostnames.page_views': 'seen.hostnames.2',
    'hostnames.events': 'seen.hostnames.3',
    entry_page: 'visits.entry_page',
    exit_page: 'visits.exit_page',
  };
  for (const name of ORIGIN_FIELDS) if (name !== 'user_id') columns[name] = `visits.${name}`;
  return {
    names: Object.keys(columns),
    rows: `SELECT ${Object.values(columns).join(', ')} FROM visits FINAL INNER JOIN (
      SELECT events.visit AS visit, ${PAGE_VIEWS} AS page_views, count() AS events, ${counts.join(', ')} FROM events
      WHERE ${events} AND ${isOfPortion('events')} GROUP BY visit
    ) AS seen ON seen.visit = visits.id WHERE ${overlaps} AND ${isOfPortion('visits')}`,
  };
}

const PEOPLE: Columns = { people_set: { distinct: 'visits.person', where: '1' } };
const BEGAN: Columns = {
  visits: 'countIf(visits.began)',
  bounces: 'sum(visits.bounces)',
  duration_ms: 'sum(visits.duration_ms)',
};

/** Totals of settled days for a question with filters of visits. No part without days, or without filters: then rollups answer. */
export const settledTotals = (question: Question, days: SettledDay[], { key, bound }: { key: string; bound: Bound }): Part[] =>
  partsOf(question, days, {
    key,
    columns: {
      ...PEOPLE,
      ...BEGAN,
      page_views: 'sum(visits.page_views_of_day)',
      events: 'sum(visits.events_of_day)',
    },
    bound,
  });

/** The same by a dimension. */
export function settledBy(
  question: Question,
  days: SettledDay[],
  { by: { name, of, column }, bound }: { by: Dimension; bound: Bound },
): Part[] {
  if (of === 'visit') {
    const columns = { ...PEOPLE, ...BEGAN, page_views: 'sum(visits.page_views)', events: 'sum(visits.events)' };
    return partsOf(question, days, { key: column(bound), columns, bound });
  }
  // Pages are those that were looked at.
  const counted = name === 'page' ? 'seen.page_views > 0' : '1';
  return partsOf(question, days, {
    key: 'seen.value',
    columns: {
      people_set: { distinct: 'visits.person', where: counted },
      visits: `countIf(visits.id = 0 AND ${counted})`,
      visits_set: { distinct: 'visits.id', where: `visits.id != 0 AND ${counted}` },
      page_views: 'sum(seen.page_views)',
      events: 'sum(seen.events)',
      ...(name === 'page' && { exits: 'sum(seen.exits)' }),
    },
    values: `ARRAY JOIN ${COUNTS[name as keyof typeof COUNTS].column} AS seen`,
    bound,
  });
}

function partsOf(
  { projectId, filters }: Question,
  days: SettledDay[],
  { key, columns, values = '', bound }: { key: string; columns: Columns; values?: string; bound: Bound },
): Part[] {
  if (!days.length || !filters.length) return [];
  const where = [ofDays('visits', projectId, days, bound), ...conditionsOf(filters, 'visit', bound)].join(' AND ');
  return [{ key, columns, from: `settled_visits AS visits ${values} WHERE ${where}` }];
}
