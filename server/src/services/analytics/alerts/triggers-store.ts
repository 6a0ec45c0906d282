import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';
import type { Alert, AlertCondition } from './store.ts';

/** A window in which an alert was triggered, until its recovery. */
export interface Trigger extends Pick<
  Tables['analytics_alert_triggers'],
  | 'project_id'
  | 'id'
  | 'alert_id'
  | 'condition'
  | 'window_from'
  | 'window_to'
  | 'value'
  | 'threshold'
  | 'usual'
  | 'usual_low'
  | 'usual_high'
  | 'path'
  | 'triggered_at'
  | 'recovered_at'
  | 'recovered_value'
> {
  condition: AlertCondition;
}

export type NewTrigger = Omit<Trigger, 'triggered_at' | 'recovered_at' | 'recovered_value'>;

/** Returns the triggers of an alert, the most recent first. */
export const listTriggers = (db: Db, projectId: string, alertId: string, rows: PageRows) =>
  readPage<Trigger>(db, {
    columns: sql`analytics_alert_triggers.*`,
    source: sql`analytics_alert_triggers WHERE project_id = ${projectId} AND alert_id = ${alertId}`,
    order: descending(uuidKey(sql`id`)),
    rows,
  });

/** Returns triggers with their alerts. */
export async function findTriggers(db: Db, projectId: string, ids: string[]): Promise<{ trigger: Trigger; alert: Alert }[]> {
  const { rows: triggers } = await sql<Trigger>`
    SELECT * FROM analytics_alert_triggers WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(db);
  const { rows: alerts } = await sql<Alert>`
    SELECT * FROM analytics_alerts
    WHERE project_id = ${projectId} AND id = ANY(${triggers.map(({ alert_id }) => alert_id)}::uuid[])`.execute(db);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return triggers.flatMap((trigger) => {
    const alert = byId.get(trigger.alert_id);
    return alert ? [{ trigger, alert }] : [];
  });
}

export async function insertTrigger(tx: Transaction, trigger: NewTrigger): Promise<Trigger> {
  const { rows } = await sql<Trigger>`
    INSERT INTO analytics_alert_triggers (project_id, id, alert_id, condition, window_from, window_to, value, threshold, usual,
      usual_low, usual_high, path)
    VALUES (${trigger.project_id}, ${trigger.id}, ${trigger.alert_id}, ${trigger.condition}, ${trigger.window_from},
      ${trigger.window_to}, ${trigger.value}, ${trigger.threshold}, ${trigger.usual}, ${trigger.usual_low}, ${trigger.usual_high},
      ${trigger.path})
    RETURNING *`.execute(tx);
  return rows[0] as Trigger;
}

/** Ends the trigger of an alert. Returns undefined if none is open. */
export async function recoverTrigger(
  tx: Transaction,
  { projectId, alertId, value }: { projectId: string; alertId: string; value: number },
): Promise<Trigger | undefined> {
  const { rows } = await sql<Trigger>`
    UPDATE analytics_alert_triggers SET recovered_at = now(), recovered_value = ${value}
    WHERE project_id = ${projectId} AND alert_id = ${alertId} AND recovered_at IS NULL RETURNING *`.execute(tx);
  return rows[0];
}

const KEPT_MONTHS = 12;

/** Deletes triggers that are older than a year. Open ones are kept. */
export async function deleteOldTriggers(db: Db): Promise<void> {
  await sql`
    /* all projects */ DELETE FROM analytics_alert_triggers
    WHERE triggered_at < now() - make_interval(months => ${KEPT_MONTHS}) AND recovered_at IS NOT NULL`.execute(db);
}
