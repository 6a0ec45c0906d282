import { PAGE_VIEW } from '../event.ts';
import { type Alone, type Column, eventColumns, type Part, sumOf, sumOfKeys, visitColumns } from './figures.ts';
import type { Dimension } from './filters.ts';
import { type Question, ratio, type ReportDeps, type Scope, scopeOf, seconds } from './question.ts';
import { hasEventFilters, ROLLED_UP, rollupRows, splitSpans } from './settled.ts';
import { matchingVisits, settledBy } from './settled-visits.ts';
import { type Step, stepCondition } from './steps.ts';

export interface BreakdownRow {
  value: string;
  visitors: number;
  visits: number;
  page_views: number;
  events: number;
  bounce_rate: number | null;
  visit_duration: number | null;
  exit_rate: number | null;
  conversions?: number;
  conversion_rate?: number | null;
}

interface Found {
  key: string;
  visitors: number;
  visits: number;
  page_views: number;
  events: number;
  bounces: number;
  duration_ms: number;
  exits: number;
  conversions: number;
  converted: number;
  total: number;
}

interface Asked {
  by: Dimension;
  goal?: Step;
  limit: number;
  offset: number;
}

/** Figures by the values of a dimension, those with most visitors first. */
export async function breakdown(
  deps: ReportDeps,
  question: Question,
  { by, goal, limit, offset }: Asked,
): Promise<{ rows: BreakdownRow[]; total: number }> {
  const choosesEvents = hasEventFilters(question);
  const isSettled = !goal && ROLLED_UP.includes(by.name) && !(choosesEvents && by.of === 'event');
  const { days, rest } = await splitSpans(deps, question, { spans: [question], isSettled });
  const scope = scopeOf(question, rest);
  const { bound } = scope;
  const met = goal && stepCondition(goal, bound);
  const wanted = [...columnsBy(by), ...(met ? (['conversions', 'converted_set'] as const) : [])];
  const rollups = rollupRows(question, { dimension: by.name, days, key: 'rollups.value', wanted }, bound);
  const isByPage = by.name === 'page';
  // Beside settled days the exits are few. Without, what pages count would be copied once more to be put together with them.
  const ofRest = rest.length ? [partBy(by, { scope, met }), ...(isByPage && days.length ? [exitsPart(scope)] : [])] : [];
  const parts =
    choosesEvents && days.length
      ? matchingVisits(question, { days, rest, scope, by })
      : [...settledBy(question, days, { by, bound }), ...ofRest];
  // One name may be that of most events: too many to list.
  const sum =
    isByPage || by.of === 'visit' ? sumOfKeys(parts, rollups, wanted) : `${sumOf(parts, rollups, wanted)} HAVING visitors > 0`;
  const found = await deps.clickhouse.query<Found>(
    `${sum} ORDER BY visitors DESC, key LIMIT ${limit} OFFSET ${offset}`,
    bound.params,
  );
  const exits = isByPage && !days.length ? await exitsFrom(deps, scope, found) : undefined;
  const isOfEvents = by.of === 'event';
  return {
    total: found[0]?.total ?? 0,
    rows: found.map((row) => ({
      value: row.key,
      visitors: row.visitors,
      visits: row.visits,
      page_views: row.page_views,
      events: row.events,
      bounce_rate: isOfEvents ? null : ratio(row.bounces, row.visits),
      visit_duration: isOfEvents || !row.visits ? null : seconds(row.duration_ms / row.visits),
      exit_rate: isByPage ? ratio(row.exits + (exits?.get(row.key) ?? 0), row.page_views) : null,
      ...(goal && { conversions: row.conversions, conversion_rate: ratio(row.converted, row.visitors) }),
    })),
  };
}

/** What figures by a dimension are added up from. */
function columnsBy({ of, name }: Dimension): Column[] {
  if (of === 'visit') return ['people', 'people_set', 'visits', 'page_views', 'events', 'bounces', 'duration_ms'];
  const columns = ['people', 'people_set', 'visits', 'visits_set', 'page_views', 'events'] as const;
  return name === 'page' ? [...columns, 'exits'] : [...columns];
}

/** Figures by a dimension. With `alone` they are those of a rollup. */
export function partBy(by: Dimension, { scope, met, alone }: { scope: Scope; met?: string; alone?: Alone }): Part {
  const { bound, began, present, events } = scope;
  const key = by.column(bound);
  if (by.of === 'visit') {
    const conversions = met
      ? `LEFT JOIN (SELECT events.visit AS visit, count() AS times FROM events WHERE ${events} AND ${met} GROUP BY visit) AS met ON met.visit = visits.id`
      : '';
    const columns = visitColumns({ began, alone, times: met && 'met.times' });
    return { key, columns, from: `visits FINAL ${conversions} PREWHERE ${present}` };
  }
  // A property is one that is there.
  const isThere = by.name.startsWith('property:') ? `AND ${key} != ''` : '';
  // Pages are those that were looked at.
  const counted = by.name === 'page' ? `events.name = '${PAGE_VIEW}'` : '1';
  return { key, columns: eventColumns({ counted, alone, met }), from: `events WHERE ${events} ${isThere}` };
}

/** Visits by the page that they ended on. */
export const exitsPart = ({ visits }: Scope): Part => ({
  key: 'visits.exit_page',
  columns: { exits: 'count()' },
  from: `visits FINAL PREWHERE ${visits} AND visits.page_views > 0`,
});

async function exitsFrom({ clickhouse }: ReportDeps, scope: Scope, pages: Found[]): Promise<Map<string, number>> {
  const { key, columns, from } = exitsPart(scope);
  const values = scope.bound.bind(
    pages.map((page) => page.key),
    'Array(String)',
  );
  const rows = await clickhouse.query<{ key: string; exits: number }>(
    sumOf([{ key, columns, from: `${from} AND ${key} IN ${values}` }], [], ['exits']),
    scope.bound.params,
  );
  return new Map(rows.map((row) => [row.key, row.exits]));
}
