import { KEY_PATTERN } from '@earshot/contract/shared/keys';
import { STATUS_NAMES } from '@earshot/contract/services/feedback/statuses';
import { SETTABLE_STATUSES } from '@earshot/contract/services/feedback/values';
import { type Command, Option } from 'commander';
import type { Earshot, Feedback } from '@earshot/sdk';
import { loadSdk } from '../../context.ts';
import { type Action, choice, define, run, withBody, withJson } from '../../command.ts';
import { type CsvOptions, withCsv, writeCsv, writeOutput } from '../../download.ts';
import { type BodyOptions, edit, readBody } from '../../editor.ts';
import { UsageError } from '../../errors.ts';
import { isInteractive, isTerminal, type OutputOptions, printData, printDone } from '../../output.ts';
import { startProgress } from '../../progress.ts';
import { choose, confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';

const FORMATS = ['csv', 'jsonl'] as const;
const RECORDS = ['entries', 'comments', 'votes'] as const;

/** Defines the commands that change or export entries. */
export function defineFeedbackActions(feedback: Command): void {
  withJson(
    define(
      feedback,
      'status <id> [status]',
      `Set the status of an entry: ${SETTABLE_STATUSES.join(', ')}, or a custom status by its key.`,
      [
        'earshot feedback status fb_01k0q6v3e8f5ntgjx1s6d2p9ra planned',
        'earshot feedback status fb_01k0q6v3e8f5ntgjx1s6d2p9ra next_quarter',
      ],
    ).summary('set the status of an entry'),
    'Feedback',
  ).action(run(setStatus));

  withBody(
    define(feedback, 'comment <id>', 'Comment on an entry as a member of the project.', [
      'earshot feedback comment fb_01k0q6v3e8f5ntgjx1s6d2p9ra --body "In May."',
      'earshot feedback comment fb_01k0q6v3e8f5ntgjx1s6d2p9ra --internal -F note.md',
      'earshot feedback comment fb_01k0q6v3e8f5ntgjx1s6d2p9ra --private -F a.md',
    ]).summary('comment on an entry'),
  )
    .option('--internal', 'show the comment to members only')
    .addOption(
      new Option('--private', 'show the comment to the submitter of the entry and to members only').conflicts('internal'),
    )
    .action(run(addComment));

  define(feedback, 'merge <id> <into>', 'Merge an entry into another entry, with its votes and comments.', [
    'earshot feedback merge fb_01k0q6v3e8f5ntgjx1s6d2p9ra \\\n    fb_01k0q6w9m3e7hvb2z4c8k5d1qs',
  ])
    .summary('merge an entry into another entry')
    .option('-y, --yes', 'skip the confirmation')
    .option('--reveal-comments', 'merge although comments become readable for more people')
    .action(
      run(async (context, options: { yes?: boolean; revealComments?: boolean }, id: string, into: string) => {
        const client = await context.client();
        if (isInteractive() && !options.yes) {
          const [entry, target, { revealed_comment_count: revealed }] = await Promise.all([
            client.feedback.get(id),
            client.feedback.get(into),
            client.feedback.previewMerge(into, [id]),
          ]);
          const warning = revealed && ` ${count(revealed, 'comment')} will be readable for more people.`;
          await confirm(`Merge “${oneLine(entry.title)}” into “${oneLine(target.title)}”?${warning || ''}`, options);
          options.revealComments ||= revealed > 0;
        }
        const { createClient } = await loadSdk();
        const call = createClient({ accessToken: await context.token(), baseUrl: context.instance().url });
        // The method of the SDK does not reveal comments: a parameter would be in each widget.
        const body = { into, reveal_comments: options.revealComments };
        const entry = await call('POST /v1/feedback/{id}/merge', { path: { id }, body });
        // The target may itself be merged into another entry.
        printDone(`Merged “${oneLine(entry.title)}” into ${entry.merged_into ?? into}`, entry.merged_into ?? into);
      }),
    );

  define(feedback, 'unmerge <id>', 'Undo the merge of an entry.', ['earshot feedback unmerge fb_01k0q6v3e8f5ntgjx1s6d2p9ra'])
    .summary('undo a merge')
    .action(
      run(async (context, _options: object, id: string) => {
        const entry = await (await context.client()).feedback.unmerge(id);
        printDone(`Restored ${entry.id} “${oneLine(entry.title)}”`, entry.id);
      }),
    );

  define(feedback, 'not-duplicate <id> <other>', 'Dismiss an entry as a duplicate of another entry.', [
    'earshot feedback not-duplicate fb_01k0q6v3e8f5ntgjx1s6d2p9ra \\\n    fb_01k0q6w9m3e7hvb2z4c8k5d1qs',
  ])
    .summary('dismiss a duplicate')
    .option('--undo', 'list the entries as similar again')
    .action(
      run(async (context, options: { undo?: boolean }, id: string, other: string) => {
        const client = await context.client();
        await (options.undo ? client.feedback.restoreSimilar(id, other) : client.feedback.dismissSimilar(id, other));
        printDone(options.undo ? `Restored ${other} as a duplicate` : `Dismissed ${other} as a duplicate`, other);
      }),
    );

  withJson(
    define(feedback, 'vote <id>', 'Vote for an entry as yourself.', [
      'earshot feedback vote fb_01k0q6v3e8f5ntgjx1s6d2p9ra',
      'earshot feedback vote fb_01k0q6v3e8f5ntgjx1s6d2p9ra --remove',
    ]).summary('vote for an entry'),
    'Feedback',
  )
    .option('--down', 'vote against the entry')
    .option('--remove', 'remove the vote')
    .action(run(vote));

  withCsv(
    define(feedback, 'export', 'Export all entries, comments or votes as CSV, or entries as JSON lines.', [
      'earshot feedback export --output feedback.csv',
      'earshot feedback export --records votes --output votes.csv',
      'earshot feedback export --format jsonl | wc -l',
    ])
      .summary('export all entries, comments or votes')
      .addOption(choice('--records <records>', 'what to export', RECORDS).default('entries'))
      .addOption(choice('--format <format>', 'file format', FORMATS).default('csv')),
  ).action(run(exportFeedback));
}

const KEY = new RegExp(KEY_PATTERN);

const setStatus: Action<OutputOptions, [string, string | undefined]> = async (context, options, id, named) => {
  const known = SETTABLE_STATUSES.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  const given = named ?? (await choose('Status', known, 'Pass the status.'));
  const status = SETTABLE_STATUSES.find((one) => one === given);
  if (!status && !KEY.test(given))
    throw new UsageError(`${given} is not a status. Use one of ${SETTABLE_STATUSES.join(', ')}, or the key of a custom status.`);
  const change = status ? { status, custom_status: null } : { custom_status: given };
  const entry = await (await context.client()).feedback.update(id, change);
  const isStandard = entry.status_name === STATUS_NAMES[entry.status];
  await printChanged(
    entry,
    options,
    `“${oneLine(entry.title)}” is ${isStandard ? entry.status.replaceAll('_', ' ') : oneLine(entry.status_name)}`,
  );
};

/** Prints an entry after a change. Scripts receive `value`. */
export const printChanged = async (entry: Feedback, options: OutputOptions, message: string, value = entry.id) =>
  await printData(entry, { resource: 'Feedback', options, printText: () => printDone(message, value) });

const addComment: Action<BodyOptions & { internal?: boolean; private?: boolean }, [string]> = async (context, options, id) => {
  const client = await context.client();
  const body = (await readBody(options)) ?? (isInteractive() ? await edit('', 'comment.md') : undefined);
  if (!body?.trim()) throw new UsageError('The comment is empty. Pass --body or --body-file.');
  const comment = await client.feedback.comments.add(id, { body, internal: options.internal, private: options.private });
  printDone(`Commented on ${id}`, comment.id);
};

const vote: Action<OutputOptions & { down?: boolean; remove?: boolean }, [string]> = async (context, options, id) => {
  const { feedback } = await context.client();
  const { down, remove } = options;
  const entry = await (remove
    ? down
      ? feedback.removeDownvote(id)
      : feedback.removeUpvote(id)
    : down
      ? feedback.downvote(id)
      : feedback.upvote(id));
  const { title, upvote_count: votes } = entry;
  await printChanged(entry, options, `“${oneLine(title)}” has ${count(votes, 'vote')}`, String(votes));
};

const exportFeedback: Action<CsvOptions & { records: (typeof RECORDS)[number]; format: (typeof FORMATS)[number] }> = async (
  context,
  options,
) => {
  const { records, format, bom, output } = options;
  if (format === 'jsonl' && (records !== 'entries' || bom))
    throw new UsageError('JSON lines contain entries, without a byte order mark. Leave out --format, or the other options.');
  const client = await context.projectClient();
  const { feedback } = client;
  if (format === 'csv') {
    const requests = { entries: feedback.exportCsv, comments: feedback.comments.exportCsv, votes: feedback.exportVotesCsv };
    return await writeCsv(context, options, (call) => requests[records]({ bom }, call));
  }
  const isShown = output !== undefined || !isTerminal();
  await writeOutput(renderEntries(client, { isShown }), { output, signal: context.signal });
};

async function* renderEntries(client: Earshot, { isShown }: { isShown: boolean }): AsyncGenerator<string> {
  // The order by time of creation returns each entry once while new entries arrive.
  const pages = client.feedback.list({ sort: 'oldest', limit: 100 });
  const progress = startProgress('Exporting', (await pages).total, { isShown });
  try {
    for await (const entry of pages) {
      yield `${JSON.stringify(entry)}\n`;
      progress.advance();
    }
  } finally {
    progress.stop();
  }
}
