import { formatId } from '../../platform/ids.ts';
import type { PersonalData } from '../../platform/postgres/person.ts';
import type { Retention } from '../../platform/postgres/retention.ts';
import { deleteOldDeliveries } from './deliveries-store.ts';
import { deletePersonEvents } from './events-store.ts';
import { deletePersonDeliveries, findPersonDeliveries } from './people-store.ts';

/** Retention of deliveries. The seven attempts of a pending one take a day. */
export const deliveryRetention: Retention = { setting: 'webhook_delivery_days', deleteOld: deleteOldDeliveries };

/** Personal data in the delivery log and in recent events. An export contains the records that the events are about. */
export const webhookPeople: PersonalData = {
  sections: {
    webhook_deliveries: async (...params) =>
      (await findPersonDeliveries(...params)).map(({ id, endpoint_id, type, body, status, created_at }) => ({
        id: formatId('dlv', id),
        webhook_id: formatId('whk', endpoint_id),
        type,
        status,
        body: JSON.parse(body) as object,
        created_at: created_at.toISOString(),
      })),
  },
  erase: async (tx, projectId, person, ids) => ({
    webhook_deliveries: await deletePersonDeliveries(tx, projectId, person, ids),
    webhook_events: await deletePersonEvents(tx, projectId, person, ids),
  }),
};
