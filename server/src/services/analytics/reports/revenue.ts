import type { PageOf, PageRows } from '../../../platform/postgres/paging.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import type { FunnelParams } from './sql/funnel-levels.ts';
import {
  type RevenueKey,
  type RevenueParams,
  selectFunnelRevenue,
  selectRevenue,
  selectRevenueBreakdown,
} from './sql/revenue-statements.ts';

/** A sum in a currency: an exact decimal, as text. */
export interface RevenueSum {
  currency: string;
  amount: string;
}

interface CountedSum extends RevenueSum {
  events: number;
  visitors: number;
}

/** Returns the revenue of a period by currency. */
export async function computeRevenue({ clickhouse }: ReportDeps, query: ReportQuery, params: RevenueParams) {
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    currencies: await clickhouse.query<CountedSum>(selectRevenue(query, params)),
  };
}

/** Returns revenue by value of a dimension, or by goal, and currency. */
export async function breakDownRevenue(
  { clickhouse }: ReportDeps,
  query: ReportQuery,
  { by, rows, ...params }: RevenueParams & { by: RevenueKey; rows: PageRows },
) {
  const statement = selectRevenueBreakdown(query, by, params, rows);
  const read = await clickhouse.query<CountedSum & { key: string; total: number }>(statement);
  const found = read.slice(0, rows.limit);
  const last = found.at(-1);
  return {
    total: last?.total ?? 0,
    next: last && read.length > rows.limit ? [last.amount, last.currency, last.key] : null,
    rows: found.map(({ key, currency, amount, events, visitors }) => ({ value: key, currency, amount, events, visitors })),
  } satisfies PageOf<unknown> & { total: number };
}

/** Returns the revenue of those who completed at least each step of a funnel, by step. */
export async function computeFunnelRevenue(
  { clickhouse }: ReportDeps,
  query: ReportQuery,
  params: FunnelParams,
): Promise<RevenueSum[][]> {
  const rows = await clickhouse.query<RevenueSum & { step: number }>(selectFunnelRevenue(query, params));
  return params.steps.map((_, index) =>
    rows.flatMap(({ step, currency, amount }) => (step === index ? { currency, amount } : [])),
  );
}
