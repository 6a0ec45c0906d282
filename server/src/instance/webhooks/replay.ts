import { MAX_REPLAYED_DELIVERIES } from '@earshot/contract/instance/webhooks';
import { type DeliveryStatus } from '@earshot/contract/instance/values';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { TEST } from './attempts.ts';
import * as log from './deliveries-store.ts';
import type { ScheduleDeliveries } from './scheduling.ts';
import type * as store from './store.ts';

const TOO_MANY_DELIVERIES = `More than ${MAX_REPLAYED_DELIVERIES.toLocaleString('en-US')} deliveries match; choose a shorter period between since and until`;

/** Deliveries that `replay` sends again. */
export interface ReplayRequest {
  since: string;
  until?: string;
  /** Default: `failed`. */
  status?: 'failed' | 'all';
  types?: readonly string[];
}

/**
 * Schedules deliveries of an endpoint again, each with the same body and webhook-id and with seven attempts. Returns their number.
 * @throws {HttpError} 400 for more than 10,000 deliveries, 409 for a disabled endpoint
 */
export async function replay(
  { db, schedule }: { db: Db; schedule: ScheduleDeliveries },
  endpoint: store.Endpoint,
  request: ReplayRequest,
): Promise<number> {
  const { since, until, status = 'failed', types = [] } = request;
  if (!endpoint.enabled) throw new HttpError('webhooks.disabled');
  if (until !== undefined && Date.parse(until) <= Date.parse(since))
    throw invalidField('until', 'too_small', 'until must be later than since');
  const { project_id, id: endpointId } = endpoint;
  const statuses: DeliveryStatus[] = status === 'all' ? ['failed', 'succeeded'] : ['failed'];
  const filter = { since, until, statuses, types, except: TEST, limit: MAX_REPLAYED_DELIVERIES + 1 };
  return await transact(db, async (tx) => {
    const deliveries = await log.lockDeliveries(tx, project_id, endpointId, filter);
    if (deliveries.length > MAX_REPLAYED_DELIVERIES) throw invalidField('since', 'too_many', TOO_MANY_DELIVERIES);
    await log.resetDeliveries(
      tx,
      project_id,
      deliveries.map(({ id }) => id),
    );
    await schedule(
      tx,
      endpointId,
      deliveries.map((delivery) => ({ ...delivery, project_id })),
    );
    return deliveries.length;
  });
}
