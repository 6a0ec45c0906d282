import { ratio } from '../../../../platform/statistics/ratio.ts';
import type { Dimension } from '../../query/filters.ts';
import { findImportedValues } from '../../query/imported-days.ts';
import { findPlan } from '../../query/planner.ts';
import { type ReportDeps, type ReportQuery, timestamp, toSeconds } from '../../query/report-query.ts';
import type { Step } from '../../query/steps.ts';
import { computeBreakdown } from '../breakdown.ts';
import { type PivotParams, selectPivot, splitKey } from '../sql/pivot-statements.ts';

interface Params {
  /** Dimension of the rows. */
  by: Dimension;
  /** Dimension of the columns. */
  across: Dimension;
  limit: number;
  columns: number;
  goal?: Step;
  /** Names of events that are not listed. */
  hidden: string[];
}

interface FoundCell {
  key: number;
  visitors: number;
  visits: number;
  page_views: number;
  events: number;
  bounces?: number;
  duration_ms?: number;
  conversions?: number;
  converted?: number;
}

const EMPTY: Omit<FoundCell, 'key'> = { visitors: 0, visits: 0, page_views: 0, events: 0 };

/**
 * Returns metrics of the combinations of values of two dimensions: the most frequent values of each, and all others together. Imported days
 * have no combinations.
 */
export async function computePivot(deps: ReportDeps, query: ReportQuery, params: Params) {
  const { by, across, goal, hidden } = params;
  const own = { ...query, imported: 'exclude' as const };
  const findValues = async (dimension: Dimension, limit: number) => {
    const sort = { by: 'visitors', isAscending: false } as const;
    const shown = dimension.name === 'event' ? { hidden } : {};
    const { rows } = await computeBreakdown(deps, own, { dimension, ...shown, sort, rows: { limit, offset: 0 } });
    return rows.map(({ value }) => value);
  };
  const [rowValues, columnValues, plan, { imported }] = await Promise.all([
    findValues(by, params.limit),
    findValues(across, params.columns),
    findPlan(deps.db, own, { report: 'pivot', spans: [own], dimensions: [by, across], hasGoal: goal !== undefined }),
    findImportedValues(deps, query, { dimension: `${by.name} ${across.name}`, goal }),
  ]);
  const pivot: PivotParams = {
    axes: [
      { dimension: by, values: rowValues },
      { dimension: across, values: columnValues },
    ],
    ...(goal && { goal }),
    hidden,
  };
  const [cells, totals] = await Promise.all(
    (['cells', 'rows'] as const).map((part) => deps.clickhouse.query<FoundCell>(selectPivot(own, plan, pivot, part))),
  );
  return {
    from: timestamp(query.from),
    to: timestamp(query.to),
    timezone: query.timezone,
    by: by.name,
    across: across.name,
    ...arrange(cells ?? [], totals ?? [], pivot),
    imported,
  };
}

/** Arranges the found cells by row and column. Values without any cell are left out. */
function arrange(cells: FoundCell[], totals: FoundCell[], { axes, goal }: PivotParams) {
  const [rowAxis, columnAxis] = axes;
  const isOfVisits = axes.every(({ dimension }) => dimension.subject === 'visit');
  const toMetrics = ({ visitors, visits, page_views, events, ...sums }: Omit<FoundCell, 'key'>) => ({
    visitors,
    visits,
    page_views,
    events,
    bounce_rate: isOfVisits ? ratio(sums.bounces ?? 0, visits) : null,
    visit_duration: isOfVisits && visits ? toSeconds((sums.duration_ms ?? 0) / visits) : null,
    ...(goal && { conversions: sums.conversions ?? 0, conversion_rate: ratio(sums.converted ?? 0, visitors) }),
  });
  const found = new Map(cells.map((cell) => [cell.key, cell]));
  const columns = sortPositions(
    cells.map(({ key }) => splitKey(key)[1]),
    (position) => position,
  );
  const byRow = new Map(totals.map((row) => [splitKey(row.key)[0], row]));
  const rows = sortPositions([...byRow.keys()], (position) => -(byRow.get(position)?.visitors ?? 0));
  return {
    columns: columns.map((position) => columnAxis.values[position - 1] ?? null),
    rows: rows.map((row) => {
      const total = byRow.get(row) ?? { key: 0, ...EMPTY };
      return {
        value: rowAxis.values[row - 1] ?? null,
        ...toMetrics(total),
        cells: columns.map((column) => toMetrics(found.get(total.key + column) ?? EMPTY)),
      };
    }),
  };
}

/** Returns distinct positions in order, and other values, whose position is 0, last. */
const sortPositions = (positions: number[], order: (position: number) => number): number[] =>
  [...new Set(positions)].toSorted((a, b) => Number(a === 0) - Number(b === 0) || order(a) - order(b) || a - b);
