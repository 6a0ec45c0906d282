import { Type } from 'typebox';
import { Component, ListOf, Nullable, OneOf, Page, Ref, Timestamp } from '../../shared/common.ts';
import {
  asOfProperty,
  comparedImportedProperties,
  comparisonQuery,
  goalQuery,
  importedProperties,
  importedQuery,
  nonInteractiveQuery,
  optionalComparisonQuery,
  periodProperties,
  precisionProperties,
  precisionQuery,
  reportQuery,
} from './query.ts';
import {
  BREAKDOWN_SORTS,
  EVENT_DIMENSIONS,
  FUNNEL_UNITS,
  INTERVALS,
  MAX_PATH_STEPS,
  METRICS,
  PATH_NODES,
  RETENTION_INTERVALS,
  VISIT_DIMENSIONS,
} from './values.ts';

export const OverviewQuery = { ...reportQuery, ...comparisonQuery, ...goalQuery, ...importedQuery };

const ComparedValue = (description: string) =>
  Type.Object(
    {
      value: Nullable(Type.Number()),
      previous: Nullable(
        Type.Number({ description: 'Value of the comparison period. Null without comparison or without data.' }),
      ),
    },
    { description },
  );

export const Overview = Component('AnalyticsOverview', {
  ...periodProperties,
  previous_from: Nullable(Timestamp()),
  previous_to: Nullable(
    Timestamp({
      description:
        'End of the comparison period, exclusive. For a period that ends now, the previous period covers the same part of its last day, to the minute.',
    }),
  ),
  visitors: ComparedValue('Unique visitors. Visitors without a `user_id` count as new visitors each day.'),
  page_views: ComparedValue('Number of `page_view` events'),
  visits: ComparedValue('Number of visits that started in the period'),
  events: ComparedValue('Number of events of any name'),
  views_per_visit: ComparedValue('Page views divided by visits'),
  bounce_rate: ComparedValue('Share of visits with exactly one page view and no other interactive event, from 0 to 1'),
  visit_duration: ComparedValue(
    'Mean time in seconds between the first and the last event of a visit. Visits with one event count as 0.',
  ),
  conversions: Type.Optional(ComparedValue('Number of events that match the goal')),
  conversion_rate: Type.Optional(ComparedValue('Share of visitors who completed the goal, from 0 to 1')),
  ...comparedImportedProperties,
});

export const TimeseriesQuery = {
  metric: Type.Optional(OneOf(METRICS, { description: 'Metric to report. Defaults to `visitors`.' })),
  interval: Type.Optional(
    OneOf(INTERVALS, { description: 'Bucket size. Defaults to a size suitable for the length of the period.' }),
  ),
  ...reportQuery,
  ...optionalComparisonQuery,
  ...importedQuery,
  ...goalQuery,
};

export const Timeseries = Component('AnalyticsTimeseries', {
  ...periodProperties,
  metric: OneOf(METRICS),
  interval: OneOf(INTERVALS),
  data: Type.Array(
    Type.Object({
      time: Timestamp({ description: 'Start of the bucket' }),
      value: Nullable(Type.Number({ description: 'Value of the metric. Null for the mean of an empty bucket.' })),
      previous: Nullable(
        Type.Number({ description: 'Value of the bucket at the same position of the comparison period. Null without one.' }),
      ),
      previous_time: Nullable(Timestamp({ description: 'Start of that bucket' })),
      is_complete: Type.Boolean({ description: 'False for a bucket that has not ended yet' }),
      is_imported: Type.Boolean({ description: 'Whether `value` contains imported days' }),
    }),
    { description: 'One entry per bucket, including empty buckets' },
  ),
  ...comparedImportedProperties,
});

export const DIMENSION_NAMES = [...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS, 'bot'].join(', ');

export const BreakdownQuery = {
  by: Type.String({
    maxLength: 120,
    description: `Dimension to group by: one of ${DIMENSION_NAMES}, or \`property:<name>\``,
    examples: ['page'],
  }),
  ...reportQuery,
  ...goalQuery,
  ...importedQuery,
  ...nonInteractiveQuery,
  engagement: Type.Optional(
    OneOf(['exclude', 'include'] as const, {
      description:
        'Whether to return how pages are read, as `time_on_page` and `scroll_depth`. Requires `by=page`. Defaults to `exclude`.',
    }),
  ),
  sort: Type.Optional(
    OneOf(BREAKDOWN_SORTS, {
      description:
        'Metric to sort by. Rates and durations exist for the dimensions for which they are returned, conversions with `goal_id`. Defaults to `visitors`.',
    }),
  ),
  order: Type.Optional(OneOf(['desc', 'asc'] as const, { description: 'Direction of the sort order. Defaults to `desc`.' })),
  ...Page,
};
export const { by: _by, engagement: _engagement, ...NamedBreakdownQuery } = BreakdownQuery;

