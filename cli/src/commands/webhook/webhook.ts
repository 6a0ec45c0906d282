import { DELIVERY_STATUSES } from '@earshot/contract/instance/values';
import { WEBHOOK_FORMATS } from '@earshot/contract/instance/webhook-formats';
import { STATUSES } from '@earshot/contract/services/feedback/values';
import type { Command } from 'commander';
import type { Webhook, WebhookDelivery, WebhookDeliveryDetails } from '@earshot/sdk';
import {
  type Action,
  choice,
  collect,
  define,
  defineGroup,
  type ListOptions,
  parsePositive,
  readList,
  run,
  withJson,
  withList,
} from '../../command.ts';
import { EXIT } from '../../errors.ts';
import { type Column, isTerminal, type OutputOptions, paint, print, printData, printDone, printList } from '../../output.ts';
import { oneLine } from '../../text.ts';
import { parsePastTime } from '../../times.ts';
import { defineWebhookListen } from './webhook-listen.ts';

const WEBHOOKS: Column<Webhook>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'url', text: ({ url }) => url },
  { name: 'format', text: ({ format }) => format },
  { name: 'events', text: ({ types }) => types.join(', ') || 'all' },
  {
    name: 'state',
    text: ({ enabled }) => (enabled ? 'enabled' : 'disabled'),
    style: ({ enabled }) => (enabled ? 'green' : 'red'),
  },
];

const DELIVERIES: Column<WebhookDelivery>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'event', text: ({ type }) => type },
  {
    name: 'status',
    text: ({ status }) => status,
    style: ({ status }) => ({ succeeded: 'green' as const, failed: 'red' as const, pending: 'yellow' as const })[status],
  },
  { name: 'attempts', text: ({ attempt_count }) => attempt_count },
  { name: 'created', text: ({ created_at }) => created_at, isTime: true },
];

