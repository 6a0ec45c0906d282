import { MAX_ADDED_SUBSCRIBERS } from '@earshot/contract/services/changelog/values';
import type { ChangelogSubscriber } from '@earshot/sdk';
import type { Command } from 'commander';
import { type Action, define, type ListOptions, readList, run, withJson, withList } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../../output.ts';
import { count } from '../../text.ts';
import { readText } from '../../text-file.ts';

const COLUMNS: Column<ChangelogSubscriber>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'email', text: ({ email }) => email },
  { name: 'confirmed', text: ({ confirmed_at }) => confirmed_at, isTime: true },
  { name: 'subscribed', text: ({ created_at }) => created_at, isTime: true },
];

/** Adds `changelog subscribers` and `changelog add-subscribers`. */
export function defineSubscribers(changelog: Command): void {
  withList(
    define(changelog, 'subscribers', 'List subscribers, newest first. Those without a confirmation receive no mails.', [
      'earshot changelog subscribers --confirmed --json email',
    ]).summary('list subscribers'),
    'ChangelogSubscriber',
  )
    .option('--confirmed', 'only confirmed subscribers')
    .action(run(listSubscribers));

  withJson(
    define(
      changelog,
      'add-subscribers [emails...]',
      'Ask people who want updates to confirm by mail, once in 30 days at most, and\nnobody who unsubscribed. Nobody is subscribed without a confirmation.',
      [
        'earshot changelog add-subscribers ada@example.com grace@example.com',
        'earshot changelog add-subscribers --file customers.csv',
      ],
    ).summary('ask people to confirm a subscription'),
    'AddedChangelogSubscribers',
  )
    .option('-f, --file <file>', 'read addresses from a text or CSV file; - is standard input')
    .action(run(addSubscribers));
}

const listSubscribers: Action<ListOptions & { confirmed?: true }> = async (context, { confirmed, ...options }) => {
  const { changelog } = await context.projectClient();
  const { data, total } = await readList((page) => changelog.subscribers({ confirmed, ...page }), options.limit);
  const title = `Showing ${data.length} of ${count(total, 'subscriber')}`;
  await printList(data, { resource: 'ChangelogSubscriber', options, columns: COLUMNS, title });
};

const addSubscribers: Action<OutputOptions & { file?: string }, [string[]]> = async (context, { file, ...options }, given) => {
  const inFile = file === undefined ? [] : ((await readText(file)).match(/[^\s,;<>"']+@[^\s,;<>"']+/g) ?? []);
  const emails = [...new Set([...given, ...inFile])];
  if (!emails.length) throw new UsageError('Name addresses, or a --file that contains addresses');
  const { changelog } = await context.projectClient();
  const added = { asked: 0, skipped: 0 };
  for (let start = 0; start < emails.length; start += MAX_ADDED_SUBSCRIBERS) {
    const { asked, skipped } = await changelog.addSubscribers(emails.slice(start, start + MAX_ADDED_SUBSCRIBERS));
    added.asked += asked;
    added.skipped += skipped;
  }
  await printData(added, {
    resource: 'AddedChangelogSubscribers',
    options,
    printText: () =>
      printDone(`Asked ${count(added.asked, 'address', 'addresses')} to confirm, skipped ${added.skipped}`, String(added.asked)),
  });
};
