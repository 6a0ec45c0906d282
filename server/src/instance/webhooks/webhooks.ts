import { HttpError } from '../../platform/api/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { DomainEvents, RecordedEvent } from '../../platform/jobs/events.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import type { RequestOptions } from '../../platform/outbound/requests.ts';
import { matchesFilter } from './filters.ts';
import { findChatFormat } from './formats/index.ts';
import { attempt, TEST } from './attempts.ts';
import * as log from './deliveries-store.ts';
import type { TellDisabled } from './notifications.ts';
import { deleteOldEvents, insertEvents } from './events-store.ts';
import { renderEvent, renderPayload } from './payload.ts';
import { replay, type ReplayRequest } from './replay.ts';
import { renderRequest, type RequestDeps } from './formats/request.ts';
import { createScheduling, type DeliveryJob, QUEUE } from './scheduling.ts';
import * as store from './store.ts';

// For internal failures. Failed deliveries are counted and scheduled by retries.ts.
const RETRY = { limit: 20, delaySeconds: 5 };
// An endpoint that uses its full ten seconds each time occupies at most two of these.
const CONCURRENCY = { jobs: 6, perGroup: 2 };

export interface Webhooks {
  /** Sends a delivery immediately, regardless of its state. */
  deliverNow: (projectId: string, deliveryId: string) => Promise<void>;
  /** Returns the request that an endpoint receives about an event. */
  render: (endpoint: Parameters<typeof renderRequest>[1], event: string) => ReturnType<typeof renderRequest>;
  /** Sends a test event to one endpoint immediately. Returns the delivery id. */
  test: (endpoint: store.Endpoint) => Promise<string>;
  /** Schedules deliveries of an endpoint again (replay.ts), in the given unit of work. Returns their number. */
  replay: (db: Db, endpoint: store.Endpoint, request: ReplayRequest) => Promise<number>;
}

interface Deps extends RequestDeps {
  jobs: JobQueue;
  events: DomainEvents;
  tellDisabled: TellDisabled;
  options: RequestOptions;
}

/**
 * Creates the webhook sender (Standard Webhooks specification). Deliveries and their jobs are written in the transaction of the
 * change. The result of an attempt is stored afterwards: after a crash in between, the attempt is repeated with the same
 * webhook-id. Endpoints receive each event at least once.
 */
export function createWebhooks({ jobs, events, tellDisabled, options, ...requests }: Deps): Webhooks {
  const { db } = requests;
  const schedule = createScheduling(jobs);
  requests.messages.add({
    [TEST]: ({ message }: { message: string }) => ({ heading: 'Test', title: message, link: 'settings/webhooks' }),
  });
  const attempts = { ...requests, tellDisabled, options, schedule };

  events.observe(async (tx, projectId, recorded) => {
    await insertEvents(tx, projectId, recorded);
    const listeners = await store.findListeners(tx, projectId);
    const deliveries = listeners.flatMap((endpoint) =>
      recorded
        .filter(
          ({ type, subject }) =>
            matchesFilter(endpoint, type, subject.data) && (endpoint.include_personal_data || !subject.isPersonal),
        )
        .map((event) => buildDelivery(endpoint, event)),
    );
    if (!deliveries.length) return;
    await log.insertDeliveries(tx, projectId, deliveries);
    for (const [endpointId, waiting] of Map.groupBy(deliveries, ({ endpoint_id }) => endpoint_id))
      await schedule(
        tx,
        endpointId,
        waiting.map(({ id }) => ({ project_id: projectId, id, attempt_count: 0 })),
      );
  });

  jobs.schedule('webhooks.clean', '37 * * * *', () => deleteOldEvents(db));
  jobs.define<DeliveryJob>(
    QUEUE,
    RETRY,
    async ({ project_id, delivery_id, attempt_count, has_slot }) => {
      const delivery = await log.findDelivery(db, project_id, delivery_id);
      // Another attempt was made meanwhile: manually, or by a job that was presumed dead.
      if (delivery?.status !== 'pending' || delivery.attempt_count !== attempt_count) return;
      const endpoint = await store.findEndpoint(db, project_id, delivery.endpoint_id);
      if (endpoint?.enabled) {
        if (has_slot || !(await waitForSlot(endpoint, delivery))) await attempt(attempts, endpoint, delivery);
      } else await transact(db, (tx) => log.updateDelivery(tx, { ...delivery, status: 'failed', next_attempt_at: null }));
    },
    CONCURRENCY,
  );

  /** Schedules the delivery at the time at which the chat service accepts it. Returns false when it is now. */
  async function waitForSlot(endpoint: store.Endpoint, delivery: log.Delivery): Promise<boolean> {
    const interval = findChatFormat(endpoint.format)?.intervalMs;
    if (!interval) return false;
    return await transact(db, async (tx) => {
      const slot = await store.reserveSlot(tx, endpoint, interval);
      if (!slot) return false;
      await log.updateDelivery(tx, { ...delivery, next_attempt_at: slot });
      await schedule(tx, endpoint.id, [delivery], { startAfter: slot, hasSlot: true });
      return true;
    });
  }

  const deliverNow = async (projectId: string, deliveryId: string) => {
    const delivery = await log.findDelivery(db, projectId, deliveryId);
    const endpoint = delivery && (await store.findEndpoint(db, projectId, delivery.endpoint_id));
    if (!delivery || !endpoint) throw new HttpError('deliveries.not_found');
    await attempt(attempts, endpoint, delivery);
  };

  return {
    deliverNow,
    render: (endpoint, event) => renderRequest(requests, endpoint, event),
    replay: (given, endpoint, request) => replay({ db: given, schedule }, endpoint, request),
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

/** Returns the delivery of an event to an endpoint. */
const buildDelivery = (endpoint: store.Endpoint, event: RecordedEvent): log.NewDelivery => ({
  id: newId(),
  endpoint_id: endpoint.id,
  event_id: event.id,
  type: event.type,
  body: JSON.stringify(renderEvent(endpoint.project_id, event, { includePersonalData: endpoint.include_personal_data })),
});

/** Returns a delivery of this endpoint, with its attempts. @throws {HttpError} 404 */
export async function getDelivery(
  db: Db,
  { projectId, endpointId, id }: { projectId: string; endpointId: string; id: string },
): Promise<{ delivery: log.Delivery; attempts: log.Attempt[] }> {
  const delivery = await log.findDelivery(db, projectId, id);
  if (delivery?.endpoint_id !== endpointId) throw new HttpError('deliveries.not_found');
  return { delivery, attempts: await log.listAttempts(db, projectId, id) };
}
