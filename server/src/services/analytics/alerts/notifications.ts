import type { Instance } from '../../../instance/instance.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { summarizeTrigger } from './messages.ts';
import { alertForEvent, toFigures } from './projections.ts';
import { findTriggers } from './triggers-store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };

/** Tells members of triggered alerts. */
export function notifyMembers({ db, events, notifications }: Pick<Instance, 'db' | 'events' | 'notifications'>): void {
  events.on('alert.triggered', 'notify', RETRY, async ({ id, created_at, project_id, data }) =>
    transact(db, (tx) =>
      notifications.notify(tx, project_id, {
        kind: 'alert.triggered',
        subject: data.trigger_id,
        event: { id, created_at },
      }),
    ),
  );
  notifications.define('alert.triggered', async (reader, projectId, ids) => {
    const triggers = await findTriggers(reader, projectId, ids);
    return new Map(
      triggers.map(({ trigger, alert }) => [
        trigger.id,
        summarizeTrigger(
          { ...toFigures(trigger), alert: alertForEvent(alert), url: trigger.path },
          trigger.recovered_at ? 'Alert, recovered' : 'Alert',
          trigger.value,
        ),
      ]),
    );
  });
}
