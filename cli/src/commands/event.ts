import type { Command } from 'commander';
import { append, define, defineGroup, run, withJson } from '../command.ts';
import { loadSdk } from '../context.ts';
import { UsageError } from '../errors.ts';
import { type OutputOptions, printData, printDone } from '../output.ts';
import { parsePairs } from '../values.ts';

interface Options extends OutputOptions {
  url?: string;
  referrer?: string;
  userId?: string;
  property?: string[];
  revenue?: string;
  timestamp?: string;
}

export function defineEvent(program: Command): void {
  const event = defineGroup(program, 'event', 'analytics events');
  withJson(
    define(
      event,
      'send <name>',
      'Send an event to the project. The name of page views is page_view; page views\nwithout --user-id are classified as bots, because no browser sends them.',
      [
        'earshot event send signed_up --property plan=pro --user-id u_42',
        'earshot event send subscribed --revenue "49.90 EUR" --user-id u_42',
        'earshot event send page_view --url https://example.com/ --user-id u_42',
      ],
    ).summary('send an event'),
    'Tracked',
  )
    .option('--url <url>', 'URL or path of the page')
    .option('--referrer <url>', 'URL of the referring page')
    .option('--user-id <id>', 'id of the user in your application')
    .option('--property <key=value>', 'custom property; repeatable', append)
    .option('--revenue <amount>', 'revenue with its currency, such as "49.90 EUR"')
    .option('--timestamp <time>', 'time of the event in ISO 8601; default: now')
    .action(
      run(async (context, options: Options, name: string) => {
        const { url, referrer, userId: user_id, timestamp } = options;
        const properties = (await parsePairs(options.property ?? [], true)) as Record<string, string | number | boolean>;
        const projectKey = await context.projectKey();
        const { createClient, randomId } = await loadSdk();
        // A direct call, because the queue of the SDK sends later and reports no result.
        const call = createClient({ projectKey, baseUrl: context.instance().url });
        const revenue = parseRevenue(options.revenue);
        const body = { name, url, referrer, user_id, timestamp, properties, revenue, event_id: randomId() };
        const result = await call('POST /v1/analytics/events', { body }, { signal: context.signal });
        await printData(result, { resource: 'Tracked', options, printText: () => printDone(`Sent ${name}`, name) });
      }),
    );
}

/** @throws {UsageError} unless the text is an amount and a currency, such as `49.90 EUR` */
function parseRevenue(text: string | undefined): { amount: string; currency: string } | undefined {
  if (text === undefined) return undefined;
  const [, amount, currency] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (!amount || !currency) throw new UsageError('--revenue must be an amount and a currency, such as "49.90 EUR"');
  return { amount, currency };
}
