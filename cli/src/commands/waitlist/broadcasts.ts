import { RECEIVING_STATUSES } from '@earshot/contract/services/waitlist/values';
import type { Earshot, WaitlistBroadcast } from '@earshot/sdk';
import type { Command } from 'commander';
import {
  type Action,
  choice,
  define,
  defineGroup,
  type ListOptions,
  readList,
  run,
  withBody,
  withJson,
  withList,
} from '../../command.ts';
import { type BodyOptions, readBody } from '../../editor.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';
import { type SelectOptions, toSelection, withSelection } from './selection.ts';

const COLUMNS: Column<WaitlistBroadcast>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'subject', text: ({ subject }) => subject },
  { name: 'status', text: ({ status }) => status },
  { name: 'recipients', text: ({ recipient_count }) => recipient_count },
  { name: 'delivered', text: ({ delivered_count }) => delivered_count },
  { name: 'failed', text: ({ failed_count }) => failed_count },
  { name: 'unsubscribed', text: ({ unsubscribed_count }) => unsubscribed_count },
  { name: 'sent', text: ({ created_at }) => created_at, isTime: true },
];

/** Defines the commands of emails to people on the waitlist. */
export function defineBroadcasts(waitlist: Command): void {
  const broadcast = defineGroup(waitlist, 'broadcast', 'emails to people on the waitlist');

  withList(
    define(broadcast, 'list', 'List broadcasts with their figures, newest first.', ['earshot waitlist broadcast list']).summary(
      'list broadcasts',
    ),
    'WaitlistBroadcast',
  ).action(
    run(async (context, options: ListOptions) => {
      const { waitlist: api } = await context.projectClient();
      const { data, total } = await readList((page) => api.broadcasts.list(page), options.limit);
      const title = `Showing ${data.length} of ${count(total, 'broadcast')}`;
      await printList(data, { resource: 'WaitlistBroadcast', options, columns: COLUMNS, title });
    }),
  );

  withContent(
    withRecipients(
      define(broadcast, 'preview', 'Show an email as a person receives it, and count the recipients. Nothing is sent.', [
        'earshot waitlist broadcast preview --subject "We open" --body-file open.md',
      ]).summary('show an email before it is sent'),
      'WaitlistBroadcastPreview',
    ),
  ).action(run(previewBroadcast));

  withContent(
    define(broadcast, 'test', 'Send an email to your own address.', [
      'earshot waitlist broadcast test --subject "We open" --body-file open.md',
    ]).summary('send an email to yourself'),
  ).action(
    run(async (context, options: ContentOptions) => {
      const client = await context.projectClient();
      await client.waitlist.broadcasts.test(await readContent(options));
      printDone('Sent to your address', 'sent');
    }),
  );

  withContent(
    withRecipients(
      define(
        broadcast,
        'send',
        'Send an email to people with a confirmed address who did not unsubscribe: all of\nthem, or those who match filters.',
        [
          'earshot waitlist broadcast send --subject "We open" --body-file open.md',
          'earshot waitlist broadcast send -s "Thank you" -b "You get a free month." \\\n    --reward free_month',
        ],
      ).summary('send an email'),
      'WaitlistBroadcast',
    ),
  )
    .option('-y, --yes', 'skip the confirmation')
    .action(run(sendBroadcast));

  withJson(
    define(broadcast, 'resume <id>', 'Send the remaining emails of an incomplete broadcast.', [
      'earshot waitlist broadcast resume wbr_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('resume an incomplete broadcast'),
    'WaitlistBroadcast',
  ).action(
    run(async (context, options: OutputOptions, id: string) => {
      const resumed = await (await context.client()).waitlist.broadcasts.resume(id);
      await printBroadcast(resumed, options, `“${oneLine(resumed.subject)}” is ${resumed.status}`);
    }),
  );
}

interface ContentOptions extends BodyOptions {
  subject: string;
}

type RecipientOptions = ContentOptions &
  OutputOptions &
  SelectOptions & { status?: (typeof RECEIVING_STATUSES)[number]; yes?: boolean };

const withContent = (command: Command): Command => withBody(command.requiredOption('-s, --subject <subject>', 'subject'));

const withRecipients = (command: Command, resource: 'WaitlistBroadcast' | 'WaitlistBroadcastPreview'): Command =>
  withSelection(withJson(command, resource)).addOption(
    choice('--status <status>', 'only people with this status', RECEIVING_STATUSES),
  );

async function readContent({ subject, ...options }: ContentOptions) {
  const body = await readBody(options);
  if (!body?.trim()) throw new UsageError('The email is empty. Pass --body or --body-file.');
  return { subject, body };
}

async function readBroadcast(client: Earshot, options: RecipientOptions) {
  const filter = { status: options.status, ...(await toSelection(client, options)) };
  return { ...(await readContent(options)), filter };
}

const previewBroadcast: Action<RecipientOptions> = async (context, options) => {
  const client = await context.projectClient();
  const preview = await client.waitlist.broadcasts.preview(await readBroadcast(client, options));
  await printData(preview, {
    resource: 'WaitlistBroadcastPreview',
    options,
    printText: () => print(`${count(preview.recipient_count, 'recipient')}\n\n${preview.subject}\n\n${preview.text}`),
  });
};

const sendBroadcast: Action<RecipientOptions> = async (context, options) => {
  const client = await context.projectClient();
  const broadcast = await readBroadcast(client, options);
  const { recipient_count: people } = await client.waitlist.broadcasts.preview(broadcast);
  if (!people) throw new UsageError('Nobody matches the filters');
  await confirm(`Send “${oneLine(broadcast.subject)}” to ${count(people, 'person', 'people')}?`, options);
  const sent = await client.waitlist.broadcasts.send(broadcast);
  await printBroadcast(sent, options, `Sending to ${count(sent.recipient_count, 'person', 'people')}`);
};

const printBroadcast = async (broadcast: WaitlistBroadcast, options: OutputOptions, message: string) =>
  await printData(broadcast, {
    resource: 'WaitlistBroadcast',
    options,
    printText: () => printDone(message, broadcast.id),
  });
