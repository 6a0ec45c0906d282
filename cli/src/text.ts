import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';

/** Characters that could move the cursor, change colors, or reorder text. Line breaks and tabs are kept. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Removes terminal sequences and control characters: titles and comments are untrusted. */
export const sanitize = (text: string): string => stripVTControlCharacters(text).replaceAll(UNSAFE, '');

/** Returns sanitized text on one line. */
export const oneLine = (text: string): string => sanitize(text).replaceAll(/\s+/g, ' ').trim();

export { stringWidth };

// The formatters of `Intl` take 40 ms to create, so none is created at start.
let segments: Intl.Segmenter | undefined;

/** Shortens text to a number of terminal columns, with an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let width = 0;
  let end = 0;
  segments ??= new Intl.Segmenter();
  for (const { segment, index } of segments.segment(text)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}

export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - stringWidth(text)));

const UNITS: [string, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Returns a time relative to now, such as “3 days ago”. */
export function formatAge(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const [unit, size] = UNITS.find(([, duration]) => Math.abs(seconds) >= duration) ?? [];
  if (!unit || !size) return 'just now';
  const age = count(Math.trunc(Math.abs(seconds) / size), unit);
  return seconds < 0 ? `${age} ago` : `in ${age}`;
}

export function formatNumber(value: number | null | undefined): string {
  // The first number that `Intl` formats takes 30 ms.
  if (Number.isInteger(value) && Math.abs(Number(value)) < 1000) return String(value);
  return value?.toLocaleString('en') ?? '–';
}

export const formatShare = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(1)} %`;

/** Returns “1 entry” or “2 entries”. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;
