import type { Command } from 'commander';
import type { AnalyticsGoalConversions } from '@earshot/sdk';
import { append, define, defineGroup, run, withJson } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, isTerminal, type OutputOptions, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { formatShare, oneLine } from '../../text.ts';
import { number, type ReportOptions, toQuery, withReport } from './options.ts';

const COLUMNS: Column<AnalyticsGoalConversions>[] = [
  { name: 'id', text: ({ goal_id: id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'counts', text: ({ event, page, filters }) => [page ?? event, ...filters].join(' ') },
  { name: 'visitors', text: ({ visitors }) => number(visitors) },
  { name: 'conversions', text: ({ conversions }) => number(conversions) },
  { name: 'rate', text: ({ conversion_rate: rate }) => (isTerminal() ? formatShare(rate) : rate) },
];

interface GoalOptions extends OutputOptions {
  event?: string;
  page?: string;
  filter?: string[];
}

/** Defines the commands of goals. */
export function defineGoals(analytics: Command): void {
  const goal = defineGroup(analytics, 'goal', 'goals and their conversions');

  withJson(
    withReport(
      define(goal, 'list', 'List goals with their conversions in a period.', ['earshot analytics goal list --period 7d']).summary(
        'list goals with their conversions',
      ),
    ),
    'AnalyticsGoalConversions',
  ).action(
    run(async (context, options: ReportOptions) => {
      const client = await context.projectClient();
      const { data } = await client.analytics.conversions(await toQuery(client, options));
      await printList(data, { resource: 'AnalyticsGoalConversions', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(goal, 'create <name>', 'Create a goal: an event, or views of a page. The event must meet all filters.', [
      'earshot analytics goal create "Signed up" --event signed_up',
      'earshot analytics goal create Pro --event paid --filter property:plan:is:pro',
    ]).summary('create a goal'),
    'Goal',
  )
    .option('--event <name>', 'name of the event')
    .option('--page <path>', 'path of the page, with * as a wildcard')
    .option('--filter <filter>', 'condition on the event, dimension:operator:value; repeatable', append)
    .action(
      run(async (context, options: GoalOptions, name: string) => {
        const { event, page, filter: filters } = options;
        if ((event === undefined) === (page === undefined)) throw new UsageError('A goal requires --event or --page');
        const client = await context.projectClient();
        const created = await client.analytics.goals.create({ name, event, page, ...(filters && { filters }) });
        await printData(created, {
          resource: 'Goal',
          options,
          printText: () => printDone(`Created ${oneLine(created.name)}`, created.id),
        });
      }),
    );

  define(goal, 'delete <id>', 'Delete a goal. Events are kept.', [
    'earshot analytics goal delete goal_01k0q6v3e8f5ntgjx1s6d2p9ra --yes',
  ])
    .summary('delete a goal')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, id: string) => {
        await confirm(`Delete the goal ${id}?`, options);
        await (await context.client()).analytics.goals.delete(id);
        printDone(`Deleted ${id}`, id);
      }),
    );
}
