import { bucketOf } from '../query/sql/buckets.ts';
import { eventColumns, OF_EVENTS, OF_VISITS, PAGE_VIEWS, type Part, pick, sumOf, visitColumns } from '../query/sql/aggregates.ts';
import type { Span } from '../query/periods.ts';
import { type Question, ratio, type ReportDeps, type Scope, scopeOf, seconds, timestamp } from '../query/report-query.ts';
import { beginningRows, hasEventFilters, hasRollups, rollupRows, splitSpans } from '../query/sql/rollups.ts';
import { matchingVisits, settledTotals } from '../query/sql/visit-facts.ts';
import { type Step, stepCondition } from '../query/steps.ts';

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

/** The key of everything in one group. */
const ALL = '0';
const OF_GOALS = ['conversions', 'converted_set'] as const;

/** Totals of a span or of several, in groups: by buckets of time, or all in one. */
export async function totalsOf(
  deps: ReportDeps,
  question: Question,
  { spans = [question], goal, bounds }: { spans?: Span[]; goal?: Step; bounds?: number[] },
): Promise<Map<number, Totals>> {
  const choosesEvents = hasEventFilters(question);
  const { days, beginnings, rest } = await splitSpans(deps, question, {
    spans,
    bounds,
    isSettled: !goal,
    hasMinutes: hasRollups(question),
  });
  const scope = scopeOf(question, rest);
  const { bound } = scope;
  const keyOf = (column: string) => (bounds ? bucketOf(column, bounds, bound) : ALL);
  const met = goal && stepCondition(goal, bound);
  const wanted = [...OF_EVENTS, ...OF_VISITS, ...(met ? OF_GOALS : [])];
  const ofDays = { key: keyOf('rollups.day'), wanted };
  const rollups = [
    ...rollupRows(question, { dimension: 'total', days, ...ofDays }, bound),
    ...beginningRows(question, { beginnings, ...ofDays }, bound),
  ];
  const [people, others] = rest.length
    ? partsOf(question, scope, { keyOf, met, hasBounds: bounds !== undefined, days })
    : [[], []];
  const parts =
    choosesEvents && days.length
      ? matchingVisits(question, { days, rest, scope, by: { time: keyOf } })
      : [...settledTotals(question, days, { key: keyOf('visits.day'), bound }), ...people, ...others];
  // Beside settled days the others are few. By themselves they need no states of people.
  const statements = days.length
    ? [sumOf(parts, rollups, wanted)]
    : [sumOf(people, [], wanted), ...others.map((part) => sumOf([part], [], [...OF_VISITS]))];
  const totals = new Map<number, Totals>();
  const found = await Promise.all(
    statements.map((statement) => deps.clickhouse.query<Partial<Totals> & { key: number }>(statement, bound.params)),
  );
  for (const { key, ...some } of found.flat()) totals.set(key, addUp(totals.get(key) ?? NOTHING, some));
  return totals;
}

const addUp = (totals: Totals, some: Partial<Totals>): Totals =>
  Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, value + (some[name as keyof Totals] ?? 0)])) as never;

type KeyOf = (column: string) => string;
/** What people are counted by, and the rest, which can be asked for beside it. */
type Parts = [people: Part[], others: Part[]];

/** The parts that cost least. */
function partsOf(
  { filters, bots, countedBots }: Question,
  scope: Scope,
  { keyOf, met, hasBounds, days }: { keyOf: KeyOf; met: string | undefined; hasBounds: boolean; days: Span[] },
): Parts {
  // An event's reason to be a bot may be another than its visit's. What is left of a span beside settled days is short.
  if (met || days.length || (bots !== 'include' && countedBots.length)) return partsOfEvents(scope, keyOf, met);
  if (filters.every(({ dimension }) => dimension.of === 'visit')) return [partsOfVisits(scope, keyOf, hasBounds), []];
  return hasBounds ? partsOfEvents(scope, keyOf, met) : [[partOfMatches(scope)], []];
}

function partsOfEvents({ events, visits }: Scope, keyOf: KeyOf, met: string | undefined): Parts {
  return [
    [
      {
        key: keyOf('events.time'),
        columns: pick(eventColumns({ met }), [...OF_EVENTS, ...OF_GOALS]),
        from: `events WHERE ${events}`,
      },
    ],
    [
      {
        key: keyOf('visits.start'),
        columns: pick(visitColumns({ began: '1' }), OF_VISITS),
        from: `visits FINAL PREWHERE ${visits}`,
      },
    ],
  ];
}

/** The same where filters choose events: these are looked for once, and lead to their visits. */
function partOfMatches({ inSpan, overlaps, began }: Scope): Part {
  const matches = `SELECT events.visit AS visit, ${PAGE_VIEWS} AS page_views, count() AS events FROM events WHERE ${inSpan} GROUP BY visit`;
  return {
    key: ALL,
    columns: {
      ...pick(visitColumns({ began }), ['people_set', ...OF_VISITS]),
      page_views: 'sum(matches.page_views)',
      events: 'sum(matches.events)',
    },
    from: `visits FINAL INNER JOIN (${matches}) AS matches ON matches.visit = visits.id PREWHERE ${overlaps}`,
  };
}

/** The same where filters choose visits, which are fewer: events are read of those alone that are not wholly in a group. */
function partsOfVisits({ overlaps, began, whole, nearEdge, inSpan }: Scope, keyOf: KeyOf, hasBounds: boolean): Part[] {
  const inOne = `${whole} AND ${keyOf('visits.start')} = ${keyOf('visits.end')}`;
  // Bounds of buckets may be anywhere.
  const near = (time: string) => (hasBounds ? '1' : nearEdge(time));
  const partly = `SELECT visits.id FROM visits FINAL PREWHERE ${overlaps} AND ${near('visits.start')} AND NOT (${inOne})`;
  return [
    {
      key: keyOf('visits.start'),
      columns: { ...visitColumns({ began }), ...pick(visitColumns({ began: inOne, counted: inOne }), OF_EVENTS) },
      from: `visits FINAL PREWHERE ${overlaps}`,
    },
    {
      key: keyOf('events.time'),
      columns: pick(eventColumns(), OF_EVENTS),
      from: `events WHERE ${inSpan} AND ${near('events.time')} AND events.visit IN (${partly})`,
    },
  ];
}

/** Totals of periods, which are in order: of all at once where rollups know most of them, else of each, which groups would slow down. */
async function totalsOfEach(deps: ReportDeps, question: Question, periods: Span[], goal?: Step): Promise<Totals[]> {
  if (periods.length > 1 && !goal && hasRollups(question)) {
    const bounds = [...periods.map(({ from }) => from), question.to];
    const totals = await totalsOf(deps, question, { spans: periods, bounds });
    return periods.map(({ from }) => totals.get(from) ?? NOTHING);
  }
  const totals = await Promise.all(periods.map((period) => totalsOf(deps, question, { spans: [period], goal })));
  return totals.map((all) => all.get(0) ?? NOTHING);
}

/** The main figures, beside those of the period before. */
export async function overview(deps: ReportDeps, question: Question, { goal, compare }: { goal?: Step; compare: boolean }) {
  const totals = await totalsOfEach(deps, question, compare ? [question.previous, question] : [question], goal);
  const value = figuresOf(totals.at(-1) ?? NOTHING);
  const previous = compare ? figuresOf(totals[0] ?? NOTHING) : undefined;
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
