import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FinalizedDay } from '../pipeline/finalized-days-store.ts';
import { type Dimension, getDimension, parseFilters } from './filters.ts';
import { type KnownDays, type Plan, planReport, type ReportShape } from './planner.ts';
import type { ReportQuery } from './report-query.ts';

// A period of four days, of which the first three are finalized, as a specification: which tables answer which report.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const dayAt = (n: number): FinalizedDay => ({ from: n * DAY, to: (n + 1) * DAY, build: n });
const PERIOD = { from: 0, to: 4 * DAY };
const THREE_DAYS: KnownDays = { finalized: [0, 1, 2].map(dayAt), openDays: 1 };

interface Params {
  filters?: string[];
  bots?: ReportQuery['bots'];
  countedBots?: string[];
  goal?: true;
}

const queryOf = ({ filters = [], bots = 'exclude', countedBots = [] }: Params): ReportQuery => ({
  ...PERIOD,
  previous: PERIOD,
  timezone: 'UTC',
  projectId: '0199a000-0000-7000-8000-000000000001',
  filters: parseFilters(filters),
  bots,
  countedBots,
});

/** Describes a plan such as `rollups + events`: tables of finalized days, and of the rest. */
function describePlan(plan: Plan): string {
  const { finalized, direct } = plan;
  if (!finalized) return direct.source;
  const parts = [
    finalized.source,
    ...(finalized.source === 'matching visit facts' && finalized.eventTotals === 'rollups' ? ['rollups'] : []),
    ...(finalized.source === 'rollups' && finalized.minuteRollups.length ? ['minute rollups'] : []),
    ...(direct.spans.length ? [direct.source] : []),
  ];
  return parts.join(' + ');
}

const VISIT_FILTER = ['source:is:Google'];
const PAGE_FILTER = ['page:is:/a'];
const CRAWLER = ['crawler'];

const TOTALS: [title: string, params: Params, plan: string, withBuckets?: string][] = [
  ['no filters', {}, 'rollups + events'],
  ['a filter on visits', { filters: VISIT_FILTER }, 'visit facts + events'],
  ['a filter on events', { filters: PAGE_FILTER }, 'matching visit facts + rollups + matching events'],
  ['two values of a dimension', { filters: [...PAGE_FILTER, 'page:is:/b'] }, 'matching visit facts + rollups + matching events'],
  ['a property', { filters: ['property:plan:is:pro'] }, 'matching visit facts + matching events'],
  ['filters on events and visits', { filters: [...PAGE_FILTER, ...VISIT_FILTER] }, 'matching visit facts + matching events'],
  ['filters on two dimensions of events', { filters: [...PAGE_FILTER, 'event:is:signup'] }, 'matching events', 'events'],
  ['a missing property', { filters: ['property:plan:is:'] }, 'matching events', 'events'],
  ['a part of a property', { filters: ['property:plan:contains:p'] }, 'matching events', 'events'],
  ['a goal', { goal: true }, 'events'],
  ['a goal and a filter on visits', { goal: true, filters: VISIT_FILTER }, 'events'],
  ['people and bots', { bots: 'include' }, 'visits'],
  ['bots only', { bots: 'only' }, 'visits'],
  ['bots only, with a filter on events', { bots: 'only', filters: PAGE_FILTER }, 'matching events', 'events'],
  ['counted bots', { countedBots: CRAWLER }, 'rollups + events'],
  ['counted bots and a filter on visits', { countedBots: CRAWLER, filters: VISIT_FILTER }, 'visit facts + events'],
  ['counted bots and a filter on events', { countedBots: CRAWLER, filters: PAGE_FILTER }, 'events'],
  ['bots only, with counted bots', { bots: 'only', countedBots: CRAWLER }, 'events'],
  ['people and bots, with counted bots', { bots: 'include', countedBots: CRAWLER }, 'visits'],
];

for (const [title, params, plan, withBuckets = plan] of TOTALS)
  test(`totals with ${title}: ${plan === withBuckets ? plan : `${plan}; by bucket: ${withBuckets}`}`, () => {
    const shape = { report: 'totals', spans: [PERIOD], hasGoal: params.goal ?? false } satisfies ReportShape;
    const bounds = [0, 1, 2, 3, 4].map((n) => n * DAY);
    const plans = [shape, { ...shape, bounds }].map((one) => describePlan(planReport(queryOf(params), one, [THREE_DAYS])));
    assert.deepEqual(plans, [plan, withBuckets]);
  });

