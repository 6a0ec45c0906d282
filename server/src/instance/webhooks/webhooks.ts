import { MAX_REPLAYED_DELIVERIES } from '@earshot/contract/instance/webhooks';
import { type DeliveryStatus } from '@earshot/contract/instance/values';
import { Webhook } from 'standardwebhooks';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { formatId, newId } from '../../platform/ids.ts';
import type { DomainEvents, RecordedEvent } from '../../platform/jobs/events.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { post, type Receipt, type RequestOptions } from '../../platform/outbound/requests.ts';
import { findTestSettings } from '../projects/store.ts';
import * as log from './deliveries-store.ts';
import type { OwnerMails } from './mails.ts';
import { deleteOldEvents, insertEvents } from './events-store.ts';
import { renderEvent, renderPayload } from './payload.ts';
import { nextTry } from './retries.ts';
import * as store from './store.ts';

const QUEUE = 'webhooks.deliver';
// For internal failures. Failed deliveries are counted and scheduled by retries.ts.
const RETRY = { limit: 20, delaySeconds: 5 };
// An endpoint that uses its full ten seconds each time occupies at most two of these.
const CONCURRENCY = { jobs: 6, perGroup: 2 };

export interface Webhooks {
  /** Sends a delivery immediately, regardless of its state. */
  deliverNow: (projectId: string, deliveryId: string) => Promise<void>;
  /** Sends a test event to one endpoint immediately. Returns the delivery id. */
  test: (endpoint: store.Endpoint) => Promise<string>;
  /**
   * Schedules deliveries of an endpoint again, each with the same body and webhook-id and with seven attempts. Returns their number.
   * @throws {HttpError} 400 for more than 10,000 deliveries, 409 for a disabled endpoint
   */
  replay: (db: Db, endpoint: store.Endpoint, request: ReplayRequest) => Promise<number>;
}

/** Deliveries that `replay` sends again. */
export interface ReplayRequest {
  since: string;
  until?: string;
  /** Default: `failed`. */
  status?: 'failed' | 'all';
  types?: readonly string[];
}

interface Deps {
  db: Db;
  jobs: JobQueue;
  events: DomainEvents;
  mails: OwnerMails;
  options: RequestOptions;
}

/**
 * Creates the webhook sender (Standard Webhooks specification). Deliveries and their jobs are written in the transaction of the
 * change. The result of an attempt is stored afterwards: after a crash in between, the attempt is repeated with the same
 * webhook-id. Endpoints receive each event at least once.
 */
