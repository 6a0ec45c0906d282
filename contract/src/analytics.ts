import { type Static, type TProperties, Type } from 'typebox';
import { Body, Component, Id, ListOf, Nullable, OneOf, Page, Ref, Timestamp } from './common.ts';
import { errorProperties } from './errors.ts';

const utm = (of: string) =>
  Type.Optional(Type.String({ maxLength: 200, description: `Campaign ${of}. Taken from the query of \`url\` unless given.` }));

/** A property's value: flat, so that it can be filtered and broken down by. */
const PropertyValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: 1_000 });

export const PROPERTY_KEYS = 30;
export const BATCH_EVENTS = 500;

const event = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      default: 'page_view',
      description: '`page_view` or a custom event name',
      examples: ['page_view'],
    }),
  ),
  url: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'URL of the page, or its path. The fragment, known tracking parameters and trailing slashes are removed.',
      examples: ['https://example.com/pricing?utm_source=newsletter'],
    }),
  ),
  referrer: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'URL of the referring page, as reported by the browser',
      examples: ['https://www.google.com/'],
    }),
  ),
  title: Type.Optional(Type.String({ maxLength: 300, examples: ['Pricing'] })),
  utm_source: utm('source'),
  utm_medium: utm('medium'),
  utm_campaign: utm('name'),
  utm_term: utm('term'),
  utm_content: utm('content'),
  screen_width: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 65_535, description: 'Screen width in CSS pixels', examples: [1440] }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description: 'BCP 47 language tag. Defaults to the first language of the `Accept-Language` header.',
      examples: ['en-GB'],
    }),
  ),
  properties: Type.Optional(
    Type.Unsafe<Record<string, string | number | boolean>>({
      type: 'object',
      maxProperties: PROPERTY_KEYS,
      propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
      additionalProperties: PropertyValue,
      description: 'Custom properties: a flat object of strings, numbers and booleans',
      examples: [{ plan: 'pro' }],
    }),
  ),
  interactive: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether the event is a user interaction. Visits with one page view and no other interactive event count as bounces.',
    }),
  ),
  user_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Id of the signed-in user in your application',
      examples: ['u_42'],
    }),
  ),
  timestamp: Type.Optional(
    Timestamp({
      description: 'Time of the event: not in the future and at most 7 days ago. Defaults to the current time.',
      examples: [],
    }),
  ),
  event_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Unique id of the event. Events with the same id are counted once.',
      examples: ['0199a0c0-7c1e-7000-8000-0123456789ab'],
    }),
  ),
};

/** One event as it is sent. */
export const TrackedEvent = Body(event, { examples: [{ url: 'https://example.com/pricing' }] });
export type TrackedEvent = Static<typeof TrackedEvent>;

const { examples: _, ...single } = TrackedEvent as typeof TrackedEvent & { examples: unknown };

/** One event, or many. */
export const TrackEvents = Type.Unsafe<object>({
  anyOf: [
    single,
    Type.Object(
      { events: Type.Array(single, { minItems: 1, maxItems: BATCH_EVENTS, description: 'Events are validated individually' }) },
      { additionalProperties: false },
    ),
  ],
  examples: [{ url: 'https://example.com/pricing', event_id: '0199a0c0-7c1e-7000-8000-0123456789ab' }],
});

export const Tracked = Component('Tracked', {
  ok: Type.Boolean({ examples: [true] }),
  accepted: Type.Optional(Type.Integer({ description: 'Number of accepted events. Only for batches.', examples: [99] })),
  rejected: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Position in the batch, starting at 0', examples: [3] }),
        ...errorProperties,
      }),
      { description: 'Rejected events with the reason. Only for batches.' },
    ),
  ),
});

const { timestamp: ___, event_id: ____, ...undated } = event;

/** One event of the past, with what is otherwise known from the request. */
export const ImportedEvent = Body(
  {
    ...undated,
    timestamp: Timestamp({ description: 'Time of the event: not before 1990 and within the retention period of the project' }),
    event_id: Type.String({
      format: 'uuid',
      description:
        'Unique id of the event. Events with the same id are counted once, whenever they are sent, and a repeated import may correct `timestamp` by up to a day. Derive the id from your record (UUID v5) so that an import can be repeated.',
      examples: ['0199a0c0-7c1e-7000-8000-0123456789ab'],
    }),
    visitor_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Id of an anonymous visitor, required without `user_id`. Stored as a hash of project, day and id: like all anonymous visitors, the visitor counts as a new one each day (UTC).',
        examples: ['v_81723'],
      }),
    ),
    user_agent: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'User agent, used to determine device, browser, operating system and bot status. It is not stored.',
      }),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 country code', examples: ['DE'] }),
    ),
    region: Type.Optional(Type.String({ maxLength: 100, description: 'ISO 3166-2 region code', examples: ['DE-BE'] })),
    city: Type.Optional(Type.String({ maxLength: 100, examples: ['Berlin'] })),
  },
  {
    examples: [
      {
        timestamp: '2024-02-29T09:30:00.000Z',
        event_id: '0199a0c0-7c1e-7000-8000-0123456789ab',
        visitor_id: 'v_81723',
        url: 'https://example.com/pricing',
      },
    ],
  },
);
export type ImportedEvent = Static<typeof ImportedEvent>;

