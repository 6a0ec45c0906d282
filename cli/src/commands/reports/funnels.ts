import { FUNNEL_ORDERS, FUNNEL_UNITS, PRECISIONS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import type { AnalyticsFunnel, AnalyticsSavedFunnel, Earshot } from '@earshot/sdk';
import { type Action, choice, define, parsePositive, run, withJson } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, isTerminal, note, type OutputOptions, printList, wantsJson } from '../../output.ts';
import { formatShare } from '../../text.ts';
import { nameValue } from './pivot.ts';
import { number, printRecord, renderTitle, type ReportOptions, toQuery, withReport } from './options.ts';

/** Defines the report of a funnel, and the list of saved funnels. */
export function defineFunnels(analytics: Command): void {
  withJson(
    withReport(
      define(
        analytics,
        'funnel [steps...]',
        'Show the conversion by step. A step is a page, which begins with a slash, or the\nname of an event.',
        [
          'earshot analytics funnel /pricing signed_up',
          "earshot analytics funnel '/blog/*' signed_up --by visit --period 90d",
          'earshot analytics funnel /pricing signed_up --breakdown-by source',
          'earshot analytics funnel /pricing signed_up --precision approximate',
          '# A funnel that was saved on the dashboard',
          'earshot analytics funnel --name "From pricing to sign-up"',
        ],
      ).summary('show the conversion by step'),
    ),
    'AnalyticsFunnel',
  )
    .option('--name <funnel>', 'saved funnel, by name or id, instead of steps')
    .option('--window <seconds>', 'maximum time from the first to the last step', parsePositive)
    .addOption(choice('--order <order>', 'order of the steps', FUNNEL_ORDERS))
    .addOption(choice('--by <unit>', 'unit of analysis', FUNNEL_UNITS))
    .addOption(choice('--precision <precision>', 'estimate from a share of the people', PRECISIONS))
    .option('--breakdown-by <dimension>', 'divide by the value at the first step, such as source')
    .action(run(showFunnel));

  withJson(
    define(analytics, 'funnels', 'List the saved funnels by name.', ['earshot analytics funnels']).summary('list saved funnels'),
    'AnalyticsSavedFunnel',
  ).action(
    run(async (context, options: OutputOptions) => {
      const client = await context.projectClient();
      const { data } = await client.analytics.funnels.list();
      await printList(data, { resource: 'AnalyticsSavedFunnel', options, columns: COLUMNS });
    }),
  );
}

interface FunnelOptions extends ReportOptions {
  name?: string;
  window?: number;
  order?: (typeof FUNNEL_ORDERS)[number];
  by?: (typeof FUNNEL_UNITS)[number];
  breakdownBy?: string;
  precision?: (typeof PRECISIONS)[number];
}

/** Returns the page or event of a step, with its filters. */
const describeStep = ({ event, page, filters }: AnalyticsSavedFunnel['steps'][number]): string =>
  [page ?? event, ...filters].join(' ');

const COLUMNS: Column<AnalyticsSavedFunnel>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'steps', text: ({ steps }) => steps.map(describeStep).join(' → ') },
];

const showFunnel: Action<FunnelOptions, [string[]]> = async (context, options, steps) => {
  const client = await context.projectClient();
  const { window: window_seconds, order, by, breakdownBy: breakdown_by, precision } = options;
  const funnel = await readFunnel(client, options.name, steps);
  const changed = {
    ...(window_seconds && { window_seconds }),
    ...(order && { order }),
    ...(by && { by }),
    ...(breakdown_by && { breakdown_by }),
  };
  const report = await client.analytics.funnel({ ...funnel, ...changed }, { ...(await toQuery(client, options)), precision });
  if (wantsJson(options)) return await printRecord(report, 'AnalyticsFunnel', options);
  const { steps: all, breakdown } = report;
  const columns = precision === 'approximate' ? [...STEP_COLUMNS, ERROR_COLUMN] : STEP_COLUMNS;
  const title = renderTitle(report);
  if (breakdown) {
    const divided = breakdown.flatMap(({ value, steps: own }) => own.map((step, index) => ({ ...all[index], ...step, value })));
    await printList(divided as (Step & { value: string | null })[], {
      options,
      columns: [{ name: 'value', text: ({ value }) => nameValue(value) }, ...columns],
      title,
    });
  } else await printList(all, { options, columns, title });
  notePrecision(report);
};

/** Notes on a terminal that a report is an estimate, or could be one. */
function notePrecision({ precision: { share, approximate_share: approximate } }: AnalyticsFunnel): void {
  if (share < 1) note(`Estimated from ${formatShare(share)} of the people.`);
  else if (approximate < 1)
    note(`--precision approximate estimates from ${formatShare(approximate)} of the people, which is faster.`);
}

type Step = AnalyticsFunnel['steps'][number];

const STEP_COLUMNS: Column<Step>[] = [
  { name: 'step', text: describeStep, style: () => 'cyan' },
  { name: 'count', text: ({ count }) => number(count) },
  { name: 'of first', text: ({ rate }) => (isTerminal() ? formatShare(rate) : rate) },
  { name: 'of previous', text: ({ step_rate }) => (isTerminal() ? formatShare(step_rate) : step_rate) },
];

const ERROR_COLUMN: Column<Step> = {
  name: 'standard error',
  text: ({ standard_error: error }) => (error === null ? '' : number(error)),
};

/** Returns the saved funnel with a name or id, or the one of the given steps. @throws {UsageError} */
async function readFunnel(client: Earshot, name: string | undefined, given: string[]) {
  if (name === undefined) {
    if (!given.length || given.includes('')) throw new UsageError('A step must be a page or the name of an event');
    return { steps: given.map((step) => (step.startsWith('/') || /^https?:/.test(step) ? { page: step } : { event: step })) };
  }
  if (given.length) throw new UsageError('--name must not be combined with steps');
  const { data } = await client.analytics.funnels.list();
  const funnel = data.find((one) => one.id === name || one.name === name);
  if (!funnel) throw new UsageError(`Funnel ${name} not found. See \`earshot analytics funnels\`.`);
  const { steps, window_seconds, order, by } = funnel;
  return {
    steps: steps.map(({ event, page, filters }) => ({ ...(event === null ? { page: page ?? '' } : { event }), filters })),
    window_seconds,
    order,
    by,
  };
}