export function createWebhooks({ db, jobs, events, mails, options }: Deps): Webhooks {
  const schedule = (tx: Transaction, deliveries: Scheduled[], endpointId: string, startAfter?: Date) =>
    jobs.send(
      tx,
      QUEUE,
      deliveries.map(({ project_id, id, attempt_count }) => ({ project_id, delivery_id: id, attempt_count })),
      { group: endpointId, startAfter },
    );

  events.observe(async (tx, projectId, recorded) => {
    await insertEvents(tx, projectId, recorded);
    const listeners = await store.findListeners(tx, projectId);
    const deliveries = listeners.flatMap((endpoint) =>
      recorded
        .filter(({ type }) => endpoint.types.length === 0 || endpoint.types.includes(type))
        .map((event) => buildDelivery(endpoint, event)),
    );
    if (!deliveries.length) return;
    await log.insertDeliveries(tx, projectId, deliveries);
    for (const [endpointId, waiting] of Map.groupBy(deliveries, ({ endpoint_id }) => endpoint_id))
      await schedule(
        tx,
        waiting.map(({ id }) => ({ project_id: projectId, id, attempt_count: 0 })),
        endpointId,
      );
  });

  jobs.schedule('webhooks.clean', '37 * * * *', () => deleteOldEvents(db));
  jobs.define<{ project_id: string; delivery_id: string; attempt_count: number }>(
    QUEUE,
    RETRY,
    async ({ project_id, delivery_id, attempt_count }) => {
      const delivery = await log.findDelivery(db, project_id, delivery_id);
      // Another attempt was made meanwhile: manually, or by a job that was presumed dead.
      if (delivery?.status !== 'pending' || delivery.attempt_count !== attempt_count) return;
      const endpoint = await store.findEndpoint(db, project_id, delivery.endpoint_id);
      if (endpoint?.enabled) await attempt(endpoint, delivery);
      else await transact(db, (tx) => log.updateDelivery(tx, { ...delivery, status: 'failed', next_attempt_at: null }));
    },
    CONCURRENCY,
  );

  /** Makes one attempt and stores its result. */
  async function attempt(endpoint: store.Endpoint, delivery: log.Delivery): Promise<void> {
    const at = new Date();
    const headers = signedHeaders(endpoint, delivery, at);
    const refusal = await findRefusal(db, endpoint);
    const receipt = refusal ? withoutResponse(refusal) : await post(endpoint.url, { headers, body: delivery.body }, options);
    await transact(db, async (tx) => {
      const current = await log.lockDelivery(tx, delivery.project_id, delivery.id);
      if (!current) return;
      const after = refusal && current.status === 'pending' ? failed(current) : outcome(current, receipt);
      await log.insertAttempt(tx, current, {
        id: newId(),
        url: endpoint.url,
        request_headers: headers,
        status_code: receipt.status,
        response_headers: receipt.headers,
        response_body: receipt.body,
        error: receipt.error,
        duration_ms: receipt.durationMs,
        created_at: at,
      });
      await log.updateDelivery(tx, after);
      if (after.status === 'pending') await schedule(tx, [after], endpoint.id, after.next_attempt_at ?? undefined);
      if (after.status === 'failed' && current.status === 'pending' && !refusal) await switchOff(tx, endpoint, current, receipt);
    });
  }

  /** Disables an endpoint that has accepted nothing since the first attempt of a delivery that finally failed. */
  async function switchOff(tx: Transaction, endpoint: store.Endpoint, delivery: log.Delivery, receipt: Receipt): Promise<void> {
    if (delivery.type === TEST) return;
    const { project_id, id } = endpoint;
    const isGone = receipt.status === GONE;
    const { replayed_at, created_at } = delivery;
    if (!isGone && (await log.hasSucceededSince(tx, project_id, id, replayed_at ?? created_at))) return;
    const reason = isGone
      ? 'The endpoint responded with 410 Gone'
      : `No delivery succeeded for about a day. Last error: ${receipt.error}`;
    if (await store.disableEndpoint(tx, project_id, id, reason)) await mails.tellSwitchedOff(tx, endpoint, reason);
  }

  const deliverNow = async (projectId: string, deliveryId: string) => {
    const delivery = await log.findDelivery(db, projectId, deliveryId);
    const endpoint = delivery && (await store.findEndpoint(db, projectId, delivery.endpoint_id));
    if (!delivery || !endpoint) throw new HttpError('deliveries.not_found');
    await attempt(endpoint, delivery);
  };

  async function replay(given: Db, endpoint: store.Endpoint, request: ReplayRequest): Promise<number> {
    const { since, until, status = 'failed', types = [] } = request;
    if (!endpoint.enabled) throw new HttpError('webhooks.disabled');
    if (until !== undefined && Date.parse(until) <= Date.parse(since))
      throw invalidField('until', 'too_small', 'until must be later than since');
    const { project_id, id: endpointId } = endpoint;
    const statuses: DeliveryStatus[] = status === 'all' ? ['failed', 'succeeded'] : ['failed'];
    const filter = { since, until, statuses, types, except: TEST, limit: MAX_REPLAYED_DELIVERIES + 1 };
    return await transact(given, async (tx) => {
      const deliveries = await log.lockDeliveries(tx, project_id, endpointId, filter);
      if (deliveries.length > MAX_REPLAYED_DELIVERIES) throw invalidField('since', 'too_many', TOO_MANY_DELIVERIES);
      await log.resetDeliveries(
        tx,
        project_id,
        deliveries.map(({ id }) => id),
      );
      await schedule(
        tx,
        deliveries.map((delivery) => ({ ...delivery, project_id })),
        endpointId,
      );
      return deliveries.length;
    });
  }

  return {
    deliverNow,
    replay,
    test: async (endpoint) => {
      const event = { id: newId(), type: TEST, created_at: new Date().toISOString() };
      const data = { message: 'This is a test of your webhook.' };
      const delivery = {
        id: newId(),
        endpoint_id: endpoint.id,
        event_id: event.id,
        type: TEST,
        body: JSON.stringify(renderPayload(endpoint.project_id, event, { data })),
      };
      await transact(db, (tx) => log.insertDeliveries(tx, endpoint.project_id, [delivery]));
      await deliverNow(endpoint.project_id, delivery.id);
      return delivery.id;
    },
  };
}

const TEST = 'webhook.test';
const GONE = 410;
const TOO_MANY_DELIVERIES = `More than ${MAX_REPLAYED_DELIVERIES.toLocaleString('en-US')} deliveries match; choose a shorter period between since and until`;

type Scheduled = Pick<log.Delivery, 'project_id' | 'id' | 'attempt_count'>;

/** Returns the delivery of an event to an endpoint. */
const buildDelivery = (endpoint: store.Endpoint, event: RecordedEvent): log.NewDelivery => ({
  id: newId(),
  endpoint_id: endpoint.id,
  event_id: event.id,
  type: event.type,
  body: JSON.stringify(renderEvent(endpoint.project_id, event, { includePersonalData: endpoint.include_personal_data })),
});

function signedHeaders(endpoint: store.Endpoint, delivery: log.Delivery, at: Date): Record<string, string> {
  const id = formatId('evt', delivery.event_id);
  const secrets = [endpoint.secret, endpoint.previous_secret].filter((secret) => secret !== null);
  return {
    'content-type': 'application/json',
    'user-agent': 'Earshot (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, delivery.body)).join(' '),
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

/** Returns a delivery of this endpoint, with its attempts. @throws {HttpError} 404 */
export async function getDelivery(
  db: Db,
  { projectId, endpointId, id }: { projectId: string; endpointId: string; id: string },
): Promise<{ delivery: log.Delivery; attempts: log.Attempt[] }> {
  const delivery = await log.findDelivery(db, projectId, id);
  if (delivery?.endpoint_id !== endpointId) throw new HttpError('deliveries.not_found');
  return { delivery, attempts: await log.listAttempts(db, projectId, id) };
}
