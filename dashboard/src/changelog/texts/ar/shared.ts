import type { changelogShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const changelogShared: Texts<typeof english> = {
  scopes: {
    'changelog:read': 'قراءة «الجديد»',
    'changelog:write': 'قراءة «الجديد» وتغييره ونشره',
  },
  actions: {
    'changelog_entry.deleted': 'حذف عنصر من «الجديد»',
    'changelog_subscriber.deleted': 'حذف مشترك في «الجديد»',
    'changelog_subscribers.added': 'إضافة مشتركين في «الجديد»',
    'changelog.exported': 'تصدير «الجديد»',
  },
  events: {
    'changelog.adoption_measured': 'قيس الاعتماد',
    'changelog.published': 'نُشر عنصر في «الجديد»',
  },
  sections: { changelog: 'الجديد' },
  settings: {
    'settings.changelog.reactions': {
      label: 'التفاعلات',
      hint: 'يتفاعل القرّاء مع العناصر بـ 👍 أو ❤️ أو 🎉 في الصفحات والأدوات.',
    },
    'settings.changelog.page_url': {
      label: 'صفحة «الجديد»',
      hint: 'وجهة الروابط في الرسائل والخلاصات. اتركها فارغة لاستخدام الصفحة العامة.',
    },
  },
  notifications: {},
  timeline: {
    subscription: 'الاشتراكات',
  },
  did: {
    subscription: 'اشترك',
  },
  imports: {
    changelog: 'الجديد',
  },
};
