import { type Static, type TProperties, Type } from 'typebox';
import { Body, Component, Id, ListOf, Nullable, OneOf, Page, Ref, Timestamp } from './common.ts';
import { errorProperties } from './errors.ts';

const utm = (of: string) => Type.Optional(Type.String({ maxLength: 200, description: `The ${of} of the campaign` }));

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
      description: '`page_view`, or a name of your own',
      examples: ['page_view'],
    }),
  ),
  url: Type.Optional(
    Type.String({
      maxLength: 2048,
      description:
        'The page, with or without its host. The fragment, known tracking parameters and slashes at the end of the path are removed',
      examples: ['https://example.com/pricing?utm_source=newsletter'],
    }),
  ),
  referrer: Type.Optional(
    Type.String({ maxLength: 2048, description: 'As the browser says it', examples: ['https://www.google.com/'] }),
  ),
  title: Type.Optional(Type.String({ maxLength: 300, examples: ['Pricing'] })),
  utm_source: utm('source'),
  utm_medium: utm('medium'),
  utm_campaign: utm('name'),
  utm_term: utm('term'),
  utm_content: utm('content'),
  screen_width: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'In CSS pixels', examples: [1440] })),
  language: Type.Optional(
    Type.String({ maxLength: 35, description: 'BCP 47; default: the first of Accept-Language', examples: ['en-GB'] }),
  ),
  properties: Type.Optional(
    Type.Unsafe<Record<string, string | number | boolean>>({
      type: 'object',
      maxProperties: PROPERTY_KEYS,
      propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
      additionalProperties: PropertyValue,
      description: 'Properties of the event: a flat object of strings, numbers and booleans',
      examples: [{ plan: 'pro' }],
    }),
  ),
  interactive: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether somebody did something; a visit of one page and nothing done bounced' }),
  ),
  user_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Your own id of somebody who signed in', examples: ['u_42'] }),
  ),
  timestamp: Type.Optional(
    Timestamp({ description: 'When it happened: not in the future and at most 7 days ago; default: now', examples: [] }),
  ),
  event_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The same one twice counts once',
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
      { events: Type.Array(single, { minItems: 1, maxItems: BATCH_EVENTS, description: 'Each is taken or refused by itself' }) },
      { additionalProperties: false },
    ),
  ],
  examples: [{ url: 'https://example.com/pricing', event_id: '0199a0c0-7c1e-7000-8000-0123456789ab' }],
});

export const Tracked = Component('Tracked', {
  ok: Type.Boolean({ examples: [true] }),
  accepted: Type.Optional(Type.Integer({ description: 'Of a batch: how many were taken', examples: [99] })),
  rejected: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Place in the batch, from 0', examples: [3] }),
        ...errorProperties,
      }),
      { description: 'Of a batch: what was not taken, and why' },
    ),
  ),
});

const { timestamp: ___, event_id: ____, ...undated } = event;

