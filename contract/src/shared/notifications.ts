import type { Role } from '../instance/values.ts';

/** How a member is told of an event by email. The list in the dashboard has everything but `off`. */
export const NOTIFICATION_PREFERENCES = ['immediate', 'daily', 'off'] as const;

export type NotificationPreference = (typeof NOTIFICATION_PREFERENCES)[number];

/** Declaration of a kind of notifications. */
export interface NotificationKind {
  /** What a member is told of, such as “An entry is assigned to you”. */
  meaning: string;
  /** Preference of members who have not chosen one. */
  preference: NotificationPreference;
  /** Lowest role that is told. */
  role: Role;
}
