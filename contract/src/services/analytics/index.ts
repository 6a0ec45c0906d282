import { Type } from 'typebox';
import { Nullable, OneOf } from '../../shared/common.ts';
import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import { Patterns, Section } from '../../shared/settings.ts';
import { alertEvents } from './alerts.ts';
import * as schemas from './schemas.ts';
import { BOT_REASONS } from './values.ts';

export const analytics = {
  name: 'analytics',
  tag: { name: 'Analytics', description: 'Events, reports, goals, funnels, segments, alerts and shared links' },
  scopes: {
    'analytics:read': 'Read reports, goals, funnels, segments, annotations, alerts and shared links',
    'analytics:write':
      'Track events of other clients, import events, and change goals, funnels, segments, annotations, alerts and shared links',
  },
  appScopes: ['analytics:read'],
  errors: {
    'goals.not_found': { status: 404, message: 'Goal not found' },
    'goals.name_taken': { status: 409, message: 'A goal with this name already exists', field: { path: 'name', code: 'taken' } },
    'alerts.not_found': { status: 404, message: 'Alert not found' },
    'alerts.limit_exceeded': { status: 409, message: 'A project can have at most 50 alerts; delete one first' },
    'funnels.not_found': { status: 404, message: 'Funnel not found' },
    'funnels.name_taken': {
      status: 409,
      message: 'A funnel with this name already exists',
      field: { path: 'name', code: 'taken' },
    },
    'funnels.limit_exceeded': { status: 409, message: 'A project can have at most 50 funnels; delete one first' },
    'annotations.not_found': { status: 404, message: 'Annotation not found' },
    'segments.not_found': { status: 404, message: 'Segment not found' },
    'segments.name_taken': {
      status: 409,
      message: 'A segment with this name already exists',
      field: { path: 'name', code: 'taken' },
    },
    'segments.in_use': { status: 409, message: 'The segment is used by a shared link; delete the link first' },
    'shares.not_found': { status: 404, message: 'Shared link not found' },
    'shares.embed_not_allowed': { status: 403, message: 'Frames are not allowed for this shared link' },
    'shares.password_required': { status: 403, message: 'password is required', field: { path: 'password', code: 'required' } },
    'shares.password_wrong': { status: 403, message: 'password is incorrect', field: { path: 'password', code: 'invalid' } },
    'shares.too_many_attempts': { status: 429, message: 'Too many incorrect passwords for this link; try again later' },
    'search_console.not_connected': { status: 404, message: 'Search Console is not connected; add the key of a service account' },
    'search_console.key_rejected': {
      status: 409,
      message: 'Google rejected the key of the service account; create a new key in Google Cloud',
      field: { path: 'key', code: 'invalid' },
    },
    'search_console.api_disabled': {
      status: 409,
      message:
        'The Search Console API is not enabled in the Google Cloud project of the service account; enable it, and try again in a few minutes',
    },
    'search_console.site_forbidden': {
      status: 409,
      message: 'The service account has no access to the property; add its email address as a user in Search Console',
      field: { path: 'site', code: 'not_allowed' },
    },
    'search_console.quota_exceeded': {
      status: 503,
      message: 'The quota of the Search Console API is exceeded; try again later',
    },
    'search_console.unreachable': { status: 503, message: 'Google could not be reached; try again later' },
    'analytics.timestamp_in_future': {
      status: 400,
      message: 'timestamp must not be in the future',
      field: { path: 'timestamp', code: 'too_large' },
    },
    'analytics.timestamp_too_old': {
      status: 400,
      message: 'timestamp must be at most 7 days ago',
      field: { path: 'timestamp', code: 'too_small' },
    },
    'analytics.too_many_imports': {
      status: 429,
      message: 'Too many imported events are waiting to be processed; try again later',
    },
    'analytics.too_many_streams': { status: 429, message: 'Too many live streams are open; close one or try again later' },
    'analytics.too_many_events': {
      status: 503,
      message: 'Too many events are waiting to be processed; try again in a few seconds',
    },
  },
  auditActions: [
    'shared_link.created',
    'shared_link.updated',
    'shared_link.deleted',
    'goal.deleted',
    'segment.filters_updated',
    'segment.deleted',
    'funnel.deleted',
    'annotation.deleted',
    'alert.created',
    'alert.updated',
    'alert.deleted',
    'search_console.connected',
    'search_console.updated',
    'search_console.disconnected',
    'analytics.erased',
    'analytics.exported',
    'analytics.imported',
  ],
  events: alertEvents,
  notifications: {
    'alert.triggered': { meaning: 'An alert is triggered', preference: 'immediate', role: 'viewer' },
  },
  settings: Section({
    timezone: Type.String({
      format: 'timezone',
      maxLength: 64,
      default: 'UTC',
      description: 'IANA time zone for the day boundaries of reports, unless a request specifies another time zone',
    }),
    allowed_hostnames: Patterns('Hostnames allowed to send events, with `*` as a wildcard. Empty allows all hostnames.'),
    excluded_hostnames: Patterns('Hostnames whose events are dropped, such as `staging.example.com`'),
    excluded_paths: Patterns('Paths whose events are dropped, such as `/admin/*`'),
    excluded_addresses: Patterns(
      'IP addresses and networks whose events are dropped, such as `192.0.2.0/24` for your own office',
      {
        format: 'network',
      },
    ),
    excluded_referrers: Patterns(
      'Hosts that are no sources of visits, such as `pay.example.com`, with `*` as a wildcard: visitors return from them. Known payment and sign-in pages are always excluded.',
    ),
    counted_bots: Type.Array(OneOf(BOT_REASONS), {
      default: [],
      uniqueItems: true,
      description:
        'Bot categories that are included in reports, also for past events. `http_library` covers page views without a `user_id` that are sent by programs such as curl or okhttp instead of browsers.',
    }),
    honor_privacy_signals: Type.Boolean({
      default: true,
      description:
        'Whether to drop events with the privacy signals `Sec-GPC: 1` or `DNT: 1`. The tracker and the SDK never send events from such browsers, regardless of this setting.',
    }),
    signed_user_ids: Type.Boolean({
      default: false,
      description:
        'Whether events identify users by `user_token` only. Events with a `user_id` are rejected, because everyone can send events with the API key, unless a server sends them with a token.',
    }),
    retention_days: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        default: null,
        description: 'Retention period of events in days. Null keeps events forever.',
      }),
    ),
  }),
  sections: {},
  erased: { analytics_events: RecordCount('Deleted analytics events, with their visits and rollups') },
  exported: { analytics_events: Records('Analytics events with a user id or address of the person') },
  schemas,
} as const satisfies ServiceContract;