/** One event of the past, with what is otherwise known from the request. */
export const ImportedEvent = Body(
  {
    ...undated,
    timestamp: Timestamp({ description: 'When it happened: since 1990, and not before the project keeps events' }),
    event_id: Type.String({
      format: 'uuid',
      description:
        'The same one counts once, whenever it is sent; its `timestamp` may be corrected by up to a day. Derive it from your record (UUID v5), so that an import can be repeated',
      examples: ['0199a0c0-7c1e-7000-8000-0123456789ab'],
    }),
    visitor_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Id of an anonymous visitor, required without `user_id`. It is stored as a hash of the project, the day and the id: as all anonymous visitors, they are new each day (UTC)',
        examples: ['v_81723'],
      }),
    ),
    user_agent: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Gives device, browser, system, and whether it is a bot; it is not stored' }),
    ),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1', examples: ['DE'] })),
    region: Type.Optional(Type.String({ maxLength: 100, description: 'ISO 3166-2', examples: ['DE-BE'] })),
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
    description: 'Events that are kept. Repeated ones are found later, and stand under `duplicates` of the intake report',
    examples: [498],
  }),
  dropped: Type.Record(Type.String(), Type.Integer(), {
    description: 'Events that the project excludes, by reason, as in the intake report',
    examples: [{ excluded_path: 1 }],
  }),
  rejected: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Position in the batch, from 0', examples: [3] }),
      ...errorProperties,
    }),
    { description: 'Events that are not valid' },
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
    OneOf(PERIODS, { description: 'Default `30d`. Days and months are those of the time zone, today’s included' }),
  ),
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'A date, or a moment in ISO 8601; with `to` in place of `period`', examples: [] }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'A date, which is included, or a moment, which is not; default: now',
      examples: [],
    }),
  ),
  timezone: Type.Optional(
    Type.String({ maxLength: 64, description: 'IANA name; default: the project’s setting', examples: ['Europe/Berlin'] }),
  ),
  filter: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string', maxLength: 2_100 },
      maxItems: 20,
      maxLength: 2_100,
      description:
        '`dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form',
      examples: ['country:is:DE'],
    }),
  ),
  bots: Type.Optional(
    OneOf(['exclude', 'include', 'only'] as const, { description: 'Default `exclude`: what was taken for a bot is left out' }),
  ),
};

const compare = {
  compare: Type.Optional(
    OneOf(['previous', 'none'] as const, { description: 'With the period of the same length before; default `previous`' }),
  ),
};
const goal = { goal_id: Type.Optional(Id('goal', 'Adds the conversions of this goal')) };

export const OverviewQuery = { ...reportQuery, ...compare, ...goal };

const Figure = (description: string) =>
  Type.Object(
    {
      value: Nullable(Type.Number()),
      previous: Nullable(Type.Number({ description: 'In the period before; null when it is not asked for, or there is none' })),
    },
    { description },
  );

const asOf = {
  as_of: Timestamp({
    description: 'The figures have all events of the project that were accepted before this moment; usually that of the request',
  }),
};
const range = {
  ...asOf,
  from: Timestamp({ description: 'Included' }),
  to: Timestamp({ description: 'Not included' }),
  timezone: Type.String({ examples: ['Europe/Berlin'] }),
};

export const Overview = Component('AnalyticsOverview', {
  ...range,
  previous_from: Nullable(Timestamp()),
  previous_to: Nullable(Timestamp({ description: 'Of a period that ends now: as far into its last day, to the minute' })),
  visitors: Figure('Distinct persons. Without a `user_id` a visitor is somebody new each day'),
  page_views: Figure('Events named `page_view`'),
  visits: Figure('Visits that began in the period'),
  events: Figure('All events'),
  views_per_visit: Figure('Page views / visits'),
  bounce_rate: Figure('Share of visits with exactly one page view and no interactive event of another name, 0 to 1'),
  visit_duration: Figure('Mean seconds from the first to the last event of a visit; visits of one event count with 0'),
  conversions: Type.Optional(Figure('Events that meet the goal')),
  conversion_rate: Type.Optional(Figure('Visitors who met the goal / visitors, 0 to 1')),
});

export const TimeseriesQuery = {
  metric: Type.Optional(OneOf(METRICS, { description: 'Default `visitors`' })),
  interval: Type.Optional(OneOf(INTERVALS, { description: 'Default: by the length of the period' })),
  ...reportQuery,
  compare: Type.Optional(
    OneOf(['previous', 'none'] as const, { description: 'With the period of the same length before; default `none`' }),
  ),
  ...goal,
};

export const Timeseries = Component('AnalyticsTimeseries', {
  ...range,
  metric: OneOf(METRICS),
  interval: OneOf(INTERVALS),
  data: Type.Array(
    Type.Object({
      time: Timestamp({ description: 'When the bucket begins' }),
      value: Nullable(Type.Number({ description: 'Null for a mean of nothing' })),
      previous: Nullable(Type.Number()),
      is_complete: Type.Boolean({ description: 'False for a bucket that is not over yet' }),
    }),
    { description: 'Without gaps' },
  ),
});

