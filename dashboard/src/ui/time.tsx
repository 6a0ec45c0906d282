import { common } from '#texts/common';
import { locale } from '../texts/plural.ts';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const monthDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const A_MONTH_S = 30 * 86_400;

/** Formats a time relative to now: “5 min. ago”, or as a date after a month. */
export function ago(iso: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  if (Math.abs(seconds) > A_MONTH_S) return day.format(new Date(iso));
  const [unit, size] = UNITS.find(([, of]) => Math.abs(seconds) >= of) ?? [];
  return unit && size ? relative.format(Math.trunc(seconds / size), unit) : common.now;
}

/** Formats a time in the time zone of the reader. */
export const dateTime = (iso: string) => full.format(new Date(iso));
/** Formats a time with seconds in the time zone of the reader. */
export const dateTimeWithSeconds = (iso: string) => exact.format(new Date(iso));
/** Formats a period in the time zone of the reader. */
export const period = (from: string, to: string) => full.formatRange(new Date(from), new Date(to));
export const date = (iso: string) => day.format(new Date(iso));
/** Formats a day of the past months without its year: “Oct 31”. */
export const dayOfMonth = (iso: string) => monthDay.format(new Date(iso));

/** Relative time, with the exact time as a tooltip. */
export const Time = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={dateTime(iso)}>
    {ago(iso)}
  </time>
);
