import type { Instance } from '../../../instance/instance.ts';
import { summarizeTrigger } from './messages.ts';
import { alertForEvent, toFigures } from './projections.ts';
import { analyticsTexts } from '../texts/texts.ts';
import { findTriggers } from './triggers-store.ts';

/** Notifies members of triggered alerts. */
export function notifyMembers({ notifications }: Pick<Instance, 'notifications'>): void {
  notifications.on('alert.triggered', async ({ data }) => [{ kind: 'alert.triggered', subject: data.trigger_id }]);
  notifications.define('alert.triggered', async (reader, projectId, ids, language) => {
    const t = analyticsTexts(language).notices;
    const triggers = await findTriggers(reader, projectId, ids);
    return new Map(
      triggers.map(({ trigger, alert }) => [
        trigger.id,
        summarizeTrigger(
          { ...toFigures(trigger), alert: alertForEvent(alert), url: trigger.path },
          { heading: trigger.recovered_at ? t.recovered : t.alert, value: trigger.value, language },
        ),
      ]),
    );
  });
}
