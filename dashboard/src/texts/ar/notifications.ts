import { mergeTexts } from '../shared.ts';
import type { notifications as english } from '../en/notifications.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': 'خطافات الويب المعطّلة',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'فورًا',
  daily: 'يوميًا الساعة 8:00',
  off: 'إيقاف',
};

export const notifications: Texts<typeof english> = {
  title: 'الإشعارات',
  list: 'الإشعارات',
  filters: { unread: 'غير المقروءة', all: 'الكل' },
  kind: 'الفئة',
  kinds,
  markRead: 'تمييز كمقروء',
  markUnread: 'تمييز كغير مقروء',
  markAll: 'تمييز الكل كمقروء',
  marked: (count) =>
    `تم تمييز ${plural(count, { one: 'إشعار واحد', two: 'إشعارين', few: '# إشعارات', many: '# إشعارًا', other: '# إشعار' })} كمقروء`,
  unread: 'غير المقروءة',
  emptyUnread: 'لا إشعارات غير مقروءة',
  emptyAll: 'لا إشعارات',
  emptyHint: 'تعرف هنا الملاحظات الجديدة والتعليقات والتكليفات وما ينتظر الموافقة.',
  keys: {
    next: 'الإشعار التالي',
    previous: 'الإشعار السابق',
    open: 'فتح الإشعار',
    toggle: 'تمييز كمقروء أو غير مقروء',
  },
  preferences: {
    link: 'تغيير ما تتلقاه',
    title: 'رسائلك',
    hint: 'لك ولهذا المشروع فقط. تتضمن قائمة الإشعارات كل ما لم يوقف.',
    segment: 'ملاحظات من',
    everyone: 'الجميع',
    names: preferences,
    byDefault: (name) => `الافتراضي: ${name}`,
    zone: (zone) => `تصل الرسائل اليومية الساعة 8:00 حسب المنطقة الزمنية للمشروع، ${zone}.`,
  },
};