const { examples: _____, ...singleImported } = ImportedEvent as typeof ImportedEvent & { examples: unknown };

export const ImportEvents = Body(
  {
    events: Type.Array(singleImported, {
      minItems: 1,
      maxItems: BATCH_EVENTS,
      description: 'Events are validated individually',
    }),
  },
  {
    examples: [
      {
        events: [
          {
            timestamp: '2024-02-29T09:30:00.000Z',
            event_id: '0199a0c0-7c1e-7000-8000-0123456789ab',
            visitor_id: 'v_81723',
            url: '/',
          },
        ],
      },
    ],
  },
);

export const Imported = Component('AnalyticsImported', {
  ok: Type.Boolean({ examples: [true] }),
  accepted: Type.Integer({
    description: 'Number of accepted events. Duplicates are detected later and reported under `duplicates` of the intake report.',
    examples: [498],
  }),
  dropped: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of events excluded by the project settings, by reason as in the intake report',
    examples: [{ excluded_path: 1 }],
  }),
  rejected: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Position in the batch, starting at 0', examples: [3] }),
      ...errorProperties,
    }),
    { description: 'Invalid events with the reason' },
  ),
});

export const PERIODS = ['24h', '7d', '30d', '90d', '12mo'] as const;
export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export const METRICS = [
  'visitors',
  'page_views',
  'visits',
  'events',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'conversions',
  'conversion_rate',
] as const;
/** What an event has of its own. */
export const EVENT_DIMENSIONS = ['page', 'hostname', 'event'] as const;
/** What a visit has from its first event, and its first and last page. */
export const VISIT_DIMENSIONS = [
  'entry_page',
  'exit_page',
  'referrer',
  'source',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'city',
  'language',
  'device',
  'browser',
  'os',
  'screen',
] as const;
export const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const;