const BREAKDOWNS: [dimension: string, title: string, params: Params, plan: string][] = [
  ['page', 'no filters', {}, 'rollups + events'],
  ['source', 'no filters', {}, 'rollups + visits'],
  ['page', 'a filter on visits', { filters: VISIT_FILTER }, 'visit facts + events'],
  ['source', 'a filter on visits', { filters: VISIT_FILTER }, 'visit facts + visits'],
  ['source', 'a filter on events', { filters: PAGE_FILTER }, 'matching visit facts + matching events'],
  ['event', 'a filter on events', { filters: PAGE_FILTER }, 'events'],
  ['source', 'filters on two dimensions of events', { filters: [...PAGE_FILTER, 'event:is:signup'] }, 'visits'],
  ['page', 'a goal', { goal: true }, 'events'],
  ['source', 'a goal', { goal: true }, 'visits'],
  ['property:plan', 'no filters', {}, 'events'],
  ['bot', 'people and bots', { bots: 'include' }, 'visits'],
];

for (const [name, title, params, plan] of BREAKDOWNS)
  test(`breakdown by ${name} with ${title}: ${plan}`, () => {
    const dimension = getDimension(name, 'by');
    const shape = { report: 'breakdown', spans: [PERIOD], dimension, hasGoal: params.goal ?? false } satisfies ReportShape;
    assert.equal(describePlan(planReport(queryOf(params), shape, [THREE_DAYS])), plan);
  });

const PIVOTS: [dimensions: [string, string], title: string, params: Params, plan: string][] = [
  [['country', 'device'], 'no filters', {}, 'visit facts + visits'],
  [['page', 'source'], 'no filters', {}, 'visit facts + events'],
  [['page', 'source'], 'a filter on visits', { filters: VISIT_FILTER }, 'visit facts + events'],
  [['country', 'device'], 'a filter on events', { filters: PAGE_FILTER }, 'matching visit facts + matching events'],
  [['page', 'source'], 'a filter on events', { filters: PAGE_FILTER }, 'events'],
  [['page', 'event'], 'no filters', {}, 'events'],
  [['source', 'property:plan'], 'no filters', {}, 'events'],
  [['country', 'device'], 'a goal', { goal: true }, 'visits'],
];

for (const [names, title, params, plan] of PIVOTS)
  test(`pivot of ${names.join(' and ')} with ${title}: ${plan}`, () => {
    const dimensions = names.map((name) => getDimension(name, 'by')) as [Dimension, Dimension];
    const shape = { report: 'pivot', spans: [PERIOD], dimensions, hasGoal: params.goal ?? false } satisfies ReportShape;
    assert.equal(describePlan(planReport(queryOf(params), shape, [THREE_DAYS])), plan);
  });

const RETENTION: [title: string, params: Params & { buckets?: number; hasNamedEvents?: true }, plan: string][] = [
  ['no filters', {}, 'rollups + visits'],
  ['a filter on visits', { filters: VISIT_FILTER }, 'visit facts + visits'],
  ['bots', { bots: 'include' }, 'visits'],
  ['a filter on events', { filters: PAGE_FILTER }, 'events'],
  ['named events', { hasNamedEvents: true }, 'events'],
  ['62 buckets', { buckets: 62 }, 'rollups + visits'],
  ['63 buckets', { buckets: 63 }, 'events'],
];

for (const [title, { buckets = 4, hasNamedEvents = false, ...params }, plan] of RETENTION)
  test(`retention with ${title}: ${plan}`, () => {
    const bounds = Array.from({ length: buckets + 1 }, (_, n) => n * DAY);
    const shape = { report: 'retention', spans: [PERIOD], bounds, hasNamedEvents } satisfies ReportShape;
    assert.equal(describePlan(planReport(queryOf(params), shape, [THREE_DAYS])), plan);
  });

const totalsOf = (span: { from: number; to: number }, bounds?: number[]): ReportShape => ({
  report: 'totals',
  spans: [span],
  bounds,
  hasGoal: false,
});

