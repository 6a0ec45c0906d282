import type { scores as english } from '../en/scores.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const voters = (count: number) =>
  plural(count, { zero: 'لا مصوّتين', one: 'مصوّت واحد', two: 'مصوّتان', few: '# مصوّتين', many: '# مصوّتًا', other: '# مصوّت' });

/** Scores of feedback. */
export const scores: Texts<typeof english> = {
  new: 'درجة جديدة',
  edit: 'تعديل الدرجة',
  editTitle: (name) => `الدرجة «⁨${name}⁩»`,
  name: 'الاسم',
  nameHint: 'أحرف صغيرة وأرقام و- و_. لا يمكن تغيير الاسم لاحقًا.',
  explanation: 'تزن الدرجة الطلبات بحسب من يصوّت لها. لا يُحسب إلا من يعرّفهم منتجك؛ والباقون غير معروفين.',
  term: (number) => `الحد ${number}`,
  addTerm: 'إضافة حد',
  removeTerm: (number) => `إزالة الحد ${number}`,
  kind: 'ما يُحسب',
  kinds: {
    voters: 'المصوّتون',
    active: 'المصوّتون النشطون',
    silent: 'المصوّتون الذين توقفوا',
    event: 'المصوّتون الذين لهم حدث',
    page: 'المصوّتون الذين زاروا صفحة',
    attribute: 'مجموع سمة',
    company_attribute: 'المجموع عبر الشركات',
    revenue: 'إيرادات المصوّتين',
  },
  subjects: {
    event: 'الحدث',
    page: 'الصفحة',
    attribute: 'السمة',
    currency: 'العملة',
  },
  days: 'الأيام',
  period: (days) => plural(days, { one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' }),
  weight: 'النقاط لكلٍّ',
  save: 'حفظ الدرجة',
  saved: 'تم حفظ الدرجة',
  delete: 'حذف الدرجة',
  deleted: 'تم حذف الدرجة',
  weights: 'الأوزان',
  saveWeights: 'حفظ الأوزان',
  reset: 'إعادة الضبط',
  pending: 'يجري حساب الدرجة. أعد التحميل بعد ثوانٍ.',
  demand: 'حجم الطلب',
  explain: (name, total, count) => `النقاط حسب «⁨${name}⁩»: ${formatNumber(total)}، ${voters(count)}`,
  unknown: (count) => (count ? `غير معروفين: ${formatNumber(count)}` : ''),
};
