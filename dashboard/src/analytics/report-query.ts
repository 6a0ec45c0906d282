import type { Query } from '@earshot/sdk';
import { oneOf, textOf, withoutEmpty } from '../ui/search.ts';

export const PERIODS = ['24h', '7d', '30d', '90d', '12mo'] as const;
export const METRICS = ['visitors', 'visits', 'page_views', 'views_per_visit', 'bounce_rate', 'visit_duration'] as const;
export const GOAL_METRICS = ['conversions', 'conversion_rate'] as const;
export const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const;

export type Metric = (typeof METRICS)[number] | (typeof GOAL_METRICS)[number];

/** Report query of the page. The URL contains it. */
export interface ReportQuery {
  period?: (typeof PERIODS)[number];
  from?: string;
  to?: string;
  timezone?: string;
  /** `dimension:operator:value` */
  filter?: string[];
  goal_id?: string;
  metric?: Metric;
  /** Steps of a funnel: `page:/pricing`, `event:signed_up`. */
  steps?: string[];
  /** Start page of paths. */
  page?: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const dateOf = (value: unknown) => (typeof value === 'string' && DATE.test(value) ? value : undefined);

function stringsOf(value: unknown): string[] | undefined {
  const strings = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return strings.length ? strings : undefined;
}

export function readReportQuery(search: Record<string, unknown>): ReportQuery {
  return withoutEmpty({
    period: oneOf(PERIODS, search.period),
    from: dateOf(search.from),
    to: dateOf(search.to),
    timezone: textOf(search.timezone),
    filter: stringsOf(search.filter),
    goal_id: textOf(search.goal_id),
    metric: oneOf([...METRICS, ...GOAL_METRICS], search.metric),
    steps: stringsOf(search.steps),
    page: textOf(search.page),
  });
}

/** Query parameters that all reports accept. */
export function reportOf({ period, from, to, timezone, filter, goal_id }: ReportQuery) {
  const when = from ? { from, to } : { period: period ?? '30d' };
  return withoutEmpty({ ...when, timezone, filter, goal_id }) satisfies Query<'GET /v1/analytics/overview'>;
}

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
  const known = oneOf(OPERATORS, operator);
  return known && { dimension, operator: known, value };
}

export const formatFilter = ({ dimension, operator, value }: Filter) => `${dimension}:${operator}:${value}`;
