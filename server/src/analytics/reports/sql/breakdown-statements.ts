import { raw, sql, type Sql, typed } from '../../../clickhouse/sql.ts';
import type { PageRows, Position } from '../../../postgres/paging.ts';
import type { Dimension } from '../../query/filters.ts';
import type { Plan } from '../../query/planner.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { aggregate, aggregateManyKeys, type Column, type Subquery } from '../../query/sql/aggregates.ts';
import { buildConditions, type Conditions } from '../../query/sql/conditions.ts';
import { groupByDimension, groupByExitPage } from '../../query/sql/dimensions.ts';
import { stepCondition } from '../../query/sql/filter-conditions.ts';
import { selectRollups } from '../../query/sql/rollups.ts';
import { groupVisitFacts, matchVisitFacts } from '../../query/sql/visit-facts.ts';
import type { Step } from '../../query/steps.ts';

export interface BreakdownParams {
  dimension: Dimension;
  goal?: Step;
  rows: PageRows;
}

/** Returns the statement of a page of a breakdown, with the total number of values and one row more than the limit. */
export function selectBreakdown(
  query: ReportQuery,
  plan: Plan,
  { dimension, goal, rows: { limit, offset, after } }: BreakdownParams,
): Sql {
  const columns = [...columnsOf(dimension), ...(goal ? (['conversions', 'converted_set'] as const) : [])];
  const conditions = buildConditions(query, 'rest' in plan ? plan.rest.spans : plan.spans);
  const subqueries = selectSubqueries(query, plan, conditions, { dimension, meetsGoal: goal && stepCondition(goal) });
  const rollups =
    plan.source === 'rollups'
      ? [selectRollups(query, { dimension: dimension.name, days: plan.days, key: raw('rollups.value'), columns })]
      : [];
  // Other dimensions of events can have one value for most events, whose visitors would be too many to list.
  const hasManyKeys = dimension.name === 'page' || dimension.subject === 'visit';
  const found = hasManyKeys
    ? aggregateManyKeys(subqueries, rollups, columns)
    : sql`${aggregate(subqueries, rollups, columns)} HAVING visitors > 0`;
  return sql`${after ? selectAfter(found, after) : found} ORDER BY visitors DESC, key LIMIT ${limit + 1} OFFSET ${offset}`;
}

/** Limits rows to those after a position. */
function selectAfter(rows: Sql, position: Position): Sql {
  const [count = '', value = ''] = position;
  const visitors = typed(BigInt(count), 'Int64');
  return sql`SELECT * FROM (\n${rows}\n) WHERE visitors < ${visitors} OR (visitors = ${visitors} AND key > ${value})`;
}

function selectSubqueries(
  query: ReportQuery,
  plan: Plan,
  conditions: Conditions,
  { dimension, meetsGoal }: { dimension: Dimension; meetsGoal?: Sql },
): Subquery[] {
  const direct = groupByDimension(dimension, { conditions, meetsGoal });
  if (!('rest' in plan)) return [direct];
  if (plan.source === 'matching visit facts') return matchVisitFacts(query, plan, conditions, { dimension });
  // Next to finalized days, exits are few. For the whole period, merging them would copy all other columns, so that they are a statement
  // of their own.
  const exits = dimension.name === 'page' ? [groupByExitPage(conditions)] : [];
  const rest = plan.rest.spans.length ? [direct, ...exits] : [];
  return plan.source === 'visit facts' ? [groupVisitFacts(query, plan.days, dimension), ...rest] : rest;
}

function columnsOf({ subject, name }: Dimension): Column[] {
  if (subject === 'visit') return ['people', 'people_set', 'visits', 'page_views', 'events', 'bounces', 'duration_ms'];
  const columns = ['people', 'people_set', 'visits', 'visits_set', 'page_views', 'events'] as const;
  return name === 'page' ? [...columns, 'exits'] : [...columns];
}

/** Returns the statement of the exits of some pages. */
export function selectExits(query: ReportQuery, pages: string[]): Sql {
  const { key, columns, from } = groupByExitPage(buildConditions(query));
  return aggregate([{ key, columns, from: sql`${from} AND ${key} IN ${pages}` }], [], ['exits']);
}
