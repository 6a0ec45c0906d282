import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { memberTexts } from '../texts/texts.ts';
import { type Endpoint, findEndpoints } from './store.ts';

/** Tells the admins of a project that an endpoint was disabled. */
export type TellDisabled = (tx: Transaction, endpoint: Endpoint) => Promise<void>;

export function createDisabledNotice({ define, notify }: Notifications): TellDisabled {
  define('webhook.disabled', async (db, projectId, ids, language) => {
    const t = memberTexts(language).notifications;
    const endpoints = await findEndpoints(db, projectId, ids);
    return new Map(
      endpoints.map(({ id, url, format, description, enabled, disabled_reason: reason }) => [
        id,
        {
          heading: enabled ? t.webhookEnabled : t.webhookDisabled,
          // URLs of chat services are secrets.
          title: description || (format === 'standard' ? url : new URL(url).host),
          content: enabled ? null : [reason, t.webhookInstruction].filter(Boolean).join('\n\n'),
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
