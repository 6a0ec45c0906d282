import type { paths as english } from '../en/paths.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about paths of visitors. */
export const paths: Texts<typeof english> = {
  hint: 'حدد صفحة أو حدثًا لعرض المسارات التي تمر به فقط والخطوات التي تليه.',
  start: 'من',
  end: 'إلى',
  kinds: { page: 'الصفحة', event: 'الحدث' },
  direction: 'الاتجاه',
  directions: { next: 'الخطوات التالية', previous: 'الخطوات السابقة' },
  shown: 'الخطوات',
  events: { exclude: 'الصفحات', include: 'الصفحات والأحداث' },
  by: 'العدّ حسب',
  bys: { person: 'الأشخاص', visit: 'الزيارات' },
  depth: 'الطول',
  depths: (steps) => plural(steps, { one: 'خطوة واحدة', two: 'خطوتان', few: '# خطوات', other: '# خطوة' }),
  people: (count) =>
    plural(count, { zero: 'لا أشخاص', one: 'شخص واحد', two: 'شخصان', few: '# أشخاص', many: '# شخصًا', other: '# شخص' }),
  visits: (count) => plural(count, { zero: 'لا زيارات', one: 'زيارة واحدة', two: 'زيارتان', few: '# زيارات', other: '# زيارة' }),
  step: (number, direction) =>
    number === 0
      ? direction === 'next'
        ? 'البداية'
        : 'النهاية'
      : direction === 'next'
        ? `الخطوة ${number}`
        : `قبلها بـ ${number}`,
  other: 'أخرى',
  left: 'لا مزيد من الخطوات',
  began: 'لا شيء قبلها',
  /** Accessible name of a node. */
  node: (name, count, share) => `${name}: ${count}، ${share}`,
  through: 'المسارات المارة عبر فقط',
  noLonger: (name) => `إزالة ${name} من المسارات`,
  startHere: (name) => `البدء من ${name}`,
  endHere: (name) => `الانتهاء عند ${name}`,
  back: 'رجوع',
  from: 'من',
  to: 'إلى',
  share: 'النسبة',
  mostFrequent: 'المسارات الأكثر تكرارًا',
  none: 'لا مسارات بهذه الصفحة أو هذا الحدث في هذه الفترة',
  noneThrough: 'لا مسارات تمر بهذه الخطوات في هذه الفترة',
};
