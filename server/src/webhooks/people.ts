import { formatId } from '../ids.ts';
import type { PersonalData } from '../postgres/person.ts';
import type { Retention } from '../postgres/retention.ts';
import { deleteOldDeliveries } from './deliveries-store.ts';
import { deletePersonDeliveries, findPersonDeliveries } from './people-store.ts';

/** Deliveries are a log: of a waiting one, seven attempts take a day. */
export const deliveryRetention: Retention = { setting: 'webhook_delivery_days', deleteOld: deleteOldDeliveries };

/** What the log of webhooks holds of a person. */
export const webhookPeople: PersonalData = {
  sections: {
    webhook_deliveries: async (...asked) =>
      (await findPersonDeliveries(...asked)).map(({ id, endpoint_id, type, body, status, created_at }) => ({
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
  }),
};
