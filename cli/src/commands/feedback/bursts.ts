import type { FeedbackVoteBurst } from '@earshot/sdk';
import { type Command, Option } from 'commander';
import { type Action, define, type ListOptions, readList, run, withList } from '../../command.ts';
import { type Column, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count } from '../../text.ts';

const COLUMNS: Column<FeedbackVoteBurst>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'votes', text: ({ votes }) => votes },
  { name: 'state', text: ({ state }) => state, style: ({ state }) => (state === 'open' ? 'yellow' : 'dim') },
  { name: 'from', text: ({ started_at }) => started_at, isTime: true },
  { name: 'to', text: ({ ended_at }) => ended_at, isTime: true },
];

interface Options extends ListOptions {
  keep?: string;
  remove?: string;
  yes?: boolean;
}

/** Defines the command for unusually many anonymous votes. */
export function defineBursts(feedback: Command): void {
  withList(
    define(feedback, 'bursts <id>', 'List unusually many anonymous votes on an entry, and keep or remove them.', [
      'earshot feedback bursts fb_01k0q6v3e8f5ntgjx1s6d2p9ra',
      'earshot feedback bursts fb_01k0q6v3e8f5ntgjx1s6d2p9ra \\\n    --remove vbr_01k0q7c5t0f3d8m2b6y4n9xhza',
    ]).summary('review unusually many anonymous votes'),
    'FeedbackVoteBurst',
  )
    .option('--keep <burst>', 'keep the votes')
    .addOption(new Option('--remove <burst>', 'remove all anonymous votes of the burst').conflicts('keep'))
    .option('-y, --yes', 'skip the confirmation')
    .action(run(reviewBursts));
}

const reviewBursts: Action<Options, [string]> = async (context, options, id) => {
  const client = await context.client();
  if (options.keep) {
    const { votes } = await client.feedback.voteBursts.update(id, options.keep, { state: 'dismissed' });
    return printDone(`Kept ${count(votes, 'vote')}`, options.keep);
  }
  if (options.remove) {
    await confirm('Remove all anonymous votes of this burst? This can’t be undone.', options);
    const { votes } = await client.feedback.voteBursts.update(id, options.remove, { state: 'removed' });
    return printDone(`Removed ${count(votes, 'vote')}`, options.remove);
  }
  const { data, total } = await readList((page) => client.feedback.voteBursts.list(id, page), options.limit);
  return await printList(data, {
    resource: 'FeedbackVoteBurst',
    options,
    columns: COLUMNS,
    title: `Showing ${data.length} of ${count(total, 'burst')}`,
  });
};