export function defineWebhook(program: Command): void {
  const webhook = defineGroup(program, 'webhook', 'webhook endpoints and deliveries');

  withList(
    define(webhook, 'list', 'List webhook endpoints.', ['earshot webhook list']).summary('list endpoints'),
    'Webhook',
  ).action(
    run(async (context, options: ListOptions) => {
      const client = await context.projectClient();
      const { data } = await readList((page) => client.webhooks.list(page), options.limit);
      await printList(data, { resource: 'Webhook', options, columns: WEBHOOKS });
    }),
  );

  withJson(
    define(webhook, 'create <url>', 'Create a webhook endpoint, and print its secret.', [
      'earshot webhook create https://example.com/hook --events feedback.created',
      'earshot webhook create https://hooks.slack.com/services/T0/B0/X --tags api',
    ]).summary('create an endpoint'),
    'Webhook',
  )
    .option('--events <types>', 'comma-separated event types; default: all', collect)
    .addOption(choice('--format <format>', 'signed events, or messages for a chat;\ndefault: by the URL', WEBHOOK_FORMATS))
    .option('--statuses <statuses>', `only feedback with these statuses, such as\n${STATUSES.slice(0, 4).join(',')}`, collect)
    .option('--tags <tags>', 'only feedback with one of these tags', collect)
    .option('--min-votes <number>', 'only feedback with at least this many upvotes', parsePositive)
    .option('--description <text>', 'description')
    .option('--personal-data', 'include names, addresses and metadata in events')
    .option('--internal-notes', 'send internal notes also to a chat')
    .option('--no-internal-notes', 'never send internal notes')
    .action(run(createWebhook));

  withJson(
    define(webhook, 'test <id>', 'Send a test event to an endpoint, and print the result.', [
      'earshot webhook test whk_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('send a test event'),
    'WebhookDeliveryDetails',
  ).action(
    run(async (context, options: OutputOptions, id: string) => {
      await printAttempt(await (await context.client()).webhooks.test(id, { retries: 0 }), options);
    }),
  );

  withList(
    define(webhook, 'deliveries <id>', 'List the deliveries of an endpoint, newest first.', [
      'earshot webhook deliveries whk_01k0q6v3e8f5ntgjx1s6d2p9ra --status failed',
    ]).summary('list deliveries'),
    'WebhookDelivery',
  )
    .addOption(choice('-s, --status <status>', 'filter by status', DELIVERY_STATUSES))
    .option('--event <type>', 'filter by event type')
    .action(
      run(async (context, options: ListOptions & { status?: WebhookDelivery['status']; event?: string }, id: string) => {
        const { webhooks } = await context.client();
        const query = { status: options.status, type: options.event };
        const { data } = await readList((page) => webhooks.deliveries.list(id, { ...query, ...page }), options.limit);
        await printList(data, { resource: 'WebhookDelivery', options, columns: DELIVERIES });
      }),
    );

  withJson(
    define(webhook, 'retry <id> <delivery>', 'Send a delivery again, and print the result.', [
      'earshot webhook retry whk_01k0q6v3e8f5ntgjx1s6d2p9ra \\\n    dlv_01k0q6w9m3e7hvb2z4c8k5d1qs',
    ]).summary('send a delivery again'),
    'WebhookDeliveryDetails',
  ).action(
    run(async (context, options: OutputOptions, id: string, delivery: string) => {
      await printAttempt(await (await context.client()).webhooks.deliveries.retry(id, delivery, { retries: 0 }), options);
    }),
  );

  withJson(
    define(
      webhook,
      'replay <id>',
      'Send the failed deliveries of a period again, for example after an outage of\nthe endpoint. Each is attempted up to seven times.',
      [
        'earshot webhook replay whk_01k0q6v3e8f5ntgjx1s6d2p9ra --since 2h',
        'earshot webhook replay whk_01k0q6v3e8f5ntgjx1s6d2p9ra --since 7d -s all',
      ],
    ).summary('send the deliveries of a period again'),
    'WebhookReplay',
  )
    .requiredOption('--since <time>', 'deliveries that were created at or after this time, such as 2h')
    .option('--until <time>', 'deliveries that were created before this time; default: now')
    .addOption(choice('-s, --status <status>', 'which deliveries to send', ['failed', 'all'] as const).default('failed'))
    .option('--events <types>', 'comma-separated event types; default: all', collect)
    .action(run(replayWebhook));

  defineWebhookListen(webhook);
}

const replayWebhook: Action<
  OutputOptions & { since: string; until?: string; status: 'failed' | 'all'; events?: string[] },
  [string]
> = async (context, options, id) => {
  const replay = await (
    await context.client()
  ).webhooks.replay(id, {
    since: parsePastTime('--since', options.since),
    until: options.until === undefined ? undefined : parsePastTime('--until', options.until),
    status: options.status,
    // The server validates the names of event types.
    types: options.events as Webhook['types'] | undefined,
  });
  const count = String(replay.count);
  await printData(replay, {
    resource: 'WebhookReplay',
    options,
    printText: () => printDone(`Scheduled deliveries: ${count}`, count),
  });
};

interface CreateOptions extends OutputOptions {
  events?: string[];
  format?: Webhook['format'];
  statuses?: string[];
  tags?: string[];
  minVotes?: number;
  description?: string;
  personalData?: boolean;
  internalNotes?: boolean;
}

const createWebhook: Action<CreateOptions, [string]> = async (context, options, url) => {
  const webhook = await (
    await context.projectClient()
  ).webhooks.create({
    url,
    // The server validates the names of event types and statuses.
    types: options.events as Webhook['types'] | undefined,
    format: options.format,
    statuses: options.statuses as Webhook['statuses'] | undefined,
    tags: options.tags,
    min_votes: options.minVotes,
    description: options.description,
    include_personal_data: options.personalData,
    include_internal_notes: options.internalNotes,
  });
  await printData(webhook, {
    resource: 'Webhook',
    options,
    printText: () => {
      printDone(`Created webhook ${webhook.id}`, `${webhook.id}\t${webhook.secret}`);
      if (isTerminal()) print(`Secret: ${webhook.secret}`);
    },
  });
};

/** Prints the last attempt of a delivery. A failed attempt has exit code 1. */
async function printAttempt(delivery: WebhookDeliveryDetails, options: OutputOptions): Promise<void> {
  const [attempt] = delivery.attempts;
  const succeeded = delivery.status === 'succeeded';
  if (!succeeded) process.exitCode = EXIT.failure;
  await printData(delivery, {
    resource: 'WebhookDeliveryDetails',
    options,
    printText: () => {
      const result = attempt?.status_code ? `status ${attempt.status_code}` : oneLine(attempt?.error ?? 'no attempt');
      const text = `${delivery.type}: ${result}${attempt ? ` after ${attempt.duration_ms} ms` : ''}`;
      if (isTerminal()) print(`${succeeded ? paint('green', '✓') : paint('red', '✗')} ${text}`);
      else print([delivery.id, delivery.status, result].join('\t'));
    },
  });
}
