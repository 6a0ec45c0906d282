import { mergeTexts } from '../shared.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';
import type { notifications as english } from '../en/notifications.ts';
import type { Texts } from '../texts.ts';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': 'Deaktivierte Webhooks',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'Sofort',
  daily: 'Täglich um 8 Uhr',
  off: 'Aus',
};

export const notifications: Texts<typeof english> = {
  title: 'Benachrichtigungen',
  list: 'Benachrichtigungen',
  filters: { unread: 'Ungelesen', all: 'Alle' },
  kind: 'Art',
  kinds,
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  markAll: 'Alle als gelesen markieren',
  marked: (count) => `${count} als gelesen markiert`,
  unread: 'Ungelesen',
  emptyUnread: 'Keine ungelesenen Benachrichtigungen',
  emptyAll: 'Keine Benachrichtigungen',
  emptyHint: 'Hier erfährst du von neuem Feedback, Kommentaren, Zuweisungen und allem, was auf Freigabe wartet.',
  keys: {
    next: 'Nächste Benachrichtigung',
    previous: 'Vorherige Benachrichtigung',
    open: 'Benachrichtigung öffnen',
    toggle: 'Als gelesen oder ungelesen markieren',
  },
  preferences: {
    link: 'Ändern, was du erhältst',
    title: 'Deine E-Mails',
    hint: 'Nur für dich und dieses Projekt. Die Liste der Benachrichtigungen enthält alles, was nicht aus ist.',
    segment: 'Feedback von',
    everyone: 'Allen',
    names: preferences,
    byDefault: (name) => `Standard: ${name}`,
    zone: (zone) => `Tägliche E-Mails kommen um 8 Uhr in der Zeitzone des Projekts an, ${zone}.`,
  },
};
