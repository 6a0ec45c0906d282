const MINUTE_MS = 60_000;

/** Returns the value of `<input type="datetime-local">`: local time to the minute. */
export function toLocalInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Returns the value of `<input type="date">`: the local day. */
export const toLocalDay = (date: Date): string => toLocalInput(date).slice(0, 10);

/** Returns the time of a value of `<input type="datetime-local">` in ISO 8601. Keeps other text, so that the server names the invalid field. */
export function fromLocalInput(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Returns the name of the browser's time zone, such as `Europe/Berlin`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
