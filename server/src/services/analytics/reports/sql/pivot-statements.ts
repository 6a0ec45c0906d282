import { raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import { type Dimension, findProperty } from '../../query/filters.ts';
import type { Plan } from '../../query/planner.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { ALL_ROWS, aggregate, aggregateManyKeys, type Column, type Subquery } from '../../query/sql/aggregates.ts';
import { buildConditions, type Conditions } from '../../query/sql/conditions.ts';
import { groupByDimension } from '../../query/sql/dimensions.ts';
import { eventColumns } from '../../query/sql/events.ts';
import { dimensionColumn, stepCondition } from '../../query/sql/filter-conditions.ts';
import { groupVisitFacts, matchVisitFacts } from '../../query/sql/visit-facts.ts';
import type { Step } from '../../query/steps.ts';

/** A dimension with the values that have a row or a column. All other values are counted together. */
export interface Axis {
  dimension: Dimension;
  values: string[];
}

export interface PivotParams {
  axes: [rows: Axis, columns: Axis];
  goal?: Step;
  /** Names of events that are not counted, if a dimension is their name. */
  hidden: string[];
}

/** Factor of the row in a key. */
const ROW = 1_000;

/** Splits a key into the positions of its row and column, from 1. Other values have the position 0. */
export const splitKey = (key: number): [row: number, column: number] => [Math.floor(key / ROW), key % ROW];

/**
 * Returns the statement of the cells of a pivot table, or of its rows without regard to columns: both count the same events and visits. A
 * visitor who counts in several cells counts once in their row.
 */
export function selectPivot(query: ReportQuery, plan: Plan, params: PivotParams, part: 'cells' | 'rows'): Sql {
  const dimensions = params.axes.map(({ dimension }) => dimension);
  const columns: Column[] = [...chooseColumns(dimensions), ...(params.goal ? (['conversions', 'converted_set'] as const) : [])];
  const subqueries = selectSubqueries(query, plan, params, part);
  // Other dimensions of events can have one value for most events, whose visitors would be too many to list.
  return readsEvents(dimensions) && !dimensions.some(isPage)
    ? sql`${aggregate(subqueries, [], columns)} HAVING visitors > 0`
    : aggregateManyKeys(subqueries, [], columns);
}

const isPage = ({ name }: Dimension) => name === 'page';
const readsEvents = (dimensions: Dimension[]) => dimensions.some(({ subject }) => subject === 'event');

function chooseColumns(dimensions: Dimension[]): Column[] {
  const columns = ['people', 'people_set', 'visits', 'page_views', 'events'] as const;
  return readsEvents(dimensions) ? [...columns, 'visits_set'] : [...columns, 'bounces', 'duration_ms'];
}

/** Returns the position of a value on an axis. */
const findPosition = (value: Sql, { values }: Axis): Sql =>
  values.length
    ? sql`transform(toString(${value}), ${values}, ${typed(
        values.map((_, index) => index + 1),
        'Array(UInt32)',
      )}, toUInt32(0))`
    : raw('toUInt32(0)');

function selectSubqueries(
  query: ReportQuery,
  { finalized, direct: { spans } }: Plan,
  params: PivotParams,
  part: 'cells' | 'rows',
): Subquery[] {
  const { axes, hidden } = params;
  const conditions = buildConditions(query, spans);
  const buildKey: KeyBuilder = (position = (axis) => findPosition(dimensionColumn(axis.dimension), axis)) =>
    part === 'rows' ? sql`${position(axes[0])} * ${ROW}` : sql`${position(axes[0])} * ${ROW} + ${position(axes[1])}`;
  const direct = selectDirect(conditions, params, buildKey);
  if (!finalized) return [direct];
  if (finalized.source === 'matching visit facts')
    return matchVisitFacts(query, { ...finalized, spans }, conditions, { key: buildKey() });
  const axis = axes.find(({ dimension }) => dimension.subject === 'event') ?? axes[0];
  const facts = groupVisitFacts(query, finalized.days, axis.dimension);
  const { subject, name } = axis.dimension;
  const key =
    subject === 'visit'
      ? buildKey()
      : buildKey((one) => findPosition(one === axis ? facts.key : dimensionColumn(one.dimension), one));
  const from = name === 'event' ? sql`${facts.from} ${withoutNames(facts.key, hidden)}` : facts.from;
  return [{ ...facts, key, from }, ...(spans.length ? [direct] : [])];
}

/** Returns a key made of the position on each axis, by default of the columns of events and visits. */
type KeyBuilder = (position?: (axis: Axis) => Sql) => Sql;

const withoutNames = (name: Sql, hidden: string[]): Sql => (hidden.length ? sql`AND ${name} NOT IN ${hidden}` : raw(''));

/** Groups events or visits by both dimensions. */
function selectDirect(conditions: Conditions, { axes, goal, hidden }: PivotParams, buildKey: KeyBuilder): Subquery {
  const meetsGoal = goal && stepCondition(goal);
  const ofEvents = axes.map(({ dimension }) => dimension).filter(({ subject }) => subject === 'event');
  if (!ofEvents.length) return { ...groupByDimension(axes[0].dimension, { conditions, meetsGoal }), key: buildKey() };
  // Pages are counted by their views, except by an attribute of events, most of which are no views.
  const isOfViews = ofEvents.some(isPage) && ofEvents.every(({ name }) => name === 'page' || name === 'hostname');
  const columns = eventColumns({ counted: isOfViews ? conditions.countsForPage : ALL_ROWS, meetsGoal });
  const hasValues = ofEvents.map((dimension) => {
    if (findProperty(dimension) !== undefined) return sql`AND ${dimensionColumn(dimension)} != ''`;
    return dimension.name === 'event' ? withoutNames(dimensionColumn(dimension), hidden) : raw('');
  });
  const where = (events: Sql) => hasValues.reduce((all, one) => sql`${all} ${one}`, events);
  const ofVisits = axes.find(({ dimension }) => dimension.subject === 'visit');
  if (!ofVisits) return { key: buildKey(), columns, from: sql`events WHERE ${where(conditions.events)}` };
  const visits = sql`SELECT visits.id AS id, ${findPosition(dimensionColumn(ofVisits.dimension), ofVisits)} AS position
    FROM visits FINAL PREWHERE ${conditions.candidateVisits}`;
  return {
    key: buildKey((axis) => (axis === ofVisits ? raw('origins.position') : findPosition(dimensionColumn(axis.dimension), axis))),
    columns,
    from: sql`events INNER JOIN (${visits}) AS origins ON origins.id = events.visit WHERE ${where(conditions.eventsOfAllVisits)}`,
  };
}
