import type { Project } from '../../../instance/projects/store.ts';
import { listGoals } from '../manage/goals-store.ts';
import { findCompleteUntil } from '../pipeline/inbox-store.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import type { Span } from '../pipeline/span.ts';
import type { Filter } from '../query/filters.ts';
import type { ReportDeps } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';
import { findTotals, NO_TOTALS, type Totals } from './totals.ts';

const HOUR_MS = 3_600_000;
const MAX_GOALS = 5;

/**
 * Returns the totals of spans, as reports of these spans show them. Spans are in order and do not overlap, except for the last one. A span
 * that ends before it begins is empty.
 */
export async function countSpans(
  deps: ReportDeps,
  { id: projectId, settings: { analytics } }: Project,
  spans: Span[],
  { filters, goal }: { filters: Filter[]; goal?: Step },
): Promise<Totals[]> {
  const joined = joinSpans(spans);
  const [first = { from: 0, to: 0 }] = joined;
  const { timezone, counted_bots: countedBots } = analytics;
  const query = { ...first, previous: first, timezone, projectId, filters, bots: 'exclude' as const, countedBots };
  const bounds = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const totals = await findTotals(deps, query, { spans: joined, goal, bounds });
  return spans.map(({ from, to }) => (from < to && totals.get(from)) || NO_TOTALS);
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
    const [totals = [], ...reached] = await Promise.all(
      [success ?? undefined, ...goals].map((goal) => countSpans(deps, project, spans, { filters: [], goal })),
    );
    return {
      goals,
      spans: totals.map(({ page_views: views, events, conversions, visits, bounces, visitors }, index) => ({
        events: views + events,
        successes: conversions,
        visits,
        bounces,
        visitors,
        converted: reached.map((rows) => rows[index]?.converted ?? 0),
      })),
    };
  },
});
