import { PROPOSAL_KINDS, PROPOSAL_STATES } from '@earshot/contract/instance/values';
import type { Proposal } from '@earshot/sdk';
import type { Command } from 'commander';
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
import { type Column, type OutputOptions, print, printData, printDone, printList, renderValues } from '../output.ts';
import { count, oneLine } from '../text.ts';

const ID = 'prp_01k0q6v3e8f5ntgjx1s6d2p9ra';

/** Returns what a proposal changes, in one line. */
const describe = ({ change }: Proposal): string => oneLine(change?.into_title ?? change?.tags?.join(', ') ?? change?.title ?? '');

const COLUMNS: Column<Proposal>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'kind', text: ({ kind }) => kind },
  { name: 'state', text: ({ state }) => state, style: ({ state }) => (state === 'open' ? 'yellow' : 'dim') },
  { name: 'about', text: ({ subject_id }) => subject_id ?? '' },
  { name: 'proposal', text: describe },
];

export function defineProposal(program: Command): void {
  const group = defineGroup(program, 'proposal', 'changes that a language model proposes');

  withList(
    define(group, 'list', 'List proposals of the last 90 days, latest first.', [
      'earshot proposal list --state open',
      'earshot proposal list --about fb_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('list proposals'),
    'Proposal',
  )
    .addOption(choice('--kind <kind>', 'kind', PROPOSAL_KINDS))
    .addOption(choice('--state <state>', 'state', PROPOSAL_STATES))
    .option('--about <id>', 'feedback entry or cluster of searches')
    .action(run(list));

  withJson(
    define(group, 'create', 'Have the language model make a proposal. Nothing else changes.', [
      'earshot proposal create --kind duplicate \\\n    --feedback fb_01k0q6v3e8f5ntgjx1s6d2p9ra',
      'earshot proposal create --kind release_notes',
      'earshot proposal create --kind article \\\n    --index idx_01k0q6v3e8f5ntgjx1s6d2p9ra \\\n    --feedback fb_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('make a proposal'),
    'Proposal',
  )
    .addOption(choice('--kind <kind>', 'kind', PROPOSAL_KINDS).makeOptionMandatory())
    .option('--feedback <id>', 'feedback entry; several for release notes', append)
    .option('--cluster <id>', 'cluster of searches that an article answers')
    .option('--index <id>', 'index of the article')
    .action(run(create));

  for (const [verb, description, done] of [
    ['accept', 'Accept a proposal, and make its change.', 'Accepted'],
    ['dismiss', 'Dismiss a proposal.', 'Dismissed'],
  ] as const)
    withJson(
      define(group, `${verb} <id>`, description, [`earshot proposal ${verb} ${ID}`]).summary(`${verb} a proposal`),
      'Proposal',
    ).action(
      run(async (context, options: OutputOptions, id: string) => {
        const proposal = await (await context.client()).proposals[verb](id);
        await printData(proposal, {
          resource: 'Proposal',
          options,
          printText: () => printDone(`${done} the proposal`, proposal.result_id ?? id),
        });
      }),
    );
}

type Filters = ListOptions & { kind?: Proposal['kind']; state?: Proposal['state']; about?: string };

const list: Action<Filters> = async (context, options) => {
  const client = await context.projectClient();
  const { kind, state, about } = options;
  const { data, total } = await readList(
    (page) => client.proposals.list({ ...page, kind, state, subject_id: about }),
    options.limit,
  );
  await printList(data, {
    resource: 'Proposal',
    options,
    columns: COLUMNS,
    title: `Showing ${data.length} of ${count(total, 'proposal')}`,
  });
};

type CreateOptions = OutputOptions & { kind: Proposal['kind']; feedback?: string[]; cluster?: string; index?: string };

const create: Action<CreateOptions> = async (context, options) => {
  const client = await context.projectClient();
  const { kind, feedback, cluster, index } = options;
  const proposal = await client.proposals.create({
    kind,
    ...(kind === 'release_notes' ? { feedback_ids: feedback } : { feedback_id: feedback?.[0] }),
    search_cluster_id: cluster,
    index_id: index,
  });
  await printData(proposal, {
    resource: 'Proposal',
    options,
    printText: () =>
      print(
        renderValues([
          ['id', proposal.id],
          ['kind', proposal.kind],
          ['state', proposal.state],
          ['proposal', describe(proposal)],
          ['reason', proposal.change?.reason],
          ['text', proposal.change?.content],
        ]),
      ),
  });
};
