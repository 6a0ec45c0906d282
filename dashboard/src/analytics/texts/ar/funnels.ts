import type { funnels as english } from '../en/funnels.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about funnels and saved funnels. */
export const funnels: Texts<typeof english> = {
  hint: 'معدل التحويل لكل خطوة، وأين ينسحب الزوار',
  saved: 'الأقماع المحفوظة',
  newFunnel: 'قمع جديد',
  unsaved: 'غير محفوظ',
  steps: 'الخطوات',
  step: (number) => `الخطوة ${number}`,
  stepKind: (number) => `نوع الخطوة ${number}`,
  kinds: { page: 'الصفحة', event: 'الحدث' },
  addStep: 'إضافة خطوة',
  stepConditions: (number) => `شروط الخطوة ${number}`,
  removeStep: (number) => `إزالة الخطوة ${number}`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: 'الترتيب',
  orders: { loose: 'متسلسل', strict: 'متتالٍ مباشرة', any: 'أي ترتيب' },
  by: 'العدّ حسب',
  bys: { person: 'الأشخاص', visit: 'الزيارات' },
  window: 'خلال',
  windowOf: (seconds) =>
    seconds % 86_400 === 0
      ? plural(seconds / 86_400, { one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' })
      : seconds % 3_600 === 0
        ? plural(seconds / 3_600, { one: 'ساعة واحدة', two: 'ساعتان', few: '# ساعات', other: '# ساعة' })
        : plural(seconds, { one: 'ثانية واحدة', two: 'ثانيتان', few: '# ثوانٍ', other: '# ثانية' }),
  tooFewSteps: 'أدخل صفحة أو حدثًا لعرض التحويلات.',
  // Result
  overall: 'التحويل الإجمالي',
  overallHint: (last, first) => `أكمل ${last} من ${first} كل الخطوات`,
  compareBy: 'المقارنة حسب',
  ofPrevious: (rate) => `${rate} من الخطوة السابقة`,
  anyPage: 'أي صفحة',
  droppedOff: (count, rate) => `انسحب ${count}، ${rate}`,
  wasBefore: (count, rate) => `فترة المقارنة: ${count}، ${rate} من الخطوة السابقة`,
  firstBefore: (count) => `فترة المقارنة: ${count}`,
  estimate: (share) => `التقدير من ${share} من الأشخاص`,
  estimateHint: 'أسرع عند وجود عدد كبير من الأحداث',
  standardErrors: (first, last) => `الخطأ المعياري: ${first} في الخطوة الأولى، و${last} في الخطوة الأخيرة`,
  // Saving
  save: 'حفظ القمع…',
  saveTitle: 'حفظ القمع',
  saveChanges: 'حفظ التغييرات',
  discard: 'تجاهل التغييرات',
  saveAs: 'حفظ كجديد…',
  name: 'الاسم',
  nameHint: 'مثل «من الأسعار إلى التسجيل»',
  actions: (name) => `إجراءات ${name}`,
  rename: 'إعادة التسمية…',
  renameTitle: 'إعادة تسمية القمع',
  delete: 'حذف…',
  deleteTitle: (name) => `هل تريد حذف القمع «⁨${name}⁩»؟`,
  deleteHint: 'تبقى الأحداث محفوظة.',
  deleteLabel: 'حذف',
  wasSaved: 'تم حفظ القمع',
};
