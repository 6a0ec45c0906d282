import { MAX_INVITED_ENTRIES, SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import type { Command } from 'commander';
import { type Earshot, EarshotError, type WaitlistEntry } from '@earshot/sdk';
import {
  type Action,
  choice,
  define,
  defineGroup,
  type ListOptions,
  parsePositive,
  readList,
  run,
  withJson,
  withList,
} from '../../command.ts';
import { type CsvOptions, withCsv, writeCsv } from '../../download.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList, renderValues, warn } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count } from '../../text.ts';
import { defineBroadcasts } from './broadcasts.ts';
import { type SelectOptions, toSelection, withSelection } from './selection.ts';
import { parseRange, type RangeOptions, withRange } from '../../times.ts';

/** Fields of the statistics. */
const STATISTICS = ['total', 'unconfirmed', 'statuses', 'signups', 'sources', 'countries', 'top_referrers'];
type Status = (typeof STATUSES)[number];

interface WaitlistOptions extends ListOptions, RangeOptions, SelectOptions {
  status?: Status;
  sort: (typeof SORTS)[number];
}

const COLUMNS: Column<WaitlistEntry>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'position', text: ({ position }) => position },
  { name: 'email', text: ({ email }) => email },
  { name: 'name', text: ({ name }) => name },
  { name: 'status', text: ({ status }) => status },
  { name: 'referrals', text: ({ referral_count }) => referral_count },
  { name: 'joined', text: ({ created_at }) => created_at, isTime: true },
];

export function defineWaitlist(program: Command): void {
  const waitlist = defineGroup(program, 'waitlist', 'waitlist entries and invitations');

  withSelection(
    withRange(
      withList(
        define(waitlist, 'list', 'List waitlist entries.', [
          'earshot waitlist list --status waiting --limit 100',
          'earshot waitlist list --sort newest --since 7d',
          'earshot waitlist list --status waiting --segment Customers',
        ]).summary('list entries'),
        'WaitlistEntry',
      ),
      'joined',
    ),
  )
    .addOption(choice('-s, --status <status>', 'filter by status', STATUSES))
    .addOption(choice('--sort <order>', 'sort order', SORTS).default('position'))
    .action(
      run(async (context, options: WaitlistOptions) => {
        const client = await context.projectClient();
        const { since: created_since, until: created_until } = parseRange(options);
        const selection = await toSelection(client, options);
        const query = { status: options.status, sort: options.sort, ...selection, created_since, created_until };
        const { data, total } = await readList((page) => client.waitlist.list({ ...query, ...page }), options.limit);
        const title = `Showing ${data.length} of ${count(total, 'entry', 'entries')}`;
        await printList(data, { resource: 'WaitlistEntry', options, columns: COLUMNS, title });
      }),
    );

  withJson(
    define(waitlist, 'stats', 'Show sign-ups, sources and statuses.', ['earshot waitlist stats --days 7']).summary(
      'show statistics',
    ),
    STATISTICS,
  )
    .option('--days <number>', 'number of days, ending today (UTC)', parsePositive, 30)
    .action(run(showStats));

  withSelection(
    withJson(
      define(
        waitlist,
        'invite [ids...]',
        'Invite entries by id, the first entries of the waitlist, or those that match filters.',
        [
          '# Invite the first 50 entries',
          'earshot waitlist invite --count 50 --yes',
          '# Invite those in line who are in the segment Customers',
          'earshot waitlist invite --segment Customers --yes',
          '# Invite those from the newsletter who referred three others',
          'earshot waitlist invite --source newsletter --min-referrals 3 --yes',
          'earshot waitlist invite wl_01k0q6v3e8f5ntgjx1s6d2p9ra',
        ],
      ).summary('invite entries'),
      'WaitlistEntry',
    ),
  )
    .option('-n, --count <number>', 'number of entries from the front of the waitlist', parsePositive)
    .option('-y, --yes', 'skip the confirmation')
    .action(run(invite));

  withCsv(
    withSelection(
      define(waitlist, 'export', 'Export entries as CSV.', [
        'earshot waitlist export --output waitlist.csv',
        'earshot waitlist export --source newsletter --output newsletter.csv',
      ])
        .summary('export entries as CSV')
        .addOption(choice('-s, --status <status>', 'filter by status', STATUSES)),
    ),
  ).action(
    run(async (context, options: CsvOptions & SelectOptions & { status?: Status }) => {
      const client = await context.projectClient();
      const { status, bom } = options;
      const query = { status, bom, ...(await toSelection(client, options)) };
      await writeCsv(context, options, (call) => client.waitlist.exportCsv(query, call));
    }),
  );

  defineBroadcasts(waitlist);
}

const showStats: Action<OutputOptions & { days: number }> = async (context, options) => {
  const stats = await (await context.projectClient()).waitlist.stats({ days: options.days });
  const signups = stats.signups.reduce((sum, day) => sum + day.count, 0);
  await printData(stats, {
    resource: STATISTICS,
    options,
    printText: () =>
      print(
        renderValues([
          ['total', stats.total],
          ['unconfirmed', stats.unconfirmed],
          ...Object.entries(stats.statuses),
          [`last ${options.days} days`, signups],
          [
            'top sources',
            stats.sources
              .slice(0, 5)
              .map(({ source, count: entries }) => `${source ?? 'direct'} ${entries}`)
              .join(', '),
          ],
          [
            'top referrers',
            stats.top_referrers
              .slice(0, 5)
              .map(({ id, email, referral_count }) => `${email ?? id} ${referral_count}`)
              .join(', '),
          ],
        ]),
      ),
  });
};

const NO_LINK =
  'The invitation mail has no link, because the project has no invitation URL: set it in Settings → Waitlist, or set `settings.waitlist.invitation_url` with `PATCH /v1/projects/{id}`';

/** Returns whether invitation mails have a link. A token that may invite people, but not read the project, invites without the warning. */
const hasInvitationLink = async (client: Earshot, projectId: string): Promise<boolean> => {
  try {
    return (await client.projects.get(projectId)).settings.waitlist.invitation_url !== null;
  } catch (error) {
    if (error instanceof EarshotError && error.status === 403) return true;
    throw error;
  }
};

/** Returns the number of waiting people whom an invitation without ids reaches. */
async function countNext(client: Earshot, limit: number | undefined, selection: object): Promise<number> {
  const { total } = await client.waitlist.list({ status: 'waiting', confirmed: true, ...selection, limit: 1 });
  return Math.min(limit ?? MAX_INVITED_ENTRIES, total);
}

type InviteOptions = OutputOptions & SelectOptions & { count?: number; yes?: boolean };

const invite: Action<InviteOptions, [string[]]> = async (context, options, ids) => {
  const client = await context.projectClient();
  const selection = await toSelection(client, options);
  const isSelected = options.count !== undefined || Object.values(selection).some((value) => value !== undefined);
  if (!ids.length === !isSelected) throw new UsageError('Pass either --count or filters, or ids of entries');
  const next = { count: options.count, ...selection };
  if (!(await hasInvitationLink(client, await context.projectId()))) warn(NO_LINK);
  await confirm(
    `Send an invitation mail to ${count(ids.length || (await countNext(client, options.count, selection)), 'entry', 'entries')}?`,
    options,
  );
  const invited = await client.waitlist.invite(ids.length ? { ids } : next);
  await printData(invited.data, {
    resource: 'WaitlistEntry',
    options,
    printText: () =>
      printDone(`Invited ${count(invited.data.length, 'entry', 'entries')}`, invited.data.map(({ id }) => id).join('\n')),
  });
};
