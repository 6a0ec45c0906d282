import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type Endpoint, findEndpoints } from './store.ts';

/** Tells the admins of a project that an endpoint was disabled. */
export type TellDisabled = (tx: Transaction, endpoint: Endpoint) => Promise<void>;

const INSTRUCTION =
  'New events are no longer sent to this endpoint. When the endpoint works again, enable it under Settings → Webhooks and use “Resend deliveries” to send the failed deliveries again.';

export function createDisabledNotice({ define, notify }: Notifications): TellDisabled {
  define('webhook.disabled', async (db, projectId, ids) => {
    const endpoints = await findEndpoints(db, projectId, ids);
    return new Map(
      endpoints.map(({ id, url, format, description, enabled, disabled_reason: reason }) => [
        id,
        {
          heading: enabled ? 'Webhook endpoint was disabled, and is enabled again' : 'Webhook endpoint disabled',
          // URLs of chat services are secrets.
          title: description || (format === 'standard' ? url : new URL(url).host),
          content: enabled ? null : [reason, INSTRUCTION].filter(Boolean).join('\n\n'),
          link: 'settings/webhooks',
        },
      ]),
    );
  });
  return (tx, endpoint) =>
    notify(tx, endpoint.project_id, {
      kind: 'webhook.disabled',
      subject: endpoint.id,
      event: { id: newId(), created_at: new Date().toISOString() },
    });
}
