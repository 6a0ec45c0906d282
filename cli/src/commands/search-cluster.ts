import { CLUSTER_STATUSES } from '@earshot/contract/services/knowledge-base/values';
import type { Body, SearchCluster } from '@earshot/sdk';
import type { Command } from 'commander';
import {
  type Action,
  choice,
  define,
  defineGroup,
  type ListOptions,
  readList,
  requireChanges,
  run,
  withJson,
  withList,
} from '../command.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList, renderValues } from '../output.ts';
import { count, oneLine } from '../text.ts';

const ID = 'scl_01k0q6v3e8f5ntgjx1s6d2p9ra';

const COLUMNS: Column<SearchCluster>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'query', text: ({ query }) => query },
  { name: 'searches', text: ({ searches }) => searches },
  { name: 'status', text: ({ status }) => status, style: ({ status }) => (status === 'open' ? 'yellow' : 'dim') },
  { name: 'last searched', text: ({ last_searched_at }) => last_searched_at, isTime: true },
];

export function defineSearchCluster(program: Command): void {
  const group = defineGroup(program, 'search-cluster', 'unanswered searches of the help center');

  withList(
    define(group, 'list', 'List unanswered searches, clustered by their words, most searches first.', [
      'earshot search-cluster list --status open',
      "earshot search-cluster list --jq '.[].query'",
    ]).summary('list unanswered searches'),
    'SearchCluster',
  )
    .addOption(choice('--status <status>', 'status', CLUSTER_STATUSES))
    .action(run(list));

  withJson(
    define(group, 'show <id>', 'Show a cluster with examples, and its searches since it was closed.', [
      `earshot search-cluster show ${ID}`,
    ]).summary('show a cluster'),
    'SearchCluster',
  ).action(run(show));

  withJson(
    define(group, 'link <id>', 'Link a cluster to a feedback entry, an article, or both.', [
      `earshot search-cluster link ${ID} \\\n    --feedback fb_01k0q6v3e8f5ntgjx1s6d2p9ra`,
      `earshot search-cluster link ${ID} \\\n    --article doc_01k0q6v3e8f5ntgjx1s6d2p9ra`,
    ]).summary('link a cluster to feedback or an article'),
    'SearchCluster',
  )
    .option('--feedback <id>', 'feedback entry, next to whose votes the searches are shown')
    .option('--article <id>', 'article, whose next change closes the cluster')
    .action(run(link));

  for (const [verb, status, done] of [
    ['dismiss', 'dismissed', 'Dismissed'],
    ['reopen', 'open', 'Reopened'],
  ] as const)
    withJson(
      define(
        group,
        `${verb} <id>`,
        status === 'open' ? 'Reopen a cluster, and remove its links.' : 'Dismiss a cluster. It can be reopened.',
        [`earshot search-cluster ${verb} ${ID}`],
      ).summary(`${verb} a cluster`),
      'SearchCluster',
    ).action(run((context, options: OutputOptions, id: string) => update(context, options, { id, done, changes: { status } })));
}

const list: Action<ListOptions & { status?: SearchCluster['status'] }> = async (context, options) => {
  const client = await context.projectClient();
  const { data, total } = await readList(
    (page) => client.searchClusters.list({ ...page, status: options.status }),
    options.limit,
  );
  const title = `Showing ${data.length} of ${count(total, 'cluster')} of unanswered searches`;
  await printList(data, { resource: 'SearchCluster', options, columns: COLUMNS, title });
};

const show: Action<OutputOptions, [string]> = async (context, options, id) => {
  const cluster = await (await context.client()).searchClusters.get(id);
  const { watched } = cluster;
  await printData(cluster, {
    resource: 'SearchCluster',
    options,
    printText: () =>
      print(
        renderValues([
          ['id', cluster.id],
          ['query', cluster.query],
          ['examples', cluster.examples.join(', ')],
          ['searches', cluster.searches],
          ['people', cluster.people],
          ['status', cluster.status],
          ['feedback', cluster.feedback_id],
          ['article', cluster.document_id],
          ['since closed', watched && `${watched.answered} of ${watched.searches} answered`],
        ]),
      ),
  });
};

const link: Action<OutputOptions & { feedback?: string; article?: string }, [string]> = async (context, options, id) => {
  const changes = { feedback_id: options.feedback, document_id: options.article };
  requireChanges(changes, 'earshot search-cluster link --help');
  await update(context, options, { id, done: 'Linked', changes });
};

async function update(
  context: Parameters<Action>[0],
  options: OutputOptions,
  { id, done, changes }: { id: string; done: string; changes: Body<'PATCH /v1/search-clusters/{id}'> },
): Promise<void> {
  const cluster = await (await context.client()).searchClusters.update(id, changes);
  await printData(cluster, {
    resource: 'SearchCluster',
    options,
    printText: () => printDone(`${done} “${oneLine(cluster.query)}”`, id),
  });
}
