import type { Command } from 'commander';
import type { AnalyticsShare, Earshot } from '@earshot/sdk';
import { define, defineGroup, run, withJson } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';

const COLUMNS: Column<AnalyticsShare>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'url', text: ({ url }) => url },
  { name: 'embed url', text: ({ embed_url: url }) => url },
  { name: 'opened', text: ({ last_opened_at }) => last_opened_at, isTime: true },
];

interface ShareOptions extends OutputOptions {
  embed?: boolean;
  segment?: string;
}

/** Defines the commands of shared links. */
export function defineShares(analytics: Command): void {
  const share = defineGroup(analytics, 'share', 'links that show the reports to people without an account');

  withJson(
    define(share, 'list', 'List shared links, oldest first.', ['earshot analytics share list']).summary('list shared links'),
    'AnalyticsShare',
  ).action(
    run(async (context, options: OutputOptions) => {
      const { data } = await (await context.projectClient()).analytics.shares.list();
      await printList(data, { resource: 'AnalyticsShare', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(share, 'create <name>', 'Create a shared link. Anyone with the link can view the reports.', [
      'earshot analytics share create "For our investors"',
      'earshot analytics share create "Open figures" --embed --jq .embed_url',
    ]).summary('create a shared link'),
    'AnalyticsShare',
  )
    .option('--embed', 'allow websites to show the reports in a frame')
    .option('--segment <segment>', 'only visitors in this segment of analytics, by name or id')
    .action(
      run(async (context, options: ShareOptions, name: string) => {
        const client = await context.projectClient();
        const { embed, segment } = options;
        const created = await client.analytics.shares.create({
          name,
          ...(embed && { embed }),
          ...(segment !== undefined && { segment_id: await findSegmentId(client, segment) }),
        });
        await printData(created, {
          resource: 'AnalyticsShare',
          options,
          printText: () => printDone(`Created ${created.url}`, created.url),
        });
      }),
    );

  define(share, 'delete <id>', 'Delete a shared link, which ends the access of everyone who opened it.', [
    'earshot analytics share delete shr_01k0q6v3e8f5ntgjx1s6d2p9ra --yes',
  ])
    .summary('delete a shared link')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, id: string) => {
        await confirm(`Delete the shared link ${id}?`, options);
        await (await context.client()).analytics.shares.delete(id);
        printDone(`Deleted ${id}`, id);
      }),
    );
}

/** Returns the id of a segment of analytics. @throws {UsageError} */
async function findSegmentId(client: Earshot, segment: string): Promise<string> {
  const { data } = await client.analytics.segments.list();
  const found = data.find(({ id, name }) => id === segment || name === segment);
  if (!found) throw new UsageError(`Segment ${segment} not found`);
  return found.id;
}
