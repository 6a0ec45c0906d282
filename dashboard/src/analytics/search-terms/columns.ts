import { SEARCH_TERM_SORTS } from '@earshot/contract/services/analytics/values';
import type { SearchTerm } from '@earshot/sdk';
import { searchTerms as texts } from '../texts/en/search-terms.ts';
import { formatDecimal } from '../../texts/decimal.ts';
import { formatFigure, formatShare } from '../format.ts';
import { parseFilter, type ReportQuery, toReport } from '../report-query.ts';

export type SearchTermSort = (typeof SEARCH_TERM_SORTS)[number];

const FORMATS: Record<SearchTermSort, (value: number | null) => string> = {
  clicks: (value) => formatFigure('events', value),
  impressions: (value) => formatFigure('events', value),
  ctr: formatShare,
  position: (value) => (value === null ? '–' : formatDecimal(value, 1)),
};

export const COLUMNS = SEARCH_TERM_SORTS.map((id) => ({
  id,
  name: texts.columns[id],
  format: (term: SearchTerm) => FORMATS[id](term[id]),
}));

/** Names of the columns of tables. */
export const HEAD = [texts.columns.query, ...COLUMNS.map(({ name }) => name)];
export const NUMBERS = COLUMNS.map(({ name }) => name);

/** Returns the order of a metric: the first positions are the best. */
export const toOrder = (sort: SearchTermSort) => (sort === 'position' ? ('asc' as const) : ('desc' as const));

/**
 * Returns the query of the search terms of a report. Undefined for reports of some visitors only, because Search Console knows no visitors;
 * a single page is possible.
 */
export function toSearchTerms(report: ReturnType<typeof toReport>) {
  const { period, from, to, timezone, filter = [], user_id: users, person_segment: segment } = report as ReportQuery;
  const [first, ...others] = filter.map(parseFilter);
  const isPage = first?.dimension === 'page' && first.operator === 'is';
  if (users || segment || others.length || (first && !isPage)) return undefined;
  return { period, from, to, timezone, ...(first && { landing_page: first.value }) };
}
