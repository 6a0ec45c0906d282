import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import { onDays, PRECISION } from '../../clickhouse/schema.ts';
import type { Db } from '../../postgres/database.ts';
import { type Bound, conditionsOf, createBound, type Filter } from './filters.ts';
import type { Period, Span } from './periods.ts';

/** What every report is asked for: whose events, when, and which of them. */
export interface Question extends Period {
  projectId: string;
  filters: Filter[];
  bots: 'exclude' | 'include' | 'only';
  /** Reasons by which the project takes nobody for a bot. */
  countedBots: string[];
}

export interface ReportDeps {
  db: Db;
  clickhouse: ClickHouse;
}

/** How many distinct values a column has where a condition holds; or, for rollups, the state of that count. */
export const distinct = (column: string, condition = '1', as: '' | 'State' = '') =>
  condition === '1'
    ? `uniqCombined64${as}(${PRECISION})(${column})`
    : `uniqCombined64${as}If(${PRECISION})(${column}, ${condition})`;

export const BOUNCE = 'visits.page_views = 1 AND visits.interactions = 0';
export const DURATION_MS = 'toUnixTimestamp64Milli(visits.end) - toUnixTimestamp64Milli(visits.start)';

const DAY_MS = 86_400_000;
/** A gap within a visit is at most half an hour, so a visit that lies over a longer span has an event in it. */
const SHORT_MS = 3_600_000;

/** A moment, as SQL. Not a parameter of its own type: both transports take a number alike. */
export const at = ({ bind }: Bound, ms: number) => `fromUnixTimestamp64Milli(${bind(ms, 'Int64')})`;

export type Scope = ReturnType<typeof scopeOf>;

/**
 * The conditions of a question on events and on visits, in one span or in several. Those on visits are asked before rows collapse
 * (`FINAL PREWHERE`): a row and the one that takes it back are alike, so that both are chosen or neither, and the others need not be
 * put in order.
 */
export function scopeOf(question: Omit<Question, 'timezone' | 'previous'>, spans: Span | Span[] = question) {
  const bound = createBound();
  const { bind } = bound;
  const project = bind(question.projectId, 'UUID');
  const bounds = [spans].flat().map(({ from, to }) => ({
    from: at(bound, from),
    to: at(bound, to),
    before: at(bound, from - DAY_MS),
    early: at(bound, from + DAY_MS),
    late: at(bound, to - DAY_MS),
  }));
  const inOneOf = (condition: (span: (typeof bounds)[number]) => string) => `(${bounds.map(condition).join(' OR ') || '0'})`;
  const bots = (table: string) => {
    if (question.bots === 'include') return [];
    const people = question.countedBots.length
      ? `(NOT ${table}.is_bot OR ${table}.bot IN ${bind(question.countedBots, 'Array(String)')})`
      : `NOT ${table}.is_bot`;
    return question.bots === 'only' ? [`NOT (${people})`] : [people];
  };
  const ofEvents = conditionsOf(question.filters, 'event', bound);
  const ofVisits = conditionsOf(question.filters, 'visit', bound);

  const inSpan = [
    `events.project_id = ${project}`,
    inOneOf(({ from, to }) => `events.time >= ${from} AND events.time < ${to} AND ${onDays('events.time', from, to)}`),
    ...bots('events'),
    ...ofEvents,
  ];
  const whichVisits = [...bots('visits'), ...ofVisits];
  const visitsThat = (condition: string) => [`visits.project_id = ${project}`, condition, ...whichVisits];
  const overlaps = visitsThat(
    inOneOf(({ before, from, to }) => `visits.start >= ${before} AND visits.start < ${to} AND visits.end >= ${from}`),
  );
  // Of visits that have events in the span these are all: when one ended need not be read.
  const mayHaveEvents = visitsThat(inOneOf(({ before, to }) => `visits.start >= ${before} AND visits.start < ${to}`));
  const began = inOneOf(({ from, to }) => `visits.start >= ${from} AND visits.start < ${to}`);
  const hasEvent = `visits.id IN (SELECT events.visit FROM events WHERE ${inSpan.join(' AND ')})`;
  const isShort = [spans].flat().some(({ from, to }) => to - from < SHORT_MS);
  const events = ofVisits.length
    ? [...inSpan, `events.visit IN (SELECT visits.id FROM visits FINAL PREWHERE ${mayHaveEvents.join(' AND ')})`]
    : inSpan;
  return {
    bound,
    /** Events in the span. */
    events: events.join(' AND '),
    /** The same, whatever filters say of their visits. */
    inSpan: inSpan.join(' AND '),
    /** Visits with a part in the span, be there an event or not. */
    overlaps: overlaps.join(' AND '),
    /** That all of a visit is in the span. */
    whole: inOneOf(({ from, to }) => `visits.start >= ${from} AND visits.end < ${to}`),
    /** That a time is one of a visit that lies over an edge. */
    nearEdge: (time: string) => inOneOf(({ early, late }) => `${time} < ${early} OR ${time} >= ${late}`),
    /** That a visit began in the span. */
    began,
    /** Visits that began in the span. */
    visits: [...visitsThat(began), ...(ofEvents.length ? [hasEvent] : [])].join(' AND '),
    /** Visits with an event in the span. */
    present: [...overlaps, ...(ofEvents.length || isShort ? [hasEvent] : [])].join(' AND '),
  };
}

/** Null for a share of nothing. To four decimals. */
export const ratio = (part: number, whole: number): number | null =>
  whole ? Math.round((part / whole) * 10_000) / 10_000 : null;

/** Milliseconds as seconds, to one decimal. */
export const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 100) / 10);

export const timestamp = (ms: number) => new Date(ms).toISOString();
