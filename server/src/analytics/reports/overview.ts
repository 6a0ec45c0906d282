import { PAGE_VIEW } from '../event.ts';
import type { Span } from './periods.ts';
import { BOUNCE, distinct, DURATION_MS, type Question, ratio, type ReportDeps, scopeOf, seconds, timestamp } from './question.ts';
import { type Step, stepCondition } from './steps.ts';

export interface Totals {
  visitors: number;
  page_views: number;
  events: number;
  visits: number;
  bounces: number;
  duration_ms: number;
  conversions: number;
  converted: number;
}

export type Metric = keyof ReturnType<typeof figuresOf>;

/** The figures that follow from totals. A mean of nothing is null. */
export const figuresOf = (totals: Totals) => ({
  visitors: totals.visitors,
  page_views: totals.page_views,
  visits: totals.visits,
  events: totals.events,
  views_per_visit: ratio(totals.page_views, totals.visits),
  bounce_rate: ratio(totals.bounces, totals.visits),
  visit_duration: totals.visits ? seconds(totals.duration_ms / totals.visits) : null,
  conversions: totals.conversions,
  conversion_rate: ratio(totals.converted, totals.visitors),
});

const NOTHING: Totals = {
  visitors: 0,
  page_views: 0,
  events: 0,
  visits: 0,
  bounces: 0,
  duration_ms: 0,
  conversions: 0,
  converted: 0,
};

/** Totals of a span, in groups: by a bucket of time, or all in one. */
export async function totalsOf(
  { clickhouse }: ReportDeps,
  question: Question,
  {
    span = question,
    goal,
    group = () => '0',
  }: { span?: Span; goal?: Step; group?: (column: string, bind: ReturnType<typeof scopeOf>['bound']) => string },
): Promise<Map<number, Totals>> {
  const scope = scopeOf(question, span);
  const { bound } = scope;
  const [byEvent, byVisit] = [group('events.time', bound), group('visits.start', bound)];
  const met = goal && stepCondition(goal, bound);
  const [events, visits] = await Promise.all([
    clickhouse.query<Partial<Totals> & { bucket: number }>(
      `SELECT ${byEvent} AS bucket, ${distinct('events.person')} AS visitors, countIf(events.name = '${PAGE_VIEW}') AS page_views, count() AS events
        ${met ? `, countIf(${met}) AS conversions, ${distinct('events.person', met)} AS converted` : ''}
      FROM events WHERE ${scope.events} GROUP BY bucket`,
      bound.params,
    ),
    clickhouse.query<Partial<Totals> & { bucket: number }>(
      `SELECT ${byVisit} AS bucket, count() AS visits, countIf(${BOUNCE}) AS bounces, sum(${DURATION_MS}) AS duration_ms
      FROM visits FINAL WHERE ${scope.visits} GROUP BY bucket`,
      bound.params,
    ),
  ]);
  const totals = new Map<number, Totals>();
  for (const { bucket, ...some } of [...events, ...visits]) totals.set(bucket, { ...NOTHING, ...totals.get(bucket), ...some });
  return totals;
}

/** The main figures, beside those of the period before. */
export async function overview(deps: ReportDeps, question: Question, { goal, compare }: { goal?: Step; compare: boolean }) {
  const [now, before] = await Promise.all([
    totalsOf(deps, question, { goal }),
    compare ? totalsOf(deps, question, { span: question.previous, goal }) : undefined,
  ]);
  const value = figuresOf(now.get(0) ?? NOTHING);
  const previous = before && figuresOf(before.get(0) ?? NOTHING);
  const names = (Object.keys(value) as Metric[]).filter((name) => goal || !name.startsWith('conversion'));
  return {
    from: timestamp(question.from),
    to: timestamp(question.to),
    timezone: question.timezone,
    previous_from: compare ? timestamp(question.previous.from) : null,
    previous_to: compare ? timestamp(question.previous.to) : null,
    ...(Object.fromEntries(names.map((name) => [name, { value: value[name], previous: previous?.[name] ?? null }])) as Record<
      Metric,
      { value: number | null; previous: number | null }
    >),
  };
}

export const nothing = () => figuresOf(NOTHING);
