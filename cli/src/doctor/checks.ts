import { setTimeout as sleep } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import { type Context, loadSdk } from '../context.ts';
import { failure, type Finding, diagnose, success } from './findings.ts';

const TIMEOUT_MS = 10_000;
/** Maximum time until an event appears in reports. */
const MAX_EVENT_MS = 15_000;
const POLL_MS = 500;
/** Name of the event that `doctor` sends. */
const EVENT = 'earshot_doctor';

/** Yields the findings in the order of the checks. Later checks require the earlier ones, so the first error of the connection is the last. */
export async function* runChecks(context: Context): AsyncGenerator<Finding> {
  const connection = await checkConnection(context.instance().url);
  yield connection;
  if (connection.state === 'error') return;

  const client = await context.client();
  // Fails with a message and exit code 4 when nobody is signed in.
  const found = await client.session.diagnostics({ signal: context.signal });
  yield* diagnose(found, { url: context.instance().url, version: manifest.version, now: Date.now() });
  if (await context.chosenProjectId()) yield await checkEvent(context);
}

async function checkConnection(url: string): Promise<Finding> {
  const began = performance.now();
  const fix = `Start the server, and check the URL, its DNS record, and the proxy in front of it.`;
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok } = (await response.json().catch(() => ({}))) as { ok?: boolean };
    if (response.ok && ok) return success('Connection', `${url} answered in ${Math.round(performance.now() - began)} ms`);
    return failure('Connection', `${url} is not an Earshot instance: it responded with status ${response.status}`, fix);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return failure('Connection', `${url} is unreachable: ${cause?.message || message}`, fix);
  }
}

/** Sends an event, and waits until reports count it. */
async function checkEvent(context: Context): Promise<Finding> {
  const { createClient, randomId } = await loadSdk();
  const client = await context.projectClient();
  const projectKey = await context.projectKey();
  const today = new Date().toISOString().slice(0, 10);
  const query = { by: 'event', from: today, to: today, filter: [`event:is:${EVENT}`] } as const;
  const countEvents = async () => (await client.analytics.breakdown(query)).data[0]?.events ?? 0;

  const before = await countEvents();
  const began = performance.now();
  const call = createClient({ projectKey, baseUrl: context.instance().url });
  await call('POST /v1/analytics/events', { body: { name: EVENT, event_id: randomId() } }, { signal: context.signal });
  while (performance.now() - began < MAX_EVENT_MS) {
    if ((await countEvents()) > before)
      return success('Events', `an event appeared in reports after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await sleep(POLL_MS, undefined, { signal: context.signal });
  }
  return failure(
    'Events',
    `An event did not appear in reports within ${MAX_EVENT_MS / 1000} s`,
    'See docs/operations.md: the log of the server and the metrics of the event log show where it waits.',
  );
}
