import { PAGE_VIEW } from '../event.ts';
import { type Alone, type Column, eventColumns, partOf, sumOf, visitColumns } from './figures.ts';
import type { Dimension } from './filters.ts';
import { type Question, ratio, type ReportDeps, type Scope, scopeOf, seconds } from './question.ts';
import { ROLLED_UP, rollupPart, splitSpan } from './settled.ts';
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
  const isRolledUp = !goal && ROLLED_UP.includes(by.name);
  const { days, rest } = await splitSpan(deps, question, { span: question, isRolledUp });
  const scope = scopeOf(question, rest);
  const { bound } = scope;
  const met = goal && stepCondition(goal, bound);
  const wanted = [...columnsBy(by), ...(met ? (['conversions', 'converted_state'] as const) : [])];
  const parts = rollupPart(question.projectId, { dimension: by.name, days, key: 'rollups.value', wanted }, bound);
  if (rest.length) parts.push(...partsBy(by, { scope, met, wanted }));
  const found = await deps.clickhouse.query<Found>(
    `${sumOf(parts, wanted)} HAVING visitors > 0 ORDER BY visitors DESC, key LIMIT ${limit} OFFSET ${offset}`,
    bound.params,
  );
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
      exit_rate: by.name === 'page' ? ratio(row.exits, row.page_views) : null,
      ...(goal && { conversions: row.conversions, conversion_rate: ratio(row.converted, row.visitors) }),
    })),
  };
}

/** What figures by a dimension are added up from. */
export function columnsBy({ of, name }: Dimension): Column[] {
  if (of === 'visit') return ['people', 'people_state', 'visits', 'page_views', 'events', 'bounces', 'duration_ms'];
  const columns = ['people', 'people_state', 'visits', 'visits_state', 'page_views', 'events'] as const;
  return name === 'page' ? [...columns, 'exits'] : [...columns];
}

/** The parts of figures by a dimension. With `alone` they are those of a rollup. */
export function partsBy(
  by: Dimension,
  { scope, wanted, met, alone }: { scope: Scope; wanted: Column[]; met?: string; alone?: Alone },
): string[] {
  const { bound, began, present } = scope;
  const key = by.column(bound);
  if (by.of === 'visit') {
    const conversions = met
      ? `LEFT JOIN (SELECT events.visit AS visit, count() AS times FROM events WHERE ${scope.events} AND ${met} GROUP BY visit) AS met ON met.visit = visits.id`
      : '';
    const columns = visitColumns({ began, alone, times: met && 'met.times' });
    return [partOf({ key, columns, wanted, from: `visits FINAL ${conversions} WHERE ${present}` })];
  }
  // A property is one that is there.
  const isThere = by.name.startsWith('property:') ? `AND ${key} != ''` : '';
  // Pages are those that were looked at.
  const counted = by.name === 'page' ? `events.name = '${PAGE_VIEW}'` : '1';
  const columns = eventColumns({ counted, alone, met });
  const parts = [partOf({ key, columns, wanted, from: `events WHERE ${scope.events} ${isThere}` })];
  if (by.name === 'page') {
    const from = `visits FINAL WHERE ${scope.visits} AND visits.page_views > 0`;
    parts.push(partOf({ key: 'visits.exit_page', columns: { exits: 'count()' }, wanted, from }));
  }
  return parts;
}
