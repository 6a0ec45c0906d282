import type {
  ALERT_CONDITIONS,
  ALERT_DISABLED_REASONS,
  ALERT_METRICS,
  ALERT_STATES,
  ALERT_WINDOWS,
} from '@earshot/contract/services/analytics/values';
import { sql } from 'kysely';
import { countRows } from '../../../platform/postgres/paging.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export type AlertMetric = (typeof ALERT_METRICS)[number];
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];
export type AlertState = (typeof ALERT_STATES)[number];
export type AlertWindow = (typeof ALERT_WINDOWS)[number];

/** The counted metric of an alert, and the counts that trigger it. */
export interface Definition {
  metric: AlertMetric;
  filters: string[];
  goal_id: string | null;
  condition: AlertCondition;
  threshold: number | null;
  window_minutes: AlertWindow;
  tolerance: number;
  cooldown_minutes: number;
}

export interface Rule extends Definition {
  name: string;
  enabled: boolean;
}

/** Progress of the evaluation of an alert. */
export interface Progress {
  state: AlertState;
  streak: number;
  evaluated_until: Date | null;
  low_ignored_until: Date | null;
  last_value: number | null;
  last_triggered_at: Date | null;
}

export interface Alert
  extends Rule, Progress, Pick<Tables['analytics_alerts'], 'id' | 'project_id' | 'revision' | 'created_at' | 'updated_at'> {
  disabled_reason: (typeof ALERT_DISABLED_REASONS)[number] | null;
}

export async function listAlerts(db: Db, projectId: string): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    SELECT * FROM analytics_alerts WHERE project_id = ${projectId} ORDER BY name, id`.execute(db);
  return rows;
}

/** Returns the alerts that are evaluated, of all projects. */
export async function listEnabledAlerts(db: Db): Promise<Alert[]> {
  const { rows } =
    await sql<Alert>`/* all projects */ SELECT * FROM analytics_alerts WHERE enabled ORDER BY project_id, id`.execute(db);
  return rows;
}

export async function findAlert(db: Db, projectId: string, id: string): Promise<Alert | undefined> {
  const { rows } = await sql<Alert>`SELECT * FROM analytics_alerts WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

/** Returns an alert, and locks it until the transaction ends. */
export async function lockAlert(tx: Transaction, projectId: string, id: string): Promise<Alert | undefined> {
  const { rows } = await sql<Alert>`
    SELECT * FROM analytics_alerts WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function findAlertProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM analytics_alerts WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the number of alerts of a project. Concurrent callers wait until the transaction ends. */
export async function lockCount(tx: Transaction, projectId: string): Promise<number> {
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(tx);
  return await countRows(tx, sql`analytics_alerts WHERE project_id = ${projectId}`);
}

export async function insertAlert(tx: Transaction, projectId: string, id: string, rule: Rule): Promise<Alert> {
  const { rows } = await sql<Alert>`
    INSERT INTO analytics_alerts (project_id, id, name, metric, filters, goal_id, condition, threshold, window_minutes, tolerance,
      cooldown_minutes, enabled)
    VALUES (${projectId}, ${id}, ${rule.name}, ${rule.metric}, ${rule.filters}::text[], ${rule.goal_id}, ${rule.condition},
      ${rule.threshold}, ${rule.window_minutes}, ${rule.tolerance}, ${rule.cooldown_minutes}, ${rule.enabled})
    RETURNING *`.execute(tx);
  return rows[0] as Alert;
}

/** Replaces the rule of an alert. With `isRestarted`, its evaluation begins again. */
export async function updateAlert(
  tx: Transaction,
  { project_id: projectId, id }: Alert,
  rule: Rule,
  { isRestarted }: { isRestarted: boolean },
): Promise<Alert> {
  const { rows } = await sql<Alert>`
    UPDATE analytics_alerts SET name = ${rule.name}, metric = ${rule.metric}, filters = ${rule.filters}::text[],
      goal_id = ${rule.goal_id}, condition = ${rule.condition}, threshold = ${rule.threshold},
      window_minutes = ${rule.window_minutes}, tolerance = ${rule.tolerance}, cooldown_minutes = ${rule.cooldown_minutes},
      disabled_reason = CASE WHEN ${rule.enabled} THEN NULL ELSE disabled_reason END, enabled = ${rule.enabled},
      revision = revision + 1, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(tx);
  return isRestarted ? await restartAlert(tx, projectId, id) : (rows[0] as Alert);
}

