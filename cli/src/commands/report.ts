import { REPORT_FREQUENCIES, type ReportFrequency } from '@earshot/contract/instance/values';
import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import type { Command } from 'commander';
import type { Earshot, ReportSubscription } from '@earshot/sdk';
import { choice, define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList } from '../output.ts';
import { oneLine } from '../text.ts';

const COLUMNS: Column<ReportSubscription>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'email', text: ({ email }) => email },
  { name: 'frequency', text: ({ frequency }) => frequency },
  { name: 'state', text: ({ state }) => state, style: ({ state }) => (state === 'pending' ? 'yellow' : undefined) },
];

interface FrequencyOptions {
  frequency: ReportFrequency;
}

const frequencyOption = () => choice('--frequency <frequency>', 'week or month', REPORT_FREQUENCIES).default('weekly');

/** Weekly and monthly reports of the project by email. */
export function defineReport(program: Command): void {
  const report = defineGroup(program, 'report', 'weekly and monthly reports by email');

  withList(define(report, 'list', 'List the recipients of reports.', ['earshot report list']), 'ReportSubscription').action(
    run(async (context, options: ListOptions) => {
      const [client, id] = [await context.client(), await context.projectId()];
      const { data } = await readList((page) => client.projects.reports.list(id, page), options.limit);
      await printList(data, { resource: 'ReportSubscription', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(
      report,
      'subscribe [email]',
      'Subscribe to the report, or add an address outside of the project, which gets\nan email to confirm. Changes the frequency of an existing subscription.',
      ['earshot report subscribe', 'earshot report subscribe investor@example.com --frequency monthly'],
    ).summary('subscribe to the report'),
    'ReportSubscription',
  )
    .addOption(frequencyOption())
    .action(
      run(async (context, options: OutputOptions & FrequencyOptions, email?: string) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const added = await client.projects.reports.subscribe(id, { ...(email && { email }), frequency: options.frequency });
        const who = oneLine(added.email ?? email ?? '');
        const done = added.state === 'pending' ? `Sent ${who} an email to confirm` : `Subscribed ${who}`;
        await printData(added, { resource: 'ReportSubscription', options, printText: () => printDone(done, added.id) });
      }),
    );

  define(report, 'unsubscribe <recipient>', 'End the subscription of an email address or id.', [
    'earshot report unsubscribe investor@example.com',
  ])
    .summary('end a subscription')
    .action(
      run(async (context, _options: object, named: string) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const found = await findSubscription(client, id, named);
        await client.projects.reports.unsubscribe(id, found.id);
        printDone(`Unsubscribed ${oneLine(found.email ?? found.id)}`, found.id);
      }),
    );

  withJson(
    define(report, 'preview', 'Print the report about the last complete week or month. Nothing is sent.', [
      'earshot report preview --frequency monthly',
    ]).summary('print the report'),
    'ReportPreview',
  )
    .addOption(frequencyOption())
    .action(
      run(async (context, options: OutputOptions & FrequencyOptions) => {
        const [client, id] = [await context.client(), await context.projectId()];
        const preview = await client.projects.reports.preview(id, { frequency: options.frequency });
        await printData(preview, { resource: 'ReportPreview', options, printText: () => print(preview.text) });
      }),
    );
}

async function findSubscription(client: Earshot, projectId: string, named: string): Promise<ReportSubscription> {
  for await (const one of client.projects.reports.list(projectId, { limit: 100 }))
    if (one.id === named || (one.email !== null && isSameMailbox(one.email, named))) return one;
  throw new UsageError(`Recipient ${named} not found. \`earshot report list\` lists all recipients.`);
}
