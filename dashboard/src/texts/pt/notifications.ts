import { mergeTexts } from '../shared.ts';
import type { notifications as english } from '../en/notifications.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': 'Webhooks desativados',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'Imediatamente',
  daily: 'Diariamente às 8:00',
  off: 'Nunca',
};

export const notifications: Texts<typeof english> = {
  title: 'Notificações',
  list: 'Notificações',
  filters: { unread: 'Não lidas', all: 'Todas' },
  kind: 'Categoria',
  kinds,
  markRead: 'Marcar como lida',
  markUnread: 'Marcar como não lida',
  markAll: 'Marcar todas como lidas',
  marked: (count) => plural(count, { one: '# marcada como lida', other: '# marcadas como lidas' }),
  unread: 'Não lidas',
  emptyUnread: 'Nenhuma notificação não lida',
  emptyAll: 'Nenhuma notificação',
  emptyHint: 'Aqui você fica sabendo de novos feedbacks, comentários, atribuições e do que aguarda aprovação.',
  keys: {
    next: 'Próxima notificação',
    previous: 'Notificação anterior',
    open: 'Abrir notificação',
    toggle: 'Marcar como lida ou não lida',
  },
  preferences: {
    link: 'Alterar o que você recebe',
    title: 'Seus e-mails',
    hint: 'Só para você e este projeto. A lista de notificações tem tudo o que não está em “Nunca”.',
    segment: 'Feedback de',
    everyone: 'Todos',
    names: preferences,
    byDefault: (name) => `Padrão: ${name}`,
    zone: (zone) => `Os e-mails diários chegam às 8:00 no fuso horário do projeto, ${zone}.`,
  },
};
