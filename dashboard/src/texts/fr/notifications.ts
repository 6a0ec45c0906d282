import { mergeTexts } from '../shared.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';
import type { notifications as english } from '../en/notifications.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': 'Webhooks désactivés',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'Immédiatement',
  daily: 'Tous les jours à 8 h',
  off: 'Désactivé',
};

export const notifications: Texts<typeof english> = {
  title: 'Notifications',
  list: 'Notifications',
  filters: { unread: 'Non lues', all: 'Toutes' },
  kind: 'Type',
  kinds,
  markRead: 'Marquer comme lue',
  markUnread: 'Marquer comme non lue',
  markAll: 'Tout marquer comme lu',
  marked: (count) => plural(count, { one: '# marquée comme lue', other: '# marquées comme lues' }),
  unread: 'Non lues',
  emptyUnread: 'Aucune notification non lue',
  emptyAll: 'Aucune notification',
  emptyHint: 'Vous êtes informé ici des nouveaux avis, des commentaires, des attributions et de ce qui attend une approbation.',
  keys: {
    next: 'Notification suivante',
    previous: 'Notification précédente',
    open: 'Ouvrir la notification',
    toggle: 'Marquer comme lue ou non lue',
  },
  preferences: {
    link: 'Modifier ce que vous recevez',
    title: 'Vos e-mails',
    hint: 'Pour vous et ce projet uniquement. La liste des notifications contient tout ce qui n’est pas désactivé.',
    segment: 'Avis de',
    everyone: 'Tout le monde',
    names: preferences,
    byDefault: (name) => `Par défaut : ${name}`,
    zone: (zone) => `Les e-mails quotidiens arrivent à 8 h dans le fuseau horaire du projet, ${zone}.`,
  },
};
