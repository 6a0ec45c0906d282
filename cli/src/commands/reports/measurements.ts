import { SEARCH_TERM_SORTS, WEB_VITAL_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import type { AnalyticsRevenueRow, AnalyticsWebVital, AnalyticsWebVitalsRow, SearchTerm } from '@earshot/sdk';
import { type Action, choice, define, type ListOptions, readList, run, withList } from '../../command.ts';
import { type Column, isTerminal, printList } from '../../output.ts';
import { formatNumber, formatShare } from '../../text.ts';
import { number, toQuery, type ReportOptions, withPeriod, withReport } from './options.ts';

/** Defines the reports of Web Vitals and revenue. */
export function defineMeasurements(analytics: Command): void {
  withList(
    withReport(
      define(
        analytics,
        'vitals',
        'Show the Web Vitals that the tracker measures with data-vitals: the 75th percentile\nof each metric, for all pages or by a dimension.',
        ['earshot analytics vitals --period 7d', 'earshot analytics vitals --by page --filter device:is:mobile'],
      ).summary('show Web Vitals'),
    ),
    [
      'metric',
      'unit',
      'good_up_to',
      'poor_above',
      'measurements',
      'p75',
      'rating',
      'good',
      'needs_improvement',
      'poor',
      'value',
      'metrics',
    ],
  )
    .addOption(choice('--by <dimension>', 'dimension to group by', WEB_VITAL_DIMENSIONS))
    .action(run(showVitals));

  withList(
    withReport(
      define(
        analytics,
        'revenue',
        'List the revenue of events by currency, or by a dimension: source, page, country,\nanother dimension of breakdown, or goal.',
        ['earshot analytics revenue --period 30d', 'earshot analytics revenue --by source --currency EUR'],
      ).summary('list revenue by currency, source, goal, …'),
    ),
    'AnalyticsRevenueRow',
  )
    .option('--by <dimension>', 'dimension to group by')
    .option('--currency <code>', 'limit to a currency (ISO 4217)')
    .action(run(showRevenue));

  withList(
    withPeriod(
      define(
        analytics,
        'search-terms',
        'List the search terms of Google, with clicks, impressions and positions. Requires\na connection with Search Console: Settings → Analytics.',
        ['earshot analytics search-terms --period 90d', 'earshot analytics search-terms --landing-page /pricing --sort position'],
      ).summary('list search terms of Google'),
    ),
    'SearchTerm',
  )
    .option('--landing-page <path>', 'only results that lead to this page')
    .option('--search <text>', 'only search terms that contain this text')
    .addOption(choice('--sort <metric>', 'metric to sort by', SEARCH_TERM_SORTS))
    .action(run(showSearchTerms));
}

const METRICS: Column<AnalyticsWebVital>[] = [
  { name: 'metric', text: ({ metric }) => metric, style: () => 'cyan' },
  { name: 'p75', text: formatValue, style: () => 'bold' },
  { name: 'rating', text: ({ rating }) => formatRating(rating), style: ({ rating }) => chooseStyle(rating) },
  { name: 'good', text: ({ good }) => share(good) },
  { name: 'needs improvement', text: ({ needs_improvement }) => share(needs_improvement) },
  { name: 'poor', text: ({ poor }) => share(poor) },
  { name: 'measurements', text: ({ measurements }) => number(measurements) },
];
const share = (value: number | null) => (isTerminal() ? formatShare(value) : value);
const formatRating = (rating: AnalyticsWebVital['rating']) => (isTerminal() ? rating?.replaceAll('_', ' ') : rating);
const chooseStyle = (rating: AnalyticsWebVital['rating']) =>
  rating === 'good' ? 'green' : rating === 'poor' ? 'red' : rating ? 'yellow' : undefined;

/** Returns the 75th percentile with its unit on a terminal, the plain number otherwise. */
function formatValue({ p75, unit }: Pick<AnalyticsWebVital, 'p75' | 'unit'>): string | number | null {
  if (!isTerminal()) return p75;
  if (p75 === null) return '–';
  return unit === 'ms' ? `${formatNumber(Math.round(p75))} ms` : String(p75);
}

const showVitals: Action<ListOptions & ReportOptions & { by?: (typeof WEB_VITAL_DIMENSIONS)[number] }> = async (
  context,
  options,
) => {
  const client = await context.projectClient();
  const { analytics } = client;
  const { by } = options;
  const report = await toQuery(client, options);
  if (!by) {
    const { metrics } = await analytics.webVitals(report);
    return await printList(metrics, { resource: 'AnalyticsWebVital', options, columns: METRICS });
  }
  const query = { by, ...report };
  const { data, total } = await readList((page) => analytics.webVitalsBreakdown({ ...query, ...page }), options.limit);
  const columns: Column<AnalyticsWebVitalsRow>[] = [
    { name: by, text: ({ value }) => value || '(none)', style: () => 'cyan' },
    ...(data[0]?.metrics ?? []).map(({ metric }, index) => ({
      name: metric,
      text: ({ metrics }: AnalyticsWebVitalsRow) => (metrics[index] ? formatValue(metrics[index]) : null),
      style: ({ metrics }: AnalyticsWebVitalsRow) => chooseStyle(metrics[index]?.rating ?? null),
    })),
    { name: 'measurements', text: ({ measurements }) => number(measurements) },
  ];
  const title = `Showing ${formatNumber(data.length)} of ${formatNumber(total)} values of ${by}`;
  await printList(data, { resource: 'AnalyticsWebVitalsRow', options, columns, title });
};

const showRevenue: Action<ListOptions & ReportOptions & { by?: string; currency?: string }> = async (context, options) => {
  const client = await context.projectClient();
  const { analytics } = client;
  const { by, currency } = options;
  const query = { ...(await toQuery(client, options)), currency };
  const read = async () => {
    if (by) return await readList((page) => analytics.revenueBreakdown({ by, ...query, ...page }), options.limit);
    const { currencies } = await analytics.revenue(query);
    return { data: currencies.map((sum) => ({ value: sum.currency, ...sum })), total: currencies.length };
  };
  const { data, total } = await read();
  const columns: Column<AnalyticsRevenueRow>[] = [
    ...(by ? [{ name: 'value', text: ({ value }: AnalyticsRevenueRow) => value || '(none)', style: () => 'cyan' as const }] : []),
    { name: 'revenue', text: ({ amount }) => amount, style: () => 'bold' },
    { name: 'currency', text: (row) => row.currency },
    { name: 'events', text: ({ events }) => number(events) },
    { name: 'visitors', text: ({ visitors }) => number(visitors) },
  ];
  const title = by && `Showing ${formatNumber(data.length)} of ${formatNumber(total)} values of ${by}`;
  await printList(data, { resource: 'AnalyticsRevenueRow', options, columns, title });
};

interface SearchTermOptions extends ListOptions, Pick<ReportOptions, 'period' | 'from' | 'to' | 'timezone'> {
  landingPage?: string;
  search?: string;
  sort?: (typeof SEARCH_TERM_SORTS)[number];
}

const SEARCH_TERMS: Column<SearchTerm>[] = [
  { name: 'search term', text: ({ query }) => query, style: () => 'cyan' },
  { name: 'clicks', text: ({ clicks }) => number(clicks), style: () => 'bold' },
  { name: 'impressions', text: ({ impressions }) => number(impressions) },
  { name: 'ctr', text: ({ ctr }) => share(ctr) },
  { name: 'position', text: ({ position }) => position },
];

const showSearchTerms: Action<SearchTermOptions> = async (context, options) => {
  const { analytics } = await context.projectClient();
  const { period, from, to, timezone, landingPage, search, sort } = options;
  // The first positions are the best.
  const order = sort === 'position' ? ('asc' as const) : ('desc' as const);
  const query = { period, from, to, timezone, landing_page: landingPage, search, sort, order };
  const { data, total } = await readList((page) => analytics.searchTerms({ ...query, ...page }), options.limit);
  const title = `Showing ${formatNumber(data.length)} of ${formatNumber(total)} search terms`;
  await printList(data, { resource: 'SearchTerm', options, columns: SEARCH_TERMS, title });
};
