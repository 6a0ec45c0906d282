import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { WebhookEvent } from '@earshot/sdk';
import type { Webhook as Signer } from 'standardwebhooks';
import { type Action, collect, define, parsePositive, run } from '../../command.ts';
import { configFolder, readJson, readVariable, writeJson } from '../../config.ts';
import { isTerminal, note, paint, print } from '../../output.ts';

/** Delays between the attempts to forward an event, in milliseconds. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
const TIMEOUT_MS = 10_000;

/** Adds `webhook listen`. */
export function defineWebhookListen(webhook: Command): void {
  define(
    webhook,
    'listen',
    'Print the events of the project as they happen, and forward them to a local\naddress like a webhook, with valid signatures. No public address is necessary.',
    [
      'earshot webhook listen --forward-to http://localhost:3000/hook',
      'earshot webhook listen --events feedback.created --replay 5 --json',
      'export EARSHOT_WEBHOOK_SECRET=$(earshot webhook listen --print-secret)',
    ],
  )
    .summary('print and forward events as they happen')
    .option('--forward-to <url>', 'address that receives each event as a POST request', parseUrl)
    .option('--events <types>', 'comma-separated event types; default: all', collect)
    .option('--replay <number>', 'send the last events of three days first (at most 100)', parsePositive)
    .option('--personal-data', 'include names, addresses and metadata')
    .option('--secret <secret>', 'signing secret; default: a secret stored on this machine')
    .option('--print-secret', 'print the signing secret, and exit')
    .option('--json', 'print each event as one line of JSON')
    .action(run(listen));
}

interface ListenOptions {
  forwardTo?: string;
  events?: string[];
  replay?: number;
  personalData?: boolean;
  secret?: string;
  printSecret?: boolean;
  json?: boolean;
}

const listen: Action<ListenOptions> = async (context, options) => {
  const { signal } = context;
  if (options.printSecret) return print(chooseSecret(options));
  const client = await context.projectClient();
  const forward =
    options.forwardTo === undefined ? undefined : await createForward(options.forwardTo, chooseSecret(options), signal);
  const query = { type: options.events, replay: options.replay, include_personal_data: options.personalData };
  let isOpen = false;
  const onOpen = () => {
    if (!isOpen) note('Waiting for events. Press Ctrl+C to stop.');
    isOpen = true;
  };
  try {
    for await (const event of client.webhooks.events(query, { signal, onOpen })) {
      if (options.json) print(JSON.stringify(event));
      else printLine(event, paint('cyan', event.type));
      if (forward) await forward(event);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 0; // Ctrl+C is the way to end this command.
  }
};

/** Returns the signing secret of the option, of the environment, or of this machine. */
const chooseSecret = ({ secret }: ListenOptions): string => secret ?? readVariable('EARSHOT_WEBHOOK_SECRET') ?? findSecret();

/** Returns a function that sends an event until it is accepted, in order. Events that are refused five times are reported and skipped. */
async function createForward(url: string, secret: string, signal: AbortSignal) {
  const { Webhook } = await import('standardwebhooks');
  const signer = new Webhook(secret);
  // Also for scripts and containers, which need the secret to verify the events.
  process.stderr.write(`Forwarding to ${url}. The secret for verifying signatures is ${secret}\n`);
  return async (event: WebhookEvent): Promise<void> => {
    const body = JSON.stringify(event);
    for (const delay of [...RETRY_DELAYS_MS, undefined]) {
      const began = Date.now();
      const result = await post(url, { id: event.id, body, signer, signal });
      const text = `${result.text} in ${Date.now() - began} ms`;
      report(
        event,
        result.isAccepted,
        text + (result.isAccepted || delay === undefined ? '' : `, next attempt in ${delay / 1000} s`),
      );
      if (result.isAccepted || delay === undefined) return;
      await sleep(delay, undefined, { signal });
    }
  };
}

async function post(
  url: string,
  { id, body, signer, signal }: { id: string; body: string; signer: Signer; signal: AbortSignal },
): Promise<{ isAccepted: boolean; text: string }> {
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Earshot (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signer.sign(id, now, body),
  };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    await response.body?.cancel();
    return { isAccepted: response.ok, text: `status ${response.status}` };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { isAccepted: false, text: cause?.code ?? message };
  }
}

/** Reports an attempt. The events alone go to standard output, so that `--json` can be piped. */
function report(event: WebhookEvent, isAccepted: boolean, text: string): void {
  const mark = isAccepted ? paint('green', '✓') : paint('red', '✗');
  process.stderr.write(isTerminal() ? `  ${mark} ${text}\n` : `${event.id}\t${isAccepted ? 'accepted' : 'failed'}\t${text}\n`);
}

function printLine({ id, type, created_at: time, data }: WebhookEvent, styled: string): void {
  if (!isTerminal()) return print([time, id, type].join('\t'));
  const { id: subject } = data as { id?: string };
  print(`${paint('dim', new Date(time).toLocaleTimeString())} ${styled} ${id}${subject ? paint('dim', ` ${subject}`) : ''}`);
}

/** Returns the secret of this machine, so that a local program needs to be configured once. */
function findSecret(): string {
  const file = join(configFolder(), 'webhook-secret.json');
  const stored = readJson(file) as { secret?: string } | undefined;
  if (stored?.secret) return stored.secret;
  const secret = `whsec_${crypto.getRandomValues(Buffer.alloc(32)).toString('base64')}`;
  writeJson(file, { secret });
  return secret;
}

function parseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('It must be an address such as http://localhost:3000/hook.');
  return url.href;
}
