import { Webhook } from 'standardwebhooks';
import { formatId, newId } from '../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { post, type Receipt, type RequestOptions } from '../../platform/outbound/requests.ts';
import { findTestSettings } from '../projects/store.ts';
import * as log from './deliveries-store.ts';
import type { TellDisabled } from './notifications.ts';
import { nextTry } from './retries.ts';
import type { ScheduleDeliveries } from './scheduling.ts';
import { type RenderedRequest, renderRequest, type RequestDeps } from './formats/request.ts';
import * as store from './store.ts';

/** Type of the events with which a team tries an endpoint. */
export const TEST = 'webhook.test';
const GONE = 410;

export interface AttemptDeps extends RequestDeps {
  tellDisabled: TellDisabled;
  options: RequestOptions;
  schedule: ScheduleDeliveries;
}

/** Makes one attempt and stores its result. Retries are scheduled in the transaction that stores it. */
export async function attempt(deps: AttemptDeps, endpoint: store.Endpoint, delivery: log.Delivery): Promise<void> {
  const { db, options, schedule } = deps;
  const at = new Date();
  const request = await renderRequest(deps, endpoint, delivery.body);
  const headers = signedHeaders(endpoint, { delivery, request }, at);
  const refusal = await findRefusal(db, endpoint);
  const receipt = refusal ? withoutResponse(refusal) : await post(request.url, { headers, body: request.body }, options);
  await transact(db, async (tx) => {
    const current = await log.lockDelivery(tx, delivery.project_id, delivery.id);
    if (!current) return;
    const after = refusal && current.status === 'pending' ? failed(current) : outcome(current, receipt);
    await log.insertAttempt(tx, current, {
      id: newId(),
      url: request.url,
      request_headers: headers,
      status_code: receipt.status,
      response_headers: receipt.headers,
      response_body: receipt.body,
      error: receipt.error,
      duration_ms: receipt.durationMs,
      created_at: at,
    });
    await log.updateDelivery(tx, after);
    if (after.status === 'pending') await schedule(tx, endpoint.id, [after], { startAfter: after.next_attempt_at ?? undefined });
    if (after.status === 'failed' && current.status === 'pending' && !refusal)
      await switchOff(tx, deps, endpoint, current, receipt);
  });
}

/** Disables an endpoint that has accepted nothing since the first attempt of a delivery that finally failed. */
async function switchOff(
  tx: Transaction,
  { tellDisabled }: AttemptDeps,
  endpoint: store.Endpoint,
  delivery: log.Delivery,
  receipt: Receipt,
): Promise<void> {
  if (delivery.type === TEST) return;
  const { project_id, id } = endpoint;
  const isGone = receipt.status === GONE;
  const { replayed_at, created_at } = delivery;
  if (!isGone && (await log.hasSucceededSince(tx, project_id, id, replayed_at ?? created_at))) return;
  const reason = isGone
    ? 'The endpoint responded with 410 Gone'
    : `No delivery succeeded for about a day. Last error: ${receipt.error}`;
  if (await store.disableEndpoint(tx, project_id, id, reason)) await tellDisabled(tx, endpoint);
}

function signedHeaders(
  endpoint: store.Endpoint,
  { delivery, request }: { delivery: log.Delivery; request: RenderedRequest },
  at: Date,
): Record<string, string> {
  const id = formatId('evt', delivery.event_id);
  const secrets = [endpoint.secret, endpoint.previous_secret].filter((secret) => secret !== null);
  return {
    'content-type': 'application/json',
    'user-agent': 'Earshot (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, request.body)).join(' '),
  };
}

/** Returns why a test project does not send webhooks to an endpoint, or undefined when it does. */
async function findRefusal(db: Db, { project_id, url }: store.Endpoint): Promise<string | undefined> {
  const { enabled, webhook_hosts: hosts } = await findTestSettings(db, project_id);
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  return enabled && !hosts.includes(host)
    ? `Not sent: this is a test project, and ${host} is not one of its allowed hosts (settings.test.webhook_hosts)`
    : undefined;
}

const withoutResponse = (error: string): Receipt => ({ status: null, headers: {}, body: '', error, durationMs: 0 });

/** Returns the state of a delivery after an attempt that must not be repeated: another one would be refused as well. */
const failed = (delivery: log.Delivery): log.Delivery => ({
  ...delivery,
  status: 'failed',
  attempt_count: delivery.attempt_count + 1,
  next_attempt_at: null,
});

/** Returns the state of a delivery after an attempt. Manual attempts of completed deliveries are not retried automatically. */
function outcome(delivery: log.Delivery, receipt: Receipt): log.Delivery {
  const attempt_count = delivery.attempt_count + 1;
  const ended = { ...delivery, attempt_count, next_attempt_at: null };
  if (receipt.error === null) return { ...ended, status: 'succeeded' };
  if (delivery.status !== 'pending') return { ...ended, status: delivery.status };
  const tries = attempt_count - delivery.attempts_before_replay;
  const next = receipt.status === GONE || delivery.type === TEST ? undefined : nextTry(tries, receipt);
  return next ? { ...ended, status: 'pending', next_attempt_at: next } : { ...ended, status: 'failed' };
}
