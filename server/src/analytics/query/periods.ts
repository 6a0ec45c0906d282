import type { INTERVALS, PERIODS } from '@earshot/contract/analytics';
import { Temporal } from 'temporal-polyfill';
import { invalidField } from '../../http/errors.ts';

export type Interval = (typeof INTERVALS)[number];
type PeriodName = (typeof PERIODS)[number];

/** A span of time in milliseconds since 1970, without its end. */
export interface Span {
  from: number;
  to: number;
}

export interface Period extends Span {
  timezone: string;
  /** The preceding period of the same length, by the calendar of the time zone. */
  previous: Span;
}

interface PeriodParams {
  period?: PeriodName;
  from?: string;
  to?: string;
  timezone?: string;
}

type Zoned = Temporal.ZonedDateTime;

const LENGTH: Record<Exclude<PeriodName, '24h'>, { days: number } | { months: number }> = {
  '7d': { days: 7 },
  '30d': { days: 30 },
  '90d': { days: 90 },
  '12mo': { months: 12 },
};
const MAX_BUCKETS = 1_500;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Computes the period of a request. Named periods of days and months include today and end now. The previous period ends at the same
 * time of its last day, to the minute, so that an incomplete day is never compared with a whole day.
 * @throws {HttpError} 400
 */
export function parsePeriod({ period, from, to, timezone = 'UTC' }: PeriodParams, nowMs: number): Period {
  const now = toZoned(nowMs, timezone);
  if (from !== undefined) {
    if (period) throw invalidField('period', 'conflict', 'period must not be combined with from');
    const start = parseTime(from, 'from', timezone);
    const end =
      to === undefined ? now : DATE.test(to) ? parseTime(to, 'to', timezone).add({ days: 1 }) : parseTime(to, 'to', timezone);
    if (Temporal.ZonedDateTime.compare(start, end) >= 0) throw invalidField('from', 'too_large', 'from must be before to');
    return toPeriod(start, end, createSubtraction(start, end));
  }
  if (to !== undefined) throw invalidField('from', 'required', 'from is required when to is set');
  if (period === '24h') return toPeriod(now.subtract({ hours: 24 }), now, (at) => at.subtract({ hours: 24 }));
  const length = LENGTH[period ?? '30d'];
  const start =
    'days' in length
      ? now.startOfDay().subtract({ days: length.days - 1 })
      : startOfMonth(now).subtract({ months: length.months - 1 });
  return toPeriod(start, now, (at) => at.subtract(length).round({ smallestUnit: 'minute', roundingMode: 'floor' }));
}

/** Returns a function that subtracts the length of a period: whole days by the calendar, other lengths by the clock. */
function createSubtraction(start: Zoned, end: Zoned): (at: Zoned) => Zoned {
  const isWhole = [start, end].every((at) => at.equals(at.startOfDay()));
  const length = isWhole ? { days: start.until(end, { largestUnit: 'days' }).days } : start.until(end, { largestUnit: 'hours' });
  return (at) => at.subtract(length);
}

const toPeriod = (start: Zoned, end: Zoned, subtract: (at: Zoned) => Zoned): Period => ({
  from: start.epochMilliseconds,
  to: end.epochMilliseconds,
  timezone: start.timeZoneId,
  previous: { from: subtract(start).epochMilliseconds, to: subtract(end).epochMilliseconds },
});

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
