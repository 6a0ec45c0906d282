import type { BREAKDOWN_SORTS } from '@earshot/contract/services/analytics/values';
import { literal, raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import type { PageRows, Position } from '../../../../platform/postgres/paging.ts';
import type { Dimension } from '../../query/filters.ts';
import type { Plan } from '../../query/planner.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { type ImportedDimension, selectImported } from '../../query/imported-days-store.ts';
import type { Span } from '../../pipeline/span.ts';
import { aggregate, aggregateManyKeys, type Column, type Subquery } from '../../query/sql/aggregates.ts';
import { buildConditions, type Conditions } from '../../query/sql/conditions.ts';
import { groupByDimension, groupByExitPage } from '../../query/sql/dimensions.ts';
import { dimensionColumn, stepCondition } from '../../query/sql/filter-conditions.ts';
import { selectRollups } from '../../query/sql/rollups.ts';
import { groupVisitFacts, matchVisitFacts } from '../../query/sql/visit-facts.ts';
import type { Step } from '../../query/steps.ts';

export interface BreakdownSort {
  by: (typeof BREAKDOWN_SORTS)[number];
  isAscending: boolean;
}

export interface BreakdownParams {
  dimension: Dimension;
  goal?: Step;
  /** Values that are not listed. */
  hidden?: string[];
  /** Imported days that are added. */
  added?: Span & { dimension: ImportedDimension };
  sort: BreakdownSort;
  rows: PageRows;
}

/**
 * Returns the statement of a page of a breakdown, with the total number of values and one row more than the limit. The column `position`
 * is the value that rows are sorted by.
 */
export function selectBreakdown(
  query: ReportQuery,
  plan: Plan,
  { dimension, goal, hidden = [], added, sort, rows: { limit, offset, after } }: BreakdownParams,
): Sql {
  const columns = [...chooseColumns(dimension), ...(goal ? (['conversions', 'converted_set'] as const) : [])];
  const conditions = buildConditions(query, plan.direct.spans);
  const subqueries = selectSubqueries(query, plan, conditions, { dimension, meetsGoal: goal && stepCondition(goal) });
  const rollups = [
    ...(plan.finalized?.source === 'rollups'
      ? [selectRollups(query, { dimension: dimension.name, days: plan.finalized.days, key: raw('rollups.value'), columns })]
      : []),
    ...(added ? [selectImported(query.projectId, { ...added, columns })] : []),
  ];
  // Other dimensions of events can have one value for most events, whose visitors would be too many to list.
  const hasManyKeys = dimension.name === 'page' || dimension.subject === 'visit';
  const found = hasManyKeys
    ? aggregateManyKeys(subqueries, rollups, columns)
    : sql`${aggregate(subqueries, rollups, columns)} HAVING visitors > 0 ${hidden.length ? sql`AND key NOT IN ${hidden}` : raw('')}`;
  const sorted = sql`SELECT *, ${sortedColumn(sort)} AS position FROM (\n${found}\n)`;
  const page = after ? selectAfter(sorted, after, sort) : sorted;
  return sql`${page} ORDER BY position ${raw(sort.isAscending ? 'ASC' : 'DESC')}, key LIMIT ${limit + 1} OFFSET ${offset}`;
}

/** Returns the statement of the names of events none of which is interactive. */
export const selectNonInteractiveNames = (query: ReportQuery): Sql =>
  sql`SELECT events.name AS name FROM events WHERE ${buildConditions(query).events} GROUP BY name HAVING NOT max(events.interactive)`;

/** Returns the value to sort by. Values without a rate or a duration come last. */
function sortedColumn({ by, isAscending }: BreakdownSort): Sql {
  const divide = (part: string, whole: string) =>
    sql`if(${raw(whole)} = 0, ${isAscending ? raw('inf') : raw('-1.')}, ${raw(part)} / ${raw(whole)})`;
  switch (by) {
    case 'bounce_rate':
      return divide('bounces', 'visits');
    case 'visit_duration':
      return divide('duration_ms', 'visits');
    case 'conversion_rate':
      return divide('converted', 'visitors');
    default:
      return raw(by);
  }
}

/** Returns whether a position is a quotient; other positions are counts. */
const isQuotient = ({ by }: BreakdownSort) => ['bounce_rate', 'visit_duration', 'conversion_rate'].includes(by);

/** Limits rows to those after a position. */
function selectAfter(rows: Sql, position: Position, sort: BreakdownSort): Sql {
  const [text = '', key = ''] = position;
  // JSON contains no infinity: such a position is null.
  const value = isQuotient(sort) ? (text === 'null' ? raw('inf') : typed(Number(text), 'Float64')) : typed(BigInt(text), 'Int64');
  return sql`SELECT * FROM (\n${rows}\n) WHERE position ${raw(sort.isAscending ? '>' : '<')} ${value} OR (position = ${value} AND key > ${key})`;
}

function selectSubqueries(
  query: ReportQuery,
  { finalized, direct: { spans } }: Plan,
  conditions: Conditions,
  { dimension, meetsGoal }: { dimension: Dimension; meetsGoal?: Sql },
): Subquery[] {
  const fromTable = groupByDimension(dimension, { conditions, meetsGoal });
  if (!finalized) return [fromTable];
  if (finalized.source === 'matching visit facts')
    return matchVisitFacts(query, { ...finalized, spans }, conditions, { key: dimensionColumn(dimension) });
  // Next to finalized days, exits are few. For the whole period, merging them would copy all other columns, so that they are a statement
  // of their own.
  const exits = dimension.name === 'page' ? [groupByExitPage(conditions)] : [];
  const rest = spans.length ? [fromTable, ...exits] : [];
  return finalized.source === 'visit facts' ? [groupVisitFacts(query, finalized.days, dimension), ...rest] : rest;
}

function chooseColumns({ subject, name }: Dimension): Column[] {
  if (subject === 'visit') return ['people', 'people_set', 'visits', 'page_views', 'events', 'bounces', 'duration_ms'];
  const columns = ['people', 'people_set', 'visits', 'visits_set', 'page_views', 'events'] as const;
  return name === 'page' ? [...columns, 'exits'] : [...columns];
}

/** Returns the statement of the exits of some pages. */
export function selectExits(query: ReportQuery, pages: string[]): Sql {
  const { key, columns, from } = groupByExitPage(buildConditions(query));
  return aggregate([{ key, columns, from: sql`${from} AND ${key} IN ${pages}` }], [], ['exits']);
}

/** Name of the events in which the tracker measures how a page is read. */
const ENGAGEMENT = 'engagement';
/** Longer times are no reading times: a clock was changed. */
const MAX_ENGAGED_MS = 86_400_000;

/**
 * Returns the statement of how some pages are read: the mean time for which visits had the page visible, and the mean of the depth to
 * which they scrolled, in percent. A page that is left and opened again in one visit counts once.
 */
export function selectEngagement(query: ReportQuery, pages: string[]): Sql {
  const measured = (name: string, max: number) =>
    sql`greatest(0., least(${literal(max)}, ifNull(toFloat64OrNull(events.properties[${name}]), 0)))`;
  return sql`SELECT read.key AS key, avg(read.ms) AS engaged_ms, avg(read.depth) AS scroll_depth FROM (
      SELECT events.path AS key, sum(${measured('engaged_ms', MAX_ENGAGED_MS)}) AS ms, max(${measured('scroll_depth', 100)}) AS depth
      FROM events WHERE ${buildConditions(query).events} AND events.name = ${ENGAGEMENT} AND events.path IN ${pages}
      GROUP BY key, events.visit
    ) AS read GROUP BY key`;
}
