import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Actor, changedFields, recordAudit } from '../audit/audit.ts';
import { HttpError, invalidField } from '../http/errors.ts';
import { formatId, newId } from '../ids.ts';
import type { DomainEvents, RecordedEvent } from '../jobs/events.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { post, type Receipt, type RequestOptions } from '../outbound/requests.ts';
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
const GRACE_S = 24 * 60 * 60;
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
  options: RequestOptions;
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
    await insertEvents(tx, projectId, recorded);
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
      if (after.status === 'pending') await schedule(tx, after, after.next_attempt_at ?? undefined);
      if (after.status === 'failed' && current.status === 'pending' && !refusal) await switchOff(tx, endpoint, current, receipt);
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

type Scheduled = Pick<log.Delivery, 'project_id' | 'id' | 'endpoint_id' | 'attempt_count'>;

/** Returns the delivery of an event to an endpoint. */
const deliveryOf = (endpoint: store.Endpoint, event: RecordedEvent): log.NewDelivery => ({
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

/** Fields of an endpoint in the audit log. Paths of webhook URLs are often secrets, so only the origin is recorded. */
const auditedFields = ({ url, description, types, enabled, include_personal_data }: store.Endpoint) => ({
  url: auditedUrl(url),
  description,
  types,
  enabled,
  include_personal_data,
});

function auditedUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname === '/' && !search ? '/' : '/…'}`;
}

const targetOf = ({ id, url }: store.Endpoint) => ({ id: formatId('whk', id), name: auditedUrl(url) });

export async function createEndpoint(
  db: Db,
  { projectId, actor }: { projectId: string; actor: Actor },
  { url, description = '', types = [], include_personal_data = false }: store.EndpointChange & { url: string },
): Promise<store.Endpoint> {
  refuseCredentials(url);
  const id = newId();
  return await transact(db, async (tx) => {
    await store.insertEndpoint(tx, projectId, { id, url, description, types, include_personal_data, secret: newSecret() });
    const endpoint = await getEndpoint(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'webhook.created',
      target: targetOf(endpoint),
      after: auditedFields(endpoint),
    });
    return endpoint;
  });
}

interface Target {
  projectId: string;
  id: string;
  actor: Actor;
}

export async function updateEndpoint(
  db: Db,
  { projectId, id, actor, change }: Target & { change: store.EndpointChange },
): Promise<store.Endpoint> {
  if (change.url) refuseCredentials(change.url);
  return await transact(db, async (tx) => {
    const before = await lockEndpoint(tx, projectId, id);
    await store.updateEndpoint(tx, projectId, id, change);
    const endpoint = await getEndpoint(tx, projectId, id);
    const changed = changedFields(auditedFields(before), auditedFields(endpoint));
    // A change below the origin is recorded as well, although both sides read the same.
    const isMoved = before.url !== endpoint.url && !changed?.after.url && { url: auditedUrl(endpoint.url) };
    if (changed || isMoved)
      await recordAudit(tx, {
        projectId,
        actor,
        action: 'webhook.updated',
        target: targetOf(before),
        before: { ...changed?.before, ...isMoved },
        after: { ...changed?.after, ...isMoved },
      });
    return endpoint;
  });
}

export async function rotateSecret(
  db: Db,
  { projectId, id, actor, revokeNow }: Target & { revokeNow: boolean },
): Promise<store.Endpoint> {
  return await transact(db, async (tx) => {
    await store.replaceSecret(tx, projectId, id, { secret: newSecret(), graceSeconds: revokeNow ? 0 : GRACE_S });
    const endpoint = await getEndpoint(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'webhook.secret_rotated',
      target: targetOf(endpoint),
      after: { revoke_now: revokeNow },
    });
    return endpoint;
  });
}

/** @throws {HttpError} 404 */
export async function deleteEndpoint(db: Db, { projectId, id, actor }: Target): Promise<void> {
  await transact(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, projectId, id);
    await store.deleteEndpoint(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'webhook.deleted',
      target: targetOf(endpoint),
      before: auditedFields(endpoint),
    });
  });
}

async function lockEndpoint(tx: Transaction, projectId: string, id: string): Promise<store.Endpoint> {
  const endpoint = await store.lockEndpoint(tx, projectId, id);
  if (!endpoint) throw new HttpError('webhooks.not_found');
  return endpoint;
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
