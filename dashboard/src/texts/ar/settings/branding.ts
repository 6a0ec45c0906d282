import type { branding as english } from '../../en/settings/branding.ts';
import type { Texts } from '../../texts.ts';

export const branding: Texts<typeof english> = {
  preview: 'معاينة',
  previewHint: 'تعرض تغييراتك قبل حفظها.',
  pageTitle: 'معاينة صفحة عامة',
  mailTitle: 'معاينة رسالة',
  mailHint: 'رسالة نموذجية بتغييراتك غير المحفوظة. يستخدم «إرسال رسالة تجريبية» الإعدادات المحفوظة.',
  theme: 'سمة الجهاز',
  themes: { light: 'فاتح', dark: 'داكن' },
  open: 'فتح الصفحات العامة',
  contrast: {
    title: 'تباين الألوان',
    good: (theme, ratio) => `الصفحات، ${theme}: مقروءة، ${ratio}`,
    adjusted: (theme, ratio, color) =>
      `الصفحات، ${theme}: تباين الروابط منخفض جدًا (${ratio}، الحد الأدنى 4.5:1). تستخدم الروابط ${color} بدلًا من ذلك.`,
    button: (color, ratio) => `الأزرار: نص ${color}، ${ratio}`,
    white: 'أبيض',
    black: 'أسود',
  },
  image: {
    upload: 'رفع',
    replace: 'استبدال',
    remove: 'إزالة',
    of: (action, what) => `${action}: ${what}`,
    none: 'بدون صورة',
  },
  color: { pick: 'اختيار لون' },
  links: {
    label: 'النص',
    labelOf: (position) => `نص الرابط ${position}`,
    url: 'https://acme.example/pricing',
    urlOf: (position) => `عنوان URL للرابط ${position}`,
    add: 'إضافة رابط',
    remove: (position) => `إزالة الرابط ${position}`,
  },
};
