import { Type } from 'typebox';
import { STATUSES } from '../services/feedback/values.ts';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp, Url } from '../shared/common.ts';
import { DELIVERY_STATUSES } from './values.ts';
import { SERVICE_EVENTS } from './webhook-events.ts';
import { WEBHOOK_FORMATS } from './webhook-formats.ts';

export type EventType = keyof typeof SERVICE_EVENTS;
export const EVENT_TYPES = Object.keys(SERVICE_EVENTS) as EventType[];

const types = () =>
  Type.Array(OneOf(EVENT_TYPES), {
    uniqueItems: true,
    maxItems: EVENT_TYPES.length,
    description: 'Subscribed event types. Empty subscribes to all event types.',
  });
const format = (options: object = {}) =>
  OneOf(WEBHOOK_FORMATS, {
    description:
      'Format of the requests: signed events (`standard`), or messages for a chat service. Defaults to the service that the URL belongs to.',
    ...options,
  });
/** Conditions on feedback entries. Events about anything else are not affected. */
const entryFilters = () => ({
  statuses: Type.Array(OneOf(STATUSES), {
    uniqueItems: true,
    maxItems: STATUSES.length,
    description: 'Only events of feedback entries with one of these statuses. Empty for all. Other events are not affected.',
  }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['billing'] }), {
    uniqueItems: true,
    maxItems: 20,
    description: 'Only events of feedback entries with one of these tags. Empty for all. Other events are not affected.',
  }),
  min_votes: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Only events of feedback entries with at least this many upvotes. Other events are not affected.',
    examples: [0],
  }),
});
const optionalFilters = () => {
  const { statuses, tags, min_votes } = entryFilters();
  return { statuses: Type.Optional(statuses), tags: Type.Optional(tags), min_votes: Type.Optional(min_votes) };
};
const description = () => Type.String({ maxLength: 200, examples: ['To our chat'] });
const includePersonalData = () =>
  Type.Boolean({ description: 'Whether `data` and `changes` include personal data (names, addresses and metadata)' });

const includeInternalNotes = () =>
  Type.Boolean({
    description:
      'Whether internal notes of the team are sent. By default, endpoints with the format `standard` receive them, and chat services do not: their channels may have other readers.',
  });

export const Webhook = Component('Webhook', {
  id: Id('whk'),
  project_id: Id('prj'),
  url: Type.String({ examples: ['https://example.com/earshot'] }),
  description: Type.String({ examples: ['To our chat'] }),
  types: Type.Array(OneOf(EVENT_TYPES)),
  format: format({ examples: ['standard'] }),
  ...entryFilters(),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(
    Type.String({ description: 'Reason why the endpoint was disabled automatically. Null when it was disabled manually.' }),
  ),
  include_personal_data: Type.Boolean(),
  include_internal_notes: Type.Boolean(),
  secret: Type.String({
    description: 'Secret for verifying signatures, see standardwebhooks.com',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJnVXXXXX='],
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateWebhook = Body(
  {
    url: Url(),
    description: Type.Optional(description()),
    types: Type.Optional(types()),
    format: Type.Optional(format()),
    ...optionalFilters(),
    include_personal_data: Type.Optional(includePersonalData()),
    include_internal_notes: Type.Optional(includeInternalNotes()),
  },
  { examples: [{ url: 'https://example.com/earshot', types: ['feedback.created', 'waitlist.joined'] }] },
);

export const UpdateWebhook = Body(
  {
    url: Type.Optional(Url()),
    description: Type.Optional(description()),
    types: Type.Optional(types()),
    format: Type.Optional(format()),
    ...optionalFilters(),
    enabled: Type.Optional(Type.Boolean()),
    include_personal_data: Type.Optional(includePersonalData()),
    include_internal_notes: Type.Optional(includeInternalNotes()),
  },
  { minProperties: 1, examples: [{ enabled: true }] },
);

export const PreviewWebhook = Body(
  {
    url: Url(),
    format: Type.Optional(format()),
    type: OneOf(EVENT_TYPES, { description: 'Event type' }),
  },
  { examples: [{ url: 'https://hooks.slack.com/services/T000/B000/XXXX', type: 'feedback.created' }] },
);

export const WebhookPreview = Component('WebhookPreview', {
  format: format({ examples: ['slack'] }),
  url: Type.String({
    description: 'URL that receives the request',
    examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
  }),
  body: Type.String({ description: 'Request body, as it is sent', examples: ['{"text":"Acme: New bug report: Export as CSV"}'] }),
});

export const RotateWebhookSecret = Body(
  {
    revoke_now: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to revoke the previous secret immediately instead of after 24 hours',
      }),
    ),
  },
  { examples: [{ revoke_now: false }] },
);

const delivery = {
  id: Id('dlv'),
  project_id: Id('prj'),
  webhook_id: Id('whk'),
  event_id: Type.String({
    description: 'Id of the event, sent as `webhook-id` with each attempt',
    examples: ['evt_01kaga0zrefb8tqs3yh4kx9m2d'],
  }),
  type: Type.String({ examples: ['feedback.created'] }),
  status: OneOf(DELIVERY_STATUSES),
  attempt_count: Type.Integer({ examples: [1] }),
  next_attempt_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};

export const WebhookDelivery = Component('WebhookDelivery', delivery);

const headers = () => Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

export const WebhookDeliveryDetails = Component('WebhookDeliveryDetails', {
  ...delivery,
  body: Type.String({ description: 'Request body, in the present format of the webhook' }),
  attempts: Type.Array(
    Type.Object({
      url: Type.String(),
      request_headers: headers(),
      status_code: Nullable(Type.Integer({ examples: [200] })),
      response_headers: headers(),
      response_body: Type.String({ description: 'Response body, truncated to 64 KiB' }),
      error: Nullable(Type.String({ description: 'Reason why the attempt failed' })),
      duration_ms: Type.Integer({ examples: [84] }),
      created_at: Timestamp(),
    }),
    { description: 'Attempts, latest first' },
  ),
});

/** Maximum number of deliveries of one replay. */
export const MAX_REPLAYED_DELIVERIES = 10_000;

export const ReplayWebhook = Body(
  {
    since: Timestamp({ description: 'Only deliveries that were created at or after this time' }),
    until: Type.Optional(
      Timestamp({ description: 'Only deliveries that were created before this time. Defaults to the current time.' }),
    ),
    status: Type.Optional(
      OneOf(['failed', 'all'], {
        default: 'failed',
        description:
          '`failed`: deliveries that failed. `all`: also deliveries that succeeded. Pending deliveries are not affected.',
      }),
    ),
    types: Type.Optional(
      Type.Array(OneOf(EVENT_TYPES), { uniqueItems: true, maxItems: EVENT_TYPES.length, description: 'Only these event types' }),
    ),
  },
  { examples: [{ since: '2026-11-20T09:30:00.000Z', until: '2026-11-20T10:30:00.000Z', status: 'failed' }] },
);

export const WebhookReplay = Component('WebhookReplay', {
  count: Type.Integer({ description: 'Number of deliveries that will be sent again', examples: [12] }),
});

export const ListDeliveriesQuery = Type.Object({
  status: Type.Optional(OneOf(DELIVERY_STATUSES)),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  ...Page,
});

export const StreamEventsQuery = Type.Object({
  type: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string', maxLength: 100 },
      maxItems: EVENT_TYPES.length,
      maxLength: 100,
      description: 'Event type, repeatable. Defaults to all types.',
      examples: ['feedback.created'],
    }),
  ),
  replay: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Number of past events of the last three days to send first' }),
  ),
  include_personal_data: Type.Optional(includePersonalData()),
});
