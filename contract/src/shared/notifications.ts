import type { Role } from '../instance/values.ts';

/** Times of the email about an event. The list in the dashboard has everything but `off`. */
export const NOTIFICATION_PREFERENCES = ['immediate', 'daily', 'off'] as const;

export type NotificationPreference = (typeof NOTIFICATION_PREFERENCES)[number];

/** Declaration of a kind of notifications. */
export interface NotificationKind {
  /** Sentence about the event, such as “An entry is assigned to you”. */
  meaning: string;
  /** Preference of members who have not chosen one. */
  preference: NotificationPreference;
  /** Lowest role that is told. */
  role: Role;
}
