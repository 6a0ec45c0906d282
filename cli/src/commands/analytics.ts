import { BOTS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import type { AnalyticsBreakdownRow } from '@earshot/sdk';
import {
  type Action,
  append,
  choice,
  define,
  defineGroup,
  type ListOptions,
  readList,
  run,
  withJson,
  withList,
} from '../command.ts';
import { writeOutput } from '../download.ts';
import { type Column, isTerminal, note, type OutputOptions, print, printData, printList, wantsJson } from '../output.ts';
import { formatNumber, formatShare, oneLine } from '../text.ts';
import { defineFunnels } from './reports/funnels.ts';
import { defineGoals } from './reports/goals.ts';
import { definePivot } from './reports/pivot.ts';
import { defineMeasurements } from './reports/measurements.ts';
import { defineShares } from './reports/shares.ts';
import { defineUsers } from './reports/users.ts';
import {
  noteImported,
  number,
  printRecord,
  renderTitle,
  toQuery,
  type ReportOptions,
  withImported,
  withReport,
} from './reports/options.ts';

/** Defines the group of analytics, and returns it. */
export function defineAnalytics(program: Command): Command {
  const analytics = defineGroup(program, 'analytics', 'reports and events');

  withJson(
    withImported(
      define(analytics, 'overview', 'Show visitors, page views, visits and other totals, with the previous period.', [
        'earshot analytics overview --period 7d',
        'earshot analytics overview --filter country:is:DE --jq .visitors.value',
      ]).summary('show the totals of a period'),
    ),
    'AnalyticsOverview',
  ).action(run(showOverview));

  withList(
    withImported(
      define(
        analytics,
        'breakdown <dimension>',
        'List metrics by a dimension: page, entry_page, exit_page, hostname, event,\nreferrer, source, channel, utm_source, utm_medium, utm_campaign, country, region,\ncity, language, device, browser, os, screen, bot, or property:<name>.',
        ['earshot analytics breakdown page --period 7d', 'earshot analytics breakdown source --filter page:is:/pricing'],
      ).summary('list metrics by page, source, country, …'),
    ),
    'AnalyticsBreakdownRow',
  )
    .option('--all-events', ALL_EVENTS)
    .option('--engagement', 'add how long pages were visible, and how far they were scrolled')
    .action(run(showBreakdown));

  definePivot(analytics);
  defineFunnels(analytics);
  defineGoals(analytics);
  defineMeasurements(analytics);
  defineUsers(analytics);
  defineShares(analytics);

  withJson(
    define(analytics, 'live', 'Print accepted events as they arrive, until Ctrl+C.', [
      'earshot analytics live --filter event:is:signed_up',
      'earshot analytics live --json | head -n 5',
    ]).summary('print events as they arrive'),
  )
    .option('--filter <filter>', 'dimension:operator:value; repeatable', append)
    .addOption(choice('--bots <bots>', 'bot traffic', BOTS))
    .option('--all-events', ALL_EVENTS)
    .action(run(showLive));

  withReport(
    define(analytics, 'export', 'Export events as CSV.', ['earshot analytics export --period 90d --output events.csv']).summary(
      'export events as CSV',
    ),
  )
    .option('--bom', 'begin the file with a byte order mark, for Excel')
    .option('-o, --output <file>', 'file; default: standard output')
    .action(
      run(async ({ projectClient, signal }, options: ReportOptions & { bom?: boolean; output?: string }) => {
        const client = await projectClient();
        const query = { ...(await toQuery(client, options)), bom: options.bom };
        const response = await client.analytics.exportCsv(query, { signal });
        await writeOutput(response.body ?? [], { output: options.output, signal });
      }),
    );
  return analytics;
}

const ALL_EVENTS = 'list events that are not interactive as well, such as web_vital';

/** Returns the query parameter of `--all-events`. */
const toEvents = ({ allEvents }: { allEvents?: boolean }) => (allEvents ? ({ non_interactive: 'include' } as const) : {});

type MetricName = 'visitors' | 'page_views' | 'visits' | 'events' | 'views_per_visit' | 'bounce_rate' | 'visit_duration';
interface Metric {
  name: MetricName;
  value: number | null;
  previous: number | null;
}

const METRICS: MetricName[] = ['visitors', 'page_views', 'visits', 'events', 'views_per_visit', 'bounce_rate', 'visit_duration'];

/** Returns a metric with its unit on a terminal, the plain number otherwise. */
function formatMetric(name: MetricName, value: number | null): string {
  if (!isTerminal()) return String(value ?? '');
  if (name === 'bounce_rate') return formatShare(value);
  if (value === null) return '–';
  if (name === 'visit_duration') return `${Math.floor(value / 60)}m ${Math.round(value % 60)}s`;
  return formatNumber(name === 'views_per_visit' ? Math.round(value * 100) / 100 : value);
}

const formatChange = ({ value, previous }: Metric): string =>
  value === null || !previous ? '' : `${value >= previous ? '+' : '−'}${Math.abs(Math.round((value / previous - 1) * 100))} %`;

const showOverview: Action<ReportOptions> = async (context, options) => {
  const client = await context.projectClient();
  const report = await client.analytics.overview(await toQuery(client, options));
  if (wantsJson(options)) return await printRecord(report, 'AnalyticsOverview', options);
  await printList<Metric>(
    METRICS.map((name) => ({ name, ...report[name] })),
    {
      options,
      columns: [
        { name: 'metric', text: ({ name }) => (isTerminal() ? name.replaceAll('_', ' ') : name) },
        { name: 'value', text: ({ name, value }) => formatMetric(name, value), style: () => 'bold' },
        { name: 'previous', text: ({ name, previous }) => formatMetric(name, previous) },
        ...(isTerminal() ? [{ name: 'change', text: formatChange }] : []),
      ],
      title: renderTitle(report),
    },
  );
  noteImported(report);
};

const BREAKDOWN: Column<AnalyticsBreakdownRow>[] = [
  { name: 'value', text: ({ value }) => value || '(none)', style: () => 'cyan' },
  { name: 'visitors', text: ({ visitors }) => number(visitors) },
  { name: 'visits', text: ({ visits }) => number(visits) },
  { name: 'page views', text: ({ page_views }) => number(page_views) },
  { name: 'events', text: ({ events }) => number(events) },
  { name: 'bounce rate', text: ({ bounce_rate }) => (isTerminal() ? formatShare(bounce_rate) : bounce_rate) },
];

const ENGAGEMENT: Column<AnalyticsBreakdownRow>[] = [
  { name: 'seconds on page', text: ({ time_on_page: seconds }) => seconds ?? '' },
  { name: 'scroll depth', text: ({ scroll_depth: depth = null }) => (isTerminal() ? formatShare(depth) : depth) },
];

type BreakdownOptions = ListOptions & ReportOptions & { allEvents?: boolean; engagement?: boolean };

const showBreakdown: Action<BreakdownOptions, [string]> = async (context, options, by) => {
  const client = await context.projectClient();
  const engagement = options.engagement ? ({ engagement: 'include' } as const) : {};
  const query = { by, ...(await toQuery(client, options)), ...toEvents(options), ...engagement };
  const pages: Parameters<typeof noteImported>[0][] = [];
  const { data, total } = await readList(async (page) => {
    const found = await client.analytics.breakdown({ ...query, ...page });
    pages.push(found);
    return found;
  }, options.limit);
  const title = `Showing ${formatNumber(data.length)} of ${formatNumber(total)} values of ${oneLine(by)}`;
  await printList(data, {
    resource: 'AnalyticsBreakdownRow',
    options,
    columns: options.engagement ? [...BREAKDOWN, ...ENGAGEMENT] : BREAKDOWN,
    title,
  });
  noteImported(pages[0]);
};

const showLive: Action<OutputOptions & { filter?: string[]; bots?: (typeof BOTS)[number]; allEvents?: boolean }> = async (
  context,
  options,
) => {
  const { analytics } = await context.projectClient();
  const query = { filter: options.filter, bots: options.bots, ...toEvents(options) };
  for await (const message of analytics.live(query, { signal: context.signal })) {
    if (message.type === 'visitors') note(`Current visitors: ${formatNumber(message.visitors)}`);
    else await printData(message.event, { options, printText: () => print(renderEvent(message.event)) });
  }
};

function renderEvent(event: Record<string, unknown>): string {
  const text = (name: string) => (typeof event[name] === 'string' ? oneLine(event[name]) : '');
  return [text('time'), text('name'), text('page'), text('country'), text('source')].join('\t').trimEnd();
}
