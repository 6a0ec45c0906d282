import { USER_SORTS } from '@earshot/contract/services/analytics/values';
import type { Command } from 'commander';
import type { AnalyticsUser, AnalyticsVisit } from '@earshot/sdk';
import { choice, define, type ListOptions, readList, run, withList } from '../../command.ts';
import { type Column, printList } from '../../output.ts';
import { count } from '../../text.ts';
import { number, toQuery, type ReportOptions, withReport } from './options.ts';

const USER_COLUMNS: Column<AnalyticsUser>[] = [
  { name: 'user id', text: ({ user_id }) => user_id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'visits', text: ({ visits }) => number(visits) },
  { name: 'page views', text: ({ page_views }) => number(page_views) },
  { name: 'events', text: ({ events }) => number(events) },
  { name: 'first seen', text: ({ first_seen_at }) => first_seen_at, isTime: true },
  { name: 'last seen', text: ({ last_seen_at }) => last_seen_at, isTime: true },
];

const VISIT_COLUMNS: Column<AnalyticsVisit>[] = [
  { name: 'start', text: ({ started_at }) => started_at, isTime: true },
  { name: 'user id', text: ({ user_id }) => user_id, style: () => 'cyan' },
  { name: 'entry page', text: ({ entry_page }) => entry_page },
  { name: 'exit page', text: ({ exit_page }) => exit_page },
  { name: 'page views', text: ({ page_views }) => number(page_views) },
  { name: 'source', text: ({ source }) => source },
  { name: 'country', text: ({ country }) => country },
];

/** Defines the lists of users and of their visits. */
export function defineUsers(analytics: Command): void {
  withList(
    withReport(
      define(analytics, 'users', 'List the users of your application with their visits. Anonymous visitors are not listed.', [
        'earshot analytics users --period 7d --sort visits',
        'earshot analytics users --filter page:is:/pricing',
      ]).summary('list users with their visits'),
    ),
    'AnalyticsUser',
  )
    .addOption(choice('--sort <order>', 'sort order', USER_SORTS).default('last_seen'))
    .action(
      run(async (context, options: ListOptions & ReportOptions & { sort: (typeof USER_SORTS)[number] }) => {
        const client = await context.projectClient();
        const { analytics: reports } = client;
        const query = { ...(await toQuery(client, options)), sort: options.sort };
        const { data, total } = await readList((page) => reports.users({ ...query, ...page }), options.limit);
        const title = `Showing ${data.length} of ${count(total, 'user')}`;
        await printList(data, { resource: 'AnalyticsUser', options, columns: USER_COLUMNS, title });
      }),
    );

  withList(
    withReport(
      define(analytics, 'visits', 'List single visits of users, the latest first. Visits of anonymous visitors are not listed.', [
        'earshot analytics visits --user u_42 --period 90d',
      ]).summary('list visits of users'),
    ),
    'AnalyticsVisit',
  ).action(
    run(async (context, options: ListOptions & ReportOptions) => {
      const client = await context.projectClient();
      const { analytics: reports } = client;
      const query = await toQuery(client, options);
      const { data, total } = await readList((page) => reports.visits({ ...query, ...page }), options.limit);
      const title = `Showing ${data.length} of ${count(total, 'visit')}`;
      await printList(data, { resource: 'AnalyticsVisit', options, columns: VISIT_COLUMNS, title });
    }),
  );
}
