import type { COMPARISONS, INTERVALS, PERIODS } from '@earshot/contract/services/analytics/values';
import { Temporal } from 'temporal-polyfill';
import { invalidField } from '../../../platform/api/errors.ts';
import type { Span } from '../pipeline/span.ts';

export type Interval = (typeof INTERVALS)[number];
type PeriodName = (typeof PERIODS)[number];

export interface Period extends Span {
  timezone: string;
  /** The period to compare with. */
  previous: Span;
}

interface PeriodParams {
  period?: PeriodName;
  from?: string;
  to?: string;
  timezone?: string;
  compare?: (typeof COMPARISONS)[number];
  compare_from?: string;
  compare_to?: string;
  match_weekdays?: boolean;
}

type Zoned = Temporal.ZonedDateTime;

type Length = { days: number } | { months: number } | { years: number };

const MAX_BUCKETS = 1_500;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Computes the period of a request, and the period to compare with. `firstEventMs` is the start of the period `all`. Named periods that
 * include the current day end now. The previous period ends at the same time of its last day, to the minute, so that an incomplete day
 * is never compared with a whole day.
 * @throws {HttpError} 400
 */
export function parsePeriod(params: PeriodParams, nowMs: number, firstEventMs?: number): Period {
  const { timezone = 'UTC' } = params;
  const now = toZoned(nowMs, timezone);
  const { start, end, subtract } =
    params.from === undefined ? findNamedPeriod(params, now, firstEventMs) : findCustomPeriod(params, params.from, now);
  return {
    from: start.epochMilliseconds,
    to: end.epochMilliseconds,
    timezone: start.timeZoneId,
    previous: findComparison(params, { start, end, subtract }, timezone),
  };
}

interface ZonedPeriod {
  start: Zoned;
  end: Zoned;
  /** Moves a time to the preceding period. */
  subtract: (at: Zoned) => Zoned;
}

function findNamedPeriod({ period = '30d', to }: PeriodParams, now: Zoned, firstEventMs?: number): ZonedPeriod {
  if (to !== undefined) throw invalidField('from', 'required', 'from is required when to is set');
  const today = now.startOfDay();
  const month = startOfMonth(now);
  const year = month.with({ month: 1 }).startOfDay();
  const untilNow = (start: Zoned, length: Length): ZonedPeriod => ({ start, end: now, subtract: subtractToMinute(length) });
  const before = (end: Zoned, length: Length): ZonedPeriod => ({
    start: end.subtract(length).startOfDay(),
    end,
    subtract: subtractToMinute(length),
  });
  switch (period) {
    case '24h':
      return { start: now.subtract({ hours: 24 }), end: now, subtract: (at) => at.subtract({ hours: 24 }) };
    case '7d':
    case '30d':
    case '90d': {
      const days = Number.parseInt(period, 10);
      return untilNow(today.subtract({ days: days - 1 }), { days });
    }
    case '12mo':
      return untilNow(month.subtract({ months: 11 }), { months: 12 });
    case 'today':
      return untilNow(today, { days: 1 });
    case 'yesterday':
      return before(today, { days: 1 });
    case 'this_month':
      return untilNow(month, { months: 1 });
    case 'last_month':
      return before(month, { months: 1 });
    case 'this_year':
      return untilNow(year, { years: 1 });
    case 'last_year':
      return before(year, { years: 1 });
    default: {
      const first = firstEventMs === undefined ? today : toZoned(firstEventMs, now.timeZoneId).startOfDay();
      const start = Temporal.ZonedDateTime.compare(first, now) < 0 ? first : today;
      return { start, end: now, subtract: createSubtraction(start, now) };
    }
  }
}

const subtractToMinute = (length: Length) => (at: Zoned) =>
  at.subtract(length).round({ smallestUnit: 'minute', roundingMode: 'floor' });

function findCustomPeriod({ period, to, timezone = 'UTC' }: PeriodParams, from: string, now: Zoned): ZonedPeriod {
  if (period) throw invalidField('period', 'conflict', 'period must not be combined with from');
  const start = parseTime(from, 'from', timezone);
  const end = to === undefined ? now : parseEnd(to, 'to', timezone);
  if (Temporal.ZonedDateTime.compare(start, end) >= 0) throw invalidField('from', 'too_large', 'from must be before to');
  return { start, end, subtract: createSubtraction(start, end) };
}

