import type { Project } from '../../../instance/projects/store.ts';
import type { Span } from '../pipeline/span.ts';
import { timestamp } from '../query/report-query.ts';
import { comparesWithUsual } from './rules.ts';
import { findComplete, openSeries, type Series, type SeriesDeps } from './series.ts';
import { findConfirmations, hasCooledDown, findViolation, type Measurement } from './state.ts';
import type { AlertMetric, Definition } from './store.ts';
import { computeUsualRange, HISTORY_WEEKS } from './usual-range.ts';
import { createWallClock, findHistoryOffsets, findLocalWindow, findSameTime, findStepMinutes, findWindowEnd } from './windows.ts';

const MINUTE_MS = 60_000;
const PREVIEWED_MINUTES = HISTORY_WEEKS * 7 * 24 * 60;
/** Windows of one query. */
const MAX_WINDOWS = 2_000;
const MAX_TRIGGERS = 20;

/**
 * Evaluates a rule in the last four weeks, in windows that do not overlap. An alert is evaluated more often: a window that one of these
 * misses can trigger it.
 */
export async function previewAlert(deps: SeriesDeps, project: Project, definition: Definition, now: number) {
  const { metric, window_minutes: minutes } = definition;
  const clock = createWallClock(project.settings.analytics.timezone);
  const offsets = comparesWithUsual(definition.condition) ? findHistoryOffsets(minutes) : [];
  const complete = findWindowEnd(definition, await findComplete(deps.db, project.id, metric, now));
  // Long windows begin at midnight, so that rollups of days can count them.
  const localEnd = Math.floor(clock.toLocal(complete) / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;
  const length = PREVIEWED_MINUTES / minutes;
  const longest = Math.max(0, ...offsets.flat()) / minutes;
  /** The windows back in time: the one at `index` ends `index` windows before `localEnd`. */
  const windows = Array.from({ length: length + longest }, (_, index) =>
    findLocalWindow(clock, localEnd, index * minutes, minutes),
  );
  const series = await openSeries(deps, project, definition);
  const values = await countWindows(series, metric, windows);
  const sameTimes = offsets.map((week) => (findSameTime(week) ?? 0) / minutes);
  const measurements = windows.slice(0, length).map((window, index): (Measurement & Span) | undefined => {
    const value = values[index] ?? 0;
    const oldest = windows[index + (sameTimes.at(-1) ?? 0)]?.from ?? 0;
    if (series.since === undefined || series.since > oldest) return undefined;
    if (!offsets.length) return { ...window, value };
    const weeks = offsets.map((week) => week.map((offset) => values[index + offset / minutes] ?? 0));
    return { ...window, value, usual: computeUsualRange(weeks, definition.tolerance) };
  });
  const triggers = findTriggers(definition, measurements.toReversed());
  const known = measurements.filter((measurement) => measurement !== undefined);
  return {
    from: timestamp(windows[length - 1]?.from ?? 0),
    to: timestamp(windows[0]?.to ?? 0),
    windows: known.length,
    skipped_windows: length - known.length,
    trigger_count: triggers.length,
    triggers: triggers
      .toReversed()
      .slice(0, MAX_TRIGGERS)
      .map(({ from, to, value, usual }) => ({
        from: timestamp(from),
        to: timestamp(to),
        value,
        usual: usual?.usual ?? null,
        usual_low: usual?.low ?? null,
        usual_high: usual?.high ?? null,
      })),
  };
}

async function countWindows(series: Series, metric: AlertMetric, windows: Span[]): Promise<number[]> {
  const values: number[] = [];
  for (let start = 0; start < windows.length; start += MAX_WINDOWS) {
    const counts = await series.count(windows.slice(start, start + MAX_WINDOWS).toReversed());
    values.push(...counts.toReversed().map((count) => count[metric] ?? 0));
  }
  return values;
}

/** Returns the windows in which an alert would have been triggered, in order. */
function findTriggers(definition: Definition, measurements: ((Measurement & Span) | undefined)[]) {
  // Windows that are evaluated several times confirm themselves.
  const needed = findStepMinutes(definition) < definition.window_minutes ? 1 : findConfirmations(definition);
  const triggers: (Measurement & Span)[] = [];
  let streak = 0;
  let isTriggered = false;
  for (const measurement of measurements) {
    streak = measurement && findViolation(definition, measurement) ? streak + 1 : 0;
    if (!streak) isTriggered = false;
    if (!measurement || isTriggered || streak < needed) continue;
    if (!hasCooledDown(triggers.at(-1)?.to, measurement.to, definition)) continue;
    triggers.push(measurement);
    isTriggered = true;
  }
  return triggers;
}
