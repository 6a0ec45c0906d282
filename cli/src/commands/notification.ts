import { NOTIFICATION_PREFERENCES, type NotificationPreference } from '@earshot/contract/shared/notifications';
import type { Command } from 'commander';
import type { Notification, NotificationPreferences } from '@earshot/sdk';
import { choice, define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, note, type OutputOptions, printDone, printList } from '../output.ts';
import { findSegment } from './people/segment.ts';

const COLUMNS: Column<Notification>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'time', text: ({ created_at }) => created_at, isTime: true },
  {
    name: 'state',
    text: ({ read_at }) => (read_at ? 'read' : 'unread'),
    style: ({ read_at }) => (read_at ? undefined : 'yellow'),
  },
  { name: 'what', text: ({ heading }) => heading },
  { name: 'title', text: ({ title }) => title },
];

type Preference = NotificationPreferences['preferences'][number];

const PREFERENCE_FIELDS = ['kind', 'meaning', 'preference', 'default'] as const;
const PREFERENCE_COLUMNS: Column<Preference>[] = [
  { name: 'kind', text: ({ kind }) => kind, style: () => 'cyan' },
  { name: 'mail', text: ({ preference }) => preference },
  { name: 'when', text: ({ meaning }) => meaning },
];

async function printPreferences(
  { preferences, segment_id: segment }: NotificationPreferences,
  options: OutputOptions,
): Promise<void> {
  await printList(preferences, { resource: PREFERENCE_FIELDS, options, columns: PREFERENCE_COLUMNS });
  if (segment !== null) note(`Feedback of people in the segment ${segment} only`);
}

interface NotificationListOptions extends ListOptions {
  all?: boolean;
  kind?: Notification['kind'];
}

export function defineNotification(program: Command): void {
  const notification = defineGroup(program, 'notification', 'what you are notified of in the project');

  withList(
    define(notification, 'list', 'List your unread notifications, newest first.', [
      'earshot notification list',
      'earshot notification list --all --kind feedback.assigned --json title,url',
    ]),
    'Notification',
  )
    .option('-a, --all', 'include read notifications')
    .option('--kind <kind>', 'filter by kind, such as feedback.assigned')
    .action(
      run(async (context, options: NotificationListOptions) => {
        const client = await context.projectClient();
        const filter = { ...(!options.all && { unread: true }), ...(options.kind && { kind: options.kind }) };
        const { data } = await readList((page) => client.notifications.list({ ...filter, ...page }), options.limit);
        await printList(data, { resource: 'Notification', options, columns: COLUMNS });
      }),
    );

  define(notification, 'read', 'Mark a notification, or all, as read.', [
    'earshot notification read ntf_01kaga0zrefb8tqs3yh4kx9m2d',
    'earshot notification read',
  ])
    .summary('mark notifications as read')
    .argument('[id]', 'id of the notification, all without it')
    .action(
      run(async (context, _options: object, id?: string) => {
        const client = await context.projectClient();
        if (id) {
          await client.notifications.update(id, { read: true });
          return printDone(`Marked ${id} as read`, id);
        }
        const { marked } = await client.notifications.markRead();
        printDone(`Marked ${marked} as read`, String(marked));
      }),
    );

  withJson(
    define(notification, 'preferences', 'Show what you are notified of by email: immediately, daily, or not at all (off).', [
      'earshot notification preferences',
    ]).summary('show what you are notified of by email'),
    PREFERENCE_FIELDS,
  ).action(
    run(async (context, options: OutputOptions) => {
      const client = await context.projectClient();
      await printPreferences(await client.notifications.preferences(), options);
    }),
  );

  withJson(
    define(notification, 'prefer <kind>', 'Change whether you are notified of a kind of events by email.', [
      'earshot notification prefer feedback.created --mail immediate',
    ]).summary('change what you are notified of by email'),
    PREFERENCE_FIELDS,
  )
    .addOption(choice('--mail <preference>', 'when the email is sent', NOTIFICATION_PREFERENCES).makeOptionMandatory())
    .action(
      run(async (context, options: OutputOptions & { mail: NotificationPreference }, kind: string) => {
        const client = await context.projectClient();
        await printPreferences(await client.notifications.updatePreferences({ [kind]: options.mail }), options);
      }),
    );

  define(notification, 'limit [segment]', 'Limit your notifications about feedback to people in a segment, by name or id.', [
    'earshot notification limit "Enterprise customers"',
    'earshot notification limit --everyone',
  ])
    .summary('limit your notifications to people in a segment')
    .option('--everyone', 'end the limit')
    .action(
      run(async (context, { everyone }: { everyone?: boolean }, text?: string) => {
        if ((text === undefined) === !everyone) throw new UsageError('Name either a segment or --everyone');
        const client = await context.projectClient();
        const segment = text === undefined ? undefined : await findSegment(client, text);
        await client.notifications.updatePreferences({ segment_id: segment?.id ?? null });
        printDone(segment ? `Feedback of people in ${segment.name} only` : 'Feedback of everyone', segment?.id ?? 'everyone');
      }),
    );
}
