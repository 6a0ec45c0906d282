import type { SEARCH_TERM_SORTS } from '@earshot/contract/services/analytics/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { join, joinAnd, raw, sql, type Sql } from '../../../platform/clickhouse/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteByMonth, type DeletionDeps, inProject } from '../maintenance/erasure-store.ts';
import type { Span } from '../pipeline/span.ts';
import type { TermRow } from './google.ts';

/** Builds of a day up to `build`, which a later build replaces. */
export interface OutdatedDay {
  day: string;
  build: number;
}

const onDay = (day: string): Sql => sql`day = ${toDateTime(Date.parse(day))}`;

/** Search terms of a day, such as 2026-11-20. */
export interface DayTerms {
  day: string;
  rows: TermRow[];
}

/** Writes search terms of days as a build, in one insert. */
export async function insertTerms(clickhouse: ClickHouse, projectId: string, days: DayTerms[], build: number): Promise<void> {
  const lines = days.flatMap(({ day, rows }) =>
    rows.map((row) => JSON.stringify({ project_id: projectId, day: `${day} 00:00:00.000`, build, ...row })),
  );
  if (lines.length) await clickhouse.insert('search_terms', lines.join('\n'), `search_terms:${newId()}`);
}

/**
 * Writes the search terms of a day as its valid build, so that reports see the old or the new rows.
 * Returns the replaced builds, which the caller deletes.
 */
export async function insertDay(
  clickhouse: ClickHouse,
  projectId: string,
  { day, rows }: DayTerms,
): Promise<OutdatedDay | undefined> {
  const [latest] = await clickhouse.query<{ build: number; count: number }>(
    sql`SELECT max(build) AS build, count() AS count FROM search_terms WHERE ${inProject(projectId)} AND ${onDay(day)}`,
  );
  const build = latest?.build ?? 0;
  await insertTerms(clickhouse, projectId, [{ day, rows }], build + 1);
  return latest?.count ? { day, build } : undefined;
}

/** Deletes replaced builds. */
export async function deleteOutdated(deps: DeletionDeps, projectId: string, days: OutdatedDay[]): Promise<void> {
  if (!days.length) return;
  const builds = days.map(({ day, build }) => sql`(${onDay(day)} AND build <= ${build})`);
  await deleteByMonth(deps, 'search_terms', sql`${inProject(projectId)} AND (${join(builds, ' OR ')})`);
}

/** Deletes all search terms of a project. */
export async function deleteTerms(deps: DeletionDeps, projectId: string): Promise<void> {
  await deleteByMonth(deps, 'search_terms', inProject(projectId));
}

/** Returns the last day with search terms, at midnight in UTC. */
export async function findLastDay(clickhouse: ClickHouse, projectId: string): Promise<number | undefined> {
  const [row] = await clickhouse.query<{ count: number; last: number }>(
    sql`SELECT count() AS count, toUnixTimestamp64Milli(max(day)) AS last FROM search_terms WHERE ${inProject(projectId)}`,
  );
  return row?.count ? row.last : undefined;
}

/** Sums of search terms. `positions` is the sum of positions, weighted by impressions. */
export interface Sums {
  clicks: number;
  impressions: number;
  positions: number;
}

interface TermsQuery {
  projectId: string;
  /** Calendar days, which begin at midnight in UTC. */
  span: Span;
  /** Days to compare with. */
  previous?: Span;
  page?: string;
  search?: string;
}

const isWithin = ({ from, to }: Span, column: 'terms.day' | 'day' = 'terms.day'): Sql =>
  sql`(${raw(column)} >= ${toDateTime(from)} AND ${raw(column)} < ${toDateTime(to)})`;

function selectRows({ projectId, span, previous, page, search }: TermsQuery): Sql {
  const spans = [span, ...(previous ? [previous] : [])];
  const isInSpans = (column: 'terms.day' | 'day') =>
    sql`(${join(
      spans.map((one) => isWithin(one, column)),
      ' OR ',
    )})`;
  const isValid = sql`(terms.day, terms.build) IN (
    SELECT day, max(build) FROM search_terms WHERE ${inProject(projectId)} AND ${isInSpans('day')} GROUP BY day)`;
  return sql`search_terms AS terms WHERE ${joinAnd([
    sql`terms.${inProject(projectId)}`,
    isInSpans('terms.day'),
    isValid,
    ...(page === undefined ? [] : [sql`terms.page = ${page}`]),
    ...(search === undefined ? [] : [sql`positionCaseInsensitiveUTF8(terms.query, ${search}) > 0`]),
  ])}`;
}

/**
 * Returns the columns of sums in a span, whose names begin with a prefix. Positions are summed as integers: a sum of fractions depends on the
 * order of the rows, which would change the order of search terms between pages.
 */
const sumColumns = (prefix: string, span: Sql): Sql =>
  sql`sumIf(terms.clicks, ${span}) AS ${raw(prefix)}clicks, sumIf(terms.impressions, ${span}) AS ${raw(prefix)}impressions,
      sumIf(toInt64(round(terms.position * terms.impressions * 1e6)), ${span}) / 1e6 AS ${raw(prefix)}positions`;

/** Returns the sums of all search terms in a period, and the number of search terms. */
export async function findTotals(clickhouse: ClickHouse, query: TermsQuery): Promise<Sums & { total: number }> {
  const { span, projectId, page, search } = query;
  const [row] = await clickhouse.query<{ sum_clicks: number; sum_impressions: number; sum_positions: number; total: number }>(
    sql`SELECT ${sumColumns('sum_', isWithin(span))}, uniqExact(terms.query) AS total FROM ${selectRows({ projectId, span, page, search })}`,
  );
  return {
    clicks: row?.sum_clicks ?? 0,
    impressions: row?.sum_impressions ?? 0,
    positions: row?.sum_positions ?? 0,
    total: row?.total ?? 0,
  };
}

const SORTS: Record<(typeof SEARCH_TERM_SORTS)[number], Sql> = {
  clicks: raw('now_clicks'),
  impressions: raw('now_impressions'),
  ctr: raw('now_clicks / now_impressions'),
  position: raw('now_positions / now_impressions'),
};

type FoundTerm = { term: string } & Record<`${'now' | 'before'}_${keyof Sums}`, number>;

/** Returns search terms with their sums in the period and in the period to compare with, in the given order. */
export async function findTerms(
  clickhouse: ClickHouse,
  query: TermsQuery,
  rows: { sort: keyof typeof SORTS; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ query: string; now: Sums; before: Sums }[]> {
  const found = await clickhouse.query<FoundTerm>(
    sql`SELECT terms.query AS term, ${sumColumns('now_', isWithin(query.span))},
      ${sumColumns('before_', query.previous ? isWithin(query.previous) : raw('false'))}
    FROM ${selectRows(query)} GROUP BY term HAVING now_impressions > 0
    ORDER BY ${SORTS[rows.sort]} ${raw(rows.order)}, now_impressions DESC, term LIMIT ${rows.limit} OFFSET ${rows.offset}`,
  );
  return found.map((row) => ({
    query: row.term,
    now: { clicks: row.now_clicks, impressions: row.now_impressions, positions: row.now_positions },
    before: { clicks: row.before_clicks, impressions: row.before_impressions, positions: row.before_positions },
  }));
}
