import { locale } from '../../texts/plural.ts';

const range = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

const timeOfDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

const format = (text: string) => (text.includes('T') ? timeOfDay : range).format(new Date(text));

/**
 * Formats a range of days such as `2026-11-20`, which have no time zone, or of times, which are shown in the time zone of the reader.
 * Without an end, the range ends now.
 */
export const formatDates = (from: string, to: string | undefined): string =>
  to === undefined ? `${format(from)} –` : `${format(from)} – ${format(to)}`;
