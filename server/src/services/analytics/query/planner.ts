import { EVENT_DIMENSIONS, VISIT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import type { Db } from '../../../platform/postgres/database.ts';
import { countOpenDays, type FinalizedDay, findFinalizedDays } from '../pipeline/finalized-days-store.ts';
import type { Dimension } from './filters.ts';
import type { Span } from '../pipeline/span.ts';
import type { ReportQuery } from './report-query.ts';

// Decides which tables answer a report. Reports consume the plan and decide nothing themselves.

/** Dimensions with rollups. */
export const ROLLED_UP_DIMENSIONS: readonly string[] = [...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS];

/** The properties of a report that decide which tables can answer it. Spans are in order of time. */
export type ReportShape =
  /** Totals of all spans, or of each bucket between two bounds. */
  | { report: 'totals'; spans: Span[]; bounds?: number[]; hasGoal: boolean }
  | { report: 'breakdown'; spans: Span[]; dimension: Dimension; hasGoal: boolean }
  /** Combinations of the values of two dimensions. */
  | { report: 'pivot'; spans: Span[]; dimensions: [Dimension, Dimension]; hasGoal: boolean }
  /** The buckets in which people were present. Named events are the start or the return event of a cohort. */
  | { report: 'retention'; spans: Span[]; bounds: number[]; hasNamedEvents: boolean };

/** Tables that answer any span. */
export interface DirectPart {
  /**
   * - `events`: events; metrics of visits come from `visits`.
   * - `visits`: visits; only visits that cross an edge need their events.
   * - `matching events`: events that match the filters, joined to their visits.
   */
  source: 'events' | 'visits' | 'matching events';
  spans: Span[];
}

/** Tables that answer finalized days. */
export type FinalizedPart = { days: FinalizedDay[] } & (
  | {
      source: 'rollups';
      /** Days in which a span ends: minute rollups before that time. */
      minuteRollups: { day: FinalizedDay; until: number }[];
    }
  | { source: 'visit facts' }
  /** Visit facts with filters on events. */
  | {
      source: 'matching visit facts';
      /** Table with the matching events by time. Rollups are smaller, and know filters on a single dimension. */
      eventTotals: 'rollups' | 'visit facts';
    }
);

/** Tables of a report: of finalized days, if any, and of all other spans, which may be none. */
export interface Plan {
  finalized?: FinalizedPart;
  direct: DirectPart;
}

/** The finalized days of a span, in order, and the number of days (UTC) with events that are not rolled up. */
export interface KnownDays {
  finalized: FinalizedDay[];
  openDays: number;
}

const MINUTE_MS = 60_000;
/** Longest day with any change of the clocks. */
const MAX_DAY_MS = 25 * 3_600_000;
/** Bits of a number: one for each bucket, and one for the time before them. */
const MAX_RETENTION_BOUNDS = 63;

/** Plans a report. Looks up finalized days if they can answer it. */
export async function findPlan(db: Db, query: ReportQuery, shape: ReportShape): Promise<Plan> {
  const source = findFinalizedSource(query, shape);
  if (!source) return planReport(query, shape);
  const { projectId, countedBots } = query;
  const lookahead = readsMinuteRollups(source, shape) ? MAX_DAY_MS : 0;
  const known = await Promise.all(
    shape.spans.map(async ({ from, to }) => {
      const [finalized, openDays] = await Promise.all([
        findFinalizedDays(db, { projectId, countedBots, readsUsers: shape.report === 'retention', from, to: to + lookahead }),
        countOpenDays(db, { projectId, from, to }),
      ]);
      return { finalized, openDays };
    }),
  );
  return planReport(query, shape, known);
}

/** Plans a report with the known days of each of its spans. */
export function planReport(query: ReportQuery, shape: ReportShape, known?: KnownDays[]): Plan {
  const source = findFinalizedSource(query, shape);
  const split = source && known && splitSpans(shape, known, readsMinuteRollups(source, shape));
  if (!split) return { direct: { source: findDirectSource(query, shape), spans: shape.spans } };
  const { days, minuteRollups } = split;
  const direct: DirectPart = { source: findRestSource(source, shape), spans: split.rest };
  switch (source) {
    case 'rollups':
      return { finalized: { source, days, minuteRollups }, direct };
    case 'visit facts':
      return { finalized: { source, days }, direct };
    default:
      return {
        finalized: { source, days, eventTotals: hasMatchingRollups(query, shape) ? 'rollups' : 'visit facts' },
        direct,
      };
  }
}

/** Returns the table that can answer finalized days, if any. */
export function findFinalizedSource(query: ReportQuery, shape: ReportShape): FinalizedPart['source'] | undefined {
  const { filters, people, bots } = query;
  // Events and visits are sorted by person within a day, so that those of a few people are found without reading the others.
  if (people) return undefined;
  // Rollups and visit facts contain people only, and no goals.
  if (bots !== 'exclude') return undefined;
  if (shape.report === 'retention' ? !countsPresence(query, shape) : shape.hasGoal) return undefined;
  const dimensions = getDimensions(shape);
  if (!dimensions.every(({ name }) => ROLLED_UP_DIMENSIONS.includes(name))) return undefined;
  const eventDimensions = dimensions.filter(({ subject }) => subject === 'event').length;
  // Visit facts count the values of each dimension of events, but not combinations of values of two dimensions.
  if (eventDimensions + Number(hasEventFilters(query)) > 1) return undefined;
  if (!filters.length) return shape.report === 'pivot' ? 'visit facts' : 'rollups';
  if (!hasEventFilters(query)) return 'visit facts';
  return hasCountedFilters(query) ? 'matching visit facts' : undefined;
}

/** Returns the dimensions of a breakdown, with or without columns. Other reports have none. */
function getDimensions(shape: ReportShape): Dimension[] {
  if (shape.report === 'pivot') return shape.dimensions;
  return shape.report === 'breakdown' ? [shape.dimension] : [];
}

const readsEvents = (dimensions: Dimension[]) => dimensions.some(({ subject }) => subject === 'event');

const hasEventFilters = ({ filters }: ReportQuery) => filters.some(({ dimension }) => dimension.subject === 'event');

/** Returns whether visit facts can answer the event filters: they count events by value of one dimension. */
function hasCountedFilters({ filters, countedBots }: ReportQuery): boolean {
  const eventFilters = filters.filter(({ dimension }) => dimension.subject === 'event');
  const isOneDimension = new Set(eventFilters.map(({ dimension }) => dimension.name)).size === 1;
  // Values of properties are stored as hashes, so that only equality can be tested. Events without the property are not counted.
  const isCounted = eventFilters.every(
    ({ dimension, operator, value }) => ROLLED_UP_DIMENSIONS.includes(dimension.name) || (operator === 'is' && value !== ''),
  );
  // With counted bots, an event can be classified differently from its visit.
  return isOneDimension && isCounted && !countedBots.length;
}

/** Returns whether rollups contain the totals of matching events by time. */
const hasMatchingRollups = ({ filters }: ReportQuery, shape: ReportShape) =>
  shape.report === 'totals' &&
  filters.every(({ dimension }) => dimension.subject === 'event' && ROLLED_UP_DIMENSIONS.includes(dimension.name));

const readsMinuteRollups = (source: FinalizedPart['source'], shape: ReportShape) =>
  shape.report === 'totals' && source === 'rollups';

/** Returns whether retention counts people by their visits: in all buckets that a visit overlaps, people were present. */
const countsPresence = (query: ReportQuery, { bounds, hasNamedEvents }: ReportShape & { report: 'retention' }) =>
  !hasNamedEvents && bounds.length <= MAX_RETENTION_BOUNDS && !hasEventFilters(query);

/** Returns the cheapest tables without finalized days. */
function findDirectSource(query: ReportQuery, shape: ReportShape): DirectPart['source'] {
  if (shape.report === 'breakdown' || shape.report === 'pivot') return readsEvents(getDimensions(shape)) ? 'events' : 'visits';
  if (shape.report === 'retention') return countsPresence(query, shape) ? 'visits' : 'events';
  const { bots, countedBots } = query;
  // With counted bots, an event can be classified differently from its visit.
  if (shape.hasGoal || (bots !== 'include' && countedBots.length)) return 'events';
  if (!hasEventFilters(query)) return 'visits';
  return shape.bounds ? 'events' : 'matching events';
}

/** Returns the tables for the spans next to finalized days, which are short. */
function findRestSource(source: FinalizedPart['source'], shape: ReportShape): DirectPart['source'] {
  if (source === 'matching visit facts') return 'matching events';
  if (shape.report === 'breakdown' || shape.report === 'pivot') return readsEvents(getDimensions(shape)) ? 'events' : 'visits';
  return shape.report === 'totals' ? 'events' : 'visits';
}

/**
 * Splits spans into finalized days, minutes of finalized days in which a span ends, and the rest. With bounds, each day must lie within
 * one bucket. Returns undefined if fewer days are finalized than not: the rest is listed by person, which is expensive for many days.
 */
function splitSpans(shape: ReportShape, known: KnownDays[], hasMinutes: boolean) {
  const bounds = 'bounds' in shape ? (shape.bounds ?? []) : [];
  const days: FinalizedDay[] = [];
  const minuteRollups: { day: FinalizedDay; until: number }[] = [];
  const rest: Span[] = [];
  let otherDays = 0;
  for (const [index, { from, to }] of shape.spans.entries()) {
    const { finalized = [], openDays = 0 } = known[index] ?? {};
    otherDays += openDays;
    let end = from;
    for (const day of finalized) {
      const endsInDay = day.to > to;
      if (endsInDay && (!hasMinutes || day.from >= to || (to - day.from) % MINUTE_MS)) break;
      const dayEnd = Math.min(day.to, to);
      if (day.from < end || bounds.some((bound) => bound > day.from && bound < dayEnd)) {
        otherDays++;
        continue;
      }
      if (day.from > end) rest.push({ from: end, to: day.from });
      if (endsInDay) minuteRollups.push({ day, until: to });
      else days.push(day);
      end = dayEnd;
    }
    if (end < to) rest.push({ from: end, to });
  }
  return !days.length || otherDays > days.length ? undefined : { days, minuteRollups, rest };
}
