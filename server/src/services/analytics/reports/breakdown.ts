import type { PageOf } from '../../../platform/postgres/paging.ts';
import { arePagesOfEvents } from '../query/filters.ts';
import { findImportedValues, type ImportedDays } from '../query/imported-days.ts';
import { findPlan } from '../query/planner.ts';
import { ratio } from '../../../platform/statistics/ratio.ts';
import { type ReportDeps, type ReportQuery, toSeconds } from '../query/report-query.ts';
import {
  type BreakdownParams,
  selectBreakdown,
  selectEngagement,
  selectExits,
  selectNonInteractiveNames,
} from './sql/breakdown-statements.ts';

export interface BreakdownRow {
  value: string;
  visitors: number;
  visits: number;
  page_views: number;
  events: number;
  bounce_rate: number | null;
  visit_duration: number | null;
  exit_rate: number | null;
  /** Seconds. */
  time_on_page?: number | null;
  scroll_depth?: number | null;
  conversions?: number;
  conversion_rate?: number | null;
}

interface FoundRow {
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
  position: number | null;
}

/** Returns the names of events that are no acts of a person, and therefore hidden by default. */
export async function findNonInteractiveNames({ clickhouse }: ReportDeps, query: ReportQuery): Promise<string[]> {
  const rows = await clickhouse.query<{ name: string }>(selectNonInteractiveNames(query));
  return rows.map(({ name }) => name);
}

/** Returns how some pages are read, by page. */
async function findEngagement({ clickhouse }: ReportDeps, query: ReportQuery, pages: string[]) {
  const rows = await clickhouse.query<{ key: string; engaged_ms: number; scroll_depth: number }>(selectEngagement(query, pages));
  return new Map(
    rows.map(({ key, engaged_ms, scroll_depth }) => [
      key,
      { time_on_page: toSeconds(engaged_ms), scroll_depth: scroll_depth / 100 },
    ]),
  );
}

/** Returns metrics by value of a dimension, in the given order. */
export async function computeBreakdown(
  deps: ReportDeps,
  query: ReportQuery,
  params: Omit<BreakdownParams, 'added'> & { hasEngagement?: boolean },
): Promise<PageOf<BreakdownRow> & { total: number; imported: ImportedDays | null }> {
  const { db, clickhouse } = deps;
  const {
    dimension,
    goal,
    rows: { limit },
  } = params;
  const [plan, { added, imported }] = await Promise.all([
    findPlan(db, query, { report: 'breakdown', spans: [query], dimension, hasGoal: goal !== undefined }),
    findImportedValues(deps, query, { dimension: dimension.name, goal }),
  ]);
  const read = await clickhouse.query<FoundRow>(selectBreakdown(query, plan, { ...params, ...(added && { added }) }));
  const found = read.slice(0, limit);
  const last = found.at(-1);
  // Views that do not match, of a page with matching events, are not counted, so that a share of the views would be wrong.
  const hasExits = dimension.name === 'page' && !arePagesOfEvents(query.filters);
  const exits = new Map<string, number>();
  // Plans with finalized days include exits.
  if (hasExits && !plan.finalized && found.length) {
    const pages = found.map(({ key }) => key);
    const rows = await clickhouse.query<{ key: string; exits: number }>(selectExits(query, pages));
    for (const row of rows) exits.set(row.key, row.exits);
  }
  const engagement =
    params.hasEngagement && found.length
      ? await findEngagement(
          deps,
          query,
          found.map(({ key }) => key),
        )
      : undefined;
  const isByEvents = dimension.subject === 'event';
  return {
    total: last?.total ?? 0,
    imported,
    next: last && read.length > limit ? [String(last.position), last.key] : null,
    rows: found.map((row) => ({
      value: row.key,
      visitors: row.visitors,
      visits: row.visits,
      page_views: row.page_views,
      events: row.events,
      bounce_rate: isByEvents ? null : ratio(row.bounces, row.visits),
      visit_duration: isByEvents || !row.visits ? null : toSeconds(row.duration_ms / row.visits),
      exit_rate: hasExits ? ratio(row.exits + (exits.get(row.key) ?? 0), row.page_views) : null,
      ...(params.hasEngagement && { time_on_page: null, scroll_depth: null, ...engagement?.get(row.key) }),
      ...(goal && { conversions: row.conversions, conversion_rate: ratio(row.converted, row.visitors) }),
    })),
  };
}
