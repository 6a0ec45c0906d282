import { COMPARISONS, IMPORTED, INTERVALS, OPERATORS, PERIODS } from '@earshot/contract/services/analytics/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parseText, withoutEmpty } from '../ui/search.ts';

export type Interval = (typeof INTERVALS)[number];
export const METRICS = ['visitors', 'visits', 'page_views', 'views_per_visit', 'bounce_rate', 'visit_duration'] as const;
export const GOAL_METRICS = ['conversions', 'conversion_rate'] as const;

export type Metric = (typeof METRICS)[number] | (typeof GOAL_METRICS)[number];

/** Report query of the page. The URL contains it. */
export interface ReportQuery {
  period?: (typeof PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  compare?: (typeof COMPARISONS)[number];
  /** Custom period to compare with. */
  compare_from?: string;
  compare_to?: string;
  /** Whether the period to compare with begins on the same day of the week. */
  weekdays?: 'match';
  /** `dimension:operator:value` */
  filter?: string[];
  /** Users of the product, from the page of a person. */
  user_id?: string[];
  /** Segment of people to whom reports are limited. */
  person_segment?: string;
  goal_id?: string;
  metric?: Metric;
  /** Length of the buckets of the chart. Defaults to one that suits the period. */
  interval?: Interval;
  /** Whether imported days are counted. Default: they are, and the page says so. */
  imported?: (typeof IMPORTED)[number];
  /** Start page of paths. */
  page?: string;
  /** Start event of paths. */
  event?: string;
  /** Ids of the segments to compare. Without an id, all visitors. */
  segment?: string;
  other_segment?: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Times are in links of alerts, whose windows are shorter than a day. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z$/;
const parseDate = (value: unknown) =>
  typeof value === 'string' && (DATE.test(value) || TIME.test(value)) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Returns the texts of a list in a URL. */
export function parseStrings(value: unknown): string[] | undefined {
  const strings = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return strings.length ? strings : undefined;
}

export function readReportQuery(search: Record<string, unknown>): ReportQuery {
  return withoutEmpty({
    period: parseOneOf(PERIODS, search.period),
    from: parseDate(search.from),
    to: parseDate(search.to),
    timezone: parseText(search.timezone),
    compare: parseOneOf(COMPARISONS, search.compare),
    compare_from: parseDate(search.compare_from),
    compare_to: parseDate(search.compare_to),
    weekdays: parseOneOf(['match'] as const, search.weekdays),
    filter: parseStrings(search.filter),
    user_id: parseStrings(search.user_id),
    person_segment: parseText(search.person_segment),
    goal_id: parseText(search.goal_id),
    metric: parseOneOf([...METRICS, ...GOAL_METRICS], search.metric),
    interval: parseOneOf(INTERVALS, search.interval),
    imported: parseOneOf(IMPORTED, search.imported),
    page: parseText(search.page),
    event: parseText(search.event),
    segment: parseText(search.segment),
    other_segment: parseText(search.other_segment),
  });
}

/** Query parameters that all reports accept. */
export function toReport({ period, from, to, timezone, filter, user_id, person_segment, goal_id }: ReportQuery) {
  const when = from ? { from, to } : { period: period ?? '30d' };
  return withoutEmpty({
    ...when,
    timezone,
    filter,
    user_id,
    person_segment,
    goal_id,
  }) satisfies Query<'GET /v1/analytics/overview'>;
}

/** Query parameters of the period to compare with. Nothing precedes all time. */
export function toComparison({ period, from, compare = 'previous', compare_from, compare_to, weekdays }: ReportQuery) {
  if (!from && period === 'all') return { compare: 'none' as const };
  return compare_from
    ? withoutEmpty({ compare_from, compare_to })
    : { compare, ...(weekdays === 'match' && compare !== 'none' && { match_weekdays: true }) };
}

export type Comparison = Pick<Query<'GET /v1/analytics/overview'>, 'compare' | 'compare_from' | 'compare_to' | 'match_weekdays'>;

/** Query parameters without the goal, for reports that do not support goals. */
export function withoutGoal<T extends { goal_id?: string }>({ goal_id: _unused, ...report }: T): Omit<T, 'goal_id'> {
  return report;
}

export interface Filter {
  dimension: string;
  operator: (typeof OPERATORS)[number];
  value: string;
}

/** The name of a property is in the middle: `property:plan:is:pro`. */
export function parseFilter(text: string): Filter | undefined {
  const [, dimension = '', operator = '', value = ''] = /^((?:property:)?[^:]+):([^:]+):(.*)$/s.exec(text) ?? [];
  const known = parseOneOf(OPERATORS, operator);
  return known && { dimension, operator: known, value };
}

export const formatFilter = ({ dimension, operator, value }: Filter) => `${dimension}:${operator}:${value}`;
