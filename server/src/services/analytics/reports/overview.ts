import type { Span } from '../pipeline/span.ts';
import { findImportedTotals } from '../query/imported-days.ts';
import { findFinalizedSource } from '../query/planner.ts';
import { type ReportDeps, type ReportQuery, timestamp } from '../query/report-query.ts';
import type { Step } from '../query/steps.ts';
import { addImported, computeMetrics, findTotals, type Metric, NO_TOTALS, type Totals } from './totals.ts';

/** Returns the main metrics, with those of the period to compare with. */
export async function computeOverview(
  deps: ReportDeps,
  query: ReportQuery,
  { goal, compare }: { goal?: Step; compare: boolean },
) {
  const periods = compare ? [query.previous, query] : [query];
  const [own, others] = await Promise.all([
    findTotalsOfPeriods(deps, query, periods, goal),
    Promise.all(periods.map((span) => findImportedTotals(deps, query, { span, goal }))),
  ]);
  const totals = own.map((found, index) => (others[index]?.days ?? []).reduce(addImported, found));
  const value = computeMetrics(totals.at(-1) ?? NO_TOTALS);
  const previous = compare ? computeMetrics(totals[0] ?? NO_TOTALS) : undefined;
  const names = (Object.keys(value) as Metric[]).filter((name) => goal || !name.startsWith('conversion'));
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    previous_from: compare ? timestamp(query.previous.from) : null,
    previous_to: compare ? timestamp(query.previous.to) : null,
    imported: others.at(-1)?.imported ?? null,
    previous_imported: compare ? (others[0]?.imported ?? null) : null,
    ...(Object.fromEntries(names.map((name) => [name, { value: value[name], previous: previous?.[name] ?? null }])) as Record<
      Metric,
      { value: number | null; previous: number | null }
    >),
  };
}

/** Returns totals of periods: in one statement from rollups, which are small, otherwise in one statement for each period. */
async function findTotalsOfPeriods(deps: ReportDeps, query: ReportQuery, periods: Span[], goal?: Step): Promise<Totals[]> {
  const source = findFinalizedSource(query, { report: 'totals', spans: periods, hasGoal: goal !== undefined });
  const areConsecutive = periods.every(({ from }, index) => (periods[index - 1]?.to ?? 0) <= from);
  if (periods.length > 1 && areConsecutive && source === 'rollups') {
    const bounds = [...periods.map(({ from }) => from), query.to];
    const totals = await findTotals(deps, query, { spans: periods, bounds });
    return periods.map(({ from }) => totals.get(from) ?? NO_TOTALS);
  }
  const totals = await Promise.all(periods.map((period) => findTotals(deps, query, { spans: [period], goal })));
  return totals.map((byKey) => byKey.get(0) ?? NO_TOTALS);
}
