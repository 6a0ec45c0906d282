import type { INTERVALS, PERIODS } from '@earshot/contract/analytics';
import { Temporal } from 'temporal-polyfill';
import { invalidField } from '../../http/errors.ts';

export type Interval = (typeof INTERVALS)[number];
type PeriodName = (typeof PERIODS)[number];

/** A time, in milliseconds; `to` is not included. */
export interface Span {
  from: number;
  to: number;
}

export interface Period extends Span {
  timezone: string;
  /** The period of the same length before, by the calendar of the time zone. */
  previous: Span;
}

interface Asked {
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
const MOST_BUCKETS = 1_500;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The period that is asked for. Named ones of days and months include today and end now; the one before them ends as far into its last
 * day, to the minute, so that a day that is not over is never held against a whole one.
 * @throws {HttpError} 400
 */
export function readPeriod({ period, from, to, timezone = 'UTC' }: Asked, nowMs: number): Period {
  const now = zoned(nowMs, timezone);
  if (from !== undefined) {
    if (period) throw invalidField('period', 'conflict', 'period must not be combined with from');
    const start = moment(from, 'from', timezone);
    const end = to === undefined ? now : DATE.test(to) ? moment(to, 'to', timezone).add({ days: 1 }) : moment(to, 'to', timezone);
    if (Temporal.ZonedDateTime.compare(start, end) >= 0) throw invalidField('from', 'too_large', 'from must be before to');
    return spans(start, end, before(start, end));
  }
  if (to !== undefined) throw invalidField('from', 'required', 'from is required when to is set');
  if (period === '24h') return spans(now.subtract({ hours: 24 }), now, (at) => at.subtract({ hours: 24 }));
  const length = LENGTH[period ?? '30d'];
  const start =
    'days' in length
      ? now.startOfDay().subtract({ days: length.days - 1 })
      : monthOf(now).subtract({ months: length.months - 1 });
  return spans(start, now, (at) => at.subtract(length).round({ smallestUnit: 'minute', roundingMode: 'floor' }));
}

/** How to go back by the length of a period: whole days by the calendar, others by the clock. */
function before(start: Zoned, end: Zoned): (at: Zoned) => Zoned {
  const isWhole = [start, end].every((at) => at.equals(at.startOfDay()));
  const length = isWhole ? { days: start.until(end, { largestUnit: 'days' }).days } : start.until(end, { largestUnit: 'hours' });
  return (at) => at.subtract(length);
}

const spans = (start: Zoned, end: Zoned, back: (at: Zoned) => Zoned): Period => ({
  from: start.epochMilliseconds,
  to: end.epochMilliseconds,
  timezone: start.timeZoneId,
  previous: { from: back(start).epochMilliseconds, to: back(end).epochMilliseconds },
});

function zoned(ms: number, timezone: string): Zoned {
  try {
    return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
  } catch {
    throw invalidField('timezone', 'format', 'timezone must be an IANA time zone such as Europe/Berlin');
  }
}

function moment(text: string, field: string, timezone: string): Zoned {
  try {
    return DATE.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timezone)
      : zoned(Temporal.Instant.from(text).epochMilliseconds, timezone);
  } catch {
    zoned(0, timezone);
    throw invalidField(field, 'format', `${field} must be a date, or a date and time in ISO 8601 with a UTC offset`);
  }
}

const monthOf = (at: Zoned) => at.with({ day: 1 }).startOfDay();

/** Where buckets begin, in order, and where the last one ends. The first may begin before the period. Days that change their offset have 23 or 25 hours. */
export function bucketsOf({ from, to, timezone }: Span & { timezone: string }, interval: Interval): number[] {
  const first = zoned(from, timezone);
  const starts: Record<Interval, { start: Zoned; step: Temporal.DurationLike }> = {
    minute: { start: first.round({ smallestUnit: 'minute', roundingMode: 'floor' }), step: { minutes: 1 } },
    hour: { start: first.round({ smallestUnit: 'hour', roundingMode: 'floor' }), step: { hours: 1 } },
    day: { start: first.startOfDay(), step: { days: 1 } },
    week: { start: first.startOfDay().subtract({ days: first.dayOfWeek - 1 }), step: { weeks: 1 } },
    month: { start: monthOf(first), step: { months: 1 } },
  };
  const { step } = starts[interval];
  const isClock = interval === 'minute' || interval === 'hour';
  const stepMs = interval === 'minute' ? 60_000 : 3_600_000;
  const bounds: number[] = [];
  let at = starts[interval].start;
  for (let ms = at.epochMilliseconds; ;) {
    bounds.push(ms);
    if (ms >= to) return bounds;
    if (bounds.length > MOST_BUCKETS)
      throw invalidField(
        'interval',
        'too_small',
        `interval is too short: the period contains more than ${MOST_BUCKETS} intervals`,
      );
    // Months and days are added to the calendar, hours to the clock.
    if (isClock) ms += stepMs;
    else {
      at = at.add(step).startOfDay();
      ms = at.epochMilliseconds;
    }
  }
}

const HOUR_MS = 3_600_000;

/** The interval that shows a period best. */
export function intervalFor({ from, to }: Span): Interval {
  const hours = (to - from) / HOUR_MS;
  if (hours <= 2) return 'minute';
  if (hours <= 49) return 'hour';
  return hours <= 24 * 100 ? 'day' : 'month';
}
