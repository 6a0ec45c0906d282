import { mergeTexts } from '../shared.ts';
import type { notifications as english } from '../en/notifications.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': 'Webhooks desactivados',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'De inmediato',
  daily: 'Cada día a las 8:00',
  off: 'Nunca',
};

export const notifications: Texts<typeof english> = {
  title: 'Notificaciones',
  list: 'Notificaciones',
  filters: { unread: 'Sin leer', all: 'Todas' },
  kind: 'Tipo',
  kinds,
  markRead: 'Marcar como leída',
  markUnread: 'Marcar como no leída',
  markAll: 'Marcar todas como leídas',
  marked: (count) => plural(count, { one: '# marcada como leída', other: '# marcadas como leídas' }),
  unread: 'Sin leer',
  emptyUnread: 'No hay notificaciones sin leer',
  emptyAll: 'No hay notificaciones',
  emptyHint: 'Aquí te enteras del feedback nuevo, los comentarios, las asignaciones y lo que espera aprobación.',
  keys: {
    next: 'Notificación siguiente',
    previous: 'Notificación anterior',
    open: 'Abrir notificación',
    toggle: 'Marcar como leída o no leída',
  },
  preferences: {
    link: 'Cambiar lo que recibes',
    title: 'Tus correos',
    hint: 'Solo para ti y este proyecto. La lista de notificaciones tiene todo lo que no esté en «Nunca».',
    segment: 'Feedback de',
    everyone: 'Todos',
    names: preferences,
    byDefault: (name) => `Predeterminado: ${name}`,
    zone: (zone) => `Los correos diarios llegan a las 8:00 en la zona horaria del proyecto, ${zone}.`,
  },
};