export const BreakdownRow = Component('AnalyticsBreakdownRow', {
  value: Type.String({
    description: 'Value of the dimension. Empty for events or visits without a value.',
    examples: ['/pricing'],
  }),
  visitors: Type.Integer({ examples: [120] }),
  visits: Type.Integer({
    description:
      'For event dimensions, visits with at least one matching event. For visit dimensions, visits that started in the period.',
    examples: [140],
  }),
  page_views: Type.Integer({ examples: [190] }),
  events: Type.Integer({ examples: [220] }),
  bounce_rate: Nullable(Type.Number({ description: 'Share of bounced visits, from 0 to 1. Only for visit dimensions.' })),
  visit_duration: Nullable(Type.Number({ description: 'Mean visit duration in seconds. Only for visit dimensions.' })),
  exit_rate: Nullable(
    Type.Number({
      description:
        'Visits that ended on the page divided by its page views. Only for pages, and null with a filter by event or property.',
    }),
  ),
  time_on_page: Type.Optional(
    Nullable(
      Type.Number({
        description:
          'Mean time in seconds for which visits had the page visible. Only with `engagement=include`; null without measurements of the tracker.',
      }),
    ),
  ),
  scroll_depth: Type.Optional(
    Nullable(
      Type.Number({
        description:
          'Mean part of the page, from 0 to 1, down to which visits scrolled. Only with `engagement=include`; null without measurements.',
      }),
    ),
  ),
  conversions: Type.Optional(Type.Integer()),
  conversion_rate: Type.Optional(Nullable(Type.Number())),
});

export const Breakdown = Type.Object({ ...ListOf(Ref(BreakdownRow)).properties, ...asOfProperty, ...importedProperties });

export const RetentionQuery = {
  ...reportQuery,
  ...precisionQuery,
  interval: Type.Optional(OneOf(RETENTION_INTERVALS, { description: 'Bucket size of cohorts and cells. Defaults to `week`.' })),
  start_event: Type.Optional(Type.String({ maxLength: 100, description: 'Event that starts a cohort. Defaults to any event.' })),
  return_event: Type.Optional(
    Type.String({ maxLength: 100, description: 'Event that counts as a return. Defaults to any event.' }),
  ),
  cohort: Type.Optional(
    OneOf(['first', 'any'] as const, {
      description:
        'Cohort assignment. `first`: the bucket of the first start event ever (default). `any`: every bucket with a start event.',
    }),
  ),
  mode: Type.Optional(
    OneOf(['on', 'on_or_after'] as const, {
      description:
        'Whether a return counts only in its own bucket (`on`) or also in all earlier buckets (`on_or_after`). Defaults to `on`.',
    }),
  ),
};

export const Retention = Component('AnalyticsRetention', {
  ...periodProperties,
  interval: OneOf(RETENTION_INTERVALS),
  cohorts: Type.Array(
    Type.Object({
      start: Timestamp(),
      size: Type.Integer(),
      cells: Type.Array(
        Type.Object({
          count: Type.Integer(),
          rate: Nullable(Type.Number()),
          is_complete: Type.Boolean({
            description: 'False for a bucket that has not ended yet. Incomplete buckets are excluded from the means.',
          }),
        }),
      ),
    }),
  ),
  means: Type.Array(Nullable(Type.Number()), { description: 'Mean rate of each cell over all cohorts, weighted by cohort size' }),
  identified_visitors: Type.Integer({
    description:
      'Number of visitors with a `user_id` in the period. Cohorts count no other visitors, because anonymous visitors count as new visitors each day.',
    examples: [120],
  }),
  ...precisionProperties,
});

export const PathsQuery = {
  ...reportQuery,
  ...precisionQuery,
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Page at which the paths start. Provide either `page` or `event`.',
    }),
  ),
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  direction: Type.Optional(OneOf(['next', 'previous'] as const, { description: 'Direction of the paths. Defaults to `next`.' })),
  events: Type.Optional(
    OneOf(['exclude', 'include'] as const, {
      description: 'Whether events are steps as well as pages, except those with `interactive: false`. Defaults to `exclude`.',
    }),
  ),
  by: Type.Optional(
    OneOf(FUNNEL_UNITS, {
      description:
        'Whether paths belong to visits or to people. The path of a person continues in later visits of the period. Defaults to `visit`.',
    }),
  ),
  through: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string', maxLength: 2_100 },
      maxItems: MAX_PATH_STEPS,
      maxLength: 2_100,
      description:
        'Counts only paths with this step, as `number:page:path` or `number:event:name`; repeatable. The first step after the starting page has the number 1.',
      examples: ['1:page:/pricing'],
    }),
  ),
  steps: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PATH_STEPS, default: 3, description: 'Maximum number of steps per path' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of paths' })),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'Adds a diagram of all paths, with this number of pages or events per step. `other` counts the less frequent ones.',
    }),
  ),
};