const RESTARTED = sql`state = 'learning', streak = 0, evaluated_until = NULL, low_ignored_until = NULL, last_value = NULL`;

async function restartAlert(tx: Transaction, projectId: string, id: string): Promise<Alert> {
  await closeTriggers(tx, projectId, sql`alert_id = ${id}`);
  const { rows } = await sql<Alert>`
    UPDATE analytics_alerts SET ${RESTARTED} WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(tx);
  return rows[0] as Alert;
}

/** Ends triggers of alerts that changed, without a recovery. */
async function closeTriggers(tx: Transaction, projectId: string, condition: ReturnType<typeof sql>): Promise<void> {
  await sql`
    UPDATE analytics_alert_triggers SET recovered_at = now()
    WHERE project_id = ${projectId} AND recovered_at IS NULL AND ${condition}`.execute(tx);
}

/** Disables the alerts of a goal that is deleted in the same transaction. */
export async function disableAlertsOfGoal(tx: Transaction, projectId: string, goalId: string): Promise<void> {
  // Waits for alerts of the goal that are being created.
  await sql`SELECT FROM analytics_goals WHERE project_id = ${projectId} AND id = ${goalId} FOR UPDATE`.execute(tx);
  await closeTriggers(
    tx,
    projectId,
    sql`alert_id IN (SELECT id FROM analytics_alerts WHERE project_id = ${projectId} AND goal_id = ${goalId})`,
  );
  await sql`
    UPDATE analytics_alerts SET ${RESTARTED}, goal_id = NULL, enabled = false, disabled_reason = 'goal_deleted',
      revision = revision + 1, updated_at = now()
    WHERE project_id = ${projectId} AND goal_id = ${goalId}`.execute(tx);
}

export async function deleteAlert(tx: Transaction, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM analytics_alerts WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

/** Deletes the history of a test project, whose alerts begin again. */
export async function deleteHistory(tx: Transaction, projectId: string): Promise<void> {
  await sql`DELETE FROM analytics_alert_triggers WHERE project_id = ${projectId}`.execute(tx);
  await sql`
    UPDATE analytics_alerts SET ${RESTARTED}, last_triggered_at = NULL, revision = revision + 1
    WHERE project_id = ${projectId}`.execute(tx);
}

/** Saves the progress of evaluations, except of alerts that were changed or evaluated meanwhile. Returns the ids of the saved ones. */
export async function saveProgress(db: Db, alerts: (Alert & Progress)[]): Promise<Set<string>> {
  if (!alerts.length) return new Set();
  const { rows } = await sql<{ id: string }>`
    UPDATE analytics_alerts AS alert SET state = given.state, streak = given.streak, evaluated_until = given.evaluated_until,
      low_ignored_until = given.low_ignored_until, last_value = given.last_value, last_triggered_at = given.last_triggered_at
    FROM json_to_recordset(${JSON.stringify(alerts)}::json) AS given(project_id uuid, id uuid, revision integer, state text,
      streak smallint, evaluated_until timestamptz, low_ignored_until timestamptz, last_value double precision,
      last_triggered_at timestamptz)
    WHERE alert.project_id = given.project_id AND alert.id = given.id AND alert.revision = given.revision AND alert.enabled
      AND (alert.evaluated_until IS NULL OR alert.evaluated_until < given.evaluated_until)
    RETURNING alert.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
