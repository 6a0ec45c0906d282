const MINUTE_MS = 60_000;

/** Returns the local day, such as `2026-05-04`. */
export const toLocalDay = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10);

/** Returns the name of the browser's time zone, such as `Europe/Berlin`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
