import { Type } from 'typebox';
import { mergeDeclared } from '../services/index.ts';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../shared/common.ts';
import { type Role, ROLES } from './values.ts';
import { NOTIFICATION_PREFERENCES, type NotificationKind } from '../shared/notifications.ts';

const INSTANCE_NOTIFICATIONS = {
  'webhook.disabled': {
    meaning: 'A webhook endpoint fails and was disabled',
    preference: 'immediate',
    role: 'admin',
  },
} as const satisfies Record<string, NotificationKind>;

const SERVICE_NOTIFICATIONS = mergeDeclared('notifications');

export type NotificationName = keyof typeof SERVICE_NOTIFICATIONS | keyof typeof INSTANCE_NOTIFICATIONS;

/** All kinds of notifications of members. */
export const NOTIFICATIONS: Readonly<Record<NotificationName, NotificationKind>> = {
  ...SERVICE_NOTIFICATIONS,
  ...INSTANCE_NOTIFICATIONS,
};

export const NOTIFICATION_NAMES = Object.keys(NOTIFICATIONS) as NotificationName[];

/** Returns the kinds that members with a role are notified of. */
export const listKindsForRole = (role: Role): NotificationName[] =>
  NOTIFICATION_NAMES.filter((name) => ROLES.indexOf(NOTIFICATIONS[name].role) <= ROLES.indexOf(role));

const Kind = (options: object = {}) => OneOf(NOTIFICATION_NAMES, { examples: ['feedback.assigned'], ...options });

export const Notification = Component('Notification', {
  id: Id('ntf'),
  project_id: Id('prj'),
  kind: Kind(),
  heading: Type.String({ description: 'Short sentence about the event', examples: ['Ada Lovelace assigned an entry to you'] }),
  title: Type.String({ description: 'Name of the subject', examples: ['Export to CSV'] }),
  text: Type.String({ description: 'Beginning of the text, without Markdown. Empty without a text.', examples: [''] }),
  facts: Type.Array(Type.String(), { description: 'Short facts about the subject', examples: [['planned', '12 votes']] }),
  url: Type.String({
    description: 'URL in the dashboard',
    examples: ['https://earshot.example.com/projects/acme/feedback/fb_…'],
  }),
  actor_id: Nullable(Id('usr', 'Member who acted. Null for users of the product and for the server.')),
  read_at: Nullable(Timestamp({ description: 'Null for unread notifications' })),
  created_at: Timestamp(),
});

export const ListNotificationsQuery = {
  unread: Type.Optional(Type.Boolean({ description: 'Only unread notifications with `true`, only read ones with `false`' })),
  kind: Type.Optional(Kind({ description: 'Only notifications of this kind' })),
  ...Page,
};

export const UpdateNotification = Body(
  { read: Type.Boolean({ description: 'Whether the notification is read' }) },
  { examples: [{ read: true }] },
);

export const MarkNotificationsRead = Body(
  {
    until: Type.Optional(
      Timestamp({ description: 'Only notifications up to this time, so that those that arrive meanwhile stay unread' }),
    ),
  },
  { examples: [{ until: '2026-03-01T09:30:00.000Z' }] },
);

export const MarkedNotifications = Component('MarkedNotifications', {
  marked: Type.Integer({ description: 'Number of notifications that were unread', examples: [3] }),
});

const Preference = () => OneOf(NOTIFICATION_PREFERENCES, { examples: ['daily'] });

const SEGMENT =
  'Segment of people: entries and comments of others, and of visitors who are not identified, cause no notification. Null for everyone.';

export const NotificationPreferences = Component('NotificationPreferences', {
  segment_id: Nullable(Id('psg', SEGMENT)),
  preferences: Type.Array(
    Type.Object({
      kind: Kind(),
      meaning: Type.String({ description: 'Event that the member is notified of', examples: ['An entry is assigned to you'] }),
      preference: Preference(),
      default: Preference(),
    }),
  ),
});

export const UpdateNotificationPreferences = Body(
  {
    ...Object.fromEntries(
      NOTIFICATION_NAMES.map((kind) => [
        kind,
        Type.Optional(OneOf(NOTIFICATION_PREFERENCES, { description: NOTIFICATIONS[kind].meaning })),
      ]),
    ),
    segment_id: Type.Optional(Nullable(Id('psg', `${SEGMENT} Requires the role member and the scope \`personal_data:read\`.`))),
  },
  { examples: [{ 'feedback.created': 'immediate' }] },
);
