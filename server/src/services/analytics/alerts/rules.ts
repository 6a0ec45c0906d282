import { THRESHOLD_CONDITIONS, REPORT_ALERT_METRICS } from '@earshot/contract/services/analytics/values';
import {
  DEFAULT_ALERT_COOLDOWN,
  DEFAULT_ALERT_TOLERANCE,
  DEFAULT_ALERT_WINDOW,
} from '@earshot/contract/services/analytics/schemas';
import { type Actor, changedFields, recordAudit } from '../../../instance/audit/audit.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { type Db, isForeignKeyViolation, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { findGoal } from '../manage/goals-store.ts';
import { parseFilters } from '../query/filters.ts';
import * as store from './store.ts';

/** Maximum number of alerts of a project. */
const MAX_ALERTS = 50;
/** The intake is counted by the hour of arrival. */
const MIN_INTAKE_WINDOW = 60;

const DEFAULTS: Omit<store.Definition, 'metric' | 'condition'> = {
  filters: [],
  goal_id: null,
  threshold: null,
  window_minutes: DEFAULT_ALERT_WINDOW,
  tolerance: DEFAULT_ALERT_TOLERANCE,
  cooldown_minutes: DEFAULT_ALERT_COOLDOWN,
};

/** Fields of a request. `goal_id` is a TypeID. */
export type GivenDefinition = Partial<store.Definition> & Pick<store.Definition, 'metric' | 'condition'>;
export type GivenRule = GivenDefinition & { name: string; enabled?: boolean };

const contains = (names: readonly string[], name: string) => names.includes(name);
export const isReportMetric = (metric: store.AlertMetric) => contains(REPORT_ALERT_METRICS, metric);
/** Returns whether a condition compares with the usual range. */
export const comparesWithUsual = (condition: store.AlertCondition) => !contains(THRESHOLD_CONDITIONS, condition);

/**
 * Completes the fields of a request, and checks those that depend on each other.
 * @throws {HttpError} 400, or 404 for an unknown goal
 */
export async function parseDefinition(db: Db, projectId: string, given: GivenDefinition): Promise<store.Definition> {
  const definition: store.Definition = { ...DEFAULTS, ...given };
  const { metric, filters, goal_id: goalId, condition, threshold, window_minutes: minutes } = definition;
  if (comparesWithUsual(condition)) {
    if (threshold !== null)
      throw invalidField('threshold', 'not_allowed', `threshold must not be set with the condition ${condition}`);
  } else if (threshold === null)
    throw invalidField('threshold', 'required', `threshold is required with the condition ${condition}`);
  if (!isReportMetric(metric) && filters.length)
    throw invalidField('filters', 'not_allowed', `filters must not be set with the metric ${metric}`);
  parseFilters(filters, 'filters');
  if (metric === 'intake' && minutes < MIN_INTAKE_WINDOW)
    throw invalidField(
      'window_minutes',
      'too_small',
      `window_minutes must be at least ${MIN_INTAKE_WINDOW} with the metric intake`,
    );
  if (metric !== 'conversions') {
    if (goalId !== null) throw invalidField('goal_id', 'not_allowed', `goal_id must not be set with the metric ${metric}`);
    return definition;
  }
  if (goalId === null) throw invalidField('goal_id', 'required', 'goal_id is required with the metric conversions');
  const uuid = parseId('goal', goalId);
  if (!uuid || !(await findGoal(db, projectId, uuid))) throw new HttpError('goals.not_found');
  return { ...definition, goal_id: uuid };
}

interface Target {
  projectId: string;
  actor: Actor;
}

