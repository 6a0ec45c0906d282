import type { Project } from '../../../instance/projects/store.ts';
import { listGoals } from '../manage/goals-store.ts';
import { findCompleteUntil } from '../pipeline/inbox-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import type { Span } from '../pipeline/span.ts';
import type { Filter } from '../query/filters.ts';
import type { ReportDeps } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';
import { selectConversions } from './sql/conversion-statements.ts';
import { findTotals, NO_TOTALS, type Totals } from './totals.ts';

const HOUR_MS = 3_600_000;
const MAX_GOALS = 5;

/**
 * Returns the totals of spans, as reports of these spans show them. Spans are in order and do not overlap, except for the last one. A span
 * that ends before it begins is empty.
 */
export async function countSpans(
  deps: ReportDeps,
  project: Project,
  spans: Span[],
  { filters, goal }: { filters: Filter[]; goal?: Step },
): Promise<Totals[]> {
  const { query, ...buckets } = planSpans(project, spans, filters);
  const totals = await findTotals(deps, query, { ...buckets, goal });
  return spans.map(({ from, to }) => (from < to && totals.get(from)) || NO_TOTALS);
}

interface GoalCounts {
  /** Visitors who reached the goal. */
  visitors: number;
  events: number;
}

/** Returns what was counted for each goal in each span, in a single query. */
async function countGoals({ clickhouse }: ReportDeps, project: Project, spans: Span[], goals: Step[]): Promise<GoalCounts[][]> {
  if (!goals.length) return spans.map(() => []);
  const { query, ...buckets } = planSpans(project, spans, []);
  const rows = await clickhouse.query<GoalCounts & { key: number }>(selectConversions(query, goals, buckets));
  const counts = new Map(rows.map((row) => [row.key, row]));
  return spans.map(({ from }) => goals.map((_, index) => counts.get(from + index) ?? { visitors: 0, events: 0 }));
}

/** Returns the query of spans, and the spans and buckets that it reads. */
function planSpans({ id: projectId, settings: { analytics } }: Project, spans: Span[], filters: Filter[]) {
  const joined = joinSpans(spans);
  const [first = { from: 0, to: 0 }] = joined;
  const { timezone, counted_bots: countedBots } = analytics;
  return {
    query: { ...first, previous: first, timezone, projectId, filters, bots: 'exclude' as const, countedBots },
    spans: joined,
    bounds: [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b),
  };
}

/** Joins spans with gaps of less than an hour: a query plans spans individually. */
function joinSpans(windows: Span[]): Span[] {
  const spans: Span[] = [];
  for (const { from, to } of windows) {
    const last = spans.at(-1);
    if (last && from - last.to < HOUR_MS) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

/** Creates the reader of the figures that releases change. */
export const createSpanFigures = (deps: ReportDeps & { forwarder: Forwarder }) => ({
  findAsOf: async (projectId: string) => {
    await deps.forwarder.flush(projectId);
    return Math.floor((await findCompleteUntil(deps.db, projectId)).asOf);
  },
  count: async (project: Project, spans: Span[], success: Step | null) => {
    const goals = (await listGoals(deps.db, project.id)).slice(0, MAX_GOALS);
    const steps = [...goals, ...(success ? [success] : [])];
    const [totals, reached] = await Promise.all([
      countSpans(deps, project, spans, { filters: [] }),
      countGoals(deps, project, spans, steps),
    ]);
    return {
      goals,
      spans: totals.map(({ page_views: views, events, visits, bounces, visitors }, index) => {
        const counts = reached[index] ?? [];
        return {
          events: views + events,
          successes: success ? (counts.at(-1)?.events ?? 0) : 0,
          visits,
          bounces,
          visitors,
          converted: goals.map((_, goal) => counts[goal]?.visitors ?? 0),
        };
      }),
    };
  },
});
