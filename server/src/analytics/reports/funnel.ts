import type { FUNNEL_ORDERS } from '@earshot/contract/analytics';
import { type Question, ratio, type ReportDeps, scopeOf, timestamp } from '../query/report-query.ts';
import type { Bound } from '../query/filters.ts';
import { areDisjoint, type Step, stepCondition } from '../query/steps.ts';

interface Asked {
  steps: Step[];
  windowSeconds: number;
  order: (typeof FUNNEL_ORDERS)[number];
  by: 'person' | 'visit';
}

/** How far people, or visits, come along some steps. Of each the chain that leads farthest counts. */
export async function funnel({ clickhouse }: ReportDeps, question: Question, asked: Asked) {
  const { bound, events } = scopeOf(question);
  const { steps } = asked;
  const whose = `events.${asked.by}`;
  const conditions = steps.map((step) => stepCondition(step, bound));
  // In strict order an event that is no step ends a chain. Events without interaction, such as reading times, are not actions of the person.
  const canEndChain = asked.order === 'strict' ? 'events.interactive OR ' : '';
  const relevant = `${events} AND (${canEndChain}${conditions.join(' OR ')})`;
  const rows = await clickhouse.query<{ level: number; count: number }>(
    `SELECT level, count() AS count FROM (
      SELECT ${whose} AS chain, ${levelOf(question, asked, conditions, bound)} AS level FROM events WHERE ${relevant} GROUP BY chain
    ) WHERE level > 0 GROUP BY level`,
    bound.params,
  );
  const reached = steps.map((_, place) => rows.filter(({ level }) => level > place).reduce((sum, { count }) => sum + count, 0));
  return {
    from: timestamp(question.from),
    to: timestamp(question.to),
    timezone: question.timezone,
    steps: steps.map(({ event, page }, place) => ({
      event: event ?? null,
      page: page ?? null,
      count: reached[place] as number,
      rate: ratio(reached[place] as number, reached[0] as number) ?? 0,
      step_rate: ratio(reached[place] as number, reached[Math.max(place - 1, 0)] as number) ?? 0,
    })),
  };
}

const TIME = 'toUnixTimestamp64Milli(events.time)';
const BITS = 63;

/** The longest chain within a group of events, as an aggregate. */
function levelOf(question: Question, { steps, windowSeconds, order }: Asked, conditions: string[], { bind }: Bound): string {
  const window = windowSeconds * 1_000;
  if (order === 'loose' && areDisjoint(steps)) {
    // Behind the time, as much of the order of arrival as there is room for: no two events are equal then, so that each serves one step
    // and equal times count in that order. A millisecond is twice as wide as what stands behind it, so that the window's end is sharp
    // whichever of two events came first.
    const ties = BITS - Math.ceil(Math.log2(question.to - question.from + window));
    const arrival = 2n ** BigInt(ties - 1);
    const place = `toUInt64(${TIME} - ${bind(question.from, 'Int64')}) * ${2n * arrival} + bitAnd(events.seq, ${arrival - 1n})`;
    return `windowFunnel(${BigInt(window) * 2n * arrival + arrival - 1n}, 'strict_increase')(${place}, ${conditions.join(', ')})`;
  }
  // Each event as its time and the set of steps that it can serve.
  const serves = conditions.map((condition, place) => `if(${condition}, ${2 ** place}, 0)`).join(' + ');
  const chain = `arraySort(groupArray((${TIME}, events.seq, toUInt16(${serves}))))`;
  const [times, sets] = ['arrayMap(e -> e.1, chain_events)', 'arrayMap(e -> e.3, chain_events)'];
  const limit = bind(window, 'Int64');
  const level = { loose: looseLevel, strict: strictLevel, any: anyLevel }[order](steps.length, limit);
  return `arrayElement(arrayMap((chain_events) -> arrayElement(arrayMap((t, s) -> ${level}, [${times}], [${sets}]), 1), [${chain}]), 1)`;
}

/** For each step the latest first event of a chain that came so far; steps from the last one back, so that an event serves one. */
const looseLevel = (steps: number, window: string) =>
  `arrayLastIndex(b -> b >= 0, arrayFold((best, time, served) ->
    arrayMap(k -> multiIf(NOT bitTest(served, k), best[k + 1], k = 0, time,
      best[k] >= 0 AND time - best[k] <= ${window}, best[k], best[k + 1]), range(${steps})),
    t, s, CAST(arrayWithConstant(${steps}, -1), 'Array(Int64)')))`;

/**
 * The most steps that a chain reached. The state of the fold is that number, then for each step the latest first event of an unbroken chain
 * that reached the step, or -1. An event takes a chain one step further; otherwise, an event that serves none of the chain's steps so far
 * breaks the chain. So repeating a step breaks nothing, as in ClickHouse's `strict_order`.
 */
const strictLevel = (steps: number, window: string) =>
  `arrayFold((state, time, served) -> arrayElement(arrayMap(starts ->
      arrayConcat([greatest(state[1], toInt64(arrayLastIndex(start -> start >= 0, starts)))], starts),
      [arrayMap(k -> greatest(
        multiIf(NOT bitTest(served, k), -1, k = 0, time, state[k + 1] >= 0 AND time - state[k + 1] <= ${window}, state[k + 1], -1),
        if(bitAnd(served, bitShiftLeft(2, k) - 1) != 0, state[k + 2], -1)), range(${steps}))]), 1),
    t, s, CAST(arrayConcat([0], arrayWithConstant(${steps}, -1)), 'Array(Int64)'))[1]`;

/**
 * The most steps that events within the window from some event on can serve, each event one: the size of a largest matching, which is
 * the least, over all sets of steps, of the events that can serve one of the set and the steps outside of it (Kőnig, Ore).
 */
const anyLevel = (steps: number, window: string) =>
  `arrayMax(arrayMap(i -> arrayMin(arrayMap(chosen -> ${steps} - bitCount(chosen) +
    arrayCount((time, served) -> time >= t[i] AND time - t[i] <= ${window} AND bitAnd(served, toUInt16(chosen)) != 0, t, s),
    range(${2 ** steps}))), arrayEnumerate(t)))`;
