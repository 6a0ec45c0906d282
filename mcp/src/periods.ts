import { truncate } from '@earshot/contract/shared/text';
import { PERIODS } from '@earshot/contract/services/analytics/values';
import { ApiError } from './api.ts';

/** A period in the parameters of the API. Both days are inclusive; without `to`, the period ends now. */
export type ApiPeriod = { period: (typeof PERIODS)[number] } | { from: string; to?: string };

export const PERIOD_DESCRIPTION =
  'Period in plain English: today, yesterday, last 7 days, last 6 weeks, last 3 months, this or last week, month, quarter or year, a year (2026), a month (2026-11 or November 2026), a day (2026-11-20), 2026-11-01 to 2026-11-20, or all time. Defaults to the last 30 days.';

const PRESETS: Record<string, (typeof PERIODS)[number]> = {
  '24 hours': '24h',
  '7 days': '7d',
  '30 days': '30d',
  '90 days': '90d',
  '12 months': '12mo',
  'all time': 'all',
};
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAY = String.raw`\d{4}-\d{2}-\d{2}`;

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/**
 * Translates a period in plain English. `getToday` returns the current day in the time zone of the report, as `YYYY-MM-DD`; it is
 * called for relative periods only.
 * @throws {ApiError} 400 for a text that is not a period
 */
export async function parsePeriod(input: string, getToday: () => Promise<string>): Promise<ApiPeriod> {
  const text = input
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:in|the|during|over) (?:the )?/, '');
  const preset = PERIODS.find((period) => period === text) ?? PRESETS[text.replace(/^(?:last|past) /, '')];
  if (preset) return { period: preset };
  const fixed = parseFixedPeriod(text);
  if (fixed) return fixed;
  const [, which, count, unit] =
    /^(this|last|past|previous|current)(?: (\d{1,4}))? (day|week|month|quarter|year)s?$/.exec(text) ?? [];
  if (!unit || count === '0')
    throw new ApiError(400, {
      error: `The period “${truncate(input, 100)}” is not understood. ${PERIOD_DESCRIPTION}`,
      code: 'validation',
    });
  const today = parseDay(await getToday());
  const isCurrent = which === 'this' || which === 'current';
  const size = unit as Unit;
  if (count) {
    const start = size === 'day' || size === 'week' ? addUnits(today, 1, 'day') : addUnits(findStart(today, size), 1, size);
    return { from: formatDay(addUnits(start, -Number(count), size)) };
  }
  const start = findStart(today, size);
  return isCurrent ? { from: formatDay(start) } : toPeriod(addUnits(start, -1, size), start);
}

/** Translates a period that does not depend on the current day. */
function parseFixedPeriod(text: string): ApiPeriod | undefined {
  const [, from, to] = new RegExp(`^(?:from )?(${DAY})(?: ?(?:to|until|-|–|/) ?(${DAY}))?$`).exec(text) ?? [];
  if (from) return { from, to: to ?? from };
  const [, since] = new RegExp(`^since (${DAY})$`).exec(text) ?? [];
  if (since) return { from: since };
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? [];
  if (year) return wholeUnit(Number(year), month === undefined ? undefined : Number(month) - 1);
  const [, name = '', yearOfMonth] = /^([a-z]{3,9}) (\d{4})$/.exec(text) ?? [];
  const index = MONTHS.findIndex((month_) => month_ === name || (name.length === 3 && month_.startsWith(name)));
  return index >= 0 ? wholeUnit(Number(yearOfMonth), index) : undefined;
}

/** Returns a whole year, or a month of the year. */
function wholeUnit(year: number, month: number | undefined): ApiPeriod {
  const start = new Date(Date.UTC(year, month ?? 0, 1));
  return toPeriod(start, addUnits(start, 1, month === undefined ? 'year' : 'month'));
}

// Days of the calendar are represented by their midnight in UTC.
const parseDay = (day: string) => new Date(`${day}T00:00:00Z`);
const formatDay = (day: Date) => day.toISOString().slice(0, 10);

/** Returns the period from one day up to the day before another. */
const toPeriod = (from: Date, next: Date): ApiPeriod => ({ from: formatDay(from), to: formatDay(addUnits(next, -1, 'day')) });

/** Returns the first day of the week (Monday), month, quarter or year of a day. */
function findStart(day: Date, unit: Unit): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (unit === 'day') return day;
  if (unit === 'week') return addUnits(day, -((day.getUTCDay() + 6) % 7), 'day');
  const first = { month, quarter: month - (month % 3), year: 0 }[unit];
  return new Date(Date.UTC(year, first, 1));
}

function addUnits(day: Date, count: number, unit: Unit): Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if (unit === 'day' || unit === 'week') return new Date(Date.UTC(year, month, date + count * (unit === 'week' ? 7 : 1)));
  return new Date(Date.UTC(year, month + count * { month: 1, quarter: 3, year: 12 }[unit], date));
}
