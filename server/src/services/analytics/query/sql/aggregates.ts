import { DISTINCT_PRECISION } from '../../../../platform/clickhouse/schema.ts';
import { join, literal, raw, sql, type Sql, unionAll } from '../../../../platform/clickhouse/sql.ts';

// Metrics are aggregated from subqueries: events or visits of some spans, and rollups of days. The rollup builder stores the results of
// the same subqueries.

/** Columns of a subquery: numbers, which are added, and sets, which are united. Rollups have the same columns. */
export const COLUMNS = [
  'people',
  'people_set',
  'visits',
  'visits_set',
  'page_views',
  'events',
  'bounces',
  'duration_ms',
  'exits',
] as const;
/** Columns of totals that are computed from events. */
export const EVENT_TOTALS = ['people', 'people_set', 'page_views', 'events'] as const satisfies readonly Column[];
/** Columns of totals that are computed from started visits. */
export const VISIT_TOTALS = ['visits', 'bounces', 'duration_ms'] as const satisfies readonly Column[];
export type Column = (typeof COLUMNS)[number] | 'conversions' | 'converted_set';
/** An aggregate, or the distinct values of a column in rows that match a condition. */
type Expression = Sql | { distinct: Sql; where: Sql };
export type Columns = Partial<Record<Column, Expression>>;

/** Matches all rows. */
export const ALL_ROWS = sql`1`;

/** Conditions on people and visits of a single day. Rollups store these as counts, and the ids of the others. */
export interface SingleDay {
  person: (table: 'events' | 'visits') => Sql;
  visit: Sql;
}

/**
 * Forms of a distinct count: `count`, the number; `state`, the aggregate state, small for millions of values; `set`, the distinct
 * values, as rollups store them; `values`, the values with repetitions, except adjacent ones (events of a person are adjacent). `values`
 * is the fastest form where lists are united later.
 */
type Form = 'count' | 'state' | 'set' | 'values';

const ZERO = sql`0`;
const EMPTY_SET = { distinct: sql`toUInt64(0)`, where: ZERO };
const isSet = (column: Column) => column.endsWith('_set');
const precision = literal(DISTINCT_PRECISION);

/** Returns the number of distinct values of a column in rows that match a condition. */
export const countDistinct = (column: Sql, condition = ALL_ROWS): Sql =>
  condition === ALL_ROWS
    ? sql`uniqCombined64(${precision})(${column})`
    : sql`uniqCombined64If(${precision})(${column}, ${condition})`;

const distinctState = (column: Sql, condition: Sql): Sql =>
  condition === ALL_ROWS
    ? sql`uniqCombined64State(${precision})(${column})`
    : sql`uniqCombined64StateIf(${precision})(${column}, ${condition})`;

function expressionToSql(expression: Expression, form: Form): Sql {
  if ('parts' in expression) return expression;
  const { distinct, where } = expression;
  if (form === 'set') return sql`groupUniqArrayIf(${distinct}, ${where})`;
  if (form === 'values') return sql`arrayCompact(groupArrayIf(${distinct}, ${where}))`;
  return form === 'state' ? distinctState(distinct, where) : countDistinct(distinct, where);
}

/** Returns the columns of a distinct count of people or visits: with a condition on a single day, a count and a set, otherwise a set. */
export const distinctColumns = (name: 'people' | 'visits', column: Sql, where: Sql, isSingleDay: Sql | undefined): Columns =>
  isSingleDay
    ? {
        [name]: sql`uniqExactIf(${column}, ${where} AND ${isSingleDay})`,
        [`${name}_set`]: { distinct: column, where: sql`${where} AND NOT (${isSingleDay})` },
      }
    : { [`${name}_set`]: { distinct: column, where } };

export const pick = (columns: Columns, names: readonly Column[]): Columns =>
  Object.fromEntries(names.map((name) => [name, columns[name]]));

/** A query of groups of events or visits. */
export interface Subquery {
  key: Sql;
  columns: Columns;
  /** Table with conditions. */
  from: Sql;
}

/** Returns a subquery as rows with the given columns; missing columns are 0 or empty. */
export function groupRows({ key, columns, from }: Subquery, names: readonly Column[], form: Form): Sql {
  const values = names.map((name) => {
    const expression = columns[name] ?? (isSet(name) ? EMPTY_SET : ZERO);
    return sql`${expressionToSql(expression, form)} AS ${raw(name)}`;
  });
  return sql`SELECT ${join([sql`${key} AS key`, ...values])} FROM ${from} GROUP BY key`;
}

