import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { findGoal } from '../manage/goals-store.ts';
import { findArrivals, findCompleteUntil, findFirstArrival } from '../pipeline/inbox-store.ts';
import { findFirstHour } from '../pipeline/finalized-days-store.ts';
import type { Span } from '../pipeline/span.ts';
import { parseFilters } from '../query/filters.ts';
import { countSpans } from '../reports/span-figures.ts';
import { isReportMetric } from './rules.ts';
import type { AlertMetric, Definition } from './store.ts';

/** Returns the numbers of records that were created in some spans. */
export type CountCreated = (db: Db, projectId: string, spans: Span[]) => Promise<number[]>;

export interface SeriesDeps {
  db: Db;
  clickhouse: ClickHouse;
  /** Metrics of other services: their new records. */
  counted: Record<Extract<AlertMetric, 'feedback'>, CountCreated>;
}

/** The counts of an alert, and of others with the same filters and goal. */
export interface Series {
  /** Time of the first record. Undefined without records. */
  since: number | undefined;
  /** Returns the counts of windows, by metric. Windows are in order and do not overlap, except for the last one. */
  count: (windows: Span[]) => Promise<Partial<Record<AlertMetric, number>>[]>;
}

const HOUR_MS = 3_600_000;
/** Time after which an accepted event, or an entry, is certainly committed. */
const COMMIT_MS = 60_000;

/**
 * Returns the time up to which windows are complete. Windows of reports wait for events that were accepted and have not reached
 * ClickHouse, so that a delay of the pipeline does not look like a drop.
 */
export async function findComplete(db: Db, projectId: string, metric: AlertMetric, now: number): Promise<number> {
  const committed = now - COMMIT_MS;
  return isReportMetric(metric) ? Math.min(committed, (await findCompleteUntil(db, projectId)).asOf) : committed;
}

/** Identifies the series of a definition: definitions with the same key are counted together. */
export const seriesKey = ({ metric, filters, goal_id: goalId }: Definition): string =>
  JSON.stringify(isReportMetric(metric) ? [filters, goalId] : metric);

/** Opens the series of a definition. Its filters must be valid. */
export async function openSeries(deps: SeriesDeps, project: Project, definition: Definition): Promise<Series> {
  const { db } = deps;
  const { metric } = definition;
  switch (metric) {
    case 'intake':
      return { since: await findFirstArrival(db, project.id), count: (windows) => countArrivals(db, project.id, windows) };
    case 'feedback': {
      const count = deps.counted[metric];
      return {
        since: project.created_at.getTime(),
        count: async (windows) => (await count(db, project.id, windows)).map((value) => ({ [metric]: value })),
      };
    }
    default:
      return await openReport(deps, project, definition);
  }
}

/** Counts like the reports do, so that a report of the window shows the same number. */
async function openReport(deps: SeriesDeps, project: Project, { filters, goal_id: goalId }: Definition): Promise<Series> {
  const goal = goalId ? await findGoal(deps.db, project.id, goalId) : undefined;
  return {
    since: await findFirstHour(deps.db, project.id),
    count: async (windows) =>
      (await countSpans(deps, project, windows, { filters: parseFilters(filters), goal })).map(
        ({ visitors, visits, page_views, events, conversions }) => ({ visitors, visits, page_views, events, conversions }),
      ),
  };
}

/** Counts accepted events by the hour of their arrival, including those that wait in the inbox, without imported ones. */
async function countArrivals(db: Db, projectId: string, windows: Span[]): Promise<{ intake: number }[]> {
  const [from = 0, to = 0] = [windows[0]?.from, windows.at(-1)?.to];
  const hours = await findArrivals(db, projectId, { from: new Date(from), to: new Date(to) });
  return windows.map((window) => {
    let intake = 0;
    for (let hour = window.from; hour < window.to; hour += HOUR_MS) intake += hours.get(hour) ?? 0;
    return { intake };
  });
}
