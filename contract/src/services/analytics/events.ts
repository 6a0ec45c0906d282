import { type Static, type TProperties, Type } from 'typebox';
import { Body, Component, Nullable, OneOf, Timestamp } from '../../shared/common.ts';
import { errorProperties } from '../../shared/errors.ts';
import { revenueField } from './revenue.ts';

const utm = (parameter: string) =>
  Type.Optional(
    Type.String({ maxLength: 200, description: `Campaign ${parameter}. Taken from the query of \`url\` unless given.` }),
  );

/** Characters, as `maxLength` counts them. */
export const MAX_PROPERTY_TEXT = 1_000;

/** The stored value of a custom property. Values are flat so that reports can filter and group by them. */
const PropertyValue = Type.Unsafe<string | number | boolean>({
  type: ['string', 'number', 'boolean'],
  maxLength: MAX_PROPERTY_TEXT,
});

export const MAX_PROPERTIES = 30;
export const MAX_PROPERTY_NAME = 100;
export const MAX_BATCH_EVENTS = 500;

/** Custom properties as clients send them. They are flattened before `PropertyValue` and the number of properties are checked. */
const sentProperties = Type.Optional(
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'array', 'object'], additionalProperties: true },
    description: `Custom properties. Nested objects are flattened with dots (\`{"plan": {"name": "pro"}}\` is stored as \`plan.name\`), arrays are stored as JSON text, and null and empty objects are dropped. At most ${MAX_PROPERTIES} properties after flattening, with names of up to ${MAX_PROPERTY_NAME} and texts of up to 1,000 characters: longer texts are truncated, and other properties beyond the limits are dropped, because the rest of an event counts. \`warnings\` of the response lists these changes.`,
    examples: [{ plan: 'pro' }],
  }),
);

/** Replaces the flat properties of an event by properties as clients send them. */
const withSentProperties = <T extends TProperties>(event: T) => ({ ...event, properties: sentProperties });

const eventProperties = {
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
      maxProperties: MAX_PROPERTIES,
      propertyNames: { type: 'string', minLength: 1, maxLength: MAX_PROPERTY_NAME },
      additionalProperties: PropertyValue,
    }),
  ),
  revenue: revenueField,
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
      description:
        'Id of the signed-in user in your application. Anonymous events of the same visit, from the same browser, are attributed to the user.',
      examples: ['u_42'],
    }),
  ),
  user_token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8192,
      description:
        'Signed token of the user (`signUserToken`) instead of `user_id`. Required for users when `settings.analytics.signed_user_ids` is on, except in requests with a session token or the token of a service account.',
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

const userAgent = (description: string) => Type.Optional(Type.String({ maxLength: 1_000, description }));

/** Facts that a server reports about the client of an event. For events of browsers, the request has them. */
const clientProperties = {
  ip: Type.Optional(
    Type.String({
      format: 'ip',
      description:
        'IP address of the visitor, for servers that send the events of many visitors. Used like the address of a browser to identify the visitor for a day and to determine the location, and not stored. Defaults to the address of the request. Requires a session token or the token of a service account.',
      examples: ['203.0.113.7'],
    }),
  ),
  user_agent: userAgent(
    'User agent of the visitor. Used like the header of a browser to determine the visitor, device, browser, operating system and bot status, and not stored. Defaults to the header of the request. Requires a session token or the token of a service account.',
  ),
};

/** A single tracked event with flat properties. */
export const TrackedEvent = Body({ ...eventProperties, ...clientProperties });
export type TrackedEvent = Static<typeof TrackedEvent>;

const singleEvent = Body(withSentProperties({ ...eventProperties, ...clientProperties }));

/** A single tracked event or a batch of tracked events. */
export const TrackEvents = Type.Unsafe<object>({
  anyOf: [
    singleEvent,
    Type.Object(
      {
        events: Type.Array(singleEvent, {
          minItems: 1,
          maxItems: MAX_BATCH_EVENTS,
          description: 'Events are validated individually',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  examples: [{ url: 'https://example.com/pricing', event_id: '0199a0c0-7c1e-7000-8000-0123456789ab' }],
});

/** Changes of properties that lose data. */
export const PROPERTY_REPAIRS = ['truncated', 'invalid', 'excess'] as const;
export const PROPERTY_WARNINGS = ['flattened', 'serialized', 'dropped', 'replaced', ...PROPERTY_REPAIRS] as const;
export type PropertyRepair = (typeof PROPERTY_REPAIRS)[number];
export type PropertyWarning = (typeof PROPERTY_WARNINGS)[number];

export const MAX_WARNINGS = 100;

/** Changes of accepted events. */
const warnings = Type.Optional(
  Type.Array(
    Type.Object({
      path: Type.String({ description: 'Path of the field as sent', examples: ['properties.address'] }),
      code: OneOf(PROPERTY_WARNINGS, {
        description:
          '`flattened`: the fields of an object are stored as properties with dots. `serialized`: an array is stored as JSON text. `dropped`: null or an empty object is not stored. `replaced`: two values have the same name after flattening, and the last one is stored. `truncated`: a text is stored up to its maximum length. `invalid`: a property with a name of no or too many characters, with a number out of range, properties that are not an object, a `url` that is no URL, a field of text with another type, and a `screen_width` out of range are not stored. `excess`: a property beyond the maximum number is not stored.',
        examples: ['flattened'],
      }),
      message: Type.String({
        examples: ['properties.address is an object: its fields are stored with dots, as in address.city'],
      }),
      index: Type.Integer({ description: 'Position of the first such event in the batch, starting at 0', examples: [0] }),
      count: Type.Integer({ description: 'Number of such events', examples: [1] }),
    }),
    {
      maxItems: MAX_WARNINGS,
      description: `Fields and properties of accepted events that are not stored as they were sent, at most ${MAX_WARNINGS}. Omitted without such changes.`,
    },
  ),
);

export const Tracker = Component('AnalyticsTracker', {
  script_url: Type.String({ description: 'URL of the tracker script', examples: ['https://feedback.example.com/t.js'] }),
  intake_url: Nullable(
    Type.String({
      description: 'Value of `data-api` on the script tag. Null when the tag needs none.',
      examples: ['https://feedback.example.com/news/send'],
    }),
  ),
  html: Type.String({
    description: 'Tag for the head of each page',
    examples: ['<script defer src="https://feedback.example.com/t.js" data-key="pk_2rZsT5uD6bE7"></script>'],
  }),
});

export const Tracked = Component('Tracked', {
  ok: Type.Boolean({ examples: [true] }),
  warnings,
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

const { timestamp: _timestamp, event_id: _eventId, user_token: _userToken, ...sharedProperties } = eventProperties;

const importedProperties = {
  ...sharedProperties,
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
  user_agent: userAgent('User agent, used to determine device, browser, operating system and bot status. It is not stored.'),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 country code', examples: ['DE'] }),
  ),
  region: Type.Optional(Type.String({ maxLength: 100, description: 'ISO 3166-2 region code', examples: ['DE-BE'] })),
  city: Type.Optional(Type.String({ maxLength: 100, examples: ['Berlin'] })),
};

/** A historical event with flat properties, including the facts that tracked events derive from the request. */
export const ImportedEvent = Body(importedProperties);
export type ImportedEvent = Static<typeof ImportedEvent>;

export const ImportEvents = Body(
  {
    events: Type.Array(Body(withSentProperties(importedProperties)), {
      minItems: 1,
      maxItems: MAX_BATCH_EVENTS,
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
  warnings,
});
