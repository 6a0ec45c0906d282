import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { HttpError, invalidField } from '../http/errors.ts';
import { formatId, newId } from '../ids.ts';
import type { DomainEvents, RecordedEvent } from '../jobs/events.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import * as log from './deliveries-store.ts';
import type { OwnerMails } from './mails.ts';
import { post, type PostOptions, type Receipt } from './post.ts';
import { nextTry } from './retries.ts';
import * as store from './store.ts';

const QUEUE = 'webhooks.deliver';
// For internal failures. Failed deliveries are counted and scheduled by retries.ts.
const RETRY = { limit: 20, delaySeconds: 5 };
// An endpoint that uses its full ten seconds each time occupies at most two of these.
const CONCURRENCY = { jobs: 6, perGroup: 2 };
const GRACE_S = 24 * 60 * 60;
const VERSION = 1;
const SECRET_BYTES = 32;

export interface Webhooks {
  /** Sends a delivery immediately, regardless of its state. */
  deliverNow: (projectId: string, deliveryId: string) => Promise<void>;
  /** Sends a test event to one endpoint immediately. Returns the delivery id. */
  test: (endpoint: store.Endpoint) => Promise<string>;
}

interface Deps {
  db: Db;
  jobs: JobQueue;
  events: DomainEvents;
  mails: OwnerMails;
  options: PostOptions;
}

/**
 * Creates the webhook sender (Standard Webhooks specification). Deliveries and their jobs are written in the transaction of the
 * change. The result of an attempt is stored afterwards: after a crash in between, the attempt is repeated with the same
 * webhook-id. Endpoints receive each event at least once.
 */
export function createWebhooks({ db, jobs, events, mails, options }: Deps): Webhooks {
  const schedule = (tx: Transaction, { project_id, id, endpoint_id, attempt_count }: Scheduled, startAfter?: Date) =>
    jobs.send(tx, QUEUE, [{ project_id, delivery_id: id, attempt_count }], { group: endpoint_id, startAfter });

  events.observe(async (tx, projectId, recorded) => {
    const listeners = await store.findListeners(tx, projectId);
    const deliveries = listeners.flatMap((endpoint) =>
      recorded
        .filter(({ type }) => endpoint.types.length === 0 || endpoint.types.includes(type))
        .map((event) => deliveryOf(endpoint, event)),
    );
    if (!deliveries.length) return;
    await log.insertDeliveries(tx, projectId, deliveries);
    for (const delivery of deliveries) await schedule(tx, { ...delivery, project_id: projectId, attempt_count: 0 });
  });

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
    const receipt = await post(endpoint.url, { headers, body: delivery.body }, options);
    await transact(db, async (tx) => {
      const current = await log.lockDelivery(tx, delivery.project_id, delivery.id);
      if (!current) return;
      const after = outcome(current, receipt);
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
      if (after.status === 'pending') await schedule(tx, after, after.next_attempt_at ?? undefined);
      if (after.status === 'failed' && current.status === 'pending') await switchOff(tx, endpoint, current, receipt);
    });
  }

  /** Disables an endpoint that has accepted nothing since the first attempt of a delivery that finally failed. */
  async function switchOff(tx: Transaction, endpoint: store.Endpoint, delivery: log.Delivery, receipt: Receipt): Promise<void> {
    if (delivery.type === TEST) return;
    const { project_id, id } = endpoint;
    const isGone = receipt.status === GONE;
    if (!isGone && (await log.hasSucceededSince(tx, project_id, id, delivery.created_at))) return;
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

  return {
    deliverNow,
    test: async (endpoint) => {
      const event = { id: newId(), type: TEST, created_at: new Date().toISOString() };
      const data = { message: 'This is a test of your webhook.' };
      const delivery = {
        id: newId(),
        endpoint_id: endpoint.id,
        event_id: event.id,
        type: TEST,
        body: render(endpoint.project_id, event, { data }),
      };
      await transact(db, (tx) => log.insertDeliveries(tx, endpoint.project_id, [delivery]));
      await deliverNow(endpoint.project_id, delivery.id);
      return delivery.id;
    },
  };
}

const TEST = 'webhook.test';
const GONE = 410;

type Scheduled = Pick<log.Delivery, 'project_id' | 'id' | 'endpoint_id' | 'attempt_count'>;

/** Returns the payload of an event for an endpoint. Personal data is included only when the endpoint enables it. */
function deliveryOf(endpoint: store.Endpoint, event: RecordedEvent): log.NewDelivery {
  const { data, personal } = event.subject;
  const isPersonal = (field: string) => field in personal;
  const content = endpoint.include_personal_data
    ? { data: { ...data, ...personal }, changes: event.changes }
    : { data, changes: event.changes?.filter(({ field }) => !isPersonal(field)) };
  return {
    id: newId(),
    endpoint_id: endpoint.id,
    event_id: event.id,
    type: event.type,
    body: render(endpoint.project_id, event, content),
  };
}

const render = (
  projectId: string,
  { id, type, created_at }: { id: string; type: string; created_at: string },
  content: { data: object; changes?: object[] },
) =>
  JSON.stringify({
    id: formatId('evt', id),
    type,
    version: VERSION,
    created_at,
    project_id: formatId('prj', projectId),
    ...content,
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

/** Returns the state of a delivery after an attempt. Manual attempts of completed deliveries are not retried automatically. */
function outcome(delivery: log.Delivery, receipt: Receipt): log.Delivery {
  const attempt_count = delivery.attempt_count + 1;
  const ended = { ...delivery, attempt_count, next_attempt_at: null };
  if (receipt.error === null) return { ...ended, status: 'succeeded' };
  if (delivery.status !== 'pending') return { ...ended, status: delivery.status };
  const next = receipt.status === GONE || delivery.type === TEST ? undefined : nextTry(attempt_count, receipt);
  return next ? { ...ended, status: 'pending', next_attempt_at: next } : { ...ended, status: 'failed' };
}

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** @throws {HttpError} 400 */
function refuseCredentials(url: string): void {
  const { username, password } = new URL(url);
  if (username || password) throw invalidField('url', 'format', 'url must not contain a username or password');
}

/** @throws {HttpError} 404 */
export async function getEndpoint(db: Db, projectId: string, id: string): Promise<store.Endpoint> {
  const endpoint = await store.findEndpoint(db, projectId, id);
  if (!endpoint) throw new HttpError('webhooks.not_found');
  return endpoint;
}

export async function createEndpoint(
  db: Db,
  projectId: string,
  { url, description = '', types = [], include_personal_data = false }: store.EndpointChange & { url: string },
): Promise<store.Endpoint> {
  refuseCredentials(url);
  const id = newId();
  await store.insertEndpoint(db, projectId, { id, url, description, types, include_personal_data, secret: newSecret() });
  return await getEndpoint(db, projectId, id);
}

export async function updateEndpoint(
  db: Db,
  { projectId, id, change }: { projectId: string; id: string; change: store.EndpointChange },
): Promise<store.Endpoint> {
  if (change.url) refuseCredentials(change.url);
  await store.updateEndpoint(db, projectId, id, change);
  return await getEndpoint(db, projectId, id);
}

export async function rotateSecret(
  db: Db,
  { projectId, id, revokeNow }: { projectId: string; id: string; revokeNow: boolean },
): Promise<store.Endpoint> {
  await store.replaceSecret(db, projectId, id, { secret: newSecret(), graceSeconds: revokeNow ? 0 : GRACE_S });
  return await getEndpoint(db, projectId, id);
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
