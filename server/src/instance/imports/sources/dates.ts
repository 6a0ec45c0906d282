import type { DateOrder } from '@earshot/contract/instance/values';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
const TIME = String.raw`(?:,?[ T]+(?:at )?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]\.?m\.?)?(?:\s*(?:Z|UTC|GMT))?)?`;
const NUMERIC = new RegExp(String.raw`^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?${TIME}$`, 'i');
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de )?(\p{L}+)\.?,?\s+(?:de )?(\d{4})${TIME}$`, 'iu');
const MONTH_FIRST = new RegExp(String.raw`^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}$`, 'iu');
const UNIX = /^\d{10}(?:\d{3})?$/;

/** Languages whose names of months are read. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl'];
/** Months by their names in lowercase. Created on first use, because a start does not need 14 formats. */
let months: ReadonlyMap<string, number> | undefined;

function createMonths(): ReadonlyMap<string, number> {
  const formats = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
  );
  return new Map(
    formats.flatMap((format) =>
      Array.from({ length: 12 }, (_, index): [string, number] => [
        format
          .format(Date.UTC(2025, index, 1))
          .toLowerCase()
          .replace('.', ''),
        index + 1,
      ]),
    ),
  );
}

function findMonth(name: string): number | undefined {
  months ??= createMonths();
  return months.get(name.toLowerCase());
}

/** Returns a date as ISO 8601 in UTC, or undefined for a day or time that does not exist. Years of two digits are of this century. */
function build(year: number, month: number, day: number, [hour = '0', minute = '0', second = '0', half = '']: string[]) {
  const isAfternoon = /^p/i.test(half);
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  const full = year < 100 ? 2000 + year : year;
  const time = new Date(Date.UTC(full, month - 1, day, hours, Number(minute), Number(second)));
  time.setUTCFullYear(full);
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCHours() === hours;
  return isReal ? time.toISOString() : undefined;
}

/**
 * Returns a date of a file as ISO 8601 in UTC, or undefined for text that is no date. Reads ISO 8601, numbers separated by `.`, `/` or `-`
 * in the given order, names of months in seven languages, and seconds or milliseconds since 1970. Times without a zone are in UTC.
 */
export function parseDate(text: string, order: DateOrder): string | undefined {
  const given = text.trim();
  if (UNIX.test(given)) return new Date(Number(given) * (given.length === 10 ? 1000 : 1)).toISOString();
  const iso = ISO.exec(given);
  if (iso) {
    const [, day = '', time = '00:00', zone = 'Z'] = iso;
    const date = new Date(`${day}T${time.replace(',', '.')}${/utc/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
    const isReal = !Number.isNaN(date.getTime()) && build(...(day.split('-').map(Number) as [number, number, number]), []);
    return isReal ? date.toISOString() : undefined;
  }
  const named = DAY_FIRST.exec(given) ?? MONTH_FIRST.exec(given);
  if (named) {
    const [, a = '', b = '', year = '', ...time] = named;
    const [day, name] = /^\d/.test(a) ? [a, b] : [b, a];
    const month = findMonth(name);
    return month ? build(Number(year), month, Number(day), time) : undefined;
  }
  const numeric = NUMERIC.exec(given);
  if (!numeric) return undefined;
  const [, first = '', , second = '', third = '', ...time] = numeric;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return build(a, b, c, time);
  if (first.length > 2 || ![2, 4].includes(third.length)) return undefined;
  return order === 'mdy' ? build(c, a, b, time) : build(c, b, a, time);
}

/**
 * Returns the order of day and month of dates, from those that have only one reading. Without any, points suggest the day first, and
 * slashes the month first, as spreadsheets write them in Europe and the United States.
 */
export function detectDateOrder(texts: string[]): DateOrder | undefined {
  const parsed = texts
    .flatMap((text) => (ISO.test(text.trim()) ? [] : [NUMERIC.exec(text.trim()) ?? []]))
    .filter(({ length }) => length);
  if (!parsed.length) return undefined;
  let order: DateOrder | undefined;
  for (const [, first = '', , second = ''] of parsed) {
    if (first.length === 4) return 'ymd';
    if (Number(first) > 12) return 'dmy';
    if (Number(second) > 12) order = 'mdy';
  }
  return order ?? (parsed[0]?.[2] === '/' ? 'mdy' : 'dmy');
}
