import { THRESHOLD_CONDITIONS } from '@earshot/contract/services/analytics/values';
import type { Alert, Body } from '@earshot/sdk';

/** Input of the form of an alert. Numbers of text fields are texts. */
export interface Draft {
  name: string;
  metric: Alert['metric'];
  goalId: string;
  condition: Alert['condition'];
  threshold: string;
  window: Alert['window_minutes'];
  tolerance: number;
  cooldown: number;
  filters: string[];
}

/** Tolerances by sensitivity. */
export const TOLERANCES = { low: 9, normal: 6, high: 4.5 };

export const NEW_ALERT: Draft = {
  name: '',
  metric: 'visitors',
  goalId: '',
  condition: 'outside_usual',
  threshold: '',
  window: 60,
  tolerance: TOLERANCES.normal,
  cooldown: 240,
  filters: [],
};

/** Starting points of new alerts. */
export const TEMPLATES = [
  { id: 'visitors', draft: { ...NEW_ALERT, condition: 'below_usual' } },
  { id: 'goal', draft: { ...NEW_ALERT, metric: 'conversions', condition: 'below', threshold: '1', window: 1440 } },
  { id: 'intake', draft: { ...NEW_ALERT, metric: 'intake', condition: 'below', threshold: '1' } },
] as const satisfies { id: string; draft: Draft }[];

export const toDraft = (alert: Alert): Draft => ({
  name: alert.name,
  metric: alert.metric,
  goalId: alert.goal_id ?? '',
  condition: alert.condition,
  threshold: alert.threshold === null ? '' : String(alert.threshold),
  window: alert.window_minutes,
  tolerance: alert.tolerance,
  cooldown: alert.cooldown_minutes,
  filters: alert.filters,
});

export const hasThreshold = (condition: Alert['condition']): condition is 'above' | 'below' =>
  (THRESHOLD_CONDITIONS as readonly string[]).includes(condition);

/** Filters apply to the metrics of reports. */
export const hasFilters = (metric: Alert['metric']) => metric !== 'intake' && metric !== 'feedback';

/** Returns the rule of a draft: a request body. Fields that the metric or the condition does not have are null or empty. */
export const toRule = (draft: Draft): Body<'POST /v1/alerts/preview'> => ({
  metric: draft.metric,
  filters: hasFilters(draft.metric) ? draft.filters.map((filter) => filter.trim()).filter(Boolean) : [],
  goal_id: draft.metric === 'conversions' && draft.goalId ? draft.goalId : null,
  condition: draft.condition,
  // The server says what is wrong with an empty threshold.
  threshold: hasThreshold(draft.condition) && draft.threshold.trim() ? Number(draft.threshold) : null,
  window_minutes: draft.window,
  tolerance: draft.tolerance,
  cooldown_minutes: draft.cooldown,
});
