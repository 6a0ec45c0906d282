import type { FastifyBaseLogger } from 'fastify';
import type { ProjectDirectory } from '../../../instance/projects/directory.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { createLimiter } from '../../../platform/async/limiter.ts';
import { newId } from '../../../platform/ids.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { transact } from '../../../platform/postgres/database.ts';
import type { Span } from '../pipeline/span.ts';
import { buildReportPath } from './link.ts';
import { triggerForEvent } from './projections.ts';
import { comparesWithUsual, isReportMetric } from './rules.ts';
import { findComplete, openSeries, type Series, type SeriesDeps, seriesKey } from './series.ts';
import { advance, type Change, type Measurement } from './state.ts';
import * as store from './store.ts';
import { deleteOldTriggers, insertTrigger, recoverTrigger } from './triggers-store.ts';
import { computeUsualRange } from './usual-range.ts';
import { createWallClock, findHistory, findSameTime, findWindowEnd } from './windows.ts';

declare module '../../../platform/jobs/events.ts' {
  interface EventData {
    'alert.triggered': { alert_id: string; trigger_id: string };
    'alert.recovered': { alert_id: string; trigger_id: string };
  }
}

export interface EvaluationDeps extends SeriesDeps {
  log: FastifyBaseLogger;
  events: DomainEvents;
  directory: ProjectDirectory;
  publicUrl: () => string;
}

const MINUTE_MS = 60_000;
/** Projects that are evaluated at the same time. */
const CONCURRENCY = 4;

/** Schedules the evaluation of alerts and the deletion of their old history. Must be called before the queue starts. */
export function scheduleAlerts(jobs: JobQueue, deps: EvaluationDeps): void {
  jobs.schedule('analytics.alerts', '*/5 * * * *', () => evaluateAlerts(deps, Date.now()));
  jobs.schedule('analytics.clean-alerts', '47 4 * * *', () => deleteOldTriggers(deps.db));
}

/** Evaluates the alerts of all projects at a time, in milliseconds since 1970. Projects without alerts cause no queries. */
export async function evaluateAlerts(deps: EvaluationDeps, now: number): Promise<void> {
  const limited = createLimiter({ concurrency: CONCURRENCY });
  const projects = Map.groupBy(await store.listEnabledAlerts(deps.db), ({ project_id }) => project_id);
  await Promise.all(
    [...projects].map(([projectId, alerts]) =>
      limited(async () => {
        try {
          await evaluateProject(deps, projectId, { alerts, now });
        } catch (err) {
          // The next evaluation repeats it. Others must not wait.
          deps.log.warn({ err, project_id: projectId }, 'could not evaluate the alerts of a project');
        }
      }),
    ),
  );
}

/** Alerts with the same series and window, and the end of the window. */
interface Group {
  alerts: store.Alert[];
  end: number;
}

async function evaluateProject(
  deps: EvaluationDeps,
  projectId: string,
  { alerts, now }: { alerts: store.Alert[]; now: number },
): Promise<void> {
  const project = await deps.directory.byId(projectId);
  if (!project) return;
  const unchanged: (store.Alert & store.Progress)[] = [];
  for (const group of await findDueGroups(deps, alerts, now)) {
    const measurements = await measure(deps, project, group);
    for (const [index, alert] of group.alerts.entries()) {
      const measurement = measurements[index];
      const { progress, change } = advance(alert, measurement, { end: group.end, now });
      const next = { ...alert, ...progress };
      if (change && measurement) await saveChange(deps, project, next, { change, measurement });
      else unchanged.push(next);
    }
  }
  await store.saveProgress(deps.db, unchanged);
}

/** Returns the alerts with a window that is complete and was not evaluated, in groups. */
async function findDueGroups({ db }: EvaluationDeps, alerts: store.Alert[], now: number): Promise<Group[]> {
  const complete = new Map<boolean, number>();
  const groups = new Map<string, Group>();
  for (const alert of alerts) {
    const isReport = isReportMetric(alert.metric);
    const until = complete.get(isReport) ?? (await findComplete(db, alert.project_id, alert.metric, now));
    complete.set(isReport, until);
    const end = findWindowEnd(alert, until);
    if (alert.evaluated_until && alert.evaluated_until.getTime() >= end) continue;
    const key = `${seriesKey(alert)} ${alert.window_minutes}`;
    const group = groups.get(key);
    if (group) group.alerts.push(alert);
    else groups.set(key, { alerts: [alert], end });
  }
  return [...groups.values()];
}

/** Returns the counts of a group with their usual ranges. Undefined for alerts without a sufficient history. */
async function measure(deps: EvaluationDeps, project: Project, { alerts, end }: Group): Promise<(Measurement | undefined)[]> {
  const [first] = alerts;
  if (!first) return [];
  const series = await openSeries(deps, project, first);
  const clock = createWallClock(project.settings.analytics.timezone);
  const history = alerts.some(({ condition }) => comparesWithUsual(condition))
    ? findHistory(clock, end, first.window_minutes)
    : [];
  const window = { from: end - first.window_minutes * MINUTE_MS, to: end };
  const isKnown = history.length > 0 && reachesBack(series, history);
  // The oldest week comes last in the history.
  const earlier = isKnown ? history.toReversed().flat() : [];
  const counts = await series.count([...earlier, window]);
  return alerts.map(({ metric, condition, tolerance }) => {
    const values = counts.map((count) => count[metric] ?? 0);
    const value = values.at(-1) ?? 0;
    if (!comparesWithUsual(condition)) return { value };
    if (!isKnown) return undefined;
    const width = history[0]?.length ?? 1;
    const weeks = history.map((_, week) => values.slice(week * width, (week + 1) * width));
    return { value, usual: computeUsualRange(weeks, tolerance) };
  });
}

/** Returns whether a series has records since the same time in the oldest week. */
function reachesBack({ since }: Series, history: Span[][]): boolean {
  const from = findSameTime(history.at(-1) ?? [])?.from;
  return since !== undefined && from !== undefined && since <= from;
}

/** Saves a change with its history and its event, unless the alert was changed or evaluated meanwhile. */
async function saveChange(
  { db, events, publicUrl }: EvaluationDeps,
  project: Project,
  alert: store.Alert,
  { change, measurement: { value, usual } }: { change: Change; measurement: Measurement },
): Promise<void> {
  const to = alert.evaluated_until?.getTime() ?? 0;
  const window = { from: to - alert.window_minutes * MINUTE_MS, to };
  await transact(db, async (tx) => {
    if (!(await store.saveProgress(tx, [alert])).size) return;
    const trigger =
      change === 'recovered'
        ? await recoverTrigger(tx, { projectId: project.id, alertId: alert.id, value })
        : await insertTrigger(tx, {
            project_id: project.id,
            id: newId(),
            alert_id: alert.id,
            condition: alert.condition,
            window_from: new Date(window.from),
            window_to: new Date(window.to),
            value,
            threshold: alert.threshold,
            usual: usual?.usual ?? null,
            usual_low: usual?.low ?? null,
            usual_high: usual?.high ?? null,
            path: buildReportPath(alert, window),
          });
    if (!trigger) return;
    const data = triggerForEvent(trigger, alert, { publicUrl: publicUrl(), slug: project.slug });
    await events.record(tx, project.id, [
      {
        type: `alert.${change}`,
        data: { alert_id: alert.id, trigger_id: trigger.id },
        subject: { data, personal: {} },
      },
    ]);
  });
}
