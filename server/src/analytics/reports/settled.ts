import { EVENT_DIMENSIONS, VISIT_DIMENSIONS } from '@earshot/contract/analytics';
import { findSettledDays, type SettledDay } from '../settled-days-store.ts';
import type { Bound } from './filters.ts';
import type { Column } from './figures.ts';
import type { Span } from './periods.ts';
import type { Question, ReportDeps } from './question.ts';

/** What rollups there are of each day: `total`, and one for each of these dimensions. */
export const ROLLED_UP: readonly string[] = [...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS];

/** A span as settled days, whose rollups are read, and the rest, whose events are. */
export interface Split {
  days: SettledDay[];
  rest: Span[];
}

/** Splits a span. With `bounds` of buckets, each day lies within one of them. Rollups know neither filters nor goals. */
export async function splitSpan(
  { db }: ReportDeps,
  question: Question,
  { span, bounds, isRolledUp }: { span: Span; bounds?: number[]; isRolledUp: boolean },
): Promise<Split> {
  const { projectId, countedBots, filters, bots } = question;
  if (!isRolledUp || filters.length || bots !== 'exclude') return { days: [], rest: [span] };
  const days: SettledDay[] = [];
  const rest: Span[] = [];
  let at = span.from;
  for (const day of await findSettledDays(db, { projectId, countedBots, from: span.from, to: span.to })) {
    if (day.from < at || bounds?.some((bound) => bound > day.from && bound < day.to)) continue;
    if (day.from > at) rest.push({ from: at, to: day.from });
    days.push(day);
    at = day.to;
  }
  if (at < span.to) rest.push({ from: at, to: span.to });
  return { days, rest };
}

/** The rollups of these days, as rows. None without days. */
export function rollupRows(
  projectId: string,
  { dimension, days, key, wanted }: { dimension: string; days: SettledDay[]; key: string; wanted: Column[] },
  { bind }: Bound,
): string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  return [
    `SELECT ${[`${key} AS key`, ...wanted.map((name) => `rollups.${name} AS ${name}`)].join(', ')} FROM rollups
  WHERE rollups.project_id = ${bind(projectId, 'UUID')} AND rollups.dimension = ${bind(dimension, 'String')}
    AND rollups.day BETWEEN fromUnixTimestamp64Milli(${bind(first.from, 'Int64')}) AND fromUnixTimestamp64Milli(${bind(last.from, 'Int64')})
    AND rollups.build IN (${days.map(({ build }) => build).join(', ')})`,
  ];
}
