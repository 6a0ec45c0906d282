import { ALERT_CONDITIONS, ALERT_METRICS, ALERT_WINDOWS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import type { Alert, AlertTrigger, Body } from '@earshot/sdk';
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
import { UsageError } from '../errors.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList } from '../output.ts';
import { confirm } from '../prompts.ts';
import { count, oneLine } from '../text.ts';

const ALERTS: Column<Alert>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'metric', text: ({ metric }) => metric },
  { name: 'condition', text: ({ condition, threshold }) => (threshold === null ? condition : `${condition} ${threshold}`) },
  {
    name: 'state',
    text: ({ enabled, state }) => (enabled ? state : 'disabled'),
    style: ({ enabled, state }) => (enabled && state === 'triggered' ? 'red' : undefined),
  },
  { name: 'last', text: ({ last_triggered_at }) => last_triggered_at, isTime: true },
];

const TRIGGERS: Column<AlertTrigger>[] = [
  { name: 'triggered', text: ({ triggered_at }) => triggered_at, isTime: true },
  { name: 'value', text: ({ value }) => value },
  { name: 'expected', text: describeExpectation },
  { name: 'recovered', text: ({ recovered_at }) => recovered_at, isTime: true },
  { name: 'report', text: ({ url }) => url },
];

interface RuleOptions extends OutputOptions {
  metric: Alert['metric'];
  condition: Alert['condition'];
  threshold?: string;
  window?: string;
  tolerance?: string;
  cooldown?: string;
  goal?: string;
  filter?: string[];
}

export function defineAlert(program: Command): void {
  const alert = defineGroup(program, 'alert', 'alerts on counts and unusual changes');

  withJson(
    define(alert, 'list', 'List alerts with their states.', ['earshot alert list']).summary('list alerts'),
    'Alert',
  ).action(
    run(async (context, options: OutputOptions) => {
      const { data } = await (await context.projectClient()).analytics.alerts.list();
      await printList(data, { resource: 'Alert', options, columns: ALERTS });
    }),
  );

  withJson(
    withRule(
      define(
        alert,
        'create <name>',
        'Create an alert, which informs webhooks and chats.\n\nThe usual range is that of the same time of the week in the four weeks before.',
        [
          'earshot alert create "Fewer visitors" -m visitors -c below_usual',
          'earshot alert create Errors -m events --filter event:is:error -c above -t 10',
        ],
      ).summary('create an alert'),
    ),
    'Alert',
  ).action(run(createAlert));

  withJson(
    withRule(
      define(alert, 'preview', 'Show how often a rule would have been triggered in the last four weeks.', [
        'earshot alert preview --metric visitors --condition outside_usual',
      ]).summary('evaluate a rule in the last four weeks'),
    ),
    'AlertPreview',
  ).action(run(previewAlert));

  withList(
    define(alert, 'history <id>', 'List when an alert was triggered and recovered, the most recent first.', [
      'earshot alert history alr_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('list triggers and recoveries'),
    'AlertTrigger',
  ).action(
    run(async (context, options: ListOptions, id: string) => {
      const client = await context.client();
      const { data, total } = await readList((page) => client.analytics.alerts.history(id, page), options.limit);
      const title = `Showing ${data.length} of ${count(total, 'trigger')}`;
      await printList(data, { resource: 'AlertTrigger', options, columns: TRIGGERS, title });
    }),
  );

  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    withJson(
      define(alert, `${verb} <id>`, `${enabled ? 'Enable' : 'Disable'} an alert.`, [
        `earshot alert ${verb} alr_01k0q6v3e8f5ntgjx1s6d2p9ra`,
      ]).summary(`${verb} an alert`),
      'Alert',
    ).action(
      run(async (context, options: OutputOptions, id: string) => {
        const changed = await (await context.client()).analytics.alerts.update(id, { enabled });
        const done = enabled ? 'Enabled' : 'Disabled';
        await printData(changed, {
          resource: 'Alert',
          options,
          printText: () => printDone(`${done} ${oneLine(changed.name)}`, id),
        });
      }),
    );

  define(alert, 'delete <id>', 'Delete an alert and its history.', ['earshot alert delete alr_01k0q6v3e8f5ntgjx1s6d2p9ra --yes'])
    .summary('delete an alert')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, id: string) => {
        const client = await context.client();
        const { name } = await client.analytics.alerts.get(id);
        await confirm(`Delete the alert ${oneLine(name)} and its history?`, options);
        await client.analytics.alerts.delete(id);
        printDone(`Deleted ${oneLine(name)}`, id);
      }),
    );
}

/** Adds the options of a rule. */
const withRule = (command: Command): Command =>
  command
    .addOption(choice('-m, --metric <metric>', 'what is counted', ALERT_METRICS).makeOptionMandatory())
    .addOption(choice('-c, --condition <condition>', 'when the alert is triggered', ALERT_CONDITIONS).makeOptionMandatory())
    .option('-t, --threshold <number>', 'threshold of the conditions above and below')
    .addOption(choice('-w, --window <minutes>', 'length of the window; default: 60', ALERT_WINDOWS.map(String)))
    .option('--tolerance <number>', 'half width of the usual range in standard deviations; default: 6')
    .option('--cooldown <minutes>', 'time after a trigger without another one; default: 240')
    .option('-g, --goal <id>', 'goal of the metric conversions')
    .option('--filter <filter>', 'dimension:operator:value; repeatable', append);

/** @throws {UsageError} for text that is no number */
function parseNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${option} must be a number`);
  return value;
}

const toRule = ({ metric, condition, goal, filter, ...options }: RuleOptions): Body<'POST /v1/alerts/preview'> => ({
  metric,
  condition,
  threshold: parseNumber('--threshold', options.threshold),
  window_minutes: ALERT_WINDOWS.find((minutes) => String(minutes) === options.window),
  tolerance: parseNumber('--tolerance', options.tolerance),
  cooldown_minutes: parseNumber('--cooldown', options.cooldown),
  goal_id: goal,
  filters: filter,
});

async function createAlert(...[context, options, name]: Parameters<Action<RuleOptions, [string]>>): Promise<void> {
  const alert = await (await context.projectClient()).analytics.alerts.create({ name, ...toRule(options) });
  await printData(alert, {
    resource: 'Alert',
    options,
    printText: () => printDone(`Created ${oneLine(name)}`, alert.id),
  });
}

async function previewAlert(...[context, options]: Parameters<Action<RuleOptions>>): Promise<void> {
  const preview = await (await context.projectClient()).analytics.alerts.preview(toRule(options));
  await printData(preview, {
    resource: 'AlertPreview',
    options,
    printText: () => {
      print(`${count(preview.trigger_count, 'trigger')} in ${count(preview.windows, 'window')}`);
      if (preview.skipped_windows) print(`${count(preview.skipped_windows, 'window')} without four weeks of history`);
    },
  });
}

function describeExpectation({ condition, threshold, usual_low: low, usual_high: high }: AlertTrigger): string {
  return threshold === null ? `${low ?? ''}–${high ?? ''}` : `${condition} ${threshold}`;
}