export const BreakdownQuery = {
  by: Type.String({
    maxLength: 120,
    description: `One of ${[...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS, 'bot'].join(', ')}, or \`property:<name>\``,
    examples: ['page'],
  }),
  ...reportQuery,
  ...goal,
  ...Page,
};
export const { by: __, ...NamedBreakdownQuery } = BreakdownQuery;

export const BreakdownRow = Component('AnalyticsBreakdownRow', {
  value: Type.String({ description: 'Empty where there is none', examples: ['/pricing'] }),
  visitors: Type.Integer({ examples: [120] }),
  visits: Type.Integer({
    description: 'For what an event has: visits in which there is one; otherwise: visits that began',
    examples: [140],
  }),
  page_views: Type.Integer({ examples: [190] }),
  events: Type.Integer({ examples: [220] }),
  bounce_rate: Nullable(Type.Number({ description: 'For what a visit has' })),
  visit_duration: Nullable(Type.Number({ description: 'For what a visit has; seconds' })),
  exit_rate: Nullable(Type.Number({ description: 'For pages: visits that ended there / page views' })),
  conversions: Type.Optional(Type.Integer()),
  conversion_rate: Type.Optional(Nullable(Type.Number())),
});

export const Breakdown = Type.Object({ ...ListOf(Ref(BreakdownRow)).properties, ...asOf });

const step = {
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Name of an event' })),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        'Path of a page, or its URL; `*` stands for anything. Compared like the paths of events: without a query or a slash at the end, percent-encoded or not. `/docs/*` includes `/docs`',
      examples: ['/docs/*'],
    }),
  ),
};

export const FUNNEL_ORDERS = ['loose', 'strict', 'any'] as const;

export const AskFunnel = Body(
  {
    steps: Type.Array(Body(step), { minItems: 1, maxItems: 8, description: 'One step alone counts who did it' }),
    window_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90 * 86_400,
        default: 7 * 86_400,
        description: 'From the first step to the last; default 7 days',
      }),
    ),
    order: Type.Optional(
      OneOf(FUNNEL_ORDERS, {
        default: 'loose',
        description:
          '`loose`: other events may lie between; `strict`: only repeats of steps already reached, and events with `interactive: false`; `any`: the steps in any order',
      }),
    ),
    by: Type.Optional(OneOf(['person', 'visit'] as const, { default: 'person', description: 'Whose steps make a chain' })),
  },
  { examples: [{ steps: [{ page: '/pricing' }, { event: 'signup' }] }] },
);

export const Funnel = Component('AnalyticsFunnel', {
  ...range,
  steps: Type.Array(
    Type.Object({
      event: Nullable(Type.String()),
      page: Nullable(Type.String()),
      count: Type.Integer({ description: 'Who came at least this far' }),
      rate: Type.Number({ description: 'Of those at the first step, 0 to 1' }),
      step_rate: Type.Number({ description: 'Of those at the step before, 0 to 1' }),
    }),
  ),
});

export const RetentionQuery = {
  ...reportQuery,
  interval: Type.Optional(OneOf(['day', 'week', 'month'] as const, { description: 'Default `week`' })),
  start_event: Type.Optional(Type.String({ maxLength: 100, description: 'Default: any event' })),
  return_event: Type.Optional(Type.String({ maxLength: 100, description: 'Default: any event' })),
  cohort: Type.Optional(
    OneOf(['first', 'any'] as const, {
      description: '`first`: by the first start event ever (default); `any`: in each bucket with a start event',
    }),
  ),
  mode: Type.Optional(
    OneOf(['on', 'on_or_after'] as const, {
      description: 'Whether those count who return in a bucket, or in it or later; default `on`',
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
          is_complete: Type.Boolean({ description: 'False for a bucket that is not over yet: it is left out of the means' }),
        }),
      ),
    }),
  ),
  means: Type.Array(Nullable(Type.Number()), { description: 'Of each cell over the cohorts, weighed by their size' }),
  identified_visitors: Type.Integer({
    description:
      'Visitors of the period with a `user_id`. When 0, returning visitors are unknown: anonymous visitors are new each day by design',
    examples: [120],
  }),
});

