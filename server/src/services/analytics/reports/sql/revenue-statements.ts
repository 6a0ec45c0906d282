import { join, joinAnd, raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import type { PageRows } from '../../../../platform/postgres/paging.ts';
import { type Dimension, findProperty } from '../../query/filters.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { scaleCount } from '../../query/sampling.ts';
import { countDistinct } from '../../query/sql/aggregates.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { dimensionColumn, stepCondition } from '../../query/sql/filter-conditions.ts';
import type { Step } from '../../query/steps.ts';
import { type FunnelParams, selectChains } from './funnel-levels.ts';

export interface RevenueParams {
  /** Limits the report to a currency. */
  currency?: string;
  /** Limits the report to events that meet a goal. */
  goal?: Step;
}

/** Dimension of a breakdown of revenue, or goals by name. */
export type RevenueKey = { dimension: Dimension } | { goals: (Step & { name: string })[] };

const HAS_REVENUE = raw(`events.revenue_currency != ''`);
const CURRENCY = raw('toString(events.revenue_currency)');

const soldEvents = (events: Sql, { currency, goal }: RevenueParams): Sql =>
  joinAnd([
    events,
    HAS_REVENUE,
    ...(currency ? [sql`events.revenue_currency = ${currency}`] : []),
    ...(goal ? [stepCondition(goal)] : []),
  ]);

/** Sums are decimals, and returned as text: a number in JSON would be a floating-point number. */
export const selectRevenue = (query: ReportQuery, params: RevenueParams): Sql =>
  sql`SELECT ${CURRENCY} AS currency, toString(sum(events.revenue_amount)) AS amount, count() AS events,
      ${countDistinct(raw('events.person'))} AS visitors
    FROM events WHERE ${soldEvents(buildConditions(query).events, params)} GROUP BY currency ORDER BY events DESC, currency`;

/**
 * Returns the statement of a page of revenue by value and currency, largest amounts first, with the number of rows on all pages and one
 * row more than the limit.
 */
export function selectRevenueBreakdown(
  query: ReportQuery,
  by: RevenueKey,
  params: RevenueParams,
  { limit, offset, after }: PageRows,
): Sql {
  const rows = sql`SELECT sales.key AS key, sales.currency AS currency, sum(sales.amount) AS sum, toString(sum) AS amount,
      sum(sales.events) AS events, ${countDistinct(raw('sales.person'))} AS visitors, count() OVER () AS total
    FROM (${selectSales(query, by, params)}) AS sales GROUP BY key, currency`;
  const found = after ? sql`SELECT * FROM (\n${rows}\n) ${whereAfter(after)}` : rows;
  return sql`SELECT key, currency, amount, events, visitors, total FROM (\n${found}\n) ORDER BY sum DESC, currency, key LIMIT ${limit + 1} OFFSET ${offset}`;
}

function whereAfter([amount = '', currency = '', key = '']: string[]): Sql {
  const sum = sql`toDecimal128(${amount}, 4)`;
  return sql`WHERE sum < ${sum} OR (sum = ${sum} AND (currency, key) > (${currency}, ${key}))`;
}

/** Returns sales: events with revenue, or their sums by visit and person, with the value of the dimension. */
function selectSales(query: ReportQuery, by: RevenueKey, params: RevenueParams): Sql {
  const conditions = buildConditions(query);
  const sale = sql`${CURRENCY} AS currency, events.revenue_amount AS amount, 1 AS events, events.person AS person`;
  if ('goals' in by) {
    const names = by.goals.map((goal) => sql`if(${stepCondition(goal)}, [${goal.name}], [])`);
    const key = names.length ? sql`arrayJoin(arrayConcat(${join(names)}))` : raw(`arrayJoin(emptyArrayString())`);
    return sql`SELECT ${key} AS key, ${sale} FROM events WHERE ${soldEvents(conditions.events, params)}`;
  }
  const { dimension } = by;
  const key = sql`toString(${dimensionColumn(dimension)})`;
  if (dimension.subject === 'event') {
    const hasValue = findProperty(dimension) === undefined ? raw('') : sql` AND ${dimensionColumn(dimension)} != ''`;
    return sql`SELECT ${key} AS key, ${sale} FROM events WHERE ${soldEvents(conditions.events, params)}${hasValue}`;
  }
  // Sales are few: they are the right side of the join, which is kept in memory.
  return sql`SELECT ${key} AS key, sold.currency AS currency, sold.amount AS amount, sold.events AS events, visits.person AS person
    FROM visits FINAL INNER JOIN (
      SELECT events.visit AS visit, ${CURRENCY} AS currency, sum(events.revenue_amount) AS amount, count() AS events
      FROM events WHERE ${soldEvents(conditions.eventsOfAllVisits, params)} GROUP BY visit, currency
    ) AS sold ON sold.visit = visits.id PREWHERE ${conditions.overlappingVisits}`;
}

/** Returns the statement of the revenue of those who completed at least each step of a funnel, scaled to everybody. */
export function selectFunnelRevenue(query: ReportQuery, params: FunnelParams): Sql {
  const chain = raw(`events.${params.by}`);
  const sold = soldEvents(buildConditions(query).events, {});
  // Most people buy nothing: their chains need not be found.
  const levels = selectChains(query, params, { among: sql`SELECT ${chain} FROM events WHERE ${sold}` });
  return sql`SELECT arrayJoin(range(toUInt64(reached.level))) AS step, sold.currency AS currency, toString(sum(sold.amount) * ${scaleCount(query, 1)}) AS amount
    FROM (${levels}) AS reached INNER JOIN (
      SELECT ${chain} AS chain, ${CURRENCY} AS currency, sum(events.revenue_amount) AS amount
      FROM events WHERE ${sold} GROUP BY chain, currency
    ) AS sold ON sold.chain = reached.chain GROUP BY step, currency ORDER BY step, currency`;
}