/** Returns the period to compare with. */
function findComparison(
  { compare, compare_from: from, compare_to: to, match_weekdays: matchesWeekdays = false }: PeriodParams,
  { start, end, subtract }: ZonedPeriod,
  timezone: string,
): Span {
  if (from === undefined) {
    if (to !== undefined) throw invalidField('compare_from', 'required', 'compare_from is required when compare_to is set');
    const isYear = compare === 'year';
    const subtractLength = isYear ? subtractToMinute({ years: 1 }) : subtract;
    const days = matchesWeekdays ? countDaysToWeekday(subtractLength(start), start.dayOfWeek, isYear) : 0;
    const move = (at: Zoned) => subtractLength(at).add({ days });
    return { from: move(start).epochMilliseconds, to: move(end).epochMilliseconds };
  }
  const first = parseTime(from, 'compare_from', timezone);
  const last = to === undefined ? first.add(start.until(end, { largestUnit: 'days' })) : parseEnd(to, 'compare_to', timezone);
  if (Temporal.ZonedDateTime.compare(first, last) >= 0)
    throw invalidField('compare_from', 'too_large', 'compare_from must be before compare_to');
  return { from: first.epochMilliseconds, to: last.epochMilliseconds };
}

const WEEK_DAYS = 7;
const MAX_DAYS_LATER = 3;

/** Returns the number of days to a day of the week: to the nearest one, or only back, so that a preceding period does not overlap the period. */
function countDaysToWeekday(from: Zoned, dayOfWeek: number, isNearest: boolean): number {
  const later = (dayOfWeek - from.dayOfWeek + WEEK_DAYS) % WEEK_DAYS;
  return later === 0 || (isNearest && later <= MAX_DAYS_LATER) ? later : later - WEEK_DAYS;
}

/** Returns a function that subtracts the length of a period: whole days by the calendar, other lengths by the clock. */
function createSubtraction(start: Zoned, end: Zoned): (at: Zoned) => Zoned {
  const isWhole = [start, end].every((at) => at.equals(at.startOfDay()));
  const length = isWhole ? { days: start.until(end, { largestUnit: 'days' }).days } : start.until(end, { largestUnit: 'hours' });
  return (at) => at.subtract(length);
}

function toZoned(ms: number, timezone: string): Zoned {
  try {
    return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
  } catch {
    throw invalidField('timezone', 'format', 'timezone must be an IANA time zone such as Europe/Berlin');
  }
}

function parseTime(text: string, field: string, timezone: string): Zoned {
  try {
    return DATE.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timezone)
      : toZoned(Temporal.Instant.from(text).epochMilliseconds, timezone);
  } catch {
    // An invalid time zone is reported first.
    toZoned(0, timezone);
    throw invalidField(field, 'format', `${field} must be a date, or a date and time in ISO 8601 with a UTC offset`);
  }
}

/** Returns the end of a period. A date includes its day. */
const parseEnd = (text: string, field: string, timezone: string): Zoned =>
  DATE.test(text) ? parseTime(text, field, timezone).add({ days: 1 }) : parseTime(text, field, timezone);

const startOfMonth = (at: Zoned) => at.with({ day: 1 }).startOfDay();

/**
 * Computes the bounds of buckets: their starts in order, and the end of the last bucket. The first bucket can start before the period. Days
 * on which clocks change have 23 or 25 hours.
 * @throws {HttpError} 400 when there are too many buckets
 */
export function computeBuckets({ from, to, timezone }: Span & { timezone: string }, interval: Interval): number[] {
  const first = toZoned(from, timezone);
  const starts: Record<Interval, { start: Zoned; step: Temporal.DurationLike }> = {
    minute: { start: first.round({ smallestUnit: 'minute', roundingMode: 'floor' }), step: { minutes: 1 } },
    hour: { start: first.round({ smallestUnit: 'hour', roundingMode: 'floor' }), step: { hours: 1 } },
    day: { start: first.startOfDay(), step: { days: 1 } },
    week: { start: first.startOfDay().subtract({ days: first.dayOfWeek - 1 }), step: { weeks: 1 } },
    month: { start: startOfMonth(first), step: { months: 1 } },
  };
  const { step } = starts[interval];
  const isClock = interval === 'minute' || interval === 'hour';
  const stepMs = interval === 'minute' ? 60_000 : 3_600_000;
  const bounds: number[] = [];
  let at = starts[interval].start;
  for (let ms = at.epochMilliseconds; ;) {
    bounds.push(ms);
    if (ms >= to) return bounds;
    if (bounds.length > MAX_BUCKETS)
      throw invalidField(
        'interval',
        'too_small',
        `interval is too short: the period contains more than ${MAX_BUCKETS} intervals`,
      );
    // Days and months follow the calendar, hours and minutes the clock.
    if (isClock) ms += stepMs;
    else {
      at = at.add(step).startOfDay();
      ms = at.epochMilliseconds;
    }
  }
}

const HOUR_MS = 3_600_000;

/** Returns the default interval of a period. */
export function chooseInterval({ from, to }: Span): Interval {
  const hours = (to - from) / HOUR_MS;
  if (hours <= 2) return 'minute';
  if (hours <= 49) return 'hour';
  return hours <= 24 * 100 ? 'day' : 'month';
}