/** What every question may say. */
export const reportQuery = {
  period: Type.Optional(
    OneOf(PERIODS, {
      description: 'Period that ends now. Days and months follow the time zone and include the current one. Defaults to `30d`.',
    }),
  ),
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`.',
      examples: [],
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time.',
      examples: [],
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'IANA time zone for day boundaries. Defaults to the time zone of the project.',
      examples: ['Europe/Berlin'],
    }),
  ),
  filter: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string', maxLength: 2_100 },
      maxItems: 20,
      maxLength: 2_100,
      description:
        'Filter in the form `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*` as a wildcard). Properties have the form `property:<name>:operator:value`. Several `is` filters on the same dimension match any of their values; all other filters must match together. Pages and hosts are normalized like those of events, so `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` can be used as they appear in URLs.',
      examples: ['country:is:DE'],
    }),
  ),
  bots: Type.Optional(
    OneOf(['exclude', 'include', 'only'] as const, {
      description: 'Whether to include traffic classified as bots. Defaults to `exclude`.',
    }),
  ),
};

const compare = {
  compare: Type.Optional(
    OneOf(['previous', 'none'] as const, {
      description: 'Comparison with the preceding period of the same length. Defaults to `previous`.',
    }),
  ),
};
const goal = { goal_id: Type.Optional(Id('goal', 'Goal whose conversions are added to the report')) };

export const OverviewQuery = { ...reportQuery, ...compare, ...goal };

const Figure = (description: string) =>
  Type.Object(
    {
      value: Nullable(Type.Number()),
      previous: Nullable(Type.Number({ description: 'Value of the previous period. Null without comparison or without data.' })),
    },
    { description },
  );

const asOf = {
  as_of: Timestamp({
    description: 'All events of the project accepted before this time are included. Usually the time of the request.',
  }),
};
const range = {
  ...asOf,
  from: Timestamp({ description: 'Start of the period, inclusive' }),
  to: Timestamp({ description: 'End of the period, exclusive' }),
  timezone: Type.String({ examples: ['Europe/Berlin'] }),
};

export const Overview = Component('AnalyticsOverview', {
  ...range,
  previous_from: Nullable(Timestamp()),
  previous_to: Nullable(
    Timestamp({
      description:
        'End of the previous period, exclusive. For a period that ends now, the previous period covers the same part of its last day, to the minute.',
    }),
  ),
  visitors: Figure('Unique visitors. Visitors without a `user_id` count as new visitors each day.'),
  page_views: Figure('Number of `page_view` events'),
  visits: Figure('Number of visits that started in the period'),
  events: Figure('Number of events of any name'),
  views_per_visit: Figure('Page views divided by visits'),
  bounce_rate: Figure('Share of visits with exactly one page view and no other interactive event, from 0 to 1'),
  visit_duration: Figure(
    'Mean time in seconds between the first and the last event of a visit. Visits with one event count as 0.',
  ),
  conversions: Type.Optional(Figure('Number of events that match the goal')),
  conversion_rate: Type.Optional(Figure('Share of visitors who completed the goal, from 0 to 1')),
});

export const TimeseriesQuery = {
  metric: Type.Optional(OneOf(METRICS, { description: 'Metric to report. Defaults to `visitors`.' })),
  interval: Type.Optional(
    OneOf(INTERVALS, { description: 'Bucket size. Defaults to a size suitable for the length of the period.' }),
  ),
  ...reportQuery,
  compare: Type.Optional(
    OneOf(['previous', 'none'] as const, {
      description: 'Comparison with the preceding period of the same length. Defaults to `none`.',
    }),
  ),
  ...goal,
};

export const Timeseries = Component('AnalyticsTimeseries', {
  ...range,
  metric: OneOf(METRICS),
  interval: OneOf(INTERVALS),
  data: Type.Array(
    Type.Object({
      time: Timestamp({ description: 'Start of the bucket' }),
      value: Nullable(Type.Number({ description: 'Value of the metric. Null for the mean of an empty bucket.' })),
      previous: Nullable(Type.Number()),
      is_complete: Type.Boolean({ description: 'False for a bucket that has not ended yet' }),
    }),
    { description: 'One entry per bucket, including empty buckets' },
  ),
});

export const BreakdownQuery = {
  by: Type.String({
    maxLength: 120,
    description: `Dimension to group by: one of ${[...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS, 'bot'].join(', ')}, or \`property:<name>\``,
    examples: ['page'],
  }),
  ...reportQuery,
  ...goal,
  ...Page,
};
export const { by: __, ...NamedBreakdownQuery } = BreakdownQuery;

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
  exit_rate: Nullable(Type.Number({ description: 'Visits that ended on the page divided by its page views. Only for pages.' })),
  conversions: Type.Optional(Type.Integer()),
  conversion_rate: Type.Optional(Nullable(Type.Number())),
});

export const Breakdown = Type.Object({ ...ListOf(Ref(BreakdownRow)).properties, ...asOf });

