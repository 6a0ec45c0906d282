import type { FUNNEL_ORDERS } from '@earshot/contract/services/analytics/values';
import { join, literal, raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import type { Dimension } from '../../query/filters.ts';
import type { ReportQuery } from '../../query/report-query.ts';
import { buildConditions } from '../../query/sql/conditions.ts';
import { dimensionColumn, stepCondition } from '../../query/sql/filter-conditions.ts';
import { areDisjoint, type Step } from '../../query/steps.ts';

export interface FunnelParams {
  steps: Step[];
  windowSeconds: number;
  order: (typeof FUNNEL_ORDERS)[number];
  by: 'person' | 'visit';
}

/** Returns the statement of the number of people or visits by level. */
export const selectFunnelLevels = (query: ReportQuery, params: FunnelParams): Sql =>
  sql`SELECT level, count() AS count FROM (${selectChains(query, params)}) WHERE level > 0 GROUP BY level`;

/** Number and values of a dimension by which people or visits are divided. All other values are counted together. */
export interface FunnelDivision {
  dimension: Dimension;
  /** Number of the most frequent values. */
  limit: number;
  /** Values to count instead of the most frequent ones. */
  values?: string[];
}

/**
 * Returns the statement of the number of people or visits that completed each step, by value of a dimension: by position, from 1, with all
 * other values at the position after the last one.
 */
export function selectFunnelByValue(query: ReportQuery, params: FunnelParams, { dimension, limit, values }: FunnelDivision): Sql {
  const column = dimensionColumn(dimension);
  const ofEvents = dimension.subject === 'event';
  const chains = sql`SELECT * FROM (${selectChains(query, params, { origin: ofEvents ? sql`toString(${column})` : raw('events.visit') })}) WHERE level > 0`;
  // Chains are found by the conditions of the report, so that their visits need none except the time.
  const { overlappingVisits } = buildConditions({ ...query, filters: [], bots: 'include' });
  const [value, from] = ofEvents
    ? [raw('chains.origin'), sql`(${chains}) AS chains`]
    : [column, sql`visits FINAL INNER JOIN (${chains}) AS chains ON chains.origin = visits.id PREWHERE ${overlappingVisits}`];
  const reached = join(params.steps.map((_, index) => sql`countIf(chains.level > ${literal(index)})`));
  const last = literal((values?.length ?? limit) + 1);
  const rank = values
    ? sql`if(has(${values}, divided.value), indexOf(${values}, divided.value), ${last})`
    : sql`least(row_number() OVER (ORDER BY divided.reached[1] DESC, divided.value), ${last})`;
  return sql`SELECT ranked.position AS position, any(ranked.value) AS value, sumForEach(ranked.reached) AS counts FROM (
      SELECT divided.value AS value, divided.reached AS reached, ${rank} AS position FROM (
        SELECT toString(${value}) AS value, [${reached}] AS reached FROM ${from} GROUP BY value
      ) AS divided
    ) AS ranked GROUP BY position ORDER BY position`;
}

/**
 * Returns the statement of people or visits, all or those of a statement, with their level: the number of steps that their longest chain of
 * events completes. With an expression, adds its value for their first event that completes the first step, or any step if the order is not
 * fixed, as `origin`.
 */
export function selectChains(
  query: ReportQuery,
  params: FunnelParams,
  { origin, among }: { origin?: Sql; among?: Sql } = {},
): Sql {
  const { events } = buildConditions(query);
  const chain = raw(`events.${params.by}`);
  const conditions = params.steps.map(stepCondition);
  // In strict order, an event that completes no step ends a chain. Events without interaction, such as reading times, are no actions.
  const canEndChain = params.order === 'strict' ? raw('events.interactive OR ') : raw('');
  const those = among ? sql`${chain} IN (${among}) AND ` : raw('');
  const relevant = sql`${events} AND ${those}(${canEndChain}${join(conditions, ' OR ')})`;
  const begins = params.order === 'any' ? join(conditions, ' OR ') : (conditions[0] as Sql);
  const first = origin ? sql`, argMinIf(${origin}, (events.time, events.seq), ${begins}) AS origin` : raw('');
  return sql`SELECT ${chain} AS chain, ${computeLevel(query, params, conditions)} AS level${first} FROM events WHERE ${relevant} GROUP BY chain`;
}

const TIME = raw('toUnixTimestamp64Milli(events.time)');
const BITS = 63;

/** Returns the aggregate of the longest chain in a group of events. */
function computeLevel(query: ReportQuery, { steps, windowSeconds, order }: FunnelParams, conditions: Sql[]): Sql {
  const window = windowSeconds * 1_000;
  if (order === 'loose' && areDisjoint(steps)) {
    // The time is followed by as many bits of the order of arrival as fit. No two values are equal then, so that each event completes one
    // step, and events of the same time count in order of arrival. A millisecond is twice as wide as the bits that follow, so that the
    // end of the window is exact in either order of two events.
    const tieBits = BITS - Math.ceil(Math.log2(query.to - query.from + window));
    const arrivals = 2n ** BigInt(tieBits - 1);
    const position = sql`toUInt64(${TIME} - ${query.from}) * ${2n * arrivals} + bitAnd(events.seq, ${arrivals - 1n})`;
    const width = literal(BigInt(window) * 2n * arrivals + arrivals - 1n);
    return sql`windowFunnel(${width}, 'strict_increase')(${position}, ${join(conditions)})`;
  }
  // Each event as its time and the set of steps that it can complete.
  const completes = join(
    conditions.map((condition, index) => sql`if(${condition}, ${typed(2 ** index, 'UInt16')}, 0)`),
    ' + ',
  );
  const chain = sql`arraySort(groupArray((${TIME}, events.seq, toUInt16(${completes}))))`;
  const [times, sets] = [raw('arrayMap(e -> e.1, chain_events)'), raw('arrayMap(e -> e.3, chain_events)')];
  const level = { loose: looseLevel, strict: strictLevel, any: anyLevel }[order](steps.length, sql`${window}`);
  return sql`arrayElement(arrayMap((chain_events) -> arrayElement(arrayMap((t, s) -> ${level}, [${times}], [${sets}]), 1), [${chain}]), 1)`;
}

/**
 * Returns the longest chain in loose order. The state of the fold is, for each step, the latest first event of a chain that reached the
 * step, or -1. Steps are updated from the last to the first, so that an event completes one step.
 */
const looseLevel = (steps: number, window: Sql): Sql =>
  sql`arrayLastIndex(b -> b >= 0, arrayFold((best, time, served) ->
    arrayMap(k -> multiIf(NOT bitTest(served, k), best[k + 1], k = 0, time,
      best[k] >= 0 AND time - best[k] <= ${window}, best[k], best[k + 1]), range(${literal(steps)})),
    t, s, CAST(arrayWithConstant(${literal(steps)}, -1), 'Array(Int64)')))`;

/**
 * Returns the longest chain in strict order. The state of the fold is the number of steps that any chain reached, then for each step the
 * latest first event of an unbroken chain that reached the step, or -1. An event extends a chain by a step; otherwise, an event that
 * completes none of the steps of a chain breaks it. Repeating a step breaks nothing, as in ClickHouse's `strict_order`.
 */
const strictLevel = (steps: number, window: Sql): Sql =>
  sql`arrayFold((state, time, served) -> arrayElement(arrayMap(starts ->
      arrayConcat([greatest(state[1], toInt64(arrayLastIndex(start -> start >= 0, starts)))], starts),
      [arrayMap(k -> greatest(
        multiIf(NOT bitTest(served, k), -1, k = 0, time, state[k + 1] >= 0 AND time - state[k + 1] <= ${window}, state[k + 1], -1),
        if(bitAnd(served, bitShiftLeft(2, k) - 1) != 0, state[k + 2], -1)), range(${literal(steps)}))]), 1),
    t, s, CAST(arrayConcat([0], arrayWithConstant(${literal(steps)}, -1)), 'Array(Int64)'))[1]`;

/**
 * Returns the number of steps that events within a window can complete, in any order and each event one step: the size of a largest
 * matching. It equals the minimum, over all sets of steps, of the events that complete a step of the set plus the steps outside of the
 * set (Kőnig, Ore).
 */
const anyLevel = (steps: number, window: Sql): Sql =>
  sql`arrayMax(arrayMap(i -> arrayMin(arrayMap(chosen -> ${literal(steps)} - bitCount(chosen) +
    arrayCount((time, served) -> time >= t[i] AND time - t[i] <= ${window} AND bitAnd(served, toUInt16(chosen)) != 0, t, s),
    range(${literal(2 ** steps)}))), arrayEnumerate(t)))`;
