import type * as english from '../../en/settings/waitlist.ts';
import type { Texts } from '../../texts.ts';

export const questions: Texts<typeof english.questions> = {
  title: 'النموذج',
  hint: 'حتى عشرة أسئلة في نموذج التسجيل، إضافةً إلى الاسم وعنوان البريد. لا تُطرح الأسئلة المؤرشفة بعد الآن، وتحتفظ بإجاباتها.',
  empty: 'لا توجد أسئلة',
  new: 'سؤال جديد…',
  newTitle: 'سؤال جديد',
  create: 'إنشاء سؤال',
  editTitle: 'تعديل السؤال',
  saved: 'تم حفظ السؤال',
  removed: 'تم حذف السؤال',
  deleteTitle: (name) => `هل تريد حذف السؤال «⁨${name}⁩»؟`,
  deleteHint: 'لن تظهر إجاباته بعد الآن. أرشِف السؤال للاحتفاظ بها في القوائم وعوامل التصفية وعمليات التصدير.',
};

export const rewards: Texts<typeof english.rewards> = {
  title: 'المكافآت',
  hint: 'مكافآت الإحالات. يرى الأشخاص المكافأة التالية في صفحتهم وفي الأداة، ويتلقون رسالة عندما يبلغون واحدة.',
  empty: 'لا توجد مكافآت',
  new: 'مكافأة جديدة…',
  newTitle: 'مكافأة جديدة',
  create: 'إنشاء مكافأة',
  edit: 'تعديل',
  editOf: (name) => `تعديل ${name}`,
  editTitle: 'تعديل المكافأة',
  name: 'الاسم',
  text: 'النص',
  textHint: 'يخبر الأشخاص كيف يتلقون المكافأة.',
  referrals: 'الإحالات',
  deleteOf: (name) => `حذف ${name}`,
  deleteTitle: (name) => `هل تريد حذف المكافأة «⁨${name}⁩»؟`,
  deleteHint: 'لن يرى الأشخاص المكافأة بعد الآن، حتى لو بلغوها.',
  saved: 'تم حفظ المكافأة',
  removed: 'تم حذف المكافأة',
};
