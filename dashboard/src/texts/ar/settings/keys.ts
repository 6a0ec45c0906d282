import type { keys as english } from '../../en/settings/keys.ts';
import type { Texts } from '../../texts.ts';

export const keys: Texts<typeof english> = {
  title: 'مفاتيح API',
  hint: 'يعرّف المفتاح هذا المشروع على موقع أو في تطبيق. المفاتيح عامة، ولا تتيح الوصول إلى البيانات الشخصية أو الإعدادات.',
  name: 'الاسم',
  key: 'المفتاح',
  origins: 'الأصول المسموح بها',
  originsHint:
    'واحد في كل سطر، مثل https://example.com أو https://*.example.com. تُرفض صفحات الأصول الأخرى. اتركه فارغًا للسماح بالكل.',
  allOrigins: 'الكل',
  created: 'تاريخ الإنشاء',
  lastUsed: 'آخر استخدام',
  never: 'أبدًا',
  expires: (time) => `تنتهي الصلاحية في ${time}`,
  default: 'افتراضي',
  new: 'مفتاح جديد',
  newTitle: 'مفتاح API جديد',
  nameHint: 'الموقع أو التطبيق الذي يستخدم المفتاح',
  create: 'إنشاء مفتاح',
  actions: (name) => `إجراءات ${name}`,
  edit: 'تعديل…',
  editTitle: 'تعديل مفتاح API',
  revoke: 'إبطال…',
  revokeTitle: (name) => `هل تريد إبطال ${name}؟`,
  revokeHint: 'تتوقف المواقع والتطبيقات التي تستخدم هذا المفتاح عن العمل فورًا.',
  revokeConfirm: 'إبطال المفتاح',
  rotate: 'تدوير…',
  rotateTitle: 'هل تريد تدوير المفتاح الافتراضي؟',
  rotateHint:
    'يحل مفتاح جديد محل المفتاح الافتراضي. يبقى المفتاح القديم صالحًا 24 ساعة لتتمكن من استبداله. لا تتغير المفاتيح الأخرى.',
  revokeNow: 'الإبطال فورًا',
  rotateConfirm: 'تدوير المفتاح',
};
