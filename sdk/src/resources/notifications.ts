import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Notifications of the signed-in member. */
export const notifications = (call: Client) => ({
  /** Lists notifications, newest first. */
  list: (query?: Query<'GET /v1/notifications'>, options?: CallOptions) =>
    list(call, 'GET /v1/notifications', { query }, options),
  /** Marks a notification as read or unread. */
  update: (id: string, changes: Body<'PATCH /v1/notifications/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/notifications/{id}', { path: { id }, body: changes }, options),
  /** Marks all notifications as read, or those up to a time. Returns their number. */
  markRead: (which: Body<'POST /v1/notifications/read'> = {}, options?: CallOptions) =>
    call('POST /v1/notifications/read', { body: which }, options),
  /** Returns what the member is notified of, and how. */
  preferences: (options?: CallOptions) => call('GET /v1/notifications/preferences', {}, options),
  /** Changes preferences. Omitted kinds stay as they are. */
  updatePreferences: (changes: Body<'PATCH /v1/notifications/preferences'>, options?: CallOptions) =>
    call('PATCH /v1/notifications/preferences', { body: changes }, options),
});
