import { EVENT_DIMENSIONS, VISIT_DIMENSIONS } from '@earshot/contract/analytics';
import { countUnsettledDays, findSettledDays, type SettledDay } from '../../rollups/finalized-days-store.ts';
import type { Bound } from '../filters.ts';
import type { Column } from './aggregates.ts';
import type { Span } from '../periods.ts';
import { at, type Question, type ReportDeps } from '../report-query.ts';

/** What rollups there are of each day: `total`, and one for each of these dimensions. */
export const ROLLED_UP: readonly string[] = [...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS];

/** Spans as settled days, whose rollups or settled visits are read, and the rest, whose events are. */
interface Split {
  days: SettledDay[];
  /** Of settled days that a span ends in, the minutes before its end. */
  beginnings: { day: SettledDay; to: number }[];
  rest: Span[];
}

const MINUTE_MS = 60_000;
/** No day is longer, whatever its clocks do. */
const LONGEST_DAY_MS = 25 * 3_600_000;

/** The minute of a day that begins at `from` in which a time is, as SQL: a text that is in order. */
export const minuteOf = (time: string, from: string) =>
  `leftPad(toString(intDiv(toUnixTimestamp64Milli(${time}) - toUnixTimestamp64Milli(${from}), ${MINUTE_MS})), 4, '0')`;

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

/**
 * Splits spans, which are in order. With `bounds` of buckets, each day lies within one of them. With `hasMinutes`, minutes of settled
 * days are known, too.
 */
export async function splitSpans(
  { db }: ReportDeps,
  question: Question,
  {
    spans,
    bounds,
    isSettled,
    hasMinutes = false,
  }: { spans: Span[]; bounds?: number[]; isSettled: boolean; hasMinutes?: boolean },
): Promise<Split> {
  if (!isSettled || !hasSettledVisits(question)) return { days: [], beginnings: [], rest: spans };
  const { projectId, countedBots } = question;
  const days: SettledDay[] = [];
  const beginnings: Split['beginnings'] = [];
  const rest: Span[] = [];
  let daysOfRest = 0;
  const found = await Promise.all(
    spans.map(({ from, to }) =>
      Promise.all([
        findSettledDays(db, { projectId, countedBots, from, to: hasMinutes ? to + LONGEST_DAY_MS : to }),
        countUnsettledDays(db, { projectId, from, to }),
      ]),
    ),
  );
  for (const [place, [settled, unsettled]] of found.entries()) {
    const { from, to } = spans[place] as Span;
    let end = from;
    daysOfRest += unsettled;
    for (const day of settled) {
      if (day.to > to && (day.from >= to || (to - day.from) % MINUTE_MS)) break;
      const dayEnd = Math.min(day.to, to);
      if (day.from < end || bounds?.some((bound) => bound > day.from && bound < dayEnd)) {
        daysOfRest++;
        continue;
      }
      if (day.from > end) rest.push({ from: end, to: day.from });
      if (dayEnd < day.to) beginnings.push({ day, to: dayEnd });
      else days.push(day);
      end = dayEnd;
    }
    if (end < to) rest.push({ from: end, to });
  }
  // What is beside rollups is listed (figures.ts). While most days are yet to be summed up, that would be too much.
  return !days.length || daysOfRest > days.length ? { days: [], beginnings: [], rest: spans } : { days, beginnings, rest };
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
  asked: { dimension: string; days: SettledDay[]; key: string; wanted: Column[] },
  bound: Bound,
): string[] {
  return asked.days.length && !question.filters.length ? [rowsOfDays(question, asked, bound)] : [];
}

/** The totals of beginnings of days, as rows. */
export function beginningRows(
  question: Question,
  { beginnings, ...asked }: { beginnings: Split['beginnings']; key: string; wanted: Column[] },
  bound: Bound,
): string[] {
  return beginnings.map(({ day, to }) => {
    const end = minuteOf(at(bound, to), at(bound, day.from));
    return `${rowsOfDays(question, { ...asked, dimension: 'minute', days: [day] }, bound)} AND rollups.value < ${end}`;
  });
}

function rowsOfDays(
  { projectId }: Question,
  { dimension, days, key, wanted }: { dimension: string; days: SettledDay[]; key: string; wanted: Column[] },
  bound: Bound,
): string {
  return `SELECT ${[`${key} AS key`, ...wanted.map((name) => `rollups.${name} AS ${name}`)].join(', ')} FROM rollups
  WHERE rollups.dimension = ${bound.bind(dimension, 'String')} AND ${ofDays('rollups', projectId, days, bound)}`;
}