export const PathsQuery = {
  ...reportQuery,
  page: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, description: 'Where the paths begin: a page, or an event' })),
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  direction: Type.Optional(OneOf(['next', 'previous'] as const, { description: 'Default `next`' })),
  steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 3, description: 'How far' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Paths at most' })),
};

export const Paths = Component('AnalyticsPaths', {
  ...range,
  visits: Type.Integer({ description: 'Visits that were there' }),
  paths: Type.Array(
    Type.Object({
      steps: Type.Array(Type.Object({ page: Nullable(Type.String()), event: Nullable(Type.String()) }), {
        description: 'From there on; fewer when the visit ended',
      }),
      visits: Type.Integer(),
    }),
  ),
});

const count = { value: Type.String(), visitors: Type.Integer() };

export const Realtime = Component('AnalyticsRealtime', {
  ...asOf,
  visitors: Type.Integer({ description: 'Distinct in the last five minutes' }),
  page_views: Type.Integer({ description: 'In the last five minutes' }),
  minutes: Type.Array(Type.Object({ time: Timestamp(), visitors: Type.Integer(), page_views: Type.Integer() }), {
    description: 'The last thirty, oldest first',
  }),
  pages: Type.Array(Type.Object(count)),
  sources: Type.Array(Type.Object(count)),
  countries: Type.Array(Type.Object(count)),
});

export const Intake = Component('AnalyticsIntake', {
  ...asOf,
  from: range.from,
  to: range.to,
  received: Type.Integer({ description: 'Events that were sent' }),
  accepted: Type.Integer({ description: 'Kept: bots and late ones too' }),
  dropped: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Not kept, by reason: `invalid`, `duplicate`, `privacy_signal`, `hostname_not_allowed`, `excluded_address`, `excluded_hostname`, `excluded_path`',
    examples: [{ invalid: 2 }],
  }),
  bots: Type.Record(Type.String(), Type.Integer(), {
    description: 'Kept and left out of figures, by reason: `crawler`, `headless`, `prefetch`, `http_library`',
    examples: [{ crawler: 12 }],
  }),
  duplicates: Type.Integer({ description: 'Among the dropped: an `event_id` that had come before' }),
  late: Type.Integer({ description: 'Kept, and more than half an hour old when they came' }),
  imported: Type.Integer({ description: 'Kept, by import' }),
  waiting: Type.Integer({ description: 'Kept safely, and not in the figures yet' }),
  missing: Type.Array(
    Type.Object({ day: Type.String({ examples: ['2026-11-20'] }), events: Type.Integer({ examples: [120] }) }),
    {
      description:
        'Events that were counted once and then lost by ClickHouse, by day of UTC, whatever the period; latest first. Figures of these days may be too low',
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
  time: Timestamp({ description: 'When it was' }),
  text: Type.String({ minLength: 1, maxLength: 300, examples: ['On the front page of Hacker News'] }),
};

export const Annotation = Component('Annotation', {
  id: Id('ann'),
  time: Timestamp(),
  text: Type.String({ examples: ['On the front page of Hacker News'] }),
  url: Nullable(Type.String({ description: 'Of a changelog entry: its page' })),
  changelog_entry_id: Nullable(Id('cl', 'Of a publication, which makes its annotation itself')),
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
        description: 'The `visitor` of an exported event',
        examples: ['1234567890123456789'],
      }),
    ),
  },
  { minProperties: 1, examples: [{ user_id: 'u_42' }] },
);
export const Erased = Component('AnalyticsErased', {
  ok: Type.Boolean(),
  events: Type.Integer({ description: 'How many events are gone' }),
});

function optional<T extends TProperties>(fields: T) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>;
  };
}
