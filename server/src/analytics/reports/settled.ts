import { EVENT_DIMENSIONS, VISIT_DIMENSIONS } from '@earshot/contract/analytics';
import { countUnsettledDays, findSettledDays, type SettledDay } from '../settled-days-store.ts';
import type { Bound } from './filters.ts';
import type { Column } from './figures.ts';
import type { Span } from './periods.ts';
import { at, type Question, type ReportDeps } from './question.ts';

/** What rollups there are of each day: `total`, and one for each of these dimensions. */
export const ROLLED_UP: readonly string[] = [...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS];

/** Spans as settled days, whose rollups or settled visits are read, and the rest, whose events are. */
interface Split {
  days: SettledDay[];
  rest: Span[];
}

/** Whether rollups answer a question: they know no filters, and people alone. */
export const hasRollups = ({ filters, bots }: Question) => !filters.length && bots === 'exclude';

export const hasEventFilters = ({ filters }: Question) => filters.some(({ dimension }) => dimension.of === 'event');

/** Whether settled visits answer a question with filters: they know what visits have, and how often each value of what events have is there. */
function hasSettledVisits({ filters, bots, countedBots }: Question): boolean {
  const ofEvents = filters.filter(({ dimension }) => dimension.of === 'event');
  if (bots !== 'exclude' || !ofEvents.length) return bots === 'exclude';
  // Which events have two values at once is not known, nor which lack a property.
  const isOne = new Set(ofEvents.map(({ dimension }) => dimension.name)).size === 1;
  const isCounted = ofEvents.every(
    ({ dimension, operator, value }) => ROLLED_UP.includes(dimension.name) || (operator === 'is' && value !== ''),
  );
  // An event may be taken for a bot where its visit is not.
  return isOne && isCounted && !countedBots.length;
}

/** Splits spans, which are in order. With `bounds` of buckets, each day lies within one of them. */
export async function splitSpans(
  { db }: ReportDeps,
  question: Question,
  { spans, bounds, isSettled }: { spans: Span[]; bounds?: number[]; isSettled: boolean },
): Promise<Split> {
  if (!isSettled || !hasSettledVisits(question)) return { days: [], rest: spans };
  const { projectId, countedBots } = question;
  const days: SettledDay[] = [];
  const rest: Span[] = [];
  let daysOfRest = 0;
  const found = await Promise.all(
    spans.map(({ from, to }) =>
      Promise.all([findSettledDays(db, { projectId, countedBots, from, to }), countUnsettledDays(db, { projectId, from, to })]),
    ),
  );
  for (const [place, [settled, unsettled]] of found.entries()) {
    const { from, to } = spans[place] as Span;
    let end = from;
    daysOfRest += unsettled;
    for (const day of settled) {
      if (day.from < end || bounds?.some((bound) => bound > day.from && bound < day.to)) {
        daysOfRest++;
        continue;
      }
      if (day.from > end) rest.push({ from: end, to: day.from });
      days.push(day);
      end = day.to;
    }
    if (end < to) rest.push({ from: end, to });
  }
  // What is beside rollups is listed (figures.ts). While most days are yet to be summed up, that would be too much.
  return daysOfRest > days.length ? { days: [], rest: spans } : { days, rest };
}

/** That a row of a table is of these settled days, of which there is one at least. */
export function ofDays(table: 'rollups' | 'visits', projectId: string, days: SettledDay[], bound: Bound): string {
  const [first, last] = [days[0], days.at(-1)] as [SettledDay, SettledDay];
  return `${table}.project_id = ${bound.bind(projectId, 'UUID')} AND ${table}.day BETWEEN ${at(bound, first.from)} AND ${at(bound, last.from)}
    AND ${table}.build IN (${days.map(({ build }) => `'${build}'`).join(', ')})`;
}

/** The rollups of these days, as rows. None without days, or where settled visits answer. */
export function rollupRows(
  question: Question,
  { dimension, days, key, wanted }: { dimension: string; days: SettledDay[]; key: string; wanted: Column[] },
  bound: Bound,
): string[] {
  if (!days.length || question.filters.length) return [];
  return [
    `SELECT ${[`${key} AS key`, ...wanted.map((name) => `rollups.${name} AS ${name}`)].join(', ')} FROM rollups
  WHERE rollups.dimension = ${bound.bind(dimension, 'String')} AND ${ofDays('rollups', question.projectId, days, bound)}`,
  ];
}
