import { PAGE_VIEW } from '../event.ts';
import type { Dimension } from './filters.ts';
import { BOUNCE, distinct, DURATION_MS, type Question, ratio, type ReportDeps, scopeOf, seconds } from './question.ts';
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
  value: string;
  visitors: number;
  visits: number;
  page_views: number;
  events: number;
  bounces: number;
  duration_ms: number;
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
  asked: Asked,
): Promise<{ rows: BreakdownRow[]; total: number }> {
  const isOfEvents = asked.by.of === 'event';
  const found = await (isOfEvents ? byEvents : byVisits)(deps, question, asked);
  const exits = asked.by.name === 'page' ? await exitsFrom(deps, question, found) : undefined;
  return {
    total: found[0]?.total ?? 0,
    rows: found.map((row) => ({
      value: row.value,
      visitors: row.visitors,
      visits: row.visits,
      page_views: row.page_views,
      events: row.events,
      bounce_rate: isOfEvents ? null : ratio(row.bounces, row.visits),
      visit_duration: isOfEvents || !row.visits ? null : seconds(row.duration_ms / row.visits),
      exit_rate: exits ? ratio(exits.get(row.value) ?? 0, row.page_views) : null,
      ...(asked.goal && { conversions: row.conversions, conversion_rate: ratio(row.converted, row.visitors) }),
    })),
  };
}

const PAGED = 'ORDER BY visitors DESC, value LIMIT';

async function byEvents({ clickhouse }: ReportDeps, question: Question, { by, goal, limit, offset }: Asked): Promise<Found[]> {
  const { bound, events } = scopeOf(question);
  const value = by.column(bound);
  const view = `events.name = '${PAGE_VIEW}'`;
  // Pages and hosts are those that were looked at; a property is one that is there.
  const counted = by.name === 'page' ? view : '1';
  const isThere = by.name.startsWith('property:') ? `AND ${value} != ''` : '';
  const met = goal && stepCondition(goal, bound);
  return await clickhouse.query<Found>(
    `SELECT ${value} AS value, ${distinct('events.person', counted)} AS visitors, ${distinct('events.visit', counted)} AS visits,
      countIf(${view}) AS page_views, count() AS events, count() OVER () AS total
      ${met ? `, countIf(${met}) AS conversions, ${distinct('events.person', met)} AS converted` : ''}
    FROM events WHERE ${events} ${isThere} GROUP BY value HAVING visitors > 0 ${PAGED} ${limit} OFFSET ${offset}`,
    bound.params,
  );
}

async function byVisits({ clickhouse }: ReportDeps, question: Question, { by, goal, limit, offset }: Asked): Promise<Found[]> {
  const scope = scopeOf(question);
  const { bound, from } = scope;
  const began = `visits.start >= ${from}`;
  const met = goal && stepCondition(goal, bound);
  const conversions = met
    ? `LEFT JOIN (SELECT events.visit AS visit, count() AS times FROM events WHERE ${scope.events} AND ${met} GROUP BY visit) AS met ON met.visit = visits.id`
    : '';
  return await clickhouse.query<Found>(
    `SELECT ${by.column(bound)} AS value, ${distinct('visits.person')} AS visitors, countIf(${began}) AS visits,
      sumIf(visits.page_views, ${began}) AS page_views, sumIf(visits.events, ${began}) AS events,
      countIf(${began} AND ${BOUNCE}) AS bounces, sumIf(${DURATION_MS}, ${began}) AS duration_ms, count() OVER () AS total
      ${met ? `, sum(met.times) AS conversions, ${distinct('visits.person', 'met.times > 0')} AS converted` : ''}
    FROM visits FINAL ${conversions} WHERE ${scope.present} GROUP BY value ${PAGED} ${limit} OFFSET ${offset}`,
    bound.params,
  );
}

/** How many visits ended on each of these pages. */
async function exitsFrom({ clickhouse }: ReportDeps, question: Question, pages: Found[]): Promise<Map<string, number>> {
  const { bound, visits } = scopeOf(question);
  const values = bound.bind(
    pages.map(({ value }) => value),
    'Array(String)',
  );
  const rows = await clickhouse.query<{ page: string; exits: number }>(
    `SELECT visits.exit_page AS page, count() AS exits FROM visits FINAL
    WHERE ${visits} AND visits.page_views > 0 AND visits.exit_page IN ${values} GROUP BY page`,
    bound.params,
  );
  return new Map(rows.map(({ page, exits }) => [page, exits]));
}
