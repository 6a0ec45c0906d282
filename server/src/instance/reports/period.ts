import type { ReportFrequency } from '@earshot/contract/instance/values';
import type { Language } from '@earshot/contract/shared/languages';
import { Temporal } from 'temporal-polyfill';
import { findLocale } from '../../platform/i18n/texts.ts';

/** Hour at which reports are sent, in the time zone of the project. */
const SENDING_HOUR = 8;

/** Milliseconds since 1970. The end is excluded. */
interface Span {
  from: number;
  to: number;
}

/** A complete week, from Monday, or a month, in a time zone. */
export interface ReportPeriod extends Span {
  frequency: ReportFrequency;
  timezone: string;
  /** First and last day, as `YYYY-MM-DD`. */
  firstDay: string;
  lastDay: string;
  /** The week or month before. */
  previous: Span & { firstDay: string; lastDay: string };
  /** Time at which the report is sent. */
  dueAt: number;
}

const LENGTH = { weekly: { weeks: 1 }, monthly: { months: 1 } } as const;

/** Returns the last week or month that is complete at a time. */
export function findLastPeriod(frequency: ReportFrequency, timezone: string, atMs: number): ReportPeriod {
  const today = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).toPlainDate();
  return endingBefore(
    frequency,
    timezone,
    frequency === 'weekly' ? today.subtract({ days: today.dayOfWeek - 1 }) : today.with({ day: 1 }),
  );
}

/** Returns the last period whose report was due at a time. */
export function findDuePeriod(frequency: ReportFrequency, timezone: string, atMs: number): ReportPeriod {
  const last = findLastPeriod(frequency, timezone, atMs);
  if (last.dueAt <= atMs) return last;
  return endingBefore(frequency, timezone, Temporal.PlainDate.from(last.firstDay));
}

/** Days follow the calendar: a day on which clocks change has 23 or 25 hours. */
function endingBefore(frequency: ReportFrequency, timezone: string, end: Temporal.PlainDate): ReportPeriod {
  const length = LENGTH[frequency];
  const start = end.subtract(length);
  const before = start.subtract(length);
  const toStart = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).epochMilliseconds;
  return {
    frequency,
    timezone,
    ...toSpan(start, end, toStart),
    previous: toSpan(before, start, toStart),
    dueAt: end.toZonedDateTime({ timeZone: timezone, plainTime: { hour: SENDING_HOUR } }).epochMilliseconds,
  };
}

const toSpan = (start: Temporal.PlainDate, end: Temporal.PlainDate, toStart: (day: Temporal.PlainDate) => number) => ({
  from: toStart(start),
  to: toStart(end),
  firstDay: start.toString(),
  lastDay: end.subtract({ days: 1 }).toString(),
});

/** Returns the days of a period in words, such as “November 16–22, 2026” or “October 2026”. */
export function describeDays(
  frequency: ReportFrequency,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  language: Language,
): string {
  const locale = findLocale(language);
  if (frequency === 'monthly')
    return new Date(firstDay).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const range = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  // Thin spaces around the dash would be shown as boxes by some mail programs.
  return range.formatRange(new Date(firstDay), new Date(lastDay)).replaceAll(/\s/g, ' ');
}
