import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type * as log from './deliveries-store.ts';

export const QUEUE = 'webhooks.deliver';

/** A delivery whose next attempt is scheduled, and the attempts before it. */
export type Scheduled = Pick<log.Delivery, 'project_id' | 'id' | 'attempt_count'>;

/** Adds jobs for the next attempts of deliveries to one endpoint, in the transaction of the change. */
export type ScheduleDeliveries = (
  tx: Transaction,
  endpointId: string,
  deliveries: Scheduled[],
  options?: { startAfter?: Date | undefined; hasSlot?: boolean },
) => Promise<void>;

/** Job of an attempt. `attempt_count` recognizes a job whose attempt was made by another one. */
export interface DeliveryJob {
  project_id: string;
  delivery_id: string;
  attempt_count: number;
  /** Whether the job starts at a time that the chat service of the endpoint keeps for it. */
  has_slot?: boolean;
}

export const createScheduling =
  (jobs: JobQueue): ScheduleDeliveries =>
  (tx, endpointId, deliveries, { startAfter, hasSlot } = {}) =>
    jobs.send(
      tx,
      QUEUE,
      deliveries.map(({ project_id, id, attempt_count }): DeliveryJob => ({
        project_id,
        delivery_id: id,
        attempt_count,
        ...(hasSlot && { has_slot: true }),
      })),
      { group: endpointId, startAfter },
    );
