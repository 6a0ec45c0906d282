import type { adoption as english } from '../../en/outcomes/adoption.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) =>
  plural(count, { one: 'شخص واحد', two: 'شخصين', few: '# أشخاص', many: '# شخصًا', other: '# شخص' });

/** Adoption of releases by the people who asked for them. */
export const adoption: Texts<typeof english> = {
  title: 'هل استخدمه من طلبوه؟',
  sentence: (used, identified) => `استخدمه ${formatNumber(used)} من ${people(identified)} طلبوه`,
  rate: (rate, low, high) => ` (${rate}؛ من ${low} إلى ${high} بثقة 95٪)`,
  median: (days) =>
    `، نصفهم خلال ${plural(days, { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })}`,
  unknown: (count) => `لم تُعرف هوية ${people(count)} ممن طلبوه.`,
  complete: (when) => `انتهت المدة في ${when}.`,
  running: (when) => `تنتهي المدة في ${when}.`,
  few: 'تتطلب النسب خمسة أشخاص معروفي الهوية على الأقل.',
  hidden: 'عدد معروفي الهوية أقل من خمسة. لا يرى أعدادهم إلا الأعضاء الذين يمكنهم الوصول إلى البيانات الشخصية.',
  steps: { identified: 'طلبوه', told: 'أُبلغوا', returned: 'عادوا', used: 'استخدموه' },
  chart: 'نسبة من استخدموه حسب الأيام منذ النشر',
  askers: 'من طلبوه',
  others: 'جميع الآخرين',
  silent: 'لم يستخدموه',
  silentCount: (shown, total) => `${formatNumber(shown)} من ${people(total)}`,
  person: 'الشخص',
  told: 'أُبلغ',
  lastSeen: 'عاد',
  askWhy: 'السؤال عن السبب',
  askWhom: (name) => `السؤال عن السبب: ${name}`,
  askSubject: (title) => `رأيك في «⁨${title}⁩»`,
  never: '–',
  success: 'حدث النجاح أو صفحته',
  successHint: 'حدث، أو صفحة تبدأ بـ /، يدل على استخدام الأشخاص لهذا.',
  window: 'المدة',
  days: (count) => plural(count, { one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' }),
  line: (used, identified) => `استخدمه ${formatNumber(used)} من ${formatNumber(identified)}`,
};
