import { BOTS, FUNNEL_ORDERS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import type { AnalyticsBreakdownRow, AnalyticsFunnel, AnalyticsOverview } from '@earshot/sdk';
import {
  type Action,
  append,
  choice,
  define,
  defineGroup,
  type ListOptions,
  parsePositive,
  readList,
  run,
  withJson,
  withList,
} from '../command.ts';
import { writeOutput } from '../download.ts';
import { UsageError } from '../errors.ts';
import { type Column, isTerminal, note, type OutputOptions, print, printData, printList, wantsJson } from '../output.ts';
import { formatNumber, formatShare, oneLine } from '../text.ts';
import { defineMeasurements } from './reports/measurements.ts';
import { defineUsers } from './reports/users.ts';
import { noteImported, number, toQuery, type ReportOptions, withImported, withReport } from './reports/options.ts';

const UNITS = ['person', 'visit'] as const;

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
    .action(run(showBreakdown));

  withJson(
    withReport(
      define(
        analytics,
        'funnel <steps...>',
        'Show the conversion by step. A step is a page, which begins with a slash, or the\nname of an event.',
        ['earshot analytics funnel /pricing signed_up', "earshot analytics funnel '/blog/*' signed_up --by visit --period 90d"],
      ).summary('show the conversion by step'),
    ),
    'AnalyticsFunnel',
  )
    .option('--window <seconds>', 'maximum time from the first to the last step', parsePositive)
    .addOption(choice('--order <order>', 'order of the steps', FUNNEL_ORDERS))
    .addOption(choice('--by <unit>', 'unit of analysis', UNITS))
    .action(run(showFunnel));

  defineMeasurements(analytics);
  defineUsers(analytics);

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

const printRecord = async (
  report: AnalyticsOverview | AnalyticsFunnel,
  resource: 'AnalyticsOverview' | 'AnalyticsFunnel',
  options: OutputOptions,
) => {
  await printData(report, { resource, options, printText: () => {} });
};

const renderTitle = ({ from, to, timezone }: { from: string; to: string; timezone: string }) =>
  `${from.slice(0, 10)} to ${to.slice(0, 10)} (${timezone})`;

const BREAKDOWN: Column<AnalyticsBreakdownRow>[] = [
  { name: 'value', text: ({ value }) => value || '(none)', style: () => 'cyan' },
  { name: 'visitors', text: ({ visitors }) => number(visitors) },
  { name: 'visits', text: ({ visits }) => number(visits) },
  { name: 'page views', text: ({ page_views }) => number(page_views) },
  { name: 'events', text: ({ events }) => number(events) },
  { name: 'bounce rate', text: ({ bounce_rate }) => (isTerminal() ? formatShare(bounce_rate) : bounce_rate) },
];

const showBreakdown: Action<ListOptions & ReportOptions & { allEvents?: boolean }, [string]> = async (context, options, by) => {
  const client = await context.projectClient();
  const query = { by, ...(await toQuery(client, options)), ...toEvents(options) };
  const pages: Parameters<typeof noteImported>[0][] = [];
  const { data, total } = await readList(async (page) => {
    const found = await client.analytics.breakdown({ ...query, ...page });
    pages.push(found);
    return found;
  }, options.limit);
  const title = `Showing ${formatNumber(data.length)} of ${formatNumber(total)} values of ${oneLine(by)}`;
  await printList(data, { resource: 'AnalyticsBreakdownRow', options, columns: BREAKDOWN, title });
  noteImported(pages[0]);
};

interface FunnelOptions extends ReportOptions {
  window?: number;
  order?: (typeof FUNNEL_ORDERS)[number];
  by?: (typeof UNITS)[number];
}

const showFunnel: Action<FunnelOptions, [string[]]> = async (context, options, names) => {
  if (names.some((name) => !name)) throw new UsageError('A step must be a page or the name of an event');
  const steps = names.map((name) => (name.startsWith('/') || /^https?:/.test(name) ? { page: name } : { event: name }));
  const { window: window_seconds, order, by } = options;
  const client = await context.projectClient();
  const report = await client.analytics.funnel({ steps, window_seconds, order, by }, await toQuery(client, options));
  if (wantsJson(options)) return await printRecord(report, 'AnalyticsFunnel', options);
  await printList(report.steps, {
    options,
    columns: [
      { name: 'step', text: ({ event, page }) => page ?? event, style: () => 'cyan' },
      { name: 'count', text: ({ count }) => number(count) },
      { name: 'of first', text: ({ rate }) => (isTerminal() ? formatShare(rate) : rate) },
      { name: 'of previous', text: ({ step_rate }) => (isTerminal() ? formatShare(step_rate) : step_rate) },
    ],
    title: renderTitle(report),
  });
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
