import { mergeTexts } from '../shared.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': 'Disabled webhooks',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'Immediately',
  daily: 'Daily at 8:00',
  off: 'Off',
};

export const notifications = {
  title: 'Notifications',
  list: 'Notifications',
  filters: { unread: 'Unread', all: 'All' },
  kind: 'Kind',
  kinds,
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markAll: 'Mark all as read',
  marked: (count: number) => `${count} marked as read`,
  unread: 'Unread',
  emptyUnread: 'No unread notifications',
  emptyAll: 'No notifications',
  emptyHint: 'You hear here of new feedback, comments, assignments and what awaits approval.',
  keys: {
    next: 'Next notification',
    previous: 'Previous notification',
    open: 'Open notification',
    toggle: 'Mark as read or unread',
  },
  preferences: {
    link: 'Change what you receive',
    title: 'Your emails',
    hint: 'For you and this project only. The list of notifications has everything that is not off.',
    segment: 'Feedback of',
    everyone: 'Everyone',
    names: preferences,
    byDefault: (name: string) => `Default: ${name}`,
    zone: (zone: string) => `Daily emails arrive at 8:00 in the time zone of the project, ${zone}.`,
  },
};