/** Describes the days of a plan by number, minutes by their day and end, and the rest in hours. */
function describeSpans(plan: Plan): string {
  const { finalized, direct } = plan;
  if (!finalized) return direct.source;
  const minutes = finalized.source === 'rollups' ? finalized.minuteRollups : [];
  return [
    ...finalized.days.map(({ build }) => `day ${build}`),
    ...minutes.map(({ day, until }) => `minutes of day ${day.build} until ${(until - day.from) / HOUR}`),
    ...direct.spans.map(({ from, to }) => `hours ${from / HOUR} to ${to / HOUR}`),
  ].join(', ');
}

const week = [0, 1, 2, 3, 4, 5, 6].map(dayAt);

const SPANS: [title: string, params: Params, shape: ReportShape, known: KnownDays | undefined, plan: string][] = [
  [
    'all days are finalized',
    {},
    totalsOf({ from: 0, to: 2 * DAY }),
    { finalized: week.slice(0, 2), openDays: 0 },
    'day 0, day 1',
  ],
  [
    'a day in between is open',
    {},
    totalsOf({ from: 0, to: 3 * DAY }),
    { finalized: [dayAt(0), dayAt(2)], openDays: 1 },
    'day 0, day 2, hours 24 to 48',
  ],
  [
    'the period starts within a day',
    {},
    totalsOf({ from: 12 * HOUR, to: 3 * DAY }),
    { finalized: week.slice(1, 3), openDays: 0 },
    'day 1, day 2, hours 12 to 24',
  ],
  [
    'the period ends within a finalized day',
    {},
    totalsOf({ from: 0, to: DAY + 6 * HOUR }),
    { finalized: week.slice(0, 2), openDays: 0 },
    'day 0, minutes of day 1 until 6',
  ],
  [
    'the period ends within a minute of a finalized day',
    {},
    totalsOf({ from: 0, to: DAY + 9_000 * 4 }),
    { finalized: week.slice(0, 2), openDays: 0 },
    'day 0, hours 24 to 24.01',
  ],
  [
    'visit facts have no minutes',
    { filters: VISIT_FILTER },
    totalsOf({ from: 0, to: DAY + 6 * HOUR }),
    { finalized: week.slice(0, 2), openDays: 0 },
    'day 0, hours 24 to 30',
  ],
  ['only minutes are finalized', {}, totalsOf({ from: 0, to: 6 * HOUR }), { finalized: [dayAt(0)], openDays: 0 }, 'visits'],
  [
    'a bucket starts within a day',
    {},
    totalsOf({ from: 0, to: 3 * DAY }, [0, 36 * HOUR, 3 * DAY]),
    { finalized: week.slice(0, 3), openDays: 0 },
    'day 0, day 2, hours 24 to 48',
  ],
  [
    'as many days are open as finalized',
    {},
    totalsOf({ from: 0, to: 2 * DAY }),
    { finalized: [dayAt(0)], openDays: 1 },
    'day 0, hours 24 to 48',
  ],
  ['more days are open than finalized', {}, totalsOf({ from: 0, to: 3 * DAY }), { finalized: [dayAt(0)], openDays: 2 }, 'visits'],
  ['no day is finalized', {}, totalsOf({ from: 0, to: DAY }), { finalized: [], openDays: 0 }, 'visits'],
  ['finalized days were not looked up', {}, totalsOf({ from: 0, to: DAY }), undefined, 'visits'],
];

for (const [title, params, shape, known, plan] of SPANS)
  test(`spans when ${title}: ${plan}`, () =>
    assert.equal(describeSpans(planReport(queryOf(params), shape, known && [known])), plan));

test('spans of two periods are split separately', () => {
  const shape: ReportShape = {
    ...totalsOf(PERIOD),
    spans: [
      { from: 0, to: DAY },
      { from: 2 * DAY, to: 4 * DAY },
    ],
  };
  const known = [
    { finalized: [dayAt(0)], openDays: 0 },
    { finalized: [dayAt(2)], openDays: 1 },
  ];
  assert.equal(describeSpans(planReport(queryOf({}), shape, known)), 'day 0, day 2, hours 72 to 96');
});
