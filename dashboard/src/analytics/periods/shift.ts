import type { PERIODS } from '@earshot/contract/services/analytics/values';
import type { ReportQuery } from '../report-query.ts';

type PeriodName = (typeof PERIODS)[number];
type Period = Pick<ReportQuery, 'period' | 'from' | 'to'>;

/** Days of a period, both inclusive, and whether the preceding period is counted in days or in months. */
interface Range {
  from: string;
  to: string;
  unit: 'days' | 'months';
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a day. Months and days outside of their ranges continue in the neighboring years and months. */
const formatDay = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

function splitDay(text: string): [year: number, month: number, day: number] {
  const date = new Date(text);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

/** Returns the whole days of a named period, also those in the future. All time has no neighbors. */
function findRange(period: PeriodName, today: string): Range | undefined {
  const [year, month, day] = splitDay(today);
  const days = (count: number, ago = 0): Range => ({
    from: formatDay(year, month, day - ago - count + 1),
    to: formatDay(year, month, day - ago),
    unit: 'days',
  });
  const months = (first: number, count: number): Range => ({
    from: formatDay(year, first, 1),
    to: formatDay(year, first + count, 0),
    unit: 'months',
  });
  const ranges: Record<PeriodName, Range | undefined> = {
    today: days(1),
    yesterday: days(1, 1),
    '24h': days(1),
    '7d': days(7),
    '30d': days(30),
    '90d': days(90),
    this_month: months(month, 1),
    last_month: months(month - 1, 1),
    this_year: months(0, 12),
    last_year: months(-12, 12),
    '12mo': months(month - 11, 12),
    all: undefined,
  };
  return ranges[period];
}

/** Returns the days of a custom range. Ranges of whole months move by months. */
function toRange(from: string, to: string): Range | undefined {
  if (!DATE.test(from) || !DATE.test(to)) return undefined;
  const [year, month] = splitDay(to);
  return { from, to, unit: from.endsWith('-01') && to === formatDay(year, month + 1, 0) ? 'months' : 'days' };
}

function moveRange({ from, to, unit }: Range, direction: -1 | 1): Range {
  const [[year, month, day], [lastYear, lastMonth, lastDay]] = [splitDay(from), splitDay(to)];
  if (unit === 'months') {
    const count = ((lastYear - year) * 12 + lastMonth - month + 1) * direction;
    return { from: formatDay(year, month + count, 1), to: formatDay(lastYear, lastMonth + count + 1, 0), unit };
  }
  const count = (Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1) * direction;
  return { from: formatDay(year, month, day + count), to: formatDay(lastYear, lastMonth, lastDay + count), unit };
}

const NAMED: PeriodName[] = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  '12mo',
];

/**
 * Returns the period before or after another one, by its name if it has one. Returns undefined for periods without neighbors: all time,
 * parts of days, and what would begin after today.
 */
export function shiftPeriod({ period = '30d', from, to }: Period, direction: -1 | 1, today: string): Period | undefined {
  const range = from === undefined ? findRange(period, today) : toRange(from, to ?? today);
  const next = range && moveRange(range, direction);
  if (!next || next.from > today) return undefined;
  const name = NAMED.find((one) => {
    const named = findRange(one, today);
    return named?.from === next.from && named.to === next.to && named.unit === next.unit;
  });
  return name ? { period: name, from: undefined, to: undefined } : { period: undefined, from: next.from, to: next.to };
}
