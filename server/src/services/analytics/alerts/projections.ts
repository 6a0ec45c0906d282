import { buildDashboardUrl } from '../../../instance/projects/dashboard-url.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Alert } from './store.ts';
import type { Trigger } from './triggers-store.ts';

const formatGoal = (id: string | null) => id && formatId('goal', id);
const formatTime = (time: Date | null) => time && time.toISOString();

export const alertForMember = (alert: Alert) => ({
  id: formatId('alr', alert.id),
  project_id: formatId('prj', alert.project_id),
  name: alert.name,
  metric: alert.metric,
  filters: alert.filters,
  goal_id: formatGoal(alert.goal_id),
  condition: alert.condition,
  threshold: alert.threshold,
  window_minutes: alert.window_minutes,
  tolerance: alert.tolerance,
  cooldown_minutes: alert.cooldown_minutes,
  enabled: alert.enabled,
  disabled_reason: alert.disabled_reason,
  state: alert.state,
  evaluated_at: formatTime(alert.evaluated_until),
  last_value: alert.last_value,
  last_triggered_at: formatTime(alert.last_triggered_at),
  created_at: alert.created_at.toISOString(),
  updated_at: alert.updated_at.toISOString(),
});

/** Address of a project in the dashboard. */
export interface Home {
  publicUrl: string;
  slug: string;
}

/** Returns what was measured, and what was expected. */
export const toFigures = (trigger: Trigger) => ({
  condition: trigger.condition,
  from: trigger.window_from.toISOString(),
  to: trigger.window_to.toISOString(),
  value: trigger.value,
  usual: trigger.usual,
  usual_low: trigger.usual_low,
  usual_high: trigger.usual_high,
  threshold: trigger.threshold,
});

export const triggerForMember = (trigger: Trigger, { publicUrl, slug }: Home) => ({
  id: formatId('alt', trigger.id),
  alert_id: formatId('alr', trigger.alert_id),
  ...toFigures(trigger),
  url: buildDashboardUrl(publicUrl, slug, trigger.path),
  triggered_at: trigger.triggered_at.toISOString(),
  recovered_at: formatTime(trigger.recovered_at),
  recovered_value: trigger.recovered_value,
});

export const alertForEvent = (alert: Alert) => ({
  id: formatId('alr', alert.id),
  name: alert.name,
  metric: alert.metric,
  filters: alert.filters,
  goal_id: formatGoal(alert.goal_id),
  window_minutes: alert.window_minutes,
});

/** Content of the events of an alert. */
export const triggerForEvent = (trigger: Trigger, alert: Alert, home: Home) => ({
  ...triggerForMember(trigger, home),
  alert: alertForEvent(alert),
});