/** Combines a count and a set of the same name into one metric; all other columns are metrics themselves. */
function metricColumns(names: readonly Column[], valueOf: (column: Column) => Sql): Sql[] {
  const aliases: Partial<Record<Column, string>> = { people: 'visitors', converted_set: 'converted' };
  return names
    .filter((name) => name !== 'people_set' && name !== 'visits_set')
    .map((name) => {
      const set = `${name}_set` as Column;
      const value = names.includes(set) ? sql`${valueOf(name)} + ${valueOf(set)}` : valueOf(name);
      return sql`${value} AS ${raw(aliases[name] ?? name)}`;
    });
}

const uniteRows = (subqueries: Subquery[], rollups: Sql[], names: readonly Column[], form: Form): Sql =>
  sql`(\n${unionAll([...rollups, ...subqueries.map((subquery) => groupRows(subquery, names, form))])}\n) AS combined`;

const findOnlySubquery = (subqueries: Subquery[], rollups: Sql[]) =>
  subqueries.length === 1 && !rollups.length ? subqueries[0] : undefined;

/** Merges subqueries and rows of rollups into one row for each key. */
export function mergeRows(subqueries: Subquery[], rollups: Sql[], names: readonly Column[]): Sql {
  const sums = names.map((name) => sql`${raw(isSet(name) ? 'groupArrayArray' : 'sum')}(combined.${raw(name)}) AS ${raw(name)}`);
  return sql`SELECT ${join([sql`combined.key AS key`, ...sums])} FROM ${uniteRows(subqueries, rollups, names, 'values')} GROUP BY key`;
}

/**
 * Aggregates subqueries and rows of rollups into metrics by `key`, with the number of groups. A single subquery is counted directly.
 * Subqueries next to rollups are small and extend the lists of rollups; without rollups, they can be large and use states.
 */
export function aggregate(subqueries: Subquery[], rollups: Sql[], names: readonly Column[]): Sql {
  const only = findOnlySubquery(subqueries, rollups);
  const form = rollups.length ? 'values' : 'state';
  const unite = raw(form === 'values' ? 'uniqCombined64Array' : 'uniqCombined64Merge');
  const metrics = metricColumns(names, (column) => {
    if (only) return expressionToSql(only.columns[column] ?? ZERO, 'count');
    return isSet(column) ? sql`${unite}(${precision})(combined.${raw(column)})` : sql`sum(combined.${raw(column)})`;
  });
  const [key, from] = only ? [only.key, only.from] : [sql`combined.key`, uniteRows(subqueries, rollups, names, form)];
  return sql`SELECT ${join([sql`${key} AS key`, ...metrics, sql`count() OVER () AS total`])} FROM ${from} GROUP BY key`;
}

/**
 * Aggregates by keys of which there may be many, and omits keys without people. The ids of a key are collected in one list and counted
 * at the end. Counting them as they come would look up each id in the set of its key, in memory that hundreds of other keys used in
 * between, and takes twice as long.
 */
export function aggregateManyKeys(subqueries: Subquery[], rollups: Sql[], names: readonly Column[]): Sql {
  const only = findOnlySubquery(subqueries, rollups);
  const rows = only ? groupRows(only, names, 'values') : mergeRows(subqueries, rollups, names);
  const metrics = metricColumns(names, (column) => {
    const value = sql`sums.${raw(column)}`;
    return isSet(column) ? countListed(value) : value;
  });
  return sql`SELECT ${join([sql`sums.key AS key`, ...metrics, sql`count() OVER () AS total`])} FROM (\n${rows}\n) AS sums
WHERE sums.people > 0 OR notEmpty(sums.people_set)`;
}

/** Longer lists are counted faster, and with less memory, by the registers of a distinct count. */
const MAX_EXACT = 100_000;

/** Returns the number of distinct values of a list. */
const countListed = (list: Sql): Sql =>
  sql`if(length(${list}) < ${MAX_EXACT}, arrayUniq(${list}), arrayReduce(${`uniqCombined64(${DISTINCT_PRECISION})`}, ${list}))`;
