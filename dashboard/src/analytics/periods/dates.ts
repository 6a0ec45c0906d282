const range = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats days such as `2026-11-20`, which have no time zone, as a range. Without the second day, the range ends now. */
export const formatDates = (from: string, to: string | undefined): string =>
  to === undefined ? `${range.format(new Date(from))} –` : `${range.format(new Date(from))} – ${range.format(new Date(to))}`;
