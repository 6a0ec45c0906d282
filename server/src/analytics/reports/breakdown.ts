import { type Column, sumOf, sumOfKeys } from '../query/sql/aggregates.ts';
import { exitsPart, partBy } from '../query/sql/dimensions.ts';
import type { Dimension } from '../query/filters.ts';
import { type Question, ratio, type ReportDeps, type Scope, scopeOf, seconds } from '../query/report-query.ts';
import { hasEventFilters, ROLLED_UP, rollupRows, splitSpans } from '../query/sql/rollups.ts';
import { matchingVisits, settledBy } from '../query/sql/visit-facts.ts';
import { type Step, stepCondition } from '../query/steps.ts';

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