const step = {
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Event name' })),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        'Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`.',
      examples: ['/docs/*'],
    }),
  ),
};

export const FUNNEL_ORDERS = ['loose', 'strict', 'any'] as const;

export const AskFunnel = Body(
  {
    steps: Type.Array(Body(step), {
      minItems: 1,
      maxItems: 8,
      description: 'Steps in order. A single step counts its visitors.',
    }),
    window_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90 * 86_400,
        default: 7 * 86_400,
        description: 'Maximum time in seconds between the first and the last step. Defaults to 7 days.',
      }),
    ),
    order: Type.Optional(
      OneOf(FUNNEL_ORDERS, {
        default: 'loose',
        description:
          'Order of the steps. `loose`: other events may occur between steps. `strict`: only repeats of completed steps and events with `interactive: false` may occur between steps. `any`: steps may occur in any order.',
      }),
    ),
    by: Type.Optional(
      OneOf(['person', 'visit'] as const, {
        default: 'person',
        description: 'Unit of analysis: steps are matched per person or per visit',
      }),
    ),
  },
  { examples: [{ steps: [{ page: '/pricing' }, { event: 'signup' }] }] },
);

export const Funnel = Component('AnalyticsFunnel', {
  ...range,
  steps: Type.Array(
    Type.Object({
      event: Nullable(Type.String()),
      page: Nullable(Type.String()),
      count: Type.Integer({ description: 'Number of persons or visits that completed at least this step' }),
      rate: Type.Number({ description: 'Share of the first step, from 0 to 1' }),
      step_rate: Type.Number({ description: 'Share of the preceding step, from 0 to 1' }),
    }),
  ),
});

export const RetentionQuery = {
  ...reportQuery,
  interval: Type.Optional(
    OneOf(['day', 'week', 'month'] as const, { description: 'Bucket size of cohorts and cells. Defaults to `week`.' }),
  ),
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
  ...range,
  interval: OneOf(['day', 'week', 'month'] as const),
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
      'Number of visitors with a `user_id` in the period. When 0, returning visitors are unknown because anonymous visitors count as new visitors each day.',
    examples: [120],
  }),
});

export const PathsQuery = {
  ...reportQuery,
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Page at which the paths start. Provide either `page` or `event`.',
    }),
  ),
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  direction: Type.Optional(OneOf(['next', 'previous'] as const, { description: 'Direction of the paths. Defaults to `next`.' })),
  steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 3, description: 'Maximum number of steps per path' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of paths' })),
};

export const Paths = Component('AnalyticsPaths', {
  ...range,
  visits: Type.Integer({ description: 'Number of visits that contain the starting page or event' }),
  paths: Type.Array(
    Type.Object({
      steps: Type.Array(Type.Object({ page: Nullable(Type.String()), event: Nullable(Type.String()) }), {
        description: 'Steps from the starting page or event. Shorter when the visit ended.',
      }),
      visits: Type.Integer(),
    }),
  ),
});

const count = { value: Type.String(), visitors: Type.Integer() };

export const Realtime = Component('AnalyticsRealtime', {
  ...asOf,
  visitors: Type.Integer({ description: 'Unique visitors of the last 5 minutes' }),
  page_views: Type.Integer({ description: 'Page views of the last 5 minutes' }),
  minutes: Type.Array(Type.Object({ time: Timestamp(), visitors: Type.Integer(), page_views: Type.Integer() }), {
    description: 'The last 30 minutes, oldest first',
  }),
  pages: Type.Array(Type.Object(count)),
  sources: Type.Array(Type.Object(count)),
  countries: Type.Array(Type.Object(count)),
});

export const Intake = Component('AnalyticsIntake', {
  ...asOf,
  from: range.from,
  to: range.to,
  received: Type.Integer({ description: 'Number of events received' }),
  accepted: Type.Integer({ description: 'Number of events stored, including bots and late events' }),
  dropped: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Number of events dropped, by reason: `invalid`, `duplicate`, `privacy_signal`, `hostname_not_allowed`, `excluded_address`, `excluded_hostname`, `excluded_path`',
    examples: [{ invalid: 2 }],
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

const goalFields = {
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['Signed up'] }),
  event: step.event,
  page: step.page,
};

export const Goal = Component('Goal', {
  id: Id('goal'),
  name: Type.String({ examples: ['Signed up'] }),
  event: Nullable(Type.String({ examples: ['signup'] })),
  page: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export const CreateGoal = Body(goalFields, { examples: [{ name: 'Signed up', event: 'signup' }] });
export const UpdateGoal = Body(
  { name: Type.Optional(goalFields.name), event: step.event, page: step.page },
  { minProperties: 1, examples: [{ name: 'Signed up' }] },
);

const annotationFields = {
  time: Timestamp({ description: 'Time of the annotated event' }),
  text: Type.String({ minLength: 1, maxLength: 300, examples: ['On the front page of Hacker News'] }),
};

export const Annotation = Component('Annotation', {
  id: Id('ann'),
  time: Timestamp(),
  text: Type.String({ examples: ['On the front page of Hacker News'] }),
  url: Nullable(Type.String({ description: 'URL of the changelog entry. Only for annotations of published entries.' })),
  changelog_entry_id: Nullable(Id('cl', 'Changelog entry that created the annotation when it was published')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export const CreateAnnotation = Body(annotationFields, {
  examples: [{ time: '2026-11-20T09:30:00.000Z', text: 'On the front page of Hacker News' }],
});
export const UpdateAnnotation = Body(optional(annotationFields), { minProperties: 1, examples: [{ text: 'A launch' }] });
export const ListAnnotationsQuery = { from: reportQuery.from, to: reportQuery.to, timezone: reportQuery.timezone, ...Page };

export const VISITOR_PATTERN = '^[0-9]{1,20}$';

export const ErasePerson = Body(
  {
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    visitor: Type.Optional(
      Type.String({
        pattern: VISITOR_PATTERN,
        description: 'The `visitor` value of an exported event',
        examples: ['1234567890123456789'],
      }),
    ),
  },
  { minProperties: 1, examples: [{ user_id: 'u_42' }] },
);
export const Erased = Component('AnalyticsErased', {
  ok: Type.Boolean(),
  events: Type.Integer({ description: 'Number of deleted events' }),
});

function optional<T extends TProperties>(fields: T) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>;
  };
}