/** @throws {HttpError} 400, 404 for an unknown goal, or 409 */
export async function createAlert(
  db: Db,
  { projectId, actor }: Target,
  { name, enabled = true, ...given }: GivenRule,
): Promise<store.Alert> {
  const definition = await parseDefinition(db, projectId, given);
  return await write(db, async (tx) => {
    if ((await store.lockCount(tx, projectId)) >= MAX_ALERTS) throw new HttpError('alerts.limit_exceeded');
    const alert = await store.insertAlert(tx, projectId, newId(), { ...definition, name, enabled });
    await recordAudit(tx, { projectId, actor, action: 'alert.created', target: toTarget(alert), after: auditedFields(alert) });
    return alert;
  });
}

/**
 * Updates the given fields. Fields that the new metric or condition does not have are cleared. A new definition, and enabling, begin the
 * evaluation again.
 * @throws {HttpError} 400 or 404
 */
export async function updateAlert(
  db: Db,
  { projectId, actor, id }: Target & { id: string },
  given: Partial<GivenRule>,
): Promise<store.Alert> {
  return await write(db, async (tx) => {
    const old = await lockAlert(tx, projectId, id);
    const { name = old.name, enabled = old.enabled, ...changes } = given;
    // An alert whose goal was deleted can be renamed without a new goal.
    const isDefined = enabled || Object.keys(changes).length > 0;
    const definition = isDefined ? await parseDefinition(tx, projectId, merge(old, changes)) : pickDefinition(old);
    const isRestarted =
      enabled !== old.enabled ||
      !isEqual({ ...pickDefinition(old), cooldown_minutes: 0 }, { ...definition, cooldown_minutes: 0 });
    const alert = await store.updateAlert(tx, old, { ...definition, name, enabled }, { isRestarted });
    const changed = changedFields(auditedFields(old), auditedFields(alert));
    if (changed) await recordAudit(tx, { projectId, actor, action: 'alert.updated', target: toTarget(old), ...changed });
    return alert;
  });
}

/** @throws {HttpError} 404 */
export async function deleteAlert(db: Db, { projectId, actor, id }: Target & { id: string }): Promise<void> {
  await transact(db, async (tx) => {
    const alert = await lockAlert(tx, projectId, id);
    await store.deleteAlert(tx, projectId, id);
    await recordAudit(tx, { projectId, actor, action: 'alert.deleted', target: toTarget(alert), before: auditedFields(alert) });
  });
}

/** @throws {HttpError} 404 */
async function lockAlert(tx: Transaction, projectId: string, id: string): Promise<store.Alert> {
  const alert = await store.lockAlert(tx, projectId, id);
  if (!alert) throw new HttpError('alerts.not_found');
  return alert;
}

/** Writes within a transaction. A goal that is deleted meanwhile is not found. */
async function write<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await transact(db, work);
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new HttpError('goals.not_found');
    throw error;
  }
}

function merge(old: store.Alert, changes: Partial<GivenDefinition>): GivenDefinition {
  const { metric, condition, ...fields } = { ...pickDefinition(old), ...changes };
  return {
    ...fields,
    metric,
    condition,
    threshold: changes.threshold ?? (comparesWithUsual(condition) ? null : fields.threshold),
    filters: changes.filters ?? (isReportMetric(metric) ? fields.filters : []),
    goal_id: changes.goal_id ?? (metric === 'conversions' ? old.goal_id && formatId('goal', old.goal_id) : null),
  };
}

const pickDefinition = ({
  metric,
  filters,
  goal_id,
  condition,
  threshold,
  window_minutes,
  tolerance,
  cooldown_minutes,
}: store.Definition): store.Definition => ({
  metric,
  filters,
  goal_id,
  condition,
  threshold,
  window_minutes,
  tolerance,
  cooldown_minutes,
});

const isEqual = (a: store.Definition, b: store.Definition) =>
  JSON.stringify(pickDefinition(a)) === JSON.stringify(pickDefinition(b));

const toTarget = ({ id, name }: store.Alert) => ({ id: formatId('alr', id), name });

function auditedFields({ name, enabled, ...alert }: store.Alert) {
  const { goal_id: goalId, ...definition } = pickDefinition(alert);
  return { name, ...definition, goal_id: goalId && formatId('goal', goalId), enabled };
}