const PathsDiagram = Type.Object(
  {
    nodes: Type.Array(
      Type.Object({
        step: Type.Integer({ description: 'Number of the step. The starting page or event has 0.' }),
        kind: OneOf(PATH_NODES, { description: '`other`: less frequent steps; `end`: paths that ended before the step' }),
        page: Nullable(Type.String()),
        event: Nullable(Type.String()),
        count: Type.Integer({ description: 'Number of visits, or of people with `by=person`' }),
      }),
      { description: 'Nodes by step, the most frequent first, followed by `other` and `end`' },
    ),
    links: Type.Array(
      Type.Object({
        source: Type.Integer({ description: 'Index in `nodes`' }),
        target: Type.Integer({ description: 'Index in `nodes`, of the next step' }),
        count: Type.Integer(),
      }),
    ),
  },
  { description: 'Null unless `nodes` asks for it' },
);

export const Paths = Component('AnalyticsPaths', {
  ...periodProperties,
  visits: Type.Integer({
    description:
      'Number of visits that contain the starting page or event and the steps of `through`. With `by=person`, the number of people, here and in `paths`.',
  }),
  paths: Type.Array(
    Type.Object({
      steps: Type.Array(Type.Object({ page: Nullable(Type.String()), event: Nullable(Type.String()) }), {
        description: 'Steps from the starting page or event. Shorter when the visit ended.',
      }),
      visits: Type.Integer(),
    }),
  ),
  diagram: Nullable(PathsDiagram),
  ...precisionProperties,
});

const countedValue = { value: Type.String(), visitors: Type.Integer() };

export const Realtime = Component('AnalyticsRealtime', {
  ...asOfProperty,
  visitors: Type.Integer({ description: 'Unique visitors of the last 5 minutes' }),
  page_views: Type.Integer({ description: 'Page views of the last 5 minutes' }),
  minutes: Type.Array(Type.Object({ time: Timestamp(), visitors: Type.Integer(), page_views: Type.Integer() }), {
    description: 'The last 30 minutes, oldest first',
  }),
  pages: Type.Array(Type.Object(countedValue)),
  sources: Type.Array(Type.Object(countedValue)),
  countries: Type.Array(Type.Object(countedValue)),
});

export const Intake = Component('AnalyticsIntake', {
  ...asOfProperty,
  from: periodProperties.from,
  to: periodProperties.to,
  received: Type.Integer({ description: 'Number of events received' }),
  accepted: Type.Integer({ description: 'Number of events stored, including bots and late events' }),
  dropped: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Number of events dropped, by reason: `invalid`, `duplicate`, `privacy_signal`, `hostname_not_allowed`, `excluded_address`, `excluded_hostname`, `excluded_path`',
    examples: [{ invalid: 2 }],
  }),
  repaired: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Number of events stored without a part of what was sent, by reason as in `warnings` of tracked events: `truncated`, `invalid`, `excess`',
    examples: [{ truncated: 1 }],
  }),
  bots: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Number of stored events excluded from reports as bots, by reason: `crawler`, `headless`, `prefetch`, `http_library`',
    examples: [{ crawler: 12 }],
  }),
  duplicates: Type.Integer({ description: 'Number of dropped events with an `event_id` that was already received' }),
  late: Type.Integer({ description: 'Number of stored events that arrived more than 30 minutes late' }),
  imported: Type.Integer({ description: 'Number of stored events that were imported' }),
  waiting: Type.Integer({ description: 'Number of durably stored events that are not yet included in reports' }),
  last_drops: Type.Array(
    Type.Object({
      reason: Type.String({
        description:
          'Reason as in `dropped`, `bot:` with a reason as in `bots`, or `key_expired` for an API key that was replaced. Requests with an unknown key belong to no project, and browsers with Do Not Track send nothing to the tracker’s endpoint.',
        examples: ['hostname_not_allowed'],
      }),
      hostname: Nullable(Type.String({ description: 'Host of the page, if known', examples: ['staging.example.com'] })),
      message: Nullable(Type.String({ description: 'Error message of an invalid event' })),
      occurred_at: Timestamp(),
    }),
    {
      description:
        'The last event of each reason that was dropped or stored as a bot in the period, latest first. Recorded within a second, and at most every 30 seconds for the same reason and host. Contains no data about people.',
    },
  ),
  missing: Type.Array(
    Type.Object({ day: Type.String({ examples: ['2026-11-20'] }), events: Type.Integer({ examples: [120] }) }),
    {
      description:
        'Events that were counted and later lost by ClickHouse, by day (UTC), for any period, latest day first. Reports for these days may be too low.',
      examples: [[]],
    },
  ),
});

export const IntakeQuery = {
  period: reportQuery.period,
  from: reportQuery.from,
  to: reportQuery.to,
  timezone: reportQuery.timezone,
};
