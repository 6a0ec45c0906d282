import type { AnalyticsTimeseries } from '@earshot/sdk';
import { locale } from '../../texts/plural.ts';

type Interval = AnalyticsTimeseries['interval'];

/** Returns a function that formats the time of a bucket: a date for days, otherwise the time, in the time zone of the report. */
export function createTimeFormat(interval: Interval, timeZone: string): (iso: string) => string {
  const options: Intl.DateTimeFormatOptions =
    interval === 'minute' || interval === 'hour'
      ? { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : interval === 'month'
        ? { year: 'numeric', month: 'long' }
        : { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' };
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return (iso) => format.format(new Date(iso));
}

/** Returns the first and the last bucket as a range of dates. */
export function formatRange(times: string[], interval: Interval, timeZone: string): string {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  const options: Intl.DateTimeFormatOptions =
    interval === 'month'
      ? { month: 'short', year: 'numeric' }
      : interval === 'minute' || interval === 'hour'
        ? { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
        : { month: 'short', day: 'numeric', year: 'numeric' };
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).formatRange(new Date(first), new Date(last));
}

/** Returns the labels of the time axis: the month or date where one begins, otherwise the time. */
export function createAxisFormat(interval: Interval, timeZone: string): (seconds: number) => string {
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone });
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return (seconds) => {
    const moment = new Date(seconds * 1000);
    if (interval === 'month') return month.format(moment);
    const formatted = time.format(moment);
    return formatted === '00:00' ? day.format(moment) : formatted;
  };
}
