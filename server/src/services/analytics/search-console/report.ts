import type { SEARCH_TERM_SORTS } from '@earshot/contract/services/analytics/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { PageRows } from '../../../platform/postgres/paging.ts';
import { ratio } from '../../../platform/statistics/ratio.ts';
import { normalizePagePath } from '../ingest/urls.ts';
import { toDate, toDays } from '../query/imported-days.ts';
import type { ReportQuery } from '../query/report-query.ts';
import { findLastDay, findTerms, findTotals, type Sums } from './terms-store.ts';

interface Selection {
  page?: string;
  search?: string;
  sort?: (typeof SEARCH_TERM_SORTS)[number];
  order?: 'asc' | 'desc';
}

interface TermsParams extends Selection {
  isCompared: boolean;
  rows: PageRows;
}

/** Search terms that an export reads in one query. */
const EXPORTED_AT_ONCE = 20_000;

/** Returns the search terms of the whole days in a period. Days are those of Google, regardless of the time zone of the report. */
export async function computeSearchTerms(
  clickhouse: ClickHouse,
  { projectId, timezone, previous, ...span }: ReportQuery,
  { page, search, sort = 'clicks', order = 'desc', isCompared, rows: { limit, offset: first, after } }: TermsParams,
) {
  const query = {
    projectId,
    span: toDays(span, timezone),
    ...(isCompared && { previous: toDays(previous, timezone) }),
    ...(page !== undefined && { page: normalizePagePath(page) }),
    search,
  };
  // The position after a page is a number of rows: search terms change once a day.
  const offset = after ? Number(after[0]) : first;
  const [{ total, ...totals }, terms, lastDay] = await Promise.all([
    findTotals(clickhouse, query),
    findTerms(clickhouse, query, { sort, order, limit, offset }),
    findLastDay(clickhouse, projectId),
  ]);
  return {
    total,
    next: offset + terms.length < total ? [String(offset + limit)] : null,
    rows: terms.map(({ query: text, now, before }) => ({
      query: text,
      ...describe(now),
      previous: isCompared ? describe(before) : null,
    })),
    totals: describe(totals),
    last_day: lastDay === undefined ? null : toDate(lastDay),
  };
}

/** Yields all search terms of the whole days in a period, as fast as the reader consumes them. */
export async function* exportSearchTerms(
  clickhouse: ClickHouse,
  { projectId, timezone, previous: _previous, ...span }: ReportQuery,
  { page, search, sort = 'clicks', order = 'desc' }: Selection,
): AsyncGenerator<object> {
  const query = { projectId, span: toDays(span, timezone), ...(page !== undefined && { page: normalizePagePath(page) }), search };
  for (let offset = 0; ; offset += EXPORTED_AT_ONCE) {
    const terms = await findTerms(clickhouse, query, { sort, order, limit: EXPORTED_AT_ONCE, offset });
    for (const { query: text, now } of terms) yield { query: text, ...describe(now) };
    if (terms.length < EXPORTED_AT_ONCE) return;
  }
}

const DECIMALS = 100;

const describe = ({ clicks, impressions, positions }: Sums) => ({
  clicks,
  impressions,
  ctr: ratio(clicks, impressions),
  position: impressions ? Math.round((positions / impressions) * DECIMALS) / DECIMALS : null,
});
