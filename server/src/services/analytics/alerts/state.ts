import { comparesWithUsual } from './rules.ts';
import type { AlertCondition, Definition, Progress } from './store.ts';
import type { UsualRange } from './usual-range.ts';
import { findStepMinutes } from './windows.ts';

const MINUTE_MS = 60_000;
/** Evaluations that a count must stay outside of the usual range, so that no single window triggers an alert. */
const USUAL_CONFIRMATIONS = 2;
/** Evaluations that a count must meet the condition no longer. */
const RECOVERY_CONFIRMATIONS = 2;
/** A longer time without evaluations is a pause of the server: events were lost, or arrived late. */
const PAUSE_MS = 15 * MINUTE_MS;

export type Change = 'triggered' | 'recovered';

/** The count of a window, with its usual range for conditions that compare with it. Without a history, there is no count. */
export interface Measurement {
  value: number;
  usual?: UsualRange;
}

type Condition = Pick<Definition, 'condition' | 'threshold'>;

/** Returns on which side a count violates the rule, if any. */
export function findViolation({ condition, threshold }: Condition, { value, usual }: Measurement): 'low' | 'high' | undefined {
  const [low, high] = comparesWithUsual(condition)
    ? [usual?.low ?? 0, usual?.high ?? Infinity]
    : [threshold ?? 0, threshold ?? 0];
  const watched: Record<AlertCondition, { low: boolean; high: boolean }> = {
    above: { low: false, high: true },
    below: { low: true, high: false },
    outside_usual: { low: true, high: true },
    above_usual: { low: false, high: true },
    below_usual: { low: true, high: false },
  };
  if (watched[condition].low && value < low) return 'low';
  if (watched[condition].high && value > high) return 'high';
  return undefined;
}

/** Returns the number of consecutive evaluations that trigger an alert. */
export const findConfirmations = ({ condition }: Pick<Definition, 'condition'>): number =>
  comparesWithUsual(condition) ? USUAL_CONFIRMATIONS : 1;

/** Returns whether the cool-down of an alert is over. */
export const hasCooledDown = (lastMs: number | undefined, now: number, { cooldown_minutes }: Definition): boolean =>
  lastMs === undefined || now - lastMs >= cooldown_minutes * MINUTE_MS;

/** Returns the progress of an alert after the evaluation of a window that ends at `end`, and the change of its state, if any. */
export function advance(
  alert: Definition & Progress,
  measurement: Measurement | undefined,
  { end, now }: { end: number; now: number },
): { progress: Progress; change?: Change } {
  const progress = { ...pickProgress(alert), ...findPause(alert, end), evaluated_until: new Date(end) };
  if (!measurement) {
    // A triggered alert stays open until a count says otherwise.
    if (progress.state !== 'triggered') Object.assign(progress, { state: 'learning', streak: 0 });
    return { progress: { ...progress, last_value: null } };
  }
  progress.last_value = measurement.value;
  const side = findViolation(alert, measurement);
  const isDoubtful = side === 'low' && alert.metric !== 'intake' && end < (progress.low_ignored_until?.getTime() ?? 0);
  if (isDoubtful) return { progress: { ...progress, state: progress.state === 'triggered' ? 'triggered' : 'ok' } };
  if (progress.state === 'triggered') {
    progress.streak = side ? 0 : progress.streak + 1;
    if (progress.streak < RECOVERY_CONFIRMATIONS) return { progress };
    return { progress: { ...progress, state: 'ok', streak: 0 }, change: 'recovered' };
  }
  progress.state = 'ok';
  const needed = findConfirmations(alert);
  progress.streak = side ? Math.min(progress.streak + 1, needed) : 0;
  if (progress.streak < needed || !hasCooledDown(alert.last_triggered_at?.getTime(), now, alert)) return { progress };
  return {
    progress: { ...progress, state: 'triggered', streak: 0, last_triggered_at: new Date(now) },
    change: 'triggered',
  };
}

/** Ignores low counts of windows that overlap a pause of the server. */
function findPause(alert: Definition & Progress, end: number): Partial<Progress> {
  const since = alert.evaluated_until?.getTime();
  const isPause = since !== undefined && end - since > findStepMinutes(alert) * MINUTE_MS + PAUSE_MS;
  return isPause ? { low_ignored_until: new Date(end + alert.window_minutes * MINUTE_MS) } : {};
}

const pickProgress = ({
  state,
  streak,
  evaluated_until,
  low_ignored_until,
  last_value,
  last_triggered_at,
}: Progress): Progress => ({ state, streak, evaluated_until, low_ignored_until, last_value, last_triggered_at });
