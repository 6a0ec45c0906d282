import type { Command } from 'commander';
import { UsageError } from './errors.ts';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Units of relative times, in hours. */
const HOURS: Record<string, number> = { h: 1, d: 24, w: 7 * 24 };
const HOUR_MS = 3_600_000;

/**
 * Returns a date or time in ISO 8601, UTC. A date is its midnight in UTC; a time without an offset is in the time zone of the system.
 * @throws {UsageError}
 */
export function parseTime(name: string, text: string, hint = 'such as 2026-11-20 or 2026-11-20T09:30Z'): string {
  const [, year, month, day] = ISO.exec(text) ?? [];
  const time = new Date(text.replace(' ', 'T'));
  // JavaScript takes February 30 as March 2.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (!year || !isDay || Number.isNaN(time.getTime())) throw new UsageError(`${name} must be a date or time, ${hint}`);
  return time.toISOString();
}

/**
 * Returns a time of the past in ISO 8601, UTC: a date or time, or its age in hours, days of 24 hours or weeks, such as `7d`.
 * @throws {UsageError}
 */
export function parsePastTime(name: string, text: string, now = Date.now()): string {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/i.exec(text) ?? [];
  if (count) return new Date(now - Number(count) * (HOURS[unit.toLowerCase()] ?? 0) * HOUR_MS).toISOString();
  return parseTime(name, text, 'such as 2026-11-20 or 2026-11-20T09:30Z, or an age, such as 24h, 7d or 2w');
}

/** Options of a list or an action that concerns a period. */
export interface RangeOptions {
  since?: string;
  until?: string;
}

/** Adds `--since` and `--until`. `subject` is what happened in the period, such as “created”. */
export const withRange = (command: Command, subject: string): Command =>
  command
    .option('--since <time>', `${subject} at or after this time, such as 2026-11-20 or 7d`)
    .option('--until <time>', `${subject} before this time`);

/** Returns the times of `--since` and `--until` in ISO 8601, UTC. `prefix` precedes these names. @throws {UsageError} */
export const parseRange = ({ since, until }: RangeOptions, prefix = ''): RangeOptions => ({
  since: since === undefined ? undefined : parsePastTime(`--${prefix}since`, since),
  until: until === undefined ? undefined : parsePastTime(`--${prefix}until`, until),
});
