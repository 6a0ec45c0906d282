import { IMPORTED_DIMENSIONS, type IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../platform/postgres/database.ts';
import { type Counts, findDays, findTotalsByDay, type ImportedDimension } from './imported-days-store.ts';
import { findFirstHour } from '../pipeline/finalized-days-store.ts';
import type { Span } from '../pipeline/span.ts';
import type { Interval } from './periods.ts';
import type { ReportDeps, ReportQuery } from './report-query.ts';
import type { Step } from './steps.ts';

// Imported days have totals by value only. Reports add them up on request, and say so. Days are those of the source site, regardless of the
// time zone of a report, and are represented by midnight in UTC.

type Omission = (typeof IMPORTED_OMISSIONS)[number];

/** The imported days of a period, as reports return them. */
export interface ImportedDays {
  from: string;
  to: string;
  is_included: boolean;
  omitted_because: Omission | null;
}

export const toDate = (day: number): string => new Date(day).toISOString().slice(0, 10);

const toZoned = (ms: number, timezone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
const toDay = (date: Temporal.PlainDate) => Date.parse(date.toString());

/** Returns the first day with own events in a time zone. */
export async function findFirstOwnDay(db: Db, projectId: string, timezone: string): Promise<number | undefined> {
  const first = await findFirstHour(db, projectId);
  return first === undefined ? undefined : toDay(toZoned(first, timezone).toPlainDate());
}

/** Returns the days that lie completely within a span: totals of a day cannot be divided. */
export function toDays({ from, to }: Span, timezone: string): Span {
  const start = toZoned(from, timezone);
  const first = start.equals(start.startOfDay()) ? start : start.add({ days: 1 });
  return { from: toDay(first.toPlainDate()), to: toDay(toZoned(to, timezone).toPlainDate()) };
}

/** Returns the time at which a day begins in a time zone. */
export const toStart = (day: number, timezone: string): number =>
  Temporal.PlainDate.from(toDate(day)).toZonedDateTime(timezone).epochMilliseconds;

/** Returns why imported days are not added to a report, if there is a reason. */
function findOmission(
  { filters, people, bots, imported }: ReportQuery,
  { goal, interval }: { goal: Step | undefined; interval?: Interval },
): Omission | null {
  if (imported !== 'include') return 'not_requested';
  if (filters.length || people) return 'filters';
  if (goal) return 'goal';
  if (bots === 'only') return 'bots';
  return interval === 'minute' || interval === 'hour' ? 'interval' : null;
}

/** Returns the days of a span without own events, in which imported days are counted. */
async function findCountedDays(db: Db, { projectId, timezone }: ReportQuery, span: Span): Promise<Span> {
  const days = toDays(span, timezone);
  const own = await findFirstOwnDay(db, projectId, timezone);
  return { from: days.from, to: Math.min(days.to, own ?? days.to) };
}

const describe = (first: number, last: number, omission: Omission | null): ImportedDays => ({
  from: toDate(first),
  to: toDate(last),
  is_included: omission === null,
  omitted_because: omission,
});

interface Params {
  goal: Step | undefined;
  interval?: Interval;
}

/** Returns the totals of the imported days of a span, with the time at which each begins. Empty if they are left out. */
export async function findImportedTotals(
  { db, clickhouse }: ReportDeps,
  query: ReportQuery,
  { span, ...params }: Params & { span: Span },
): Promise<{ days: (Counts & { start: number })[]; imported: ImportedDays | null }> {
  const counted = await findCountedDays(db, query, span);
  const omission = findOmission(query, params);
  const found = counted.from < counted.to ? await findTotalsByDay(clickhouse, query.projectId, counted) : [];
  const [first, last] = [found[0], found.at(-1)];
  return {
    days: omission ? [] : found.map((day) => ({ ...day, start: toStart(day.at, query.timezone) })),
    imported: first && last ? describe(first.at, last.at, omission) : null,
  };
}

/** Returns the imported days of a breakdown, and those that are added to it, if any. */
export async function findImportedValues(
  { db, clickhouse }: ReportDeps,
  query: ReportQuery,
  { dimension, ...params }: Params & { dimension: string },
): Promise<{ added?: Span & { dimension: ImportedDimension }; imported: ImportedDays | null }> {
  const counted = await findCountedDays(db, query, query);
  if (counted.from >= counted.to) return { imported: null };
  const omission = findOmission(query, params);
  const find = (name: ImportedDimension) => findDays(clickhouse, query.projectId, { ...counted, dimension: name });
  const known = IMPORTED_DIMENSIONS.find((name) => name === dimension && name !== 'total');
  const byValue = known && (await find(known));
  if (byValue)
    return {
      ...(!omission && { added: { ...counted, dimension: known } }),
      imported: describe(byValue.first, byValue.last, omission),
    };
  const days = await find('total');
  return { imported: days ? describe(days.first, days.last, omission ?? 'dimension') : null };
}
